// Whether a field is required, read only or shown in a record: the one decision, asked by the server on every way of
// writing records and by the browser while somebody types (decision 112).
import { findBaseField } from '../fields/base-fields.ts';
import { isRequiredInNewRecord } from '../records/new-record.ts';
import { meets, type ReadValue } from '../records/meets.ts';
import { valueOf } from '../values/values.ts';
import type { ConditionKind } from './field-condition.ts';
import type { FieldRule } from './rules-of-fields.ts';

export type ConditionedRecord = {
  /** What it holds as it is saved; null: it is a new one. */
  readonly before: ReadValue | null;
  /** What it would hold with the change. */
  readonly after: ReadValue;
};

export type FieldState = {
  readonly isShown: boolean;
  /** The sentence of the rule that asks for it, or null. */
  readonly whyRequired: string | null;
  /** The sentence of the rule by which nothing is written into it, or null. */
  readonly whyReadOnly: string | null;
};

export const plainState: FieldState = { isShown: true, whyRequired: null, whyReadOnly: null };

/**
 * Whether the condition holds; null where that is not known here, and left to the server. One that cannot be read closes:
 * read only stays read only, required stays required, and what is shown when it holds is not shown.
 */
function holds({ kind, reading, conditions }: FieldRule, read: ReadValue): boolean | null {
  if (reading === 'BROKEN') return kind !== 'SHOWN';
  // To show it where a hidden value says so would tell the value.
  if (reading === 'HIDDEN' && kind === 'SHOWN') return false;
  return conditions === null ? null : meets(conditions, read);
}

/** @param key of the field; a field without rules is plain */
export function stateOf(rules: readonly FieldRule[], key: string, record: ConditionedRecord): FieldState {
  const own = rules.filter(({ field }) => field === key);
  if (own.length === 0) return plainState;
  const ofKind = (kind: ConditionKind) => own.find((rule) => rule.kind === kind);
  const shown = ofKind('SHOWN');
  if (shown !== undefined && holds(shown, record.after) === false)
    return { isShown: false, whyRequired: null, whyReadOnly: sayRule(shown) };
  const required = ofKind('REQUIRED');
  const readOnly = ofKind('READ_ONLY');
  return {
    isShown: true,
    whyRequired: required !== undefined && holds(required, record.after) === true ? sayRule(required) : null,
    whyReadOnly:
      readOnly === undefined || isAskedOfNew(readOnly, record) ? null : whyReadOnly(readOnly, record),
  };
}

/** What every new record is asked for can be filled in it. */
const isAskedOfNew = ({ field, name, dataType }: FieldRule, { before }: ConditionedRecord): boolean =>
  before === null &&
  findBaseField(field) !== null &&
  isRequiredInNewRecord({ key: field, name, dataType, required: false });

/**
 * By what is saved, and by what the change makes of it. Of itself the field counts as it is saved: what is read only once it
 * is filled can be filled.
 */
function whyReadOnly(rule: FieldRule, { before, after }: ConditionedRecord): string | null {
  if (before !== null && holds(rule, before) === true) return sayRule(rule);
  const withoutOwn: ReadValue = (key) =>
    key === rule.field ? (before === null ? null : before(key)) : after(key);
  if (holds(rule, withoutOwn) !== true) return null;
  return before === null || rule.reading !== 'READABLE'
    ? sayRule(rule)
    : `${bare(sayRule(rule))}: save it before.`;
}

const bare = (sentence: string): string => sentence.replace(/\.$/, '');

/** 'Tracking number is required when Status is Shipped.' What cannot be read is not named. */
export function sayRule({
  kind,
  name,
  reading,
  words,
}: Pick<FieldRule, 'kind' | 'name' | 'reading' | 'words'>): string {
  if (reading === 'BROKEN' && kind !== 'SHOWN')
    return `${name} is ${verbs[kind]}: its condition cannot be read. An administrator can mend it.`;
  if (reading !== 'READABLE')
    return `${name} is ${kind === 'REQUIRED' ? 'required' : 'read only'} at present.`;
  return kind === 'SHOWN'
    ? `${name} is filled only when ${words}.`
    : `${name} is ${verbs[kind]} when ${words}.`;
}

const verbs = { REQUIRED: 'required', READ_ONLY: 'read only', SHOWN: 'shown' } as const;

/** 'Required', with 'when' behind it where conditions are made and listed. */
export const sayKind = (kind: ConditionKind): string =>
  ({ REQUIRED: 'Required', READ_ONLY: 'Read only', SHOWN: 'Shown' })[kind];

export type RuleFault = { readonly field: string; readonly sentence: string };

/** The fields that rules are about, and those that their conditions ask for. */
export const keysOfRules = (rules: readonly FieldRule[]): ReadonlySet<string> =>
  new Set(rules.flatMap(({ field, conditions }) => [field, ...(conditions ?? []).map((one) => one.field)]));

/** What the change makes different, among the fields that rules ask about. */
export function changedKeys(
  rules: readonly FieldRule[],
  given: ReadonlySet<string>,
  { before, after }: ConditionedRecord,
): ReadonlySet<string> {
  const types = new Map(rules.map(({ field, dataType }) => [field, dataType]));
  for (const { conditions } of rules)
    for (const { field, dataType } of conditions ?? []) types.set(field, dataType);
  const changed = new Set<string>();
  for (const [key, dataType] of types) {
    const type = valueOf(dataType);
    const [was, is] = [before?.(key) ?? '', after(key) ?? ''];
    if (type.isEmpty(was) && type.isEmpty(is)) continue;
    const isSame = type.isEmpty(was) === type.isEmpty(is) && type.isSame(was, is);
    // What is not known in the browser counts as it is said.
    if (before !== null && before(key) === undefined ? given.has(key) : !isSame) changed.add(key);
  }
  return changed;
}

/**
 * Why the change cannot be made, or null. What stands may stand: a record that lacks what is required is asked for it by a
 * change of the field or of what its condition asks for.
 * @param changed keys of what the change makes different
 */
export function findRuleFault(
  rules: readonly FieldRule[],
  record: ConditionedRecord,
  changed: ReadonlySet<string>,
): RuleFault | null {
  for (const key of new Set(rules.map(({ field }) => field))) {
    const { whyReadOnly: closed } = stateOf(rules, key, record);
    if (closed !== null && changed.has(key)) return { field: key, sentence: closed };
  }
  for (const [field, sentence] of findRequired(rules, record, changed)) return { field, sentence };
  return null;
}

/** By field what is required and empty, as far as the change is asked for it. */
export function findRequired(
  rules: readonly FieldRule[],
  record: ConditionedRecord,
  changed: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const rule of rules) {
    if (rule.kind !== 'REQUIRED') continue;
    const { field: key, dataType, conditions } = rule;
    const isTouched =
      record.before === null ||
      changed.has(key) ||
      (conditions ?? []).some(({ field }) => changed.has(field));
    if (!isTouched) continue;
    const { whyRequired } = stateOf(rules, key, record);
    const held = record.after(key);
    if (whyRequired !== null && held !== undefined && valueOf(dataType).isEmpty(held))
      found.set(key, whyRequired);
  }
  return found;
}
