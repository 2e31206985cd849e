import { invalidDate, isDay, showDay } from '../kernel/dates.ts';
import { ordered } from './operators.ts';
import { readWholeDay, readWrittenDay } from './read-moment.ts';
import { serialOfDay, sheetFormats } from './sheet.ts';
import { asItIs, isBlank, never, noObjection, readBy, sameBy, sameOrEmpty, type Value } from './value.ts';

/** Stored as YYYY-MM-DD. */
export const day: Value = {
  family: 'date',
  show: showDay,
  read: readBy((text, timeZone) => readWholeDay(text, { dayFirst: false, timeZone })),
  readCell(text, writing) {
    const value = readWrittenDay(text, writing);
    return value === null ? { whyNot: invalidDate } : { value };
  },
  sayWrong: (name, _whyNot, dayForm) => `${name} Invalid date format, format should be ${dayForm}`,
  example: 'MM/DD/YYYY, such as 12/31/2026',
  whyNot: (stored) => (isDay(stored) ? null : invalidDate),
  toKept: asItIs,
  toInput: asItIs,
  isEmpty: isBlank,
  isSame: sameBy(never),
  cleared: '',
  bulkCleared: '',
  choosing: null,
  order: 'value',
  operators: [...ordered, 'between', 'isWithin', 'isEmpty', 'isNotEmpty'],
  filter: {
    whyNot: (name, text) => (isDay(text) ? null : `${name} needs a date as MM/DD/YYYY.`),
    whyNotTyped: noObjection,
    isAfter: (first, last) => first > last,
    show: showDay,
    same: sameOrEmpty((stored) => [{ operator: 'is', value: stored }]),
    search: ({ day: sought, time }) =>
      sought === null || time !== null ? [] : [{ operator: 'is', value: sought }],
  },
  sheet: {
    look: 'date',
    write(stored) {
      const number = serialOfDay(stored);
      return number === null ? null : { number, format: sheetFormats.day };
    },
  },
};
