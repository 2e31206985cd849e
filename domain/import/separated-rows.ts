// The rows of a text of separated values as they come, in a file that the server reads and in one that the browser
// reads: what is in memory is one piece of the text and the row that it cut, however large the text is.
import { unguardFormula } from '../values/formula-guard.ts';
import {
  countFilled,
  findHeaderRow,
  fitRow,
  guessDelimiter,
  guessNewline,
  nameHeaders,
  readSeparatorLine,
  sayBrokenQuote,
} from './table-rules.ts';

export interface SeparatedRow {
  /** As a spreadsheet counts. */
  readonly row: number;
  readonly cells: readonly string[];
  /** Why its cells cannot be told apart, or null. */
  readonly whyNot: string | null;
}

/** What is used of Papa Parse, which the caller has. */
export interface SeparatedParser {
  parse(
    text: string,
    from: number,
    leaveLastRow: boolean,
  ): {
    readonly data: string[][];
    readonly errors: readonly { readonly code: string; readonly row?: number | undefined }[];
    readonly meta: { readonly cursor: number };
  };
}

export interface SeparatedOptions {
  /** Read from the header when it is not given. */
  readonly delimiter?: string | undefined;
  /** Which row names the columns: its number, 'found' where a title may stand above it, or the first one. */
  readonly headerRow?: number | 'found' | undefined;
  readonly makeParser: (signs: {
    readonly delimiter: string;
    readonly newline: '\r' | '\n';
  }) => SeparatedParser;
  /** Makes what is thrown of a sentence about a text that is no table. */
  readonly refuse: (sentence: string) => Error;
  /** How the sentences call the text. */
  readonly name: string;
}

export interface SeparatedText {
  readonly delimiter: string;
  readonly headers: readonly string[];
  readonly headerRow: number;
  /** All rows below the header, once; blank ones are left out. */
  readonly rows: AsyncGenerator<readonly SeparatedRow[]>;
}

/** In characters; a quote that is never closed is found by it, and not by the end of memory. */
const longestRow = 4_000_000;

export async function openSeparatedRows(
  texts: AsyncIterator<string>,
  { delimiter: given, headerRow, makeParser, refuse, name }: SeparatedOptions,
): Promise<SeparatedText> {
  let waiting = '';
  async function readFirstLine(): Promise<void> {
    // A \r at the end may be the first half of a line break.
    while (!/\n|\r./.test(waiting)) {
      const next = await texts.next();
      if (next.done === true) return;
      waiting += next.value;
      if (waiting.length > longestRow) throw refuse(`${name} has no line break: is it a CSV file?`);
    }
  }
  await readFirstLine();
  const said = readSeparatorLine(waiting);
  if (said !== null) {
    waiting = said.rest;
    await readFirstLine();
  }
  const delimiter = given ?? said?.delimiter ?? guessDelimiter(waiting);
  const parser = makeParser({ delimiter, newline: guessNewline(waiting) });
  let row = 0;

  function take(isLast: boolean): SeparatedRow[] {
    const parsed = parser.parse(waiting, 0, !isLast);
    waiting = isLast ? '' : waiting.slice(parsed.meta.cursor);
    const broken = new Map(parsed.errors.map((error) => [error.row ?? -1, error.code]));
    return parsed.data.flatMap((cells, index) => {
      row += 1;
      const code = broken.get(index);
      const last = cells.length - 1;
      if (cells[last]?.endsWith('\r') === true) cells[last] = cells[last].slice(0, -1);
      if (code === undefined && countFilled(cells) === 0) return [];
      const whyNot = code === undefined ? null : sayBrokenQuote(code);
      return [{ row, cells: cells.map(unguardFormula), whyNot }];
    });
  }

  async function* allRows(): AsyncGenerator<readonly SeparatedRow[]> {
    const first = take(false);
    if (first.length > 0) yield first;
    for (let next = await texts.next(); next.done !== true; next = await texts.next()) {
      waiting += next.value;
      if (waiting.length > longestRow)
        throw refuse(`Row ${row + 1} has no end: a quote in it is never closed.`);
      const rows = take(false);
      if (rows.length > 0) yield rows;
    }
    const rest = take(true);
    if (rest.length > 0) yield rest;
  }

  const all = allRows();
  const first = await all.next();
  const begun = first.done === true ? [] : first.value;
  const header =
    headerRow === 'found'
      ? findHeaderRow(begun, ({ cells }) => countFilled(cells))
      : begun.find(({ row: at }) => at >= (headerRow ?? 1));
  if (header === undefined)
    throw refuse(begun.length === 0 ? `${name} is empty.` : `${name} has no row ${headerRow}.`);
  const others = begun.slice(begun.indexOf(header) + 1);
  const headers = nameHeaders(header.cells);
  const fit = (one: SeparatedRow): SeparatedRow =>
    one.whyNot === null ? { row: one.row, ...fitRow(one.cells, headers.length) } : one;

  async function* below(): AsyncGenerator<readonly SeparatedRow[]> {
    if (others.length > 0) yield others.map(fit);
    for await (const rows of all) yield rows.map(fit);
  }
  return { delimiter, headers, headerRow: header.row, rows: below() };
}
