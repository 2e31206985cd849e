import { findHref, readPhone, showPhone, withHttps } from '../kernel/formats.ts';
import { longestLine, longestText } from './limits.ts';
import { lacksDigits, readWrittenPhone } from './read-phone.ts';
import { asText } from './sheet.ts';
import {
  asItIs,
  isBlank,
  never,
  noObjection,
  readBy,
  sameBy,
  sameOrEmpty,
  sayAfterName,
  type Value,
} from './value.ts';

export const invalidEmail = 'Invalid format. Please enter a valid email address (e.g. name@example.com).';
const notPhone = 'Should be a whole phone number';

/** Letters of any script, no quotes or comments, a dot in the host; whether mail arrives only mail can tell. */
const emailForm = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/u;

function whyNotText(text: string, longest: number): string | null {
  if (text.length > longest) return `Should have at most ${longest} characters`;
  return text.includes('\0') || !text.isWellFormed() ? 'Holds a character that cannot be kept' : null;
}

export const text: Value = {
  family: 'text',
  show: asItIs,
  read: readBy(asItIs),
  readCell: (cell) => ({ value: cell }),
  sayWrong: sayAfterName,
  whyNot: (stored) => whyNotText(stored, longestLine),
  toKept: asItIs,
  toInput: asItIs,
  isEmpty: isBlank,
  isSame: sameBy(never),
  cleared: '',
  bulkCleared: '',
  choosing: null,
  order: 'value',
  operators: ['contains', 'equals', 'startsWith', 'endsWith', 'isAnyOf', 'notEqual', 'isEmpty', 'isNotEmpty'],
  filter: {
    whyNot: (name, value) =>
      value.length <= longestLine ? null : `${name} needs at most ${longestLine} characters.`,
    whyNotTyped: noObjection,
    isAfter: (first, last) => first > last,
    show: asItIs,
    same: sameOrEmpty((stored) => [{ operator: 'equals', value: stored }]),
    search: (sought) => [{ operator: 'contains', value: sought.text }],
  },
  sheet: asText,
};

/** Several lines: the spaces around them are the writer's. */
export const longText: Value = {
  ...text,
  read: (written) => (isBlank(written) ? '' : written),
  whyNot: (stored) => whyNotText(stored, longestText),
};

export const email: Value = {
  ...text,
  whyNot: (stored) => text.whyNot(stored) ?? (emailForm.test(stored) ? null : invalidEmail),
};

export const webAddress: Value = {
  ...text,
  read: readBy(withHttps),
  readCell: (cell) => ({ value: withHttps(cell) }),
  whyNot: (stored) =>
    text.whyNot(stored) ??
    (findHref(stored) === null || /\s/.test(stored.trim()) ? 'Should be a web address' : null),
  toKept: withHttps,
};

/** Stored as [countrycode,number]. */
export const phone: Value = {
  ...text,
  show: showPhone,
  read: readBy(readWrittenPhone),
  readCell(cell) {
    const value = readWrittenPhone(cell);
    return value === null ? { whyNot: notPhone } : { value };
  },
  whyNot(stored) {
    const read = readPhone(stored);
    const isWhole = read !== null && !lacksDigits(read.countryCode, read.national);
    return text.whyNot(stored) ?? (isWhole ? null : notPhone);
  },
  filter: {
    ...text.filter,
    same: sameOrEmpty((stored) => [{ operator: 'equals', value: showPhone(stored) }]),
    search: (sought, timeZone) => (sought.isPhone ? text.filter.search(sought, timeZone) : []),
  },
};
