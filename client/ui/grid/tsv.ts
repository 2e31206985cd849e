// Tables as spreadsheets put them on the clipboard: tabs between cells, line breaks between rows, and quotes around
// what holds either. What a spreadsheet would run as a formula goes out with the apostrophe that makes it text there,
// and comes in without it: here everything is text.

const startsFormula = /^[=+\-@\t\r]/;
/** Signed numbers and phones begin so as well, and must come back as they went. */
const isHarmless = /^(-\d[\d,]*(\.\d+)?|\+\d[\d ().-]*|[-–])$/;

const asText = (value: string): string =>
  startsFormula.test(value) && !isHarmless.test(value) ? `'${value}` : value;

export function toTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((value) => quoteWhereNeeded(asText(value))).join('\t')).join('\r\n');
}

function quoteWhereNeeded(value: string): string {
  return /["\t\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** The same cells for programs that take a table; '@' is what tells Excel that a cell is text. */
export function toHtmlTable(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) =>
    row
      .map((value) => `<td style="mso-number-format:'\\@';white-space:pre-wrap">${escapeHtml(value)}</td>`)
      .join('');
  return `<table>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</table>`;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => escapes[character]!).replaceAll('\n', '<br>');

/**
 * At least one cell. The line break that spreadsheets put behind the last row makes no row. A quote opens a quoted
 * cell only where one ends as such: a cell that merely begins with a quote is what it is.
 */
export function readTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at <= text.length) {
    const { value, end } = readCell(text, at);
    rows.at(-1)!.push(value);
    if (end >= text.length) break;
    const isRowEnd = text[end] !== '\t';
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
    if (isRowEnd && at >= text.length) break;
    if (isRowEnd) rows.push([]);
  }
  return rows;
}

function readCell(text: string, start: number): { value: string; end: number } {
  if (text[start] === '"') {
    const quoted = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y;
    quoted.lastIndex = start;
    const match = quoted.exec(text);
    if (match)
      return {
        value: withoutApostrophe(match[1]!.replaceAll('""', '"').replaceAll('\r\n', '\n')),
        end: quoted.lastIndex,
      };
  }
  const plain = /[^\t\r\n]*/y;
  plain.lastIndex = start;
  return { value: withoutApostrophe(plain.exec(text)![0]), end: plain.lastIndex };
}

const withoutApostrophe = (value: string): string => (/^'[=+\-@\t\r]/.test(value) ? value.slice(1) : value);
