// By which fields the records of a grid can be laid out as columns or days, and whose amounts are added. All of them are
// fields that the role sees: others are not offered, and an address or a preference that names one starts by itself.
import { mayGroup, measuresOf, takesInterval } from '@rowhouse/domain/aggregates/measures.ts';
import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { noSum, type GridLayout } from '@rowhouse/domain/grid-preferences/model.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { FieldOptions } from '../../../values/value-field.ts';
import { findLeadingFields } from '../leading-fields.ts';
import { isBase, type RecordField } from '../record-field.ts';

/** More columns nobody looks through. */
const mostColumns = 30;

/** The status first. */
export const boardFields = (fields: readonly RecordField[], options: FieldOptions): readonly RecordField[] =>
  fields
    .filter((field) => mayGroup(field) && isShortChoice(field, options))
    .toSorted((one, other) => Number(other.key === 'status') - Number(one.key === 'status'));

function isShortChoice(field: RecordField, options: FieldOptions): boolean {
  if (valueOf(field.dataType).choosing !== 'one') return false;
  const relation = isBase(field) ? findBaseField(field.key)?.relation : null;
  if (relation === 'status') return true;
  const isList =
    relation === 'problemCode' ||
    (field.listType != null && field.listType.dataType !== 'User' && field.listType.dataType !== 'Object');
  const count = options.get(field.key)?.length ?? 0;
  return isList && count > 0 && count <= mostColumns;
}

/** The one that tells when a record is due first, as on a card. */
export function calendarFields(fields: readonly RecordField[]): readonly RecordField[] {
  const { date } = findLeadingFields(fields);
  return fields
    .filter((field) => mayGroup(field) && takesInterval(field.dataType))
    .toSorted((one, other) => Number(other.key === date?.key) - Number(one.key === date?.key));
}

export const sumFields = (fields: readonly RecordField[]): readonly RecordField[] =>
  fields.filter((field) => measuresOf(field).includes('SUM') && !identifiers.has(field.key));

/** Their digits name something and count nothing. */
const identifiers = new Set(['id', 'recordNumber', 'level']);

export const chosenField = (
  offered: readonly RecordField[],
  { field }: GridLayout,
): RecordField | undefined => offered.find(({ key }) => key === field) ?? offered[0];

/** Undefined where nothing is added. */
export function chosenSum(fields: readonly RecordField[], { sum }: GridLayout): RecordField | undefined {
  if (sum === noSum) return undefined;
  const offered = sumFields(fields);
  const { amount } = findLeadingFields(fields);
  return offered.find(({ key }) => key === sum) ?? offered.find(({ key }) => key === amount?.key);
}
