// What an administrator cannot keep as a condition of a field.
import { findBaseField } from '../fields/base-fields.ts';
import type { DataType } from '../fields/data-types.ts';
import type { FilterCondition } from '../records/filter-rules.ts';
import { isRequiredInNewRecord } from '../records/new-record.ts';
import { whyNotPathCondition } from '../status-paths/why-not-transition.ts';
import { mostConditions, type ConditionKind } from './field-condition.ts';

export type RuledField = {
  readonly key: string;
  readonly name: string;
  readonly dataType: DataType;
  readonly isComputed: boolean;
  /** The kind of lines that it is of; null of a field of the record. */
  readonly lineTypeId: number | null;
};

const alwaysAsked = ({ key, name, dataType }: RuledField): boolean =>
  findBaseField(key) !== null &&
  (key === 'recordNumber' || isRequiredInNewRecord({ key, name, dataType, required: false }));

/** Why the field can have no condition of the kind, or null. */
export function whyNotRuled(field: RuledField, kind: ConditionKind): string | null {
  const { key, name, isComputed } = field;
  if (findBaseField(key)?.readOnly === true) return `${name} is set by the system.`;
  if (isComputed && kind !== 'SHOWN') return `${name} is computed: nobody fills it.`;
  if (kind === 'SHOWN' && alwaysAsked(field))
    return `${name} is asked of every new record, and always shown.`;
  return null;
}

/** Why the conditions cannot stand, or null. They ask for fields of the record, or of the line, that the field is of. */
export function whyNotRule(
  field: RuledField,
  kind: ConditionKind,
  conditions: readonly FilterCondition[],
  findField: (key: string) => RuledField | undefined,
): string | null {
  const closed = whyNotRuled(field, kind);
  if (closed !== null) return closed;
  if (conditions.length > mostConditions)
    return `A field has at most ${mostConditions} conditions of a kind.`;
  for (const condition of conditions) {
    const asked = findField(condition.field);
    const beside = asked?.lineTypeId === field.lineTypeId ? asked : undefined;
    const whyNot = whyNotRuleCondition(field, kind, condition, beside);
    if (whyNot !== null) return whyNot;
  }
  return null;
}

export function whyNotRuleCondition(
  { key, name }: Pick<RuledField, 'key' | 'name'>,
  kind: ConditionKind,
  condition: FilterCondition,
  asked: { readonly key: string; readonly name: string; readonly dataType: DataType } | undefined,
): string | null {
  // Read only once it is filled is sensible: it is set once.
  if (asked?.key === key && kind !== 'READ_ONLY')
    return `Whether ${name} is ${kind === 'SHOWN' ? 'shown' : 'required'} cannot depend on itself.`;
  return whyNotPathCondition(asked, condition);
}

/** Of a field that is switched off while conditions ask for it. */
export const askedByConditions = (name: string, fields: readonly string[]): string =>
  `${name} cannot be switched off: ${joinNames(fields)} ${fields.length === 1 ? 'depends' : 'depend'} on it.`;

const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
