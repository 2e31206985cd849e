// What a data type is: each family of values is one object that holds all that the floors ask of it. A stored value is a
// text: a number, YYYY-MM-DD, an ISO instant, HH:mm, 'true' or 'false', an id, a JSON array of ids, or text.
import type { Operator } from './operators.ts';
import type { DecimalSign } from './read-number.ts';
import type { MomentOptions } from './read-moment.ts';
import type { Sheet } from './sheet.ts';
import type { Sought } from './sought.ts';

/** How values are compared, filtered and laid into columns: what several data types share. */
export type ValueFamily =
  | 'text'
  | 'number'
  | 'date'
  | 'datetime'
  | 'time'
  | 'relation'
  | 'relations'
  | 'checkbox'
  | 'opaque';

/** What a value does not hold itself, and is read with. */
export type Showing = {
  readonly timeZone: string;
  /** What a choice is called, with '(Disabled)' behind one that is no longer offered; '' for one that is not there. */
  readonly nameOf: (id: number) => string;
  /** An object as its cell displays it. Without it an object reads as it is stored. */
  readonly objectText?: (stored: string) => string;
};

/** How the cells of a file are written. */
export type CellWriting = MomentOptions & {
  readonly decimalSign: DecimalSign;
  /** Whether an amount with more than two decimals is rounded, half up, rather than refused. */
  readonly rounds: boolean;
  /** Whether the cells are those of a workbook: its numbers are sure, and its texts were typed. */
  readonly isWorkbook?: boolean | undefined;
};

export type CellReading =
  | { readonly value: string; readonly isRounded?: boolean; readonly whyNot?: undefined }
  | { readonly value?: undefined; readonly whyNot: string };

/** A condition on one field, without the field. */
export type Criteria = {
  readonly operator: Operator;
  readonly value?: string;
  readonly values?: readonly string[];
};

export type ValueFilter = {
  /** The sentence that refuses a value of a condition, or null. */
  readonly whyNot: (name: string, text: string) => string | null;
  /** What binds a person who types beside `whyNot`, or null. */
  readonly whyNotTyped: (name: string, text: string) => string | null;
  /** Whether the first value of a range comes after its last. */
  readonly isAfter: (first: string, last: string) => boolean;
  /** A value of a condition as its chip says it. */
  readonly show: (text: string, showing: Showing) => string;
  /** The conditions that find the records that hold the same; for '' those that hold nothing. */
  readonly same: (stored: string) => readonly Criteria[];
  /** The conditions of which one finds what a search looks for; choices are looked for by their names. */
  readonly search: (sought: Sought, timeZone: string) => readonly Criteria[];
};

export type Value = {
  readonly family: ValueFamily;
  /** As a person reads it, the same in a grid, a file and a history; '' when it is empty. */
  readonly show: (stored: string, showing: Showing) => string;
  /** What somebody typed or pasted as it is stored; what is no value stays the text that it is. */
  readonly read: (written: string, timeZone: string) => string;
  /** A trimmed cell of a file that is not empty; the cells of choices are read by their names. */
  readonly readCell: (text: string, writing: CellWriting) => CellReading;
  /** How it is written, by an example that means one thing: 'MM/DD/YYYY, such as 12/31/2026'. */
  readonly example?: string;
  /** The sentence under a wrong cell of a table. `dayForm` is how the table writes its days: MM/DD/YYYY. */
  readonly sayWrong: (name: string, whyNot: string, dayForm: string) => string;
  /** The sentence that refuses a value that is not empty, or null. */
  readonly whyNot: (stored: string) => string | null;
  /** A valid value in the one form in which it is kept. */
  readonly toKept: (value: string) => string;
  /** A value that is not empty as an input of the contract takes it for a base field. */
  readonly toInput: (stored: string) => string | number | boolean;
  readonly isEmpty: (stored: string | null | undefined) => boolean;
  /** One value, however it is written: 12.5 and 12.50, ids in another order, a moment in another zone. */
  readonly isSame: (one: string, other: string) => boolean;
  /** What stands in a field that was cleared: a box that nobody ticked is not ticked. */
  readonly cleared: '' | 'false';
  /** What clears it in many records at once (Specification 5). */
  readonly bulkCleared: '' | 'false' | '0';
  /** Whether it holds ids of choices. */
  readonly choosing: 'one' | 'many' | null;
  /** By what its records are sorted; null when they have no order by it. */
  readonly order: 'value' | 'name' | null;
  readonly operators: readonly Operator[];
  readonly filter: ValueFilter;
  readonly sheet: Sheet;
};

export const isBlank = (stored: string | null | undefined): boolean => stored == null || stored.trim() === '';

/** Two values of which both may be empty. */
export const sameBy =
  (isSame: (one: string, other: string) => boolean, isEmpty = isBlank): Value['isSame'] =>
  (one, other) => {
    if (one === other) return true;
    if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other);
    return isSame(one, other);
  };

/** A reading of trimmed text that is not empty; null for what is no value. */
export const readBy =
  (find: (text: string, timeZone: string) => string | null): Value['read'] =>
  (written, timeZone) => {
    const text = written.trim();
    return text === '' ? '' : (find(text, timeZone) ?? text);
  };

export const asItIs = (text: string): string => text;
export const never = (): boolean => false;
export const noObjection = (): null => null;
export const nowhere = (): readonly [] => [];
export const sayAfterName = (name: string, whyNot: string): string => `${name}: ${whyNot}`;

/** The condition that finds empty values, or those of `find`. */
export const sameOrEmpty =
  (find: (stored: string) => readonly Criteria[]): ValueFilter['same'] =>
  (stored) =>
    stored === '' ? [{ operator: 'isEmpty' }] : find(stored);
