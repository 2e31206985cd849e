// What may be changed in many records at once, and with what (Specification 5, bulk edit).
import type { DataType } from '../fields/data-types.ts';
import { valueFamily } from '../fields/data-types.ts';
import { isEmptyValue } from '../fields/value-rules.ts';
import { selectionCap } from './limits.ts';
import { tooManySelected } from './selection-rules.ts';
import { whyNotWritten } from './written-value.ts';

export const attributeMissing = 'You have to select an attribute';
export const valueMissing = 'You have to enter a value';

/** Specification 5: an empty checkbox is sent as 'false', an empty multiselect as '0'. */
export function toBulkValue(dataType: DataType, value: string): string {
  if (!isEmptyValue(dataType, value)) return value;
  switch (valueFamily(dataType)) {
    case 'checkbox':
      return 'false';
    case 'relations':
      return '0';
    default:
      return '';
  }
}

type BulkField = { readonly name: string; readonly dataType: DataType; readonly required: boolean };

/** The sentence that stands under the value, or null. */
export function whyNotBulkValue(field: BulkField, value: string): string | null {
  const sent = toBulkValue(field.dataType, value);
  if (isEmptyValue(field.dataType, sent)) return field.required ? valueMissing : null;
  return whyNotWritten(field, sent);
}

/** Specification 5: the values of an object belong to its record alone. */
export const isBulkType = (dataType: DataType): boolean => dataType !== 'object';

export const whyNotBulkField = ({ name, dataType }: Pick<BulkField, 'name' | 'dataType'>): string | null =>
  isBulkType(dataType) ? null : `${name} cannot be changed in many records at once.`;

/** Why these records cannot be named together, or null. */
export function whyNotBulkIds(ids: readonly number[]): string | null {
  if (ids.length === 0) return 'Name at least one record.';
  if (ids.length > selectionCap) return tooManySelected;
  return new Set(ids).size < ids.length ? 'A record is named twice.' : null;
}
