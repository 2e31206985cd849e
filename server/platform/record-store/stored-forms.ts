// How each family of values is kept: in a typed column, or in the JSON of the overflow.
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import type { ValueFamily } from '@rowhouse/domain/values/value.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { StatementValue } from '../database/statement-batch.ts';

export type SlotLetter = 'n' | 'd' | 'r' | 'b' | 'm' | 't';
/** bigint columns are compared as bigint and date columns as date, so that their indexes serve. */
export type SqlType =
  | 'float8'
  | 'bigint'
  | 'date'
  | 'timestamptz'
  | 'boolean'
  | 'text'
  | 'bigint[]'
  | 'jsonb';

type StoredForm = {
  /** The kind of typed column; null for what is always in the overflow. */
  readonly letter: SlotLetter | null;
  readonly sqlType: SqlType;
  /** The expression that finds the value of the field in the overflow. */
  readonly inOverflow: (fieldId: number) => string;
  /** From the text of a typed column to the text that the contract promises. */
  readonly read: (stored: string) => string;
  /** The same from the JSON value of the overflow. */
  readonly readOverflow: (stored: unknown) => string;
  /** Whether a JSON value may be one that was kept so; null is none. */
  readonly isKept: (stored: unknown) => boolean;
  /** A valid value that is not empty, as its column takes it. */
  readonly write: (value: string) => Exclude<StatementValue, null>;
  /** Whether its text holds nothing that JSON would escape. */
  readonly isPlainInJson: boolean;
};

/** PostgreSQL's '2026-11-20 10:29:45.765+00' as ISO 8601 with milliseconds. */
export function instantFromText(stored: string): string {
  const dot = stored.indexOf('.', 19);
  const fraction = dot === -1 ? '000' : stored.slice(dot + 1, stored.indexOf('+', dot)).padEnd(3, '0');
  return `${stored.slice(0, 10)}T${stored.slice(11, 19)}.${fraction}Z`;
}

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

/** @param time 'HH:mm' */
export function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

const asItIs = (text: string): string => text;
const textOfJson = (stored: unknown): string =>
  typeof stored === 'object' ? JSON.stringify(stored) : String(stored);
const cast = (sqlType: SqlType) => (fieldId: number) => `(x ->> '${fieldId}')::${sqlType}`;

const isTextOrList = (stored: unknown): boolean => typeof stored === 'string' || Array.isArray(stored);
const isWholeOrNumber = (stored: unknown): boolean =>
  typeof stored === 'number' || (typeof stored === 'string' && /^-?\d+$/.test(stored));
const isMoment = (stored: unknown): boolean =>
  typeof stored === 'string' && !Number.isNaN(Date.parse(stored));

const forms = {
  text: {
    letter: 't',
    sqlType: 'text',
    inOverflow: (fieldId) => `((x ->> '${fieldId}') collate pg_c_utf8)`,
    read: asItIs,
    readOverflow: textOfJson,
    isKept: isTextOrList,
    write: asItIs,
    isPlainInJson: false,
  },
  number: {
    letter: 'n',
    sqlType: 'float8',
    inOverflow: cast('float8'),
    // Binary doubles come out in their shortest form, which may have an exponent.
    read: (stored) => (stored.includes('e') ? plainNumber(Number(stored)) : stored),
    readOverflow: (stored) => plainNumber(Number(stored)),
    isKept: isWholeOrNumber,
    write: Number,
    isPlainInJson: true,
  },
  date: {
    letter: 'd',
    sqlType: 'timestamptz',
    inOverflow: cast('timestamptz'),
    read: (stored) => stored.slice(0, 10),
    readOverflow: (stored) => String(stored).slice(0, 10),
    isKept: isMoment,
    write: (day) => `${day}T00:00:00Z`,
    isPlainInJson: true,
  },
  datetime: {
    letter: 'd',
    sqlType: 'timestamptz',
    inOverflow: cast('timestamptz'),
    read: instantFromText,
    // A slot that is read as JSON, beside the overflow of another type, comes with the offset that PostgreSQL writes.
    readOverflow: (stored) => new Date(String(stored)).toISOString(),
    isKept: isMoment,
    write: (instant) => new Date(instant).toISOString(),
    isPlainInJson: true,
  },
  time: {
    letter: 'n',
    sqlType: 'float8',
    inOverflow: cast('float8'),
    read: timeFromMinutes,
    readOverflow: (stored) => timeFromMinutes(String(stored)),
    isKept: isWholeOrNumber,
    write: minutesOf,
    isPlainInJson: true,
  },
  relation: {
    letter: 'r',
    sqlType: 'bigint',
    inOverflow: cast('bigint'),
    read: asItIs,
    readOverflow: textOfJson,
    isKept: isWholeOrNumber,
    write: Number,
    isPlainInJson: true,
  },
  relations: {
    letter: 'm',
    sqlType: 'bigint[]',
    inOverflow: (fieldId) =>
      `(select array_agg(item::bigint) from jsonb_array_elements_text(x -> '${fieldId}') item)`,
    read: (stored) => `[${stored.slice(1, -1)}]`,
    readOverflow: textOfJson,
    isKept: Array.isArray,
    write: (ids) => (JSON.parse(ids) as (number | string)[]).map(Number),
    isPlainInJson: true,
  },
  checkbox: {
    letter: 'b',
    sqlType: 'boolean',
    inOverflow: cast('boolean'),
    read: (stored) => (stored === 't' ? 'true' : 'false'),
    readOverflow: textOfJson,
    isKept: (stored) => typeof stored === 'boolean',
    write: (value) => value === 'true',
    isPlainInJson: true,
  },
  opaque: {
    letter: null,
    sqlType: 'jsonb',
    inOverflow: (fieldId) => `(x -> '${fieldId}')`,
    read: asItIs,
    readOverflow: textOfJson,
    isKept: () => true,
    write: asItIs,
    isPlainInJson: false,
  },
} satisfies Readonly<Record<ValueFamily, StoredForm>>;

export const storedForm = (dataType: DataType): StoredForm => forms[valueOf(dataType).family];

/** The JSON in which the overflow keeps a valid value: an object as itself, and not as its text. */
export const overflowJson = (dataType: DataType, value: string): string =>
  dataType === 'object' ? value : JSON.stringify(storedForm(dataType).write(value));
