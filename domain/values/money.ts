import { readDecimal, roundDecimal, writeDecimal } from '../kernel/decimal.ts';
import { showCurrency } from '../kernel/formats.ts';
import { numberBy } from './number.ts';
import { amountRule, readDigits, type DecimalSign } from './read-number.ts';
import { sheetFormats } from './sheet.ts';
import type { Criteria, Value } from './value.ts';

const number = numberBy(amountRule, showCurrency);

/** Two decimals, never rewritten (decision 030). */
export const money: Value = {
  ...number,
  readCell(text, writing) {
    const rounded = writing.rounds ? roundAmount(text, writing.decimalSign) : null;
    return rounded === null ? number.readCell(text, writing) : { value: rounded, isRounded: true };
  },
  filter: {
    ...number.filter,
    search: (sought) => (sought.number === null ? [] : [shownAs(sought.number)]),
  },
  sheet: {
    look: null,
    write(stored, timeZone) {
      const cell = number.sheet.write(stored, timeZone);
      const decimals = stored.split('.')[1]?.length ?? 0;
      return cell && { ...cell, format: decimals > 2 ? sheetFormats.longAmount : sheetFormats.amount };
    },
  },
};

/** Null where nothing of it has to be rounded. */
function roundAmount(text: string, sign: DecimalSign): string | null {
  const digits = readDigits(text, sign);
  if (digits === null || !/\.\d\d\d*[1-9]/.test(digits)) return null;
  return writeDecimal(roundDecimal(readDecimal(digits), 2));
}

/** An amount is shown with two decimals: it may be stored with more. */
function shownAs(sought: string): Criteria {
  const [, decimals = ''] = sought.split('.');
  if (decimals.length > 2) return { operator: 'equals', value: sought };
  const amount = Number(sought);
  const [inwards, outwards] = [0.005, 0.004_999_999];
  const bounds = amount > 0 ? [amount - inwards, amount + outwards] : [amount - outwards, amount + inwards];
  const [first, last] = amount === 0 ? [-outwards, outwards] : bounds;
  return { operator: 'between', values: [first ?? 0, last ?? 0].map((bound) => bound.toFixed(9)) };
}
