import { dataTypes } from '../fields/data-types.ts';
import type { DataType } from '../fields/data-types.ts';
import { baseFields } from '../fields/base-fields.ts';
import type { BaseField } from '../fields/base-fields.ts';
import { Refusal, invalid } from '../kernel/refusal.ts';
import { whyNotValue } from '../values/why-not-value.ts';
import { valueOf } from '../values/values.ts';
import type { FieldDesign, NumberingDesign } from './design.ts';
import {
  longestFieldName,
  longestHelp,
  longestSection,
  longestTypeName,
  mostNumberDigits,
} from './limits.ts';

/** What a data type is called where one is chosen. */
export const dataTypeNames: Readonly<Record<DataType, string>> = {
  string: 'Text',
  textarea: 'Text area',
  number: 'Whole number',
  decimal: 'Decimal',
  float: 'Floating number',
  currency: 'Currency',
  date: 'Date',
  datetime: 'Date and time',
  time: 'Time',
  dropdown: 'Dropdown',
  'single-select': 'Single select',
  multiselect: 'Multiselect',
  'multiselect-checkbox': 'Multiselect with boxes',
  checkbox: 'Checkbox',
  boolean: 'Yes or no',
  url: 'Link',
  email: 'Email',
  phone: 'Phone',
  object: 'Object',
  attachment: 'Attachment',
};

/** One that is not known is called as it is kept. */
export const nameDataType = (dataType: string): string =>
  Object.hasOwn(dataTypeNames, dataType) ? dataTypeNames[dataType as DataType] : dataType;

/** In the order of the names above. */
export const dataTypesToChoose = Object.keys(dataTypeNames) as DataType[];

export const needsList = (dataType: DataType): boolean => valueOf(dataType).choosing !== null;
export const needsObject = (dataType: DataType): boolean => dataType === 'object';

/** Lines hold no objects and no files. */
export const lineDataTypes: readonly DataType[] = dataTypes.filter(
  (dataType) => dataType !== 'object' && dataType !== 'attachment',
);

/** Whether new records can begin with a value of it. */
export const takesDefault = (dataType: DataType): boolean =>
  dataType !== 'object' && dataType !== 'attachment' && valueOf(dataType).choosing !== 'many';

/** Two names that people would take for the same. */
export const foldName = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();

const whyNotName = (name: string, longest: number): string | null => {
  const { length } = name.trim();
  if (length === 0) return 'The name is empty.';
  return length > longest ? `The name has at most ${longest} characters.` : null;
};

export const whyNotTypeName = (name: string): string | null =>
  name.trim().length === 1 ? 'The name has at least 2 characters.' : whyNotName(name, longestTypeName);

/** Of a status, a problem code, a kind of lines and their fields. */
export const whyNotPartName = (name: string): string | null => whyNotName(name, longestFieldName);

const baseNames = new Map(baseFields.map(({ label }: BaseField) => [foldName(label), label]));

/** A field may not be called as one that every record has. */
export function whyNotFieldName(name: string): string | null {
  const own = baseNames.get(foldName(name));
  return own === undefined ? whyNotPartName(name) : `Every record has “${own}” already.`;
}

export const nameTwice = (name: string): string => `There is “${name.trim()}” already.`;

/** The first name that stands twice among what is not switched off, or null. */
export function findNameTwice(
  named: readonly { readonly name: string; readonly enabled: boolean }[],
): string | null {
  const seen = new Set<string>();
  for (const { name, enabled } of named) {
    if (!enabled) continue;
    const folded = foldName(name);
    if (seen.has(folded)) return name.trim();
    seen.add(folded);
  }
  return null;
}

/**
 * Why the field cannot stand so, and which part of it is at fault, or null. Whether its list and its object are there is
 * for the server to say.
 */
export function whyNotField(
  field: FieldDesign,
): { readonly part: keyof FieldDesign; readonly sentence: string } | null {
  const ofName = whyNotFieldName(field.name);
  if (ofName !== null) return { part: 'name', sentence: ofName };
  if (needsList(field.dataType) && field.listId === null)
    return { part: 'listId', sentence: 'Choose the list that its values come from.' };
  if (needsObject(field.dataType) && field.objectDefinitionId === null)
    return { part: 'objectDefinitionId', sentence: 'Choose the object that it holds.' };
  if ((field.help ?? '').length > longestHelp)
    return { part: 'help', sentence: `The help text has at most ${longestHelp} characters.` };
  if ((field.section ?? '').length > longestSection)
    return { part: 'section', sentence: `The section has at most ${longestSection} characters.` };
  const ofDefault = whyNotDefault(field);
  return ofDefault === null ? null : { part: 'defaultValue', sentence: ofDefault };
}

/** Why new records cannot begin with the value, or null; of choices alone, whether they are in the list is not asked. */
export function whyNotDefault({
  dataType,
  defaultValue,
}: Pick<FieldDesign, 'dataType' | 'defaultValue'>): string | null {
  if (defaultValue === null || valueOf(dataType).isEmpty(defaultValue)) return null;
  if (!takesDefault(dataType)) return 'A field of this data type takes no default value.';
  return whyNotValue({ name: 'The default value', dataType, required: false }, defaultValue);
}

/** "212 orders are empty": what stands against a field that is made required. */
export const emptyRecords = (count: number, typeName: string): string =>
  `${count === 1 ? 'One record' : `${count.toLocaleString('en-US')} records`} of ${typeName} ${
    count === 1 ? 'has' : 'have'
  } no value here: give them one, or require it from now on.`;

export const cannotRetype =
  'The data type of a field is not changed with the rest of it: Change type… on its page looks at each value first.';

/** Said when a field is kept where no index helps it; it is shown, filtered and sorted like any other. */
export const slotsUsedUp = (dataType: DataType, typeName: string): string =>
  `All places for fast fields like ${dataTypeNames[dataType]} are taken in ${typeName}. This field works like the others, but filtering and sorting by it take longer where there are many records.`;

export const designChangedMeanwhile = (what: string, current: unknown) =>
  new Refusal('CONFLICT', `Somebody has changed ${what} since you opened it.`, { details: { current } });

export const typeNameTaken = (name: string) =>
  invalid(`There is a record type “${name.trim()}” already.`, 'name');

/** A record number of the series, as the number that it is. */
export function seriesNumber(
  { prefix, padding, byYear }: Pick<NumberingDesign, 'prefix' | 'padding' | 'byYear'>,
  counter: number,
  year: number,
): number {
  const front = `${prefix}${byYear ? String(year) : ''}`;
  return Number(`${front}${front === '' ? String(counter) : String(counter).padStart(padding, '0')}`);
}

export function whyNotNumbering(
  numbering: NumberingDesign,
): { readonly part: keyof NumberingDesign; readonly sentence: string } | null {
  const { prefix, nextNumber, padding, byYear } = numbering;
  if (!/^([1-9][0-9]{0,5})?$/.test(prefix))
    return {
      part: 'prefix',
      sentence: 'The prefix is up to 6 digits, the first not 0: a record number is a number.',
    };
  if (!Number.isSafeInteger(nextNumber) || nextNumber < 1)
    return { part: 'nextNumber', sentence: 'The next number is a whole number from 1 on.' };
  if (!Number.isInteger(padding) || padding < 1 || padding > 9)
    return { part: 'padding', sentence: 'The counter has 1 to 9 digits at least.' };
  const digits = prefix.length + (byYear ? 4 : 0) + Math.max(padding, String(nextNumber).length);
  return digits > mostNumberDigits
    ? { part: 'padding', sentence: `A record number has at most ${mostNumberDigits} digits in all.` }
    : null;
}
