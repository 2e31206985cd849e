// How a record's value reads, in a cell and on the clipboard: Specification 5.
import { readAttachedFile } from '@rowhouse/domain/attachments/attached-file.ts';
import { valueFamily } from '@rowhouse/domain/fields/data-types.ts';
import { showDay, showInstant, showTime } from '@rowhouse/domain/kernel/dates.ts';
import {
  readIds,
  showChecked,
  showCurrency,
  showDecimal,
  showDisabled,
  showNumber,
  showPhone,
} from '@rowhouse/domain/kernel/formats.ts';
import type { Option } from '../../ui/inputs/option.ts';
import { isBase, type RecordField } from './record-field.ts';
import { findAdditionalValue, type RecordRow } from './record-row.ts';

/** The names of one field's values by id. */
export type Names = ReadonlyMap<string, Option>;

type Reference = { readonly id: number; readonly name?: string | null; readonly email?: string | null };

/** In which property of a record a base field stands, where that is not its key. */
const properties: Readonly<Record<string, keyof RecordRow>> = {
  status: 'statusId',
  problemCode: 'problemCodeId',
};

export function findBaseValue(record: RecordRow, key: string): unknown {
  return record[properties[key] ?? (key as keyof RecordRow)];
}

const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && 'id' in value;

const named = (option: Option): string => (option.enabled ? option.name : showDisabled(option.name));

function textOfReference(reference: Reference, names: Names): string {
  const option = names.get(String(reference.id));
  if (option && !option.enabled) return showDisabled(option.name);
  return reference.name || reference.email || option?.name || '';
}

/** A value as it is stored, as it reads. */
export function textOfStored(field: RecordField, stored: string, names: Names, timeZone: string): string {
  const nameOf = (id: string) => {
    const option = names.get(id);
    return option ? named(option) : '';
  };
  switch (valueFamily(field.dataType)) {
    case 'number':
      if (field.dataType === 'currency') return showCurrency(stored);
      return field.dataType === 'number' ? showNumber(stored) : showDecimal(stored);
    case 'date':
      return showDay(stored);
    case 'datetime':
      return showInstant(stored, timeZone);
    case 'time':
      return showTime(stored);
    case 'relation':
      return nameOf(stored);
    case 'relations':
      return readIds(stored)
        .map((id) => nameOf(String(id)))
        .filter(Boolean)
        .join(', ');
    case 'checkbox':
      return showChecked(stored);
    case 'text':
      return field.dataType === 'phone' ? showPhone(stored) : stored;
    case 'opaque':
      return field.dataType === 'attachment' ? (readAttachedFile(stored)?.name ?? '') : stored;
  }
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
