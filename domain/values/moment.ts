import {
  invalidDate,
  isDay,
  isInstant,
  showDay,
  showInstant,
  toInstant,
  wallClock,
} from '../kernel/dates.ts';
import { ordered } from './operators.ts';
import { spanOf } from './periods.ts';
import { readWrittenInstant } from './read-moment.ts';
import { partOfDay, serialOfDay, sheetFormats } from './sheet.ts';
import { asItIs, isBlank, noObjection, readBy, sameBy, sameOrEmpty, type Value } from './value.ts';

/** Stored as an ISO instant, shown where the viewer is. */
export const moment: Value = {
  family: 'datetime',
  show: (stored, { timeZone }) => showInstant(stored, timeZone),
  read: readBy((text, timeZone) => readWrittenInstant(text, { dayFirst: false, timeZone })),
  readCell(text, writing) {
    const value = readWrittenInstant(text, writing);
    return value === null ? { whyNot: invalidDate } : { value };
  },
  sayWrong: (name, _whyNot, dayForm) =>
    `${name} Invalid datetime format, format should be ${dayForm} HH:mm (24 hours)`,
  example: 'MM/DD/YYYY hh:mm AM, such as 12/31/2026 02:30 PM',
  whyNot: (stored) => (isInstant(stored) ? null : invalidDate),
  toKept: asItIs,
  toInput: asItIs,
  isEmpty: isBlank,
  isSame: sameBy((one, other) => Date.parse(one) === Date.parse(other)),
  cleared: '',
  bulkCleared: '',
  choosing: null,
  order: 'value',
  operators: [...ordered, 'between', 'isWithin', 'isEmpty', 'isNotEmpty'],
  filter: {
    // A day alone is all of it, where the person is who asks.
    whyNot: (name, text) =>
      isInstant(text) || isDay(text) ? null : `${name} needs a date, or a date and time.`,
    whyNotTyped: noObjection,
    /** A day and an instant are not compared: which comes first depends on where somebody asks. */
    isAfter: (first, last) =>
      isDay(first) || isDay(last)
        ? isDay(first) && isDay(last) && first > last
        : Date.parse(first) > Date.parse(last),
    show: (text, { timeZone }) => (isDay(text) ? showDay(text) : showInstant(text, timeZone)),
    same: sameOrEmpty((stored) => [{ operator: 'is', value: stored }]),
    search({ day, time }, timeZone) {
      if (day === null) return [];
      const value =
        time === null ? spanOf({ first: day, last: day }, timeZone) : toInstant(day, time, timeZone);
      return [{ operator: 'is', value }];
    },
  },
  sheet: {
    look: 'datetime',
    write(stored, timeZone) {
      const wall = wallClock(stored, timeZone);
      const serial = wall && serialOfDay(wall.day);
      if (wall === null || serial === null) return null;
      return { number: serial + partOfDay(wall.time), format: sheetFormats.moment };
    },
  },
};
