// How a table of text is told apart, in a file that the server reads and in one that the browser reads.

const linesLookedAt = 10;

/** The sign that parts the header most often; of a title above it, which has none, the line below counts. */
export function guessDelimiter(text: string): string {
  const lines = text.replace(/"[^"]*"/g, '').split(/\r\n|\n|\r/, linesLookedAt);
  const header = lines.find((line) => /[,;\t|]/.test(line)) ?? '';
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, count: header.split(sign).length }));
  return counts.toSorted((one, other) => other.count - one.count)[0]?.sign ?? ',';
}

/** Excel's own way to say the separator, in a line above the header that it does not show. */
export function readSeparatorLine(
  text: string,
): { readonly delimiter: string; readonly rest: string } | null {
  const line = /^"?sep=([,;\t|])"?(?:\r\n|\n|\r)/i.exec(text);
  return line?.[1] === undefined ? null : { delimiter: line[1], rest: text.slice(line[0].length) };
}

/** A title above the columns fills one cell, and their names several: the row of the names, or the first one. */
export function findHeaderRow<Row>(rows: readonly Row[], countFilled: (row: Row) => number): Row | undefined {
  const first = rows[0];
  if (first === undefined || countFilled(first) > 1) return first;
  return rows.slice(0, linesLookedAt).find((row) => countFilled(row) > 1) ?? first;
}

export const countFilled = (cells: readonly string[]): number =>
  cells.filter((cell) => cell.trim() !== '').length;

/** That of the header: a cell below it may hold breaks of another kind. */
export const guessNewline = (text: string): '\r' | '\n' =>
  /\r\n|\n|\r/.exec(text.replace(/"[^"]*"/g, ''))?.[0] === '\r' ? '\r' : '\n';

export const nameHeaders = (cells: readonly string[]): string[] =>
  cells.map((name, index) => name.trim() || `column ${index + 1}`);

/** A row as it stands under the header, or why its cells cannot be told apart. */
export function fitRow(
  cells: readonly string[],
  width: number,
): { readonly cells: readonly string[]; readonly whyNot: string | null } {
  if (cells.length === width) return { cells, whyNot: null };
  const isOnlyLonger = cells.length > width && cells.slice(width).every((cell) => cell.trim() === '');
  if (isOnlyLonger) return { cells: cells.slice(0, width), whyNot: null };
  return { cells, whyNot: `This row has ${cells.length} cells; the header has ${width}.` };
}

/** @param code what the parser calls it */
export const sayBrokenQuote = (code: string): string =>
  code === 'MissingQuotes'
    ? 'A quote in this row is never closed.'
    : 'A quote stands inside a quoted cell: write it twice.';
