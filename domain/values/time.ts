import { invalidDate, isTime, showTime } from '../kernel/dates.ts';
import { ordered } from './operators.ts';
import { readWrittenTime } from './read-moment.ts';
import { partOfDay, sheetFormats } from './sheet.ts';
import { asItIs, isBlank, never, noObjection, readBy, sameBy, sameOrEmpty, type Value } from './value.ts';

/** Of a day, stored as HH:mm. */
export const time: Value = {
  family: 'time',
  show: showTime,
  read: readBy(readWrittenTime),
  readCell(text) {
    const value = readWrittenTime(text);
    return value === null ? { whyNot: invalidDate } : { value };
  },
  sayWrong: (name) => `${name} Invalid time format, format should be HH:mm (24 hours)`,
  example: '14:30 or 02:30 PM',
  whyNot: (stored) => (isTime(stored) ? null : invalidDate),
  toKept: asItIs,
  toInput: asItIs,
  isEmpty: isBlank,
  isSame: sameBy(never),
  cleared: '',
  bulkCleared: '',
  choosing: null,
  order: 'value',
  operators: [...ordered, 'between', 'isEmpty', 'isNotEmpty'],
  filter: {
    whyNot: (name, text) => (isTime(text) ? null : `${name} needs a time as HH:mm.`),
    whyNotTyped: noObjection,
    isAfter: (first, last) => first > last,
    show: showTime,
    same: sameOrEmpty((stored) => [{ operator: 'is', value: stored }]),
    search: ({ times }) => times.map((value) => ({ operator: 'is', value })),
  },
  sheet: {
    look: 'time',
    write: (stored) => (isTime(stored) ? { number: partOfDay(stored), format: sheetFormats.time } : null),
  },
};
