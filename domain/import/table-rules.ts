// How a table of text is told apart, in a file that the server reads and in one that the browser reads.

/** The sign that parts the header most often. */
export function guessDelimiter(text: string): string {
  const header = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, count: header.split(sign).length }));
  return counts.toSorted((one, other) => other.count - one.count)[0]?.sign ?? ',';
}

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
