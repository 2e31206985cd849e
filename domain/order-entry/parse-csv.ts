// CSV (RFC 4180) row by row. Server and page judge a company's files by this one reading; the floor that has no library
// reads it, and a file of 100,000 rows is never a copy of itself in memory (decision 078).

export type CsvRow = {
  /** As a spreadsheet counts: the header is row 1. */
  readonly row: number;
  readonly cells: readonly string[];
  /** Why its cells cannot be told apart, or null. */
  readonly whyNot: string | null;
};

export const neverClosed = 'A quote in this row is never closed.';
export const quoteInside = 'A quote stands inside a quoted cell: write it twice.';

/** The sign that parts the header most often. */
function findDelimiter(text: string): string {
  const end = text.search(/[\r\n]/);
  const header = (end === -1 ? text : text.slice(0, end)).slice(0, 10_000).replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, count: header.split(sign).length }));
  return counts.toSorted((one, other) => other.count - one.count)[0]?.sign ?? ',';
}

/** Blank rows are counted and left out. */
export function* parseCsv(given: string): Generator<CsvRow, void, undefined> {
  const text = given.startsWith('\uFEFF') ? given.slice(1) : given;
  const delimiter = findDelimiter(text);
  const newline = text.includes('\n') ? '\n' : '\r';
  let at = 0;
  let row = 0;
  while (at < text.length) {
    row += 1;
    const read = readRow(text, at, delimiter, newline);
    at = read.end;
    const isBlank = read.cells.every((cell) => cell.trim() === '');
    if (!isBlank || read.whyNot !== null) yield { row, cells: read.cells, whyNot: read.whyNot };
  }
}

type ReadRow = { readonly cells: string[]; readonly whyNot: string | null; readonly end: number };

function readRow(text: string, start: number, delimiter: string, newline: string): ReadRow {
  const lineEnd = endOf(text, newline, start);
  const line = text.slice(start, lineEnd);
  // Most rows hold no quote, and are parted as they are.
  if (!line.includes('"')) return { cells: cutEnd(line.split(delimiter)), whyNot: null, end: lineEnd + 1 };
  const cells: string[] = [];
  let at = start;
  for (;;) {
    if (text[at] !== '"') {
      const cell = nextEnd(text, at, delimiter, newline);
      cells.push(text.slice(at, cell));
      at = cell;
    } else {
      const closing = findClosing(text, at + 1);
      if (closing === -1) return { cells, whyNot: neverClosed, end: text.length };
      cells.push(text.slice(at + 1, closing).replaceAll('""', '"'));
      at = closing + 1;
      if (text[at] === '\r' && text[at + 1] === newline) at += 1;
      if (at < text.length && text[at] !== delimiter && text[at] !== newline)
        return { cells, whyNot: quoteInside, end: endOf(text, newline, at) + 1 };
    }
    if (text[at] !== delimiter) return { cells: cutEnd(cells), whyNot: null, end: at + 1 };
    at += 1;
  }
}

function endOf(text: string, newline: string, from: number): number {
  const found = text.indexOf(newline, from);
  return found === -1 ? text.length : found;
}

function nextEnd(text: string, from: number, delimiter: string, newline: string): number {
  const line = endOf(text, newline, from);
  const cell = text.indexOf(delimiter, from);
  return cell === -1 || cell > line ? line : cell;
}

function findClosing(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return -1;
}

/** Of rows that end with \r\n the last cell has the first half. */
function cutEnd(cells: string[]): string[] {
  const last = cells.length - 1;
  if (cells[last]?.endsWith('\r') === true) cells[last] = cells[last].slice(0, -1);
  return cells;
}
