// What can be done with the chosen preference: one object an action, read by the menu and by the button beside it.
import {
  cannotSavePreferences,
  whyNotEditable,
  whyNotSavable,
} from '@rowhouse/domain/grid-preferences/rules.ts';
import type { IconName } from '../../ui/icons.tsx';
import type { Preference } from './api.ts';
import type { PreferredGrid } from './preferred-grid.ts';

export type PreferenceContext = {
  readonly grid: PreferredGrid;
  readonly chosen: Preference | null;
  /** Whether the role may save grid preferences. */
  readonly maySave: boolean;
  readonly administers: boolean;
  /** Whether the chosen one is the own or of the own role: another role's cannot be the default. */
  readonly isOwnToUse: boolean;
  readonly save: () => void;
  readonly saveAsNew: () => void;
  readonly saveForRole: () => void;
  readonly rename: () => void;
  readonly setDefault: (isDefault: boolean) => void;
  readonly setRoleDefault: (isDefault: boolean) => void;
  /** The default of the own role, where there is one and the grid shows or opens with something else. */
  readonly roleDefault: Preference | null;
  /** Whether a default of one's own comes before it. */
  readonly hasOwnDefault: boolean;
  readonly backToRole: () => void;
  readonly remove: () => void;
  /** What asks for a field that is gone. */
  readonly dropLeftOut: () => void;
  /** Absent where nothing is mailed. */
  readonly sendByMail: (() => void) | undefined;
};

export type PreferenceAction = {
  readonly id: string;
  readonly icon: IconName;
  readonly label: (context: PreferenceContext) => string;
  /** Without it the action is not there at all. */
  readonly isOffered: (context: PreferenceContext) => boolean;
  /** The sentence that says why it cannot be done now, or null. */
  readonly whyNot: (context: PreferenceContext) => string | null;
  readonly run: (context: PreferenceContext) => void;
};

const isEditable = ({ chosen, administers }: PreferenceContext): boolean =>
  chosen !== null && whyNotEditable(administers, chosen.role !== null) === null;

export const hasLeftOut = (chosen: Preference | null): chosen is Preference =>
  chosen !== null && chosen.leftOutConditions + chosen.leftOutOthers > 0;

const whyNotSave = ({ maySave }: PreferenceContext) => (maySave ? null : cannotSavePreferences);

/** Of whoever has changed the grid, whether they may save or not. */
export const restore: PreferenceAction = {
  id: 'restore',
  icon: 'undo',
  label: () => 'Back to the view',
  isOffered: ({ grid }) => grid?.isChanged === true,
  whyNot: () => null,
  run: ({ grid }) => grid?.restore(),
};

/** Of the own or, for administrators, of a role's: the sentence that says why it is locked, too. */
export const save: PreferenceAction = {
  id: 'save',
  icon: 'save',
  label: () => 'Save changes',
  isOffered: ({ chosen }) => chosen !== null,
  whyNot: (context) => {
    const { grid, chosen, administers } = context;
    const isOfRole = chosen !== null && chosen.role !== null;
    return (
      whyNotSave(context) ??
      whyNotSavable(grid?.options ?? null, chosen && { isOfRole }, administers) ??
      (grid?.isChanged === true ? null : 'Nothing was changed.')
    );
  },
  run: (context) => context.save(),
};

const saveAsNew: PreferenceAction = {
  id: 'save-as-new',
  icon: 'plus',
  label: () => 'Save as new…',
  isOffered: () => true,
  whyNot: whyNotSave,
  run: (context) => context.saveAsNew(),
};

const rename: PreferenceAction = {
  id: 'rename',
  icon: 'edit',
  label: () => 'Rename…',
  isOffered: isEditable,
  whyNot: whyNotSave,
  run: (context) => context.rename(),
};

const dropLeftOut: PreferenceAction = {
  id: 'drop-left-out',
  icon: 'filter',
  label: () => 'Take out what is left out…',
  isOffered: (context) => isEditable(context) && hasLeftOut(context.chosen),
  whyNot: whyNotSave,
  run: (context) => context.dropLeftOut(),
};

const setDefault: PreferenceAction = {
  id: 'set-default',
  icon: 'home',
  label: ({ chosen }) => (chosen?.isDefault === true ? 'No longer my default' : 'Make default'),
  isOffered: ({ chosen, isOwnToUse }) => chosen !== null && isOwnToUse,
  whyNot: whyNotSave,
  run: (context) => context.setDefault(context.chosen?.isDefault !== true),
};

const setRoleDefault: PreferenceAction = {
  id: 'set-role-default',
  icon: 'users',
  label: ({ chosen }) =>
    chosen?.isRoleDefault === true
      ? `No longer the default of ${chosen.role?.name ?? ''}`
      : `Make default of ${chosen?.role?.name ?? ''}`,
  isOffered: ({ chosen, administers }) => administers && chosen !== null && chosen.role !== null,
  whyNot: whyNotSave,
  run: (context) => context.setRoleDefault(context.chosen?.isRoleDefault !== true),
};

const backToRole: PreferenceAction = {
  id: 'role-default-again',
  icon: 'undo',
  label: () => "Back to my role's default",
  isOffered: ({ roleDefault }) => roleDefault !== null,
  // Choosing asks for no grant; giving up a default of one's own does.
  whyNot: (context) => (context.hasOwnDefault ? whyNotSave(context) : null),
  run: (context) => context.backToRole(),
};

const saveForRole: PreferenceAction = {
  id: 'save-for-role',
  icon: 'users',
  label: () => 'Save for role…',
  isOffered: ({ administers }) => administers,
  whyNot: whyNotSave,
  run: (context) => context.saveForRole(),
};

const sendByMail: PreferenceAction = {
  id: 'send-by-mail',
  icon: 'mail',
  label: () => 'Send by mail…',
  isOffered: ({ sendByMail: send }) => send !== undefined,
  whyNot: ({ chosen }) => (chosen === null ? 'Save the view first: a saved view is sent.' : null),
  run: ({ sendByMail: send }) => send?.(),
};

const remove: PreferenceAction = {
  id: 'delete',
  icon: 'trash',
  label: () => 'Delete…',
  isOffered: isEditable,
  whyNot: whyNotSave,
  run: (context) => context.remove(),
};

/** Those of the menu, in order. */
export const preferenceActions: readonly PreferenceAction[] = [
  restore,
  save,
  saveAsNew,
  rename,
  dropLeftOut,
  setDefault,
  backToRole,
  setRoleDefault,
  saveForRole,
  sendByMail,
  remove,
];
