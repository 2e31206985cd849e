// Why something is allowed or refused: the verdicts of decide.ts, whyNotEditable and judgeTransition, in the order in which
// they are asked, each as a step in words. Nothing is decided here (decision 085).
import type { RuledValues, RulesOfType } from '../field-conditions/rules-of-type.ts';
import type { RecordTypeId, RoleId } from '../kernel/ids.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { MenuAction } from '../menu/actions.ts';
import { foldName } from '../record-types/rules.ts';
import { whyNotChoice } from '../records/choices.ts';
import { findBaseField } from '../fields/base-fields.ts';
import { judgeTransition, type StatusMove } from '../status-paths/judge-transition.ts';
import { findStatusPath } from '../status-paths/path-of.ts';
import type { TenantConfig } from '../tenants/tenant-config.ts';
import { whyNotShown, type MenuItemPlace } from '../menu/rules.ts';
import type { AuthorisedField, AuthorisedRecordType } from './authorised-record-type.ts';
import { judgeAction, type ActionRule, type FieldRule } from './decide.ts';
import { recordDeleted, whyNotEditable } from './why-not-editable.ts';
import { remedyOfAction, remedyOfField, sayAction, sayActionRule, sayFieldRule } from './say-access.ts';

export type AccessRule =
  | ActionRule
  | FieldRule
  | 'MENU_ITEM'
  | 'RECORD_DELETED'
  | 'NO_EDITABLE_FIELD'
  | 'CHOICE_DISABLED'
  | 'STATUS_PATH'
  | 'FIELD_CONDITION';

/** What of the configuration decided: its history says since when. */
export type DecidedBy =
  | { readonly kind: 'access line'; readonly id: number }
  | { readonly kind: 'role'; readonly id: RoleId }
  | {
      readonly kind: 'action';
      readonly roleId: RoleId;
      readonly menuItemIds: readonly number[];
      readonly action: MenuAction;
    }
  | { readonly kind: 'status'; readonly id: number }
  | { readonly kind: 'transition'; readonly id: number }
  | { readonly kind: 'field condition'; readonly id: number };

type Step = { readonly words: string; readonly isPassed: boolean };

export type Explanation = {
  readonly isAllowed: boolean;
  readonly rule: AccessRule;
  readonly because: string;
  /** What would change it; null where nothing would, or need. */
  readonly remedy: string | null;
  /** As they were taken, the refusing one last. */
  readonly steps: readonly Step[];
  readonly decidedBy: DecidedBy | null;
};

/** What is asked about: where `record` is null, records of the type in general. */
export type AccessQuestion = {
  readonly config: TenantConfig;
  readonly viewer: Viewer;
  readonly recordType: AuthorisedRecordType;
  readonly record: {
    readonly isDeleted: boolean;
    /** What the conditions of its fields are judged by, where any field of the type has one. */
    readonly ruled?: { readonly rules: RulesOfType; readonly values: RuledValues };
  } | null;
};

const passed = (words: string): Step => ({ words, isPassed: true });
const failed = (words: string): Step => ({ words, isPassed: false });

/** What comes before any other question: the type is open and the record in sight, or there would be no answer. */
function firstSteps({ viewer, recordType: { type }, record }: AccessQuestion): Step[] {
  const opened = passed(`${viewer.roleName} may open ${type.name}`);
  return record === null
    ? [opened]
    : [opened, passed(`The record is among those that ${viewer.roleName} sees`)];
}

function explainDeleted(question: AccessQuestion): Explanation | null {
  if (question.record?.isDeleted !== true) return null;
  return {
    isAllowed: false,
    rule: 'RECORD_DELETED',
    because: recordDeleted,
    remedy: 'Restore the record first.',
    steps: [...firstSteps(question), failed('The record is deleted')],
    decidedBy: null,
  };
}

/** May the field be written into? Null where the role does not see it, or nobody made it. */
export function explainField(question: AccessQuestion, key: string): Explanation | null {
  const field = question.recordType.fields.get(key);
  if (field === undefined) return null;
  const ofRole = explainDeleted(question) ?? explainSeenField(question, field);
  return ofRole.isAllowed ? (explainCondition(question, field, ofRole) ?? ofRole) : ofRole;
}

/** What the role may write, and this record does not take now. */
function explainCondition(
  { record }: AccessQuestion,
  { key }: AuthorisedField,
  ofRole: Explanation,
): Explanation | null {
  const ruled = record?.ruled;
  if (ruled === undefined) return null;
  const { rules } = ruled.rules;
  const state = ruled.rules.stateOf(key, ruled.values, new Map());
  if (state.whyReadOnly === null) return null;
  const kind = state.isShown ? 'READ_ONLY' : 'SHOWN';
  const rule = rules.find((one) => one.field === key && one.kind === kind);
  return {
    isAllowed: false,
    rule: 'FIELD_CONDITION',
    because: state.whyReadOnly,
    remedy: 'An administrator of record types can change the conditions of fields.',
    steps: [...ofRole.steps, failed(bare(state.whyReadOnly))],
    decidedBy: rule === undefined ? null : { kind: 'field condition', id: rule.id },
  };
}

function explainSeenField(question: AccessQuestion, field: AuthorisedField): Explanation {
  const { viewer, recordType } = question;
  const before = [...firstSteps(question), passed(`${viewer.roleName} may see ${field.name}`)];
  const rule = whyNotEditable(field);
  const about = { role: viewer.roleName, type: recordType.type.name, field: field.name };
  const decidedBy = decidedByField(question, field, rule ?? field.rule);
  if (rule === null) {
    const words = `${viewer.roleName} may change ${field.name}.`;
    return {
      isAllowed: true,
      rule: field.rule,
      because: words,
      remedy: null,
      steps: [...before, passed(bare(words))],
      decidedBy,
    };
  }
  const because = sayFieldRule(rule, about);
  return {
    isAllowed: false,
    rule,
    because,
    remedy: remedyOfField(rule, about),
    steps: [...before, failed(bare(because))],
    decidedBy,
  };
}

const bare = (sentence: string): string => sentence.replace(/\.$/, '');

function decidedByField(
  { config, viewer, recordType }: AccessQuestion,
  field: AuthorisedField,
  rule: FieldRule,
): DecidedBy | null {
  if (rule === 'DEFAULT_ACCESS') return { kind: 'role', id: viewer.roleId };
  if (rule !== 'FIELD_ACCESS') return null;
  const typeId = recordType.type.id;
  const stored = field.stored.get(typeId)?.id;
  return findAccessLine(config, viewer, typeId, stored ?? field.key);
}

/** @param field the id of an additional field, or the name of a base field */
export function findAccessLine(
  config: TenantConfig,
  viewer: Viewer,
  typeId: RecordTypeId,
  field: number | string,
): DecidedBy | null {
  const line = config.roles
    .get(viewer.roleId)
    ?.fieldAccess.find((one) => one.recordTypeId === typeId && (one.fieldId ?? one.baseField) === field);
  return line === undefined ? null : { kind: 'access line', id: line.id };
}

/** May the role do this with records of the type, or with the one? */
export function explainAction(question: AccessQuestion, action: MenuAction): Explanation {
  const { config, viewer, recordType } = question;
  const { type } = recordType;
  const { isAllowed, rule } = judgeAction(viewer, action, type.id);
  const about = { role: viewer.roleName, type: type.name, action };
  const because = isAllowed
    ? `${viewer.roleName} may ${sayAction(action)} in ${type.name}.`
    : sayActionRule(rule, about);
  const last = isAllowed ? passed : failed;
  return {
    isAllowed,
    rule,
    because,
    remedy: isAllowed ? null : remedyOfAction(rule, about),
    steps: [...firstSteps(question), last(bare(because))],
    decidedBy:
      rule === 'GIVEN' || rule === 'MISSING_ACTION'
        ? { kind: 'action', roleId: viewer.roleId, menuItemIds: itemsOf(config, type.id), action }
        : null,
  };
}

const itemsOf = ({ menu }: TenantConfig, typeId: RecordTypeId): number[] =>
  menu.flatMap(({ sections }) =>
    sections.flatMap(({ items }) => items.flatMap((item) => (item.recordTypeId === typeId ? [item.id] : []))),
  );

/** May anything of it be changed? The reason is the one that closes most fields. */
export function explainEdit(question: AccessQuestion): Explanation {
  const deleted = explainDeleted(question);
  if (deleted !== null) return deleted;
  const { viewer, recordType } = question;
  const { fields, type } = recordType;
  const rules = [...fields.values()].flatMap((field) => whyNotEditable(field) ?? []);
  if (rules.length < fields.size) {
    const words = `${viewer.roleName} may change ${fields.size - rules.length} of ${fields.size} fields of ${type.name}.`;
    return {
      isAllowed: true,
      rule: 'GIVEN',
      because: words,
      remedy: null,
      steps: [...firstSteps(question), passed(bare(words))],
      decidedBy: null,
    };
  }
  const closing = rules.find((rule) => rule === 'SUPER_TYPE' || rule === 'OPENED_BY_SUPER_TYPE');
  const about = { role: viewer.roleName, type: type.name, field: 'any field' };
  const because =
    closing === undefined
      ? `${viewer.roleName} may change no field of ${type.name}.`
      : sayFieldRule(closing, about);
  return {
    isAllowed: false,
    rule: closing ?? 'NO_EDITABLE_FIELD',
    because,
    remedy: remedyOfField(closing ?? 'DEFAULT_ACCESS', about),
    steps: [...firstSteps(question), failed(bare(because))],
    decidedBy: null,
  };
}

/**
 * May the record get the status? Null where the status is none of the type, or hidden from the role.
 * @param move as the server would judge it; null for records of the type in general, of which the path is not asked
 */
export function explainStatus(
  question: AccessQuestion,
  id: number,
  move: StatusMove | null,
): Explanation | null {
  const { config, viewer, recordType } = question;
  const field = recordType.fields.get('status');
  const status = config.statuses.get(id);
  if (field === undefined || status?.recordTypeId !== recordType.type.id) return null;
  const closed = explainField(question, 'status');
  if (closed === null || !closed.isAllowed) return closed;
  const { steps } = closed;
  const base = findBaseField('status')!;
  const whyNotChosen = whyNotChoice(config, recordType.type.id, base, id, move?.from ?? null);
  if (whyNotChosen !== null)
    return {
      isAllowed: false,
      rule: 'CHOICE_DISABLED',
      because: `${status.name} is switched off and cannot be chosen.`,
      remedy: `An administrator can switch ${status.name} on again.`,
      steps: [...steps, failed(`${status.name} is switched off`)],
      decidedBy: { kind: 'status', id },
    };
  const { whyNot, needsComment } =
    move === null
      ? { whyNot: null, needsComment: false }
      : judgeTransition(findStatusPath(config, viewer, recordType.type.id), move);
  const transition = config.statusTransitions
    .get(recordType.type.id)
    ?.find((one) => one.fromStatusId === move?.from && one.toStatusId === id);
  const words = whyNot ?? `The record may go to ${status.name}${needsComment ? ', with a comment' : ''}.`;
  return {
    isAllowed: whyNot === null,
    rule: 'STATUS_PATH',
    because: words,
    remedy:
      whyNot === null
        ? null
        : 'An administrator of record types can change the transitions between statuses.',
    steps: [...steps, (whyNot === null ? passed : failed)(bare(words))],
    decidedBy: transition === undefined ? null : { kind: 'transition', id: transition.id },
  };
}

const menuReasons = {
  GROUP_OFF: 'its group is switched off',
  SECTION_OFF: 'its section is switched off',
  ITEM_OFF: 'it is switched off',
  TYPE_OFF: 'its record type is switched off',
  NOT_GIVEN: 'it is not switched on for this role',
} as const;

/** The longest name of a page that is asked about. */
export const longestPageName = 200;

/**
 * Why a page stands in the menu or not, by what it is called. For who does not administer, what is hidden is what nobody
 * made: the answer is made of the name that they gave and of nothing else.
 */
export function explainMenuPage(config: TenantConfig, viewer: Viewer, name: string): Explanation {
  const asked = foldName(name);
  const found = config.menu.flatMap((group) =>
    group.sections.flatMap((section) =>
      section.items.flatMap((item): MenuItemPlace[] => {
        const type = item.recordTypeId === null ? undefined : config.recordTypes.get(item.recordTypeId);
        const names = [item.name, section.name, type?.name ?? item.name];
        return names.some((one) => foldName(one) === asked) ? [{ group, section, item }] : [];
      }),
    ),
  );
  const seen = found.find((place) => whyNotShown(config, viewer, place) === null);
  const place = seen ?? (viewer.administers ? found[0] : undefined);
  if (place !== undefined) return explainMenuItem(config, viewer, place);
  const words = `“${name.trim()}” is not in the menu of ${viewer.roleName}.`;
  return {
    isAllowed: false,
    rule: 'MENU_ITEM',
    because: words,
    remedy: viewer.administers
      ? 'Nothing in the menu is called so. You can add it in Menus.'
      : `An administrator knows whether there is such a page, and can switch it on for ${viewer.roleName}.`,
    steps: [failed(bare(words))],
    decidedBy: null,
  };
}

/** Does the role see the menu item? */
export function explainMenuItem(config: TenantConfig, viewer: Viewer, place: MenuItemPlace): Explanation {
  const { group, section, item } = place;
  const whyNot = whyNotShown(config, viewer, place);
  const words =
    whyNot === null
      ? `${viewer.roleName} sees ${item.name} in the menu.`
      : `${viewer.roleName} does not see ${item.name} in the menu: ${menuReasons[whyNot]}.`;
  const isOn = whyNot === null || whyNot === 'NOT_GIVEN';
  const reached = isOn ? [passed(`${item.name} is on in ${group.name}, ${section.name}`)] : [];
  return {
    isAllowed: whyNot === null,
    rule: 'MENU_ITEM',
    because: words,
    remedy:
      whyNot === null
        ? null
        : `An administrator can switch it on${isOn ? ` for ${viewer.roleName}` : ' in Menus'}.`,
    steps: [...reached, (whyNot === null ? passed : failed)(bare(words))],
    decidedBy: isOn
      ? { kind: 'action', roleId: viewer.roleId, menuItemIds: [item.id], action: 'view' }
      : null,
  };
}
