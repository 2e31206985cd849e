// What may be changed in many records at once, and with what (Specification 5, bulk edit).
import type { DataType } from '../fields/data-types.ts';
import { valueOf } from '../values/values.ts';
import { whyNotValue } from '../values/why-not-value.ts';
import { selectionCap } from './limits.ts';
import { tooManySelected } from './selection-rules.ts';

export const attributeMissing = 'You have to select an attribute';
export const valueMissing = 'You have to enter a value';

/** Specification 5: an empty checkbox is sent as 'false', an empty multiselect as '0'. */
export function toBulkValue(dataType: DataType, value: string): string {
  const type = valueOf(dataType);
  return type.isEmpty(value) ? type.bulkCleared : value;
}

type BulkField = { readonly name: string; readonly dataType: DataType; readonly required: boolean };

/** The sentence that stands under the value, or null. */
export function whyNotBulkValue(field: BulkField, value: string): string | null {
  const sent = toBulkValue(field.dataType, value);
  if (valueOf(field.dataType).isEmpty(sent)) return field.required ? valueMissing : null;
  return whyNotValue(field, sent);
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
