import type { DataType } from '../fields/data-types.ts';
import {
  addDecimals,
  divideDecimal,
  readDecimal,
  trimDecimal,
  writeDecimal,
  zero,
} from '../kernel/decimal.ts';
import { foldCase } from '../kernel/fold-case.ts';
import { valueOf } from '../values/values.ts';
import type { FieldMeasure } from './measures.ts';

const averageScale = 10;

/**
 * A measure of values that are at hand, as the server answers it over records.
 *
 * @param values as stored; '' where a record holds none
 */
export function measureValues(
  kind: FieldMeasure,
  dataType: DataType,
  values: readonly string[],
): string | null {
  const type = valueOf(dataType);
  const filled = values.filter((value) => !type.isEmpty(value));
  switch (kind) {
    case 'FILLED':
      return String(filled.length);
    case 'EMPTY':
      return String(values.length - filled.length);
    case 'CHECKED':
      return String(filled.filter((value) => value === 'true').length);
    case 'DISTINCT':
      return String(new Set(filled.map((value) => sameness(value, dataType))).size);
    case 'MIN':
      return extreme(filled, dataType, -1);
    case 'MAX':
      return extreme(filled, dataType, 1);
    default:
      return filled.length === 0 ? null : added(kind, filled);
  }
}

/** What is the same for values that are one. */
const sameness = (value: string, dataType: DataType): string =>
  valueOf(dataType).family === 'number' ? String(Number(value)) : foldCase(value);

function added(kind: 'SUM' | 'AVERAGE', filled: readonly string[]): string {
  const sum = filled.map(readDecimal).reduce(addDecimals, zero);
  const scale = Math.max(averageScale, sum.scale);
  return writeDecimal(trimDecimal(kind === 'SUM' ? sum : divideDecimal(sum, BigInt(filled.length), scale)));
}

function extreme(filled: readonly string[], dataType: DataType, way: 1 | -1): string | null {
  const { family } = valueOf(dataType);
  const rankOf = (value: string) => (family === 'datetime' ? Date.parse(value) : Number(value));
  const isByText = family === 'date' || family === 'time';
  const compare = (one: string, other: string): number =>
    isByText ? (one < other ? -1 : Number(one > other)) : rankOf(one) - rankOf(other);
  return filled.toSorted((one, other) => way * compare(other, one))[0] ?? null;
}
