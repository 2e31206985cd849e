// What a formula comes to. Everything is a decimal number as it is written: no binary fraction comes between. The server's
// statements compute the same in SQL (record-store/formula-sql.ts), which a test holds to what is said here.
//
// An empty value is left out of + and −, and makes × and ÷ empty: a total without freight is the total, and a quantity
// without a price is nothing. What is divided by zero is empty.
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
import {
  mostDigits,
  quotientDecimals,
  resultDecimals,
  type Formula,
  type Gathering,
  type Operator,
} from './formula.ts';

export type FormulaValues = {
  /** Null where the field is empty. */
  readonly field: (key: string) => Decimal | null;
  readonly gathered: (by: Gathering, key: string) => Decimal | null;
};

const plainNumber = /^-?\d+(\.\d+)?$/;

/** Null for what is empty, and for what is no number. */
export const readOperand = (stored: string | null | undefined): Decimal | null =>
  stored != null && plainNumber.test(stored) ? readDecimal(stored) : null;

export function evaluate(formula: Formula, values: FormulaValues): Decimal | null {
  switch (formula.kind) {
    case 'constant':
      return readDecimal(formula.text);
    case 'field':
      return values.field(formula.key);
    case 'gathered':
      return values.gathered(formula.by, formula.key);
    case 'minus':
      return negate(evaluate(formula.of, values));
    case 'round': {
      const value = evaluate(formula.of, values);
      return value && roundDecimal(value, formula.decimals);
    }
    case 'operation':
      return operate(formula.operator, evaluate(formula.left, values), evaluate(formula.right, values));
  }
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

/** Rounded to what the data type keeps, a half away from zero; null where it has more digits than can be kept. */
export function settleResult(value: Decimal | null, dataType: DataType): Decimal | null {
  const decimals = resultDecimals(dataType);
  if (value === null || decimals === null) return null;
  const rounded = roundDecimal(value, decimals);
  const isKept = sizeOf(rounded.units) < 10n ** BigInt(mostDigits - decimals + rounded.scale);
  return isKept ? trimDecimal(rounded) : null;
}

/** As the value of a field is stored. */
export const writeResult = (value: Decimal | null): string | null => value && writeDecimal(value);
