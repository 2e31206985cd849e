// How a record's value reads, in a cell and on the clipboard: Specification 5.
import { readNameOf } from '@rowhouse/domain/fields/base-fields.ts';
import { showDisabled } from '@rowhouse/domain/kernel/formats.ts';
import { textOfStored, type Names } from '../../values/shown-text.ts';
import { isBase, type RecordField } from './record-field.ts';
import { findAdditionalValue, type RecordRow } from './record-row.ts';

type Reference = { readonly id: number; readonly name?: string | null; readonly email?: string | null };

export const findBaseValue = (record: RecordRow, key: string): unknown => record[readNameOf(key)];

const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && 'id' in value;

function textOfReference(reference: Reference, names: Names): string {
  const option = names.get(String(reference.id));
  const name = reference.name || reference.email || option?.name || '';
  return option?.enabled === false ? showDisabled(name) : name;
}

export function textOf(field: RecordField, record: RecordRow, names: Names, timeZone: string): string {
  // Specification 4: the grid shows Deleted for a disabled row.
  if (field.key === 'enabled') return record.enabled === false ? 'Deleted' : 'Active';
  const value = isBase(field) ? findBaseValue(record, field.key) : findAdditionalValue(record, field.id);
  if (value === null || value === undefined || value === '') return '';
  if (field.key === 'recordFile') return record.recordFile?.originalFileName ?? '';
  if (isReference(value)) return textOfReference(value, names);
  return textOfStored(field, String(value), names, timeZone);
}
