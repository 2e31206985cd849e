// Which sign stands before the decimals of a column. 16,448 is a thousand times 16.448: what can be read both ways is
// never guessed at, and a column that holds such cells is refused whole unless its other cells settle it.
import type { DataType } from '../fields/data-types.ts';
import { readDigits } from '../values/read-number.ts';
import type { DecimalSign } from '../values/read-number.ts';

/** The first cell of each kind, with its row; a kind that the column has not is null. */
export type Sighting = { readonly row: number; readonly text: string };

export type DecimalWitness = {
  /** Can only be read with a point before its decimals: 3.54; or only with a comma: 3,54. */
  point: Sighting | null;
  comma: Sighting | null;
  /** Another number with the one than with the other: 16,448 and 16.448. */
  either: Sighting | null;
  /** One of these that commas between the cells do not settle: 1.500 in an amount, and 16,448 where three decimals are ordinary. */
  doubtful: Sighting | null;
};

export const noWitness = (): DecimalWitness => ({ point: null, comma: null, either: null, doubtful: null });

/** Amounts have two decimals and whole numbers none: 1.500 in such a column is a thousand and a half as likely as not. */
const hasThreeDecimals = (dataType: DataType): boolean => dataType === 'decimal' || dataType === 'float';

export function noteDecimals(witness: DecimalWitness, text: string, row: number, dataType: DataType): void {
  if (!/[.,]/.test(text)) return;
  const byPoint = readDigits(text, '.');
  const byComma = readDigits(text, ',');
  if (byPoint !== null && byComma === null) witness.point ??= { row, text };
  else if (byPoint === null && byComma !== null) witness.comma ??= { row, text };
  else if (byPoint !== byComma) {
    witness.either ??= { row, text };
    // A comma in an amount parts thousands (decision 158); in a weight or a rate it may as well stand before the decimals.
    if (text.includes(',') === hasThreeDecimals(dataType)) witness.doubtful ??= { row, text };
  }
}

/**
 * The sentence that refuses the column, or null.
 * @param delimiter null: the cells are those of a workbook
 */
export function whyNotDecimals(
  column: string,
  witness: DecimalWitness,
  delimiter: string | null,
): string | null {
  const { point, comma, either } = witness;
  const say = 'Say which it is: --decimal-comma or --decimal-point.';
  if (comma !== null && point === null)
    return `The column '${column}' has decimals behind a comma: '${comma.text}' in row ${comma.row}. Import with --decimal-comma.`;
  if (comma !== null && point !== null && either !== null)
    return `The column '${column}' is written in two ways: '${comma.text}' in row ${comma.row} and '${point.text}' in row ${point.row}. ${both(either)} ${say}`;
  const unclear = unclearOf(witness, delimiter);
  if (unclear !== null && point === null)
    return `The column '${column}' can be read in two ways: ${both(unclear)} ${say}`;
  return null;
}

/** What is not to be read by a point because nothing else is said. What parts its cells by anything but commas may be of anywhere. */
const unclearOf = ({ either, doubtful }: DecimalWitness, delimiter: string | null): Sighting | null =>
  delimiter === ',' ? doubtful : either;

function both({ text, row }: Sighting): string {
  const read = (sign: DecimalSign) => readDigits(text, sign) ?? text;
  return `'${text}' in row ${row} may be ${read('.')} or ${read(',')}.`;
}

/**
 * What settles the decimals of a whole file, or the sentence that asks for it.
 * @param delimiter null: the cells are those of a workbook
 */
export function settleDecimals(
  columns: readonly { readonly name: string; readonly witness: DecimalWitness }[],
  delimiter: string | null,
): { readonly sign: DecimalSign } | { readonly whyNot: string } {
  const ask = "Choose 'Decimal point' or 'Decimal comma'.";
  const byComma = columns.find(({ witness: { comma, point } }) => comma !== null && point === null);
  const byPoint = columns.find(({ witness: { point } }) => point !== null);
  const mixed = columns.find(({ witness: { either } }) => either !== null);
  const unclear = columns.find(({ witness }) => unclearOf(witness, delimiter) !== null);
  const isMixed = columns.some(
    ({ witness: { comma, point, either } }) => comma !== null && point !== null && either !== null,
  );
  const [comma, point] = [byComma?.witness.comma, byPoint?.witness.point];
  if (comma != null && point != null)
    return {
      whyNot: `Numbers are written in two ways: '${comma.text}' in row ${comma.row} and '${point.text}' in row ${point.row}. ${ask}`,
    };
  if (isMixed && mixed?.witness.either != null)
    return {
      whyNot: `The column '${mixed.name}' is written in two ways. ${both(mixed.witness.either)} ${ask}`,
    };
  if (comma != null) return { sign: ',' };
  const cell = unclear && unclearOf(unclear.witness, delimiter);
  if (point == null && unclear && cell)
    return { whyNot: `The column '${unclear.name}' can be read in two ways: ${both(cell)} ${ask}` };
  return { sign: '.' };
}
