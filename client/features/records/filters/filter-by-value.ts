// A cell as a question: the records that hold the same.
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { whyNotCondition, whyNotTyped } from '@rowhouse/domain/records/filter-rules.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { isBase, type RecordField } from '../record-field.ts';
import { findAdditionalValue, type RecordRow } from '../record-row.ts';
import { findBaseValue } from '../record-text.ts';

/** Several where the cell holds several values: the records that hold all of them. */
export const conditionsOf = (field: RecordField, record: RecordRow): readonly FilterCondition[] =>
  valueOf(field.dataType)
    .filter.same(storedOf(field, record))
    .map((criteria) => ({ ...criteria, field: field.key, logicOperator: 'AND' }));

/** What the record holds of the field, as stored; '' where it is empty. */
export function storedOf(field: RecordField, record: RecordRow): string {
  const value = isBase(field) ? findBaseValue(record, field.key) : findAdditionalValue(record, field.id);
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return 'id' in value ? String(value.id) : '';
  return String(value as string | number | boolean);
}

const isSame = (one: FilterCondition, other: FilterCondition): boolean =>
  one.field === other.field && one.operator === other.operator && (one.value ?? '') === (other.value ?? '');

/** The sentence that says why the records cannot be filtered by the conditions, or null. */
export function whyNotByValue(
  field: RecordField,
  conditions: readonly FilterCondition[],
  current: readonly FilterCondition[],
): string | null {
  if (!field.filterable) return `${field.name} cannot be filtered.`;
  if (conditions.every((condition) => current.some((other) => isSame(condition, other))))
    return 'The records are filtered by it already.';
  for (const condition of conditions) {
    const whyNot = whyNotCondition(field, condition) ?? whyNotTyped(field, condition);
    if (whyNot !== null) return whyNot;
  }
  return null;
}
