// Where the values of lines stand: in `field_values`, or, of a field that was given another data type, in `beside_values`
// (decision 122). Whoever reads or writes lines takes them from here; statements of companies without such a field stay as they were.
import type { StoredLineItemField, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { standsBeside } from './places.ts';

export type LineFields = Pick<TenantConfig, 'lineItemFields'>;

export type LineColumn = 'field_values' | 'beside_values';

export const lineColumn = (isBeside: boolean): LineColumn => (isBeside ? 'beside_values' : 'field_values');
export const columnOfLine = (field: StoredLineItemField): LineColumn => lineColumn(standsBeside(field));

/**
 * What the one holds, with what the other holds of the fields that stand beside in place of its own. So the values of a line
 * are its `field_values` with those beside; and each column, written, is the new values with what it held for nobody to see.
 */
export function lineValues(one: string, other: string, { lineItemFields }: LineFields): string {
  const keys = [...lineItemFields.values()].flatMap((field) => (standsBeside(field) ? field.id : []));
  return keys.length === 0 ? one : `line_values(${one}, ${other}, '{${keys.join(',')}}')`;
}
