// What a formula comes to. Numbers are decimals as they are written: no binary fraction comes between. The server's
// statements compute the same in SQL (record-store/formula-sql.ts), which a test holds to what is said here.
//
// An empty value is left out of + and −, and makes × and ÷ empty: a total without freight is the total, and a quantity
// without a price is nothing. What is divided by zero is empty. An empty value adds nothing to a text.
import type { DataType } from '../fields/data-types.ts';
import {
  addDecimals,
  readDecimal,
  roundDecimal,
  trimDecimal,
  writeDecimal,
  zero,
  type Decimal,
} from '../kernel/decimal.ts';
import { compareFolded } from '../kernel/fold-case.ts';
import {
  kindOf,
  kindOfInput,
  mostDigits,
  quotientDecimals,
  resultDecimals,
  resultLength,
  shownDecimals,
  type Comparator,
  type Comparison,
  type DataTypeOf,
  type Formula,
  type Gathering,
  type Operator,
} from './formula.ts';

/** A number or a text; null where it is empty. */
export type FormulaValue = Decimal | string | null;

export type FormulaValues = {
  readonly field: (key: string) => FormulaValue;
  readonly dataTypeOf: DataTypeOf;
  readonly gathered: (by: Gathering, key: string) => Decimal | null;
};

const plainNumber = /^-?\d+(\.\d+)?$/;

/** Null for what is empty, and for what is no number. */
export const readOperand = (stored: string | null | undefined): Decimal | null =>
  stored != null && plainNumber.test(stored) ? readDecimal(stored) : null;

/** What a field of the data type brings into a formula. */
export const readInput = (dataType: DataType, stored: string | null | undefined): FormulaValue =>
  kindOfInput(dataType) === 'text' ? stored || null : readOperand(stored);

export function evaluate(formula: Formula, values: FormulaValues): FormulaValue {
  switch (formula.kind) {
    case 'constant':
      return readDecimal(formula.text);
    case 'text':
      return formula.text;
    case 'field':
      return values.field(formula.key);
    case 'gathered':
      return values.gathered(formula.by, formula.key);
    case 'minus':
      return negate(numberOf(formula.of, values));
    case 'round': {
      const value = numberOf(formula.of, values);
      return value && roundDecimal(value, formula.decimals);
    }
    case 'operation':
      return operate(formula.operator, numberOf(formula.left, values), numberOf(formula.right, values));
    case 'join':
      return textOf(formula.left, values) + textOf(formula.right, values);
    case 'if': {
      const { condition, chosen, otherwise } = formula;
      if (isMet(condition, values)) return evaluate(chosen, values);
      return otherwise && evaluate(otherwise, values);
    }
  }
}

/** Texts are refused among numbers where formulas are made; one that is met all the same counts as empty. */
function numberOf(formula: Formula, values: FormulaValues): Decimal | null {
  const value = evaluate(formula, values);
  return typeof value === 'string' ? null : value;
}

function textOf(formula: Formula, values: FormulaValues): string {
  const value = evaluate(formula, values);
  if (value === null || typeof value === 'string') return value ?? '';
  return showPlainly(value, shownDecimals(formula, values.dataTypeOf));
}

/** Without separators of thousands, so that it reads as a number wherever it is taken. */
function showPlainly(value: Decimal, decimals: number | null): string {
  if (decimals === null) return writeDecimal(trimDecimal(value));
  const { units, scale } = roundDecimal(value, decimals);
  return writeDecimal({ units: units * 10n ** BigInt(decimals - scale), scale: decimals });
}

const isAnswered: Readonly<Record<Comparator, (difference: number | null) => boolean>> = {
  '=': (difference) => difference === 0,
  '<>': (difference) => difference !== 0,
  '<': (difference) => difference !== null && difference < 0,
  '<=': (difference) => difference !== null && difference <= 0,
  '>': (difference) => difference !== null && difference > 0,
  '>=': (difference) => difference !== null && difference >= 0,
};

/** An empty number is equal to an empty one, and neither less nor more than any other. */
function isMet({ comparator, left, right }: Comparison, values: FormulaValues): boolean {
  const isText = [left, right].some((one) => kindOf(one, values.dataTypeOf) === 'text');
  return isAnswered[comparator](
    isText
      ? compareFolded(textOf(left, values), textOf(right, values))
      : compareNumbers(numberOf(left, values), numberOf(right, values)),
  );
}

function compareNumbers(one: Decimal | null, other: Decimal | null): number | null {
  if (one === null || other === null) return one === other ? 0 : null;
  const { units } = addDecimals(one, negate(other)!);
  return Number(units > 0n) - Number(units < 0n);
}

function operate(operator: Operator, left: Decimal | null, right: Decimal | null): Decimal | null {
  switch (operator) {
    case '+':
      return left && right ? addDecimals(left, right) : (left ?? right);
    case '-':
      return left && right ? addDecimals(left, negate(right)!) : (left ?? negate(right));
    case '*':
      return left && right && { units: left.units * right.units, scale: left.scale + right.scale };
    case '/':
      return left && right && divide(left, right);
  }
}

const negate = (value: Decimal | null): Decimal | null => value && { ...value, units: -value.units };
const sizeOf = (units: bigint): bigint => (units < 0n ? -units : units);

/** Rounded to so many decimals, a half away from zero. */
function divide(dividend: Decimal, divisor: Decimal): Decimal | null {
  if (divisor.units === 0n) return null;
  const above = sizeOf(dividend.units) * 10n ** BigInt(divisor.scale + quotientDecimals);
  const below = sizeOf(divisor.units) * 10n ** BigInt(dividend.scale);
  const quotient = (above * 2n + below) / (below * 2n);
  const isLess = dividend.units < 0n !== divisor.units < 0n;
  return { units: isLess ? -quotient : quotient, scale: quotientDecimals };
}

/** Of the values of lines: what is empty is left out; of nothing the sum and the count are 0, and the others empty. */
export function gather(by: Gathering, values: readonly (Decimal | null)[]): Decimal | null {
  const there = values.filter((value) => value !== null);
  if (by === 'count') return { units: BigInt(there.length), scale: 0 };
  if (by === 'sum') return there.reduce(addDecimals, zero);
  const [first = null, ...others] = there;
  const sign = by === 'min' ? 1n : -1n;
  return others.reduce<Decimal | null>((best, one) => {
    const difference = addDecimals(one, negate(best)!).units * sign;
    return difference < 0n ? one : best;
  }, first);
}

/** As the data type keeps it: numbers to its decimals, a half away from zero, texts to its length. Null is empty. */
export function settleResult(value: FormulaValue, dataType: DataType): FormulaValue {
  const [decimals, length] = [resultDecimals(dataType), resultLength(dataType)];
  if (typeof value === 'string') return length === null ? null : settleText(value, dataType, length);
  return value === null || decimals === null ? null : settleNumber(value, decimals);
}

/** Null where it has more digits than can be kept. */
function settleNumber(value: Decimal, decimals: number): Decimal | null {
  const rounded = roundDecimal(value, decimals);
  const isKept = sizeOf(rounded.units) < 10n ** BigInt(mostDigits - decimals + rounded.scale);
  return isKept ? trimDecimal(rounded) : null;
}

/** As a person's text is kept: a field of one line has no breaks and no blanks around it. One that is too long is cut. */
function settleText(value: string, dataType: DataType, longest: number): string | null {
  const text = dataType === 'string' ? value.replace(/[\r\n]+/g, ' ').trim() : value;
  return text.trim() === '' ? null : cut(text, longest);
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // A character of two units is not cut in halves.
  const kept = text.slice(0, longest - 1);
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}…`;
}

/** As the value of a field is stored. */
export const writeResult = (value: FormulaValue): string | null =>
  value === null || typeof value === 'string' ? value : writeDecimal(value);
