// What somebody types or pastes into a cell as the value that is stored. A text that is no value stays what it is,
// so that nothing is lost and the rule of the field can say what is wrong with it. Formulas are text like any other.
import type { DataType } from '../fields/data-types.ts';
import { valueFamily } from '../fields/data-types.ts';
import { isEmptyValue, whyNotValue } from '../fields/value-rules.ts';
import { readWrittenDay, readWrittenInstant, readWrittenTime } from '../import/read-moment.ts';
import { dropEmptyDecimals, readWrittenNumber } from '../import/read-number.ts';
import { readWrittenPhone } from '../import/read-phone.ts';
import { withHttps } from '../kernel/formats.ts';
import { disabledChoice, notInList } from './choices.ts';

export type WrittenField = { readonly name: string; readonly dataType: DataType; readonly required: boolean };

/** One of the things that a relation can be. */
export type NamedChoice = {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  /** Another name of it, such as an e-mail address. */
  readonly detail?: string;
};

export type FindChoice = (text: string) => NamedChoice | 'several' | null;

const fold = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** Finds by name, by its other name and by id. Of two with one name the enabled one is meant. */
export function indexChoices(choices: readonly NamedChoice[]): FindChoice {
  const byWord = new Map<string, NamedChoice[]>();
  const add = (word: string, choice: NamedChoice) => {
    const found = byWord.get(word) ?? [];
    if (!found.includes(choice)) byWord.set(word, [...found, choice]);
  };
  for (const choice of choices) {
    add(fold(choice.name), choice);
    add(fold(`${choice.name} (Disabled)`), choice);
    if (choice.detail !== undefined) add(fold(choice.detail), choice);
  }
  const byId = new Map(choices.map((choice) => [choice.id, choice]));
  return (text) => {
    const found = byWord.get(fold(text));
    if (!found) return byId.get(text.trim()) ?? null;
    const enabled = found.filter((choice) => choice.enabled);
    if (enabled.length > 1) return 'several';
    return enabled[0] ?? found[0] ?? null;
  };
}

/** Thousands parted by commas, a sign of a currency, brackets for less than nothing; an amount has two decimals. */
function readNumber(dataType: DataType, text: string): string {
  const number = readWrittenNumber(text);
  if (number === null) return text;
  const plain = number.startsWith('.') ? `0${number}` : number.replace('-.', '-0.');
  if (dataType === 'number') return dropEmptyDecimals(plain);
  return dataType === 'currency' ? plain.replace(/(\.\d\d)\d+$/, '$1') : plain;
}

/** For all but choices, which are found by name: the value, '' when empty, or the text itself. */
export function readWrittenValue({ dataType }: WrittenField, written: string, timeZone: string): string {
  if (dataType === 'textarea') return written.trim() === '' ? '' : written;
  const text = written.trim();
  if (text === '') return '';
  const moment = { dayFirst: false, timeZone };
  switch (valueFamily(dataType)) {
    case 'number':
      return readNumber(dataType, text);
    case 'date':
      return readWrittenDay(text, moment) ?? text;
    case 'datetime':
      return readWrittenInstant(text, moment) ?? text;
    case 'time':
      return readWrittenTime(text) ?? text;
    case 'checkbox':
      return readWrittenCheck(text) ?? text;
    default:
      if (dataType === 'phone') return readWrittenPhone(text) ?? text;
      return dataType === 'url' ? withHttps(text) : text;
  }
}

const yes = new Set(['yes', 'y', 'true', '1', 'x']);
const no = new Set(['no', 'n', 'false', '0']);

function readWrittenCheck(text: string): string | null {
  const word = text.toLowerCase();
  return yes.has(word) ? 'true' : no.has(word) ? 'false' : null;
}

/** The sentence at the cell, or null. Only what was changed is asked about. */
export function whyNotWritten(field: WrittenField, value: string): string | null {
  const whyNot = whyNotValue(field, value);
  if (whyNot !== null || isEmptyValue(field.dataType, value)) return whyNot;
  return field.dataType === 'number' && !/^-?\d+$/.test(value) ? 'Should be a whole number' : null;
}

export type PastedReading =
  { readonly value: string; readonly whyNot?: undefined } | { readonly whyNot: string };

/** A pasted text: a value that can stand, or the sentence that says why it cannot. */
export function readPasted(
  field: WrittenField,
  text: string,
  find: FindChoice,
  timeZone: string,
): PastedReading {
  const family = valueFamily(field.dataType);
  const isChoice = family === 'relation' || family === 'relations';
  if (isChoice && text.trim() !== '') return readChoices(text, family === 'relations', find);
  const value =
    family === 'checkbox' && text.trim() === '' ? 'false' : readWrittenValue(field, text, timeZone);
  const whyNot = whyNotWritten(field, value);
  return whyNot === null ? { value } : { whyNot };
}

function readChoices(text: string, takesMany: boolean, find: FindChoice): PastedReading {
  const isOne = !takesMany || find(text) !== null;
  const parts = isOne ? [text] : text.split(text.includes(';') ? ';' : /[,\n]/);
  const ids: string[] = [];
  for (const part of parts) {
    if (part.trim() === '') continue;
    const found = find(part);
    if (found === null) return { whyNot: takesMany ? `${notInList}: ${part.trim()}` : notInList };
    if (found === 'several') return { whyNot: `More than one is called ${part.trim()}` };
    if (!found.enabled) return { whyNot: disabledChoice };
    if (!ids.includes(found.id)) ids.push(found.id);
  }
  return { value: takesMany ? JSON.stringify(ids.map(Number)) : ids[0]! };
}
