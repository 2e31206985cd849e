import { showDecimal, showNumber } from '../kernel/formats.ts';
import { largestNumber } from './limits.ts';
import {
  decimalRule,
  findUnclear,
  markUnclear,
  notNumeric,
  readNumber,
  whyUnclear,
  wholeRule,
  type NumberRule,
} from './read-number.ts';
import { sheetFormats } from './sheet.ts';
import { asItIs, isBlank, readBy, sameBy, sameOrEmpty, sayAfterName, type Value } from './value.ts';

const filterForm = /^-?\d{1,16}(\.\d{1,20})?$/;
const typedForm = /^-?\d+(\.\d{1,2})?$/;
/** Digits that a spreadsheet keeps; longer numbers stay texts. */
const mostSheetDigits = 15;

/** A number of a workbook has no noughts at its end: what has them is a text that somebody typed. */
const isTypedText = (text: string): boolean => text.endsWith('0');

/** Numbers that are read by one rule and shown one way. */
export const numberBy = (rule: NumberRule, show: (stored: string) => string): Value => ({
  family: 'number',
  example: 'digits, such as 1250.75',
  // What was refused stays as it was written, and is not shown as one of the numbers that it may be.
  show: (stored) => findUnclear(stored) ?? show(stored),
  read: readBy((text) =>
    whyUnclear(rule, text) === null ? (readNumber(rule, text).value ?? null) : markUnclear(text),
  ),
  readCell(text, { decimalSign, isWorkbook }) {
    const whyNot = isWorkbook === true && isTypedText(text) ? whyUnclear(rule, text) : null;
    return whyNot === null ? readNumber(rule, text, decimalSign) : { whyNot };
  },
  sayWrong: (name, whyNot) =>
    whyNot === notNumeric ? `${name} must be a number` : sayAfterName(name, whyNot),
  whyNot(stored) {
    const unclear = findUnclear(stored);
    return unclear === null ? (readNumber(rule, stored).whyNot ?? null) : whyUnclear(rule, unclear);
  },
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
  example: 'digits, such as 1250',
  sheet: {
    look: null,
    write(stored, timeZone) {
      const cell = whole.sheet.write(stored, timeZone);
      return cell && Number.isInteger(cell.number) ? { ...cell, format: sheetFormats.whole } : cell;
    },
  },
};

export const decimal: Value = numberBy(decimalRule, showDecimal);
