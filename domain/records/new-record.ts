// The form of a new record (Specification 3 and 5): its fields, its defaults and its rules.
// Every value is the text in which it is stored, base and additional fields alike, '' when empty.
import type { BaseFieldName } from '../fields/base-fields.ts';
import type { DataType } from '../fields/data-types.ts';
import { valueOf } from '../values/values.ts';
import { whyNotValue } from '../values/why-not-value.ts';
import { addDays, invalidDate, isDay } from '../kernel/dates.ts';

export type NewRecordField = {
  readonly key: string;
  readonly name: string;
  readonly dataType: DataType;
  readonly required: boolean;
  /** What the form opens with, as it is stored. */
  readonly defaultValue?: string | null | undefined;
  /** Whether the server gives it where it is left empty. */
  readonly isGiven?: boolean | undefined;
};

export type NewRecordValues = Record<string, string>;

/** The base fields that a person fills, in the order of the form. The others are set when it is sent. */
export const newRecordBaseFields = [
  'recordNumber',
  'status',
  'poNumber',
  'problemCode',
  'recordDate',
  'assignedTo',
  'issuedByCompanyName',
  'issuedToCompanyName',
  'description',
  'validationRequired',
  'recordFile',
] as const satisfies readonly BaseFieldName[];

type NewRecordBaseField = (typeof newRecordBaseFields)[number];

const sentences: Partial<Record<NewRecordBaseField, { empty: string; wrong?: string }>> = {
  recordNumber: {
    empty: 'Record number is a required field',
    wrong: 'Record number have to be a valid number',
  },
  description: { empty: 'Description is a required field' },
  issuedByCompanyName: { empty: 'Issued by Company Name is a required field' },
  issuedToCompanyName: { empty: 'Issued To Company Name is a required field' },
  status: { empty: 'Status is a required field', wrong: 'Record status is required' },
  poNumber: { empty: 'PO Number is a required field', wrong: 'PO Number have to be a valid number' },
  problemCode: { empty: 'Problem Code is a required field', wrong: 'Record status is required' },
  recordDate: { empty: 'Record Date is a required field', wrong: invalidDate },
};

export const recordDateTooLate = 'Record Date must be earlier than today';

/** The default of the record date, and the last day that it may be. */
export const latestRecordDate = (today: string): string => addDays(today, -1);

const isBase = (key: string): key is NewRecordBaseField =>
  (newRecordBaseFields as readonly string[]).includes(key);

/** Whether the form asks for it: by its own rule for a base field, by its definition for an additional one. */
export const isRequiredInNewRecord = (field: NewRecordField): boolean =>
  isBase(field.key) ? sentences[field.key] !== undefined && field.isGiven !== true : field.required;

/** The sentence that stands under the field, or null. */
export function whyNotInNewRecord(field: NewRecordField, value: string, today: string): string | null {
  const own = isBase(field.key) ? sentences[field.key] : undefined;
  if (own && valueOf(field.dataType).isEmpty(value)) return field.isGiven === true ? null : own.empty;
  const general = whyNotValue(field, value);
  if (field.key === 'recordDate' && isDay(value) && value >= today) return recordDateTooLate;
  return general === null ? null : (own?.wrong ?? general);
}

/** What the form opens with. */
export function newRecordDefaults(fields: readonly NewRecordField[], today: string): NewRecordValues {
  const given: NewRecordValues = { recordDate: latestRecordDate(today) };
  return Object.fromEntries(
    fields.map(({ key, dataType, defaultValue }) => [
      key,
      given[key] ?? defaultValue ?? valueOf(dataType).cleared,
    ]),
  );
}
