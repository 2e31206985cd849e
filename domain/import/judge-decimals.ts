// Which sign stands before the decimals of a column. 16,448 is a thousand times 16.448: what can be read both ways is
// never guessed at, and a column that holds such cells is refused whole unless its other cells settle it.
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
};

export const noWitness = (): DecimalWitness => ({ point: null, comma: null, either: null });

export function noteDecimals(witness: DecimalWitness, text: string, row: number): void {
  if (!/[.,]/.test(text)) return;
  const byPoint = readDigits(text, '.');
  const byComma = readDigits(text, ',');
  if (byPoint !== null && byComma === null) witness.point ??= { row, text };
  else if (byPoint === null && byComma !== null) witness.comma ??= { row, text };
  else if (byPoint !== byComma) witness.either ??= { row, text };
}

/** The sentence that refuses the column, or null. */
export function whyNotDecimals(column: string, witness: DecimalWitness, delimiter: string): string | null {
  const { point, comma, either } = witness;
  const say = 'Say which it is: --decimal-comma or --decimal-point.';
  if (comma !== null && point === null)
    return `The column '${column}' has decimals behind a comma: '${comma.text}' in row ${comma.row}. Import with --decimal-comma.`;
  if (comma !== null && point !== null && either !== null)
    return `The column '${column}' is written in two ways: '${comma.text}' in row ${comma.row} and '${point.text}' in row ${point.row}. ${both(either)} ${say}`;
  if (either !== null && point === null && delimiter === ';')
    return `The column '${column}' can be read in two ways: ${both(either)} ${say}`;
  return null;
}

function both({ text, row }: Sighting): string {
  const read = (sign: DecimalSign) => readDigits(text, sign) ?? text;
  return `'${text}' in row ${row} may be ${read('.')} or ${read(',')}.`;
}

/** What settles the decimals of a whole file, or the sentence that asks for it. */
export function settleDecimals(
  columns: readonly { readonly name: string; readonly witness: DecimalWitness }[],
  delimiter: string,
): { readonly sign: DecimalSign } | { readonly whyNot: string } {
  const ask = "Choose 'Decimal point' or 'Decimal comma'.";
  const byComma = columns.find(({ witness: { comma, point } }) => comma !== null && point === null);
  const byPoint = columns.find(({ witness: { point } }) => point !== null);
  const unclear = columns.find(({ witness: { either } }) => either !== null);
  const isMixed = columns.some(
    ({ witness: { comma, point, either } }) => comma !== null && point !== null && either !== null,
  );
  const [comma, point] = [byComma?.witness.comma, byPoint?.witness.point];
  if (comma != null && point != null)
    return {
      whyNot: `Numbers are written in two ways: '${comma.text}' in row ${comma.row} and '${point.text}' in row ${point.row}. ${ask}`,
    };
  if (isMixed && unclear?.witness.either != null)
    return {
      whyNot: `The column '${unclear.name}' is written in two ways. ${both(unclear.witness.either)} ${ask}`,
    };
  if (comma != null) return { sign: ',' };
  if (point == null && unclear?.witness.either != null && delimiter === ';')
    return {
      whyNot: `The column '${unclear.name}' can be read in two ways: ${both(unclear.witness.either)} ${ask}`,
    };
  return { sign: '.' };
}
