import { showDecimal, showNumber } from '../kernel/formats.ts';
import { largestNumber } from './limits.ts';
import {
  decimalRule,
  isPartedByPoint,
  notNumeric,
  notThousands,
  readNumber,
  wholeRule,
  type NumberRule,
} from './read-number.ts';
import { sheetFormats } from './sheet.ts';
import { asItIs, isBlank, readBy, sameBy, sameOrEmpty, sayAfterName, type Value } from './value.ts';

const filterForm = /^-?\d{1,16}(\.\d{1,20})?$/;
const typedForm = /^-?\d+(\.\d{1,2})?$/;
/** Digits that a spreadsheet keeps; longer numbers stay texts. */
const mostSheetDigits = 15;

/** Numbers that are read by one rule and shown one way. */
export const numberBy = (rule: NumberRule, show: (stored: string) => string): Value => ({
  family: 'number',
  show,
  read: readBy((text) => readNumber(rule, text).value ?? null),
  readCell: (text, { decimalSign }) => readNumber(rule, text, decimalSign),
  sayWrong: (name, whyNot) =>
    whyNot === notNumeric ? `${name} must be a number` : sayAfterName(name, whyNot),
  whyNot: (stored) => readNumber(rule, stored).whyNot ?? null,
  toKept: (value) => readNumber(rule, value).value ?? value,
  toInput: Number,
  isEmpty: isBlank,
  isSame: sameBy((one, other) => Number(one) === Number(other)),
  cleared: '',
  bulkCleared: '',
  choosing: null,
  order: 'value',
  operators: [
    'equals',
    'notEqual',
    'greaterThan',
    'greaterOrEqual',
    'lessThan',
    'lessOrEqual',
    'between',
    'isAnyOf',
    'isEmpty',
    'isNotEmpty',
  ],
  filter: {
    whyNot: (_name, text) =>
      filterForm.test(text) && Math.abs(Number(text)) <= largestNumber ? null : notNumeric,
    whyNotTyped: (name, text) =>
      typedForm.test(text) ? null : `${name} takes numbers with at most 2 decimals.`,
    isAfter: (first, last) => Number(first) > Number(last),
    show: asItIs,
    same: sameOrEmpty((stored) => [{ operator: 'equals', value: stored }]),
    search: ({ number }) => (number === null ? [] : [{ operator: 'equals', value: number }]),
  },
  sheet: {
    look: null,
    write(stored) {
      const number = Number(stored);
      const isKept =
        stored !== '' && Number.isFinite(number) && stored.replace(/\D/g, '').length <= mostSheetDigits;
      return isKept ? { number } : null;
    },
  },
});

const whole = numberBy(wholeRule, showNumber);

export const wholeNumber: Value = {
  ...whole,
  // A file says how its numbers are written; a person does not.
  read: (written, timeZone) => (isPartedByPoint(written) ? written.trim() : whole.read(written, timeZone)),
  whyNot: (stored) => (isPartedByPoint(stored) ? notThousands : whole.whyNot(stored)),
  sheet: {
    look: null,
    write(stored, timeZone) {
      const cell = whole.sheet.write(stored, timeZone);
      return cell && Number.isInteger(cell.number) ? { ...cell, format: sheetFormats.whole } : cell;
    },
  },
};

export const decimal: Value = numberBy(decimalRule, showDecimal);
