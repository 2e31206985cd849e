// What stands below the lines of one kind: the sums of their numbers, as the lines are written now.
import { addDecimals, readDecimal, writeDecimal, zero } from '@rowhouse/domain/kernel/decimal.ts';
import type { Line, LineField } from './line.ts';

export type LineSum = { readonly field: LineField; readonly sum: string };

const quantities: ReadonlySet<string> = new Set(['number', 'decimal', 'float']);

/** A line's own amount is what is computed, or the last one: those before it are its price and its parts. */
function findAmount(fields: readonly LineField[]): LineField | undefined {
  const amounts = fields.filter(({ dataType }) => dataType === 'currency');
  return amounts.findLast(({ formula }) => formula !== null) ?? amounts.at(-1);
}

/** None of fewer than two lines. What is written and no number is left out: it says so itself. */
export function sumLines(
  fields: readonly LineField[],
  lines: readonly Pick<Line, 'values'>[],
): readonly LineSum[] {
  if (lines.length < 2) return [];
  const amount = findAmount(fields);
  return fields
    .filter((field) => field === amount || quantities.has(field.dataType))
    .flatMap((field) => {
      const numbers = lines.flatMap(({ values }) => {
        const value = values.get(field.key) ?? '';
        return /^-?\d+(\.\d+)?$/.test(value) ? [readDecimal(value)] : [];
      });
      if (numbers.length === 0) return [];
      return [{ field, sum: writeDecimal(numbers.reduce(addDecimals, zero)) }];
    });
}
