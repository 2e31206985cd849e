// What the actions do: what is asked before, what is said after, and what the grid shows then (Specification 4 and 8).
import { adminPreferenceLocked, whyNotSavable } from '@rowhouse/domain/grid-preferences/rules.ts';
import { useEffect } from 'react';
import { toSentence } from '../../platform/request-failure.ts';
import { useConfirm, type Question } from '../../ui/confirm-dialog.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { getSession } from '../../platform/session.ts';
import type { Preference } from './api.ts';
import { loadSaving } from './load-saving.ts';
import { hasLeftOut, type PreferenceContext } from './preference-actions.ts';
import type { NamedFor, Naming, NamingQuestion } from './naming.ts';
import { toSavedOptions, type PreferredGrid } from './preferred-grid.ts';
import { usePreferenceChange, type PreferenceSet } from './use-grid-preferences.ts';

type NamingKind = Naming['kind'];

type Setting = {
  recordTypeId: number;
  set: PreferenceSet;
  grid: PreferredGrid;
  chosen: Preference | null;
  maySave: boolean;
  onName: (naming: Naming) => void;
  onMail?: ((preference: Preference) => void) | undefined;
};

export function usePreferenceActions({
  recordTypeId,
  set,
  grid,
  chosen,
  maySave,
  onName,
  onMail,
}: Setting): PreferenceContext {
  const askName = (kind: NamingKind) =>
    onName({ kind, chosen, set, save: (named, question) => saveNamed(kind, named, question) });
  const confirm = useConfirm();
  const change = usePreferenceChange();
  const administers = set.roles.length > 0;
  const isChanged = grid?.isChanged === true;
  useEffect(() => {
    // It will be saved perhaps, and the line may be away by then.
    if (isChanged) void loadSaving().catch(() => undefined);
  }, [isChanged]);

  const remember = (action: string) => ({
    tenant: getSession().tenantId ?? '',
    section: 'grid preferences',
    recordType: String(recordTypeId),
    action,
  });

  /** Asked, unless the question was settled. */
  async function carryOut(
    question: Question,
    work: () => Promise<unknown>,
    /** What is said besides that it is saved. */
    beside = '',
  ): Promise<boolean> {
    const onConfirm = async () => {
      try {
        await change(work);
      } catch (failure) {
        snackbars.error(`Save changes failed: ${toSentence(failure)}`);
        throw failure;
      }
    };
    // A question that was settled has no dialog to fail in.
    const isDone = await confirm({ ...question, onConfirm }).catch(() => false);
    if (isDone) sayDone(beside);
    return isDone;
  }

  const sayDone = (beside: string) =>
    snackbars[beside === '' ? 'success' : 'info'](`Changes Saved!${beside}`);

  async function save() {
    const isOfRole = chosen !== null && chosen.role !== null;
    const whyNot = whyNotSavable(grid?.options ?? null, chosen && { isOfRole }, administers);
    if (whyNot !== null) {
      snackbars.error(whyNot);
      if (whyNot === adminPreferenceLocked) askName('as new');
      return;
    }
    if (chosen === null || grid === null) return askName('new');
    const kept = hasLeftOut(chosen) ? (await loadWords()).sayKept(chosen) : '';
    await carryOut(
      {
        title: 'Keep changes?',
        body: `Are you sure you want to keep these changes? They replace what is saved as “${chosen.savedName}”${forWhom(chosen)}.${kept}`,
        confirmLabel: 'Save changes',
        asksWhy: isOfRole,
        remember: remember('edit'),
      },
      async () => (await loadSaving()).updatePreference(chosen, { gridOptions: grid.options }),
      kept,
    );
  }

  async function dropLeftOut() {
    if (chosen === null) return;
    const question = (await loadWords()).askToDrop(chosen.savedName, forWhom(chosen));
    await carryOut({ ...question, asksWhy: chosen.role !== null }, async () =>
      (await loadSaving()).updatePreference(chosen, { dropLeftOut: true }),
    );
  }

  /** What is asked for a name asks before it saves; a first one has nothing to be taken for. */
  async function saveNamed(
    kind: NamingKind,
    { name, roleId, isRoleDefault }: NamedFor,
    { body, action }: NamingQuestion,
  ): Promise<boolean> {
    if (grid === null) throw new Error('The grid went away.');
    const kept = kind !== 'rename' && hasLeftOut(chosen) ? (await loadWords()).sayKept(chosen) : '';
    const isSure =
      kind === 'new' ||
      (await confirm({
        title: 'Do you want to save this changes?',
        body: body + kept,
        confirmLabel: 'Save',
        remember: remember(action),
      }));
    if (!isSure) return false;
    if (kind === 'rename') {
      if (chosen !== null)
        await change(async () => (await loadSaving()).updatePreference(chosen, { savedName: name }));
    } else {
      const isDefault = roleId === null || isRoleDefault;
      const basedOn = kept === '' ? undefined : chosen?.id;
      const preference = {
        savedName: name,
        gridOptions: grid.options,
        isDefault,
        ...(basedOn !== undefined && { basedOn }),
      };
      const id = await change(async () =>
        (await loadSaving()).registerPreference(
          recordTypeId,
          roleId === null ? preference : { ...preference, roleId },
        ),
      );
      if (roleId === null) grid.choose(id);
    }
    sayDone(kept);
    return true;
  }

  async function remove() {
    if (chosen === null) return;
    const isDone = await carryOut(
      {
        title: 'Are you sure you want to delete this item?',
        body: `“${chosen.savedName}” is deleted${forWhom(chosen)}.${sayOpening(chosen)} The records stay as they are.`,
        confirmLabel: 'Delete',
        asksWhy: chosen.role !== null,
        tone: 'danger',
        remember: remember('delete'),
      },
      async () => (await loadSaving()).deletePreference(chosen),
    );
    if (!isDone) return;
    const { standard } = set;
    grid?.apply(
      standard === null || standard.preference.id === chosen.id ? null : toSavedOptions(standard.preference),
    );
  }

  async function setDefault(isDefault: boolean) {
    if (chosen === null) return;
    const { standard } = set;
    const { savedName } = chosen;
    await carryOut(
      {
        title: isDefault ? `Make “${savedName}” your default?` : `Open without “${savedName}”?`,
        body: isDefault
          ? 'This grid opens with it from now on, in place of the default before.'
          : 'The grid opens with the default of your role, or as it starts where there is none.',
        confirmLabel: isDefault ? 'Make default' : 'Open without it',
        remember: remember(isDefault ? 'make default' : 'drop default'),
      },
      async () => {
        const { makeDefault, dropDefault } = await loadSaving();
        if (isDefault) await makeDefault(chosen, recordTypeId);
        else if (standard !== null) await dropDefault(standard.id);
      },
    );
  }

  async function setRoleDefault(isDefault: boolean) {
    if (chosen?.role == null) return;
    const { savedName, role, id, version } = chosen;
    await carryOut(
      {
        title: isDefault
          ? `Make “${savedName}” the default of ${role.name}?`
          : `Let ${role.name} open without “${savedName}”?`,
        body: 'It is what the grid opens with for everybody of the role who has chosen no default.',
        confirmLabel: isDefault ? 'Make default' : 'Open without it',
        asksWhy: true,
        remember: remember(isDefault ? 'make role default' : 'drop role default'),
      },
      async () => {
        const { makeDefault, updatePreference } = await loadSaving();
        return isDefault
          ? makeDefault(chosen, recordTypeId, role.id)
          : updatePreference({ id, version }, { isDefault: false });
      },
    );
  }

  const ofRole = set.ofRole.find(({ isRoleDefault }) => isRoleDefault) ?? null;
  const hasOwnDefault = set.standard?.isOwn === true;
  const isAtRole = chosen?.id === ofRole?.id && !hasOwnDefault && grid?.isChanged !== true;

  async function backToRole() {
    if (ofRole === null || grid === null) return;
    const { standard } = set;
    if (standard?.isOwn === true) {
      const isDone = await carryOut(
        {
          title: `Back to “${ofRole.savedName}”?`,
          body: `This grid opens with the default of your role from now on, in place of “${standard.preference.savedName}”. Your own views stay.`,
          confirmLabel: 'Go back',
          remember: remember('back to role'),
        },
        async () => (await loadSaving()).dropDefault(standard.id),
      );
      if (!isDone) return;
    } else snackbars.success('Grid preference changed!');
    grid.apply(toSavedOptions(ofRole));
  }

  return {
    grid,
    chosen,
    maySave,
    administers,
    isOwnToUse: chosen !== null && [...set.own, ...set.ofRole].some(({ id }) => id === chosen.id),
    save: () => void save(),
    saveAsNew: () => withState(grid, () => askName(chosen === null ? 'new' : 'as new')),
    saveForRole: () => withState(grid, () => askName('for role')),
    rename: () => withState(grid, () => askName('rename')),
    setDefault: (isDefault) => void setDefault(isDefault),
    setRoleDefault: (isDefault) => void setRoleDefault(isDefault),
    roleDefault: isAtRole ? null : ofRole,
    hasOwnDefault,
    backToRole: () => void backToRole(),
    remove: () => void remove(),
    dropLeftOut: () => void dropLeftOut(),
    sendByMail:
      onMail &&
      (() => {
        if (chosen !== null) onMail(chosen);
      }),
  };
}

const loadWords = () => import('./left-out-words.ts');

function withState(grid: PreferredGrid, work: () => void): void {
  const whyNot = whyNotSavable(grid?.options ?? null, null, false);
  if (whyNot === null) work();
  else snackbars.error(whyNot);
}

const forWhom = ({ role }: Preference): string =>
  role === null ? '' : ` for everybody who has the role ${role.name}`;

const sayOpening = ({ role, isRoleDefault }: Preference): string =>
  role !== null && isRoleDefault
    ? ` ${role.name} opens with it: their grid then opens as it starts, where they have no default of their own.`
    : '';
