import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { valueFamily } from '@rowhouse/domain/fields/data-types.ts';
import type { StoredField } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { StatementValue } from '../database/statement-batch.ts';
import { minutesOf } from './predicate.ts';

/** PostgreSQL's '2026-11-20 10:29:45.765+00' as ISO 8601 with milliseconds. */
export function instantFromText(stored: string): string {
  const dot = stored.indexOf('.', 19);
  const fraction = dot === -1 ? '000' : stored.slice(dot + 1, stored.indexOf('+', dot)).padEnd(3, '0');
  return `${stored.slice(0, 10)}T${stored.slice(11, 19)}.${fraction}Z`;
}

/** Binary doubles come out in their shortest form, which may have an exponent. */
const numberFromText = (stored: string): string =>
  stored.includes('e') ? plainNumber(Number(stored)) : stored;

const smallNumber = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/;

/** Below a millionth JavaScript writes an exponent; larger than it is kept here none is. */
function plainNumber(number: number): string {
  const text = String(number);
  const small = smallNumber.exec(text);
  if (small === null) return text;
  const [, sign = '', first = '', others = '', exponent = ''] = small;
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${first}${others}`;
}

const timeFromMinutes = (stored: string): string => {
  const minutes = Number(stored);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
};

/** From the text of a slot to the text that the contract promises for a value of the type. */
export function slotReader(dataType: DataType): (stored: string) => string {
  switch (valueFamily(dataType)) {
    case 'number':
      return numberFromText;
    case 'time':
      return timeFromMinutes;
    case 'date':
      return (stored) => stored.slice(0, 10);
    case 'datetime':
      return instantFromText;
    case 'relations':
      return (stored) => `[${stored.slice(1, -1)}]`;
    case 'checkbox':
      return (stored) => (stored === 't' ? 'true' : 'false');
    default:
      return (stored) => stored;
  }
}

/** The readers whose text holds nothing that JSON would escape. */
export const isPlainInJson = (dataType: DataType): boolean => {
  const family = valueFamily(dataType);
  return family !== 'text' && family !== 'opaque';
};

/** From the overflow's JSON value to the text that the contract promises. */
export function overflowReader(dataType: DataType): (stored: unknown) => string {
  const family = valueFamily(dataType);
  if (family === 'time') return (stored) => timeFromMinutes(String(stored));
  if (family === 'date') return (stored) => String(stored).slice(0, 10);
  if (family === 'number') return (stored) => plainNumber(Number(stored));
  // A slot that is read as JSON, beside the overflow of another type, comes with the offset that PostgreSQL writes.
  if (family === 'datetime') return (stored) => new Date(String(stored)).toISOString();
  return (stored) => (typeof stored === 'object' ? JSON.stringify(stored) : String(stored));
}

/**
 * A valid value as its slot takes it, or as the overflow keeps it in JSON; null when the field is empty.
 * @param value as in the contract; not empty
 */
export function toStored(field: Pick<StoredField, 'dataType'>, value: string): Exclude<StatementValue, null> {
  switch (valueFamily(field.dataType)) {
    case 'number':
      return Number(value);
    case 'time':
      return minutesOf(value);
    case 'date':
      return `${value}T00:00:00Z`;
    case 'datetime':
      return new Date(value).toISOString();
    case 'relation':
      return Number(value);
    case 'relations':
      return (JSON.parse(value) as (number | string)[]).map(Number);
    case 'checkbox':
      return value === 'true';
    default:
      return value;
  }
}

/** The JSON in which the overflow keeps a valid value: an object as itself, and not as its text. */
export const overflowJson = (field: Pick<StoredField, 'dataType'>, value: string): string =>
  field.dataType === 'object' ? value : JSON.stringify(toStored(field, value));
