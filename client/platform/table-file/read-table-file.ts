// The rows of a file of separated values or of Excel, a part at a time, however large it is. It runs in a worker, for a
// file may be anything; what cannot be taken is thrown as a sentence.
import {
  largestImportBytes,
  largestPartCharacters,
  mostImportColumns,
  mostImportRows,
  mostRowsInPart,
} from '@rowhouse/domain/import/limits.ts';
import { tooManyImportColumns, tooManyImportRows } from '@rowhouse/domain/import/screen-rules.ts';
import { textOfSheetCell, type SheetCell } from '@rowhouse/domain/import/sheet-cell.ts';
import {
  fitRow,
  guessDelimiter,
  guessNewline,
  nameHeaders,
  sayBrokenQuote,
} from '@rowhouse/domain/import/table-rules.ts';
import Papa from 'papaparse';
import { isCompoundFile, isZip, readWorkbook } from '../workbook/read-workbook.ts';
import { WorkbookFault } from '../workbook/workbook-fault.ts';

export type TableFileReading = {
  /** Found by itself where it is not given; null in a workbook, which says what its cells are. */
  readonly delimiter: string | null;
  readonly encoding: string | null;
  /** Of a workbook, the sheet that is read. */
  readonly sheet: { readonly name: string; readonly visibleSheets: number } | null;
  readonly headers: readonly string[];
};

export type TableFileRow = {
  readonly row: number;
  readonly cells: readonly string[];
  readonly broken: string | null;
};

export type GivenReading = {
  readonly delimiter?: string | undefined;
  readonly encoding?: string | undefined;
};

type Opened = { readonly reading: TableFileReading; readonly rows: AsyncGenerator<readonly TableFileRow[]> };

export async function openTable(file: Blob, given: GivenReading): Promise<Opened> {
  if (file.size === 0) throw new WorkbookFault('The file is empty.');
  if (file.size > largestImportBytes)
    throw new WorkbookFault('The file is larger than 50 MB. Split it, or import it by the command line.');
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  const opened = isZip(head) || isCompoundFile(head) ? await openWorkbook(file) : await openText(file, given);
  if (opened.reading.headers.length > mostImportColumns) throw new WorkbookFault(tooManyImportColumns);
  return { ...opened, rows: inParts(opened.rows) };
}

/** Each below what one request may hold. */
async function* inParts(
  rows: AsyncGenerator<readonly TableFileRow[]>,
): AsyncGenerator<readonly TableFileRow[]> {
  let part: TableFileRow[] = [];
  let characters = 0;
  let count = 0;
  for await (const some of rows)
    for (const row of some) {
      count += 1;
      if (count > mostImportRows) throw new WorkbookFault(tooManyImportRows);
      const length = row.cells.reduce((sum, cell) => sum + cell.length + 3, 0);
      if (part.length >= mostRowsInPart || (part.length > 0 && characters + length > largestPartCharacters)) {
        yield part;
        part = [];
        characters = 0;
      }
      part.push(row);
      characters += length;
    }
  if (part.length > 0) yield part;
}

async function openWorkbook(file: Blob): Promise<Opened> {
  const sheet = await readWorkbook(new Uint8Array(await file.arrayBuffer()), {
    mostRows: mostImportRows,
    tooManyRows: () => new WorkbookFault(tooManyImportRows),
  });
  const [header, ...others] = sheet.rows;
  if (header === undefined) throw new WorkbookFault('The sheet is empty.');
  const headers = nameHeaders(header.cells.map(textOf));
  async function* rows(): AsyncGenerator<readonly TableFileRow[]> {
    for (const { rowNumber, cells } of others) {
      const texts = cells.map(textOf);
      // A sheet leaves out the empty cells behind the last one.
      while (texts.length < headers.length) texts.push('');
      if (texts.every((text) => text === '')) continue;
      const fit = fitRow(texts, headers.length);
      yield [{ row: rowNumber - header!.rowNumber + 1, cells: fit.cells, broken: fit.whyNot }];
    }
  }
  const { name, visibleSheets } = sheet;
  return {
    reading: { delimiter: null, encoding: null, sheet: { name, visibleSheets }, headers },
    rows: rows(),
  };
}

/** Days as nobody reads them in two ways. */
const textOf = (cell: SheetCell): string =>
  typeof cell === 'string'
    ? cell
    : textOfSheetCell(cell, null).replace(/^(\d\d)\/(\d\d)\/(\d{4})/, '$3-$1-$2');

async function guessEncoding(file: Blob): Promise<string> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of chunksOf(file)) {
      if (chunk.includes(0))
        throw new WorkbookFault('This is no spreadsheet. Choose an Excel (.xlsx), CSV or TSV file.');
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
    return 'utf-8';
  } catch (fault) {
    if (fault instanceof WorkbookFault) throw fault;
    return 'windows-1252';
  }
}

const chunkBytes = 256 * 1024;

async function* chunksOf(file: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < file.size; at += chunkBytes)
    yield new Uint8Array(await file.slice(at, at + chunkBytes).arrayBuffer());
}

/** A quote that is never closed is found by it, and not by the end of memory. */
const longestRow = 4_000_000;

/** An apostrophe is how a spreadsheet is told that a cell is text and no formula; exports write it. */
const withoutApostrophe = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

async function openText(file: Blob, given: GivenReading): Promise<Opened> {
  const encoding = given.encoding ?? (await guessEncoding(file));
  const texts = textsOf(file, encoding);
  let waiting = '';
  // A \r at the end may be the first half of a line break.
  while (!/\n|\r./.test(waiting)) {
    const next = await texts.next();
    if (next.done === true) break;
    waiting += next.value;
    if (waiting.length > longestRow) throw new WorkbookFault('The file has no line break: is it a CSV file?');
  }
  const delimiter = given.delimiter ?? guessDelimiter(waiting);
  const parser = new Papa.Parser({ delimiter, newline: guessNewline(waiting) });
  let row = 0;

  function take(isLast: boolean): TableFileRow[] {
    const parsed = parser.parse(waiting, 0, !isLast) as Papa.ParseResult<string[]>;
    waiting = isLast ? '' : waiting.slice(parsed.meta.cursor);
    const broken = new Map(parsed.errors.map((error) => [error.row ?? -1, error.code]));
    return parsed.data.flatMap((cells, index) => {
      row += 1;
      const code = broken.get(index);
      const last = cells.length - 1;
      if (cells[last]?.endsWith('\r') === true) cells[last] = cells[last].slice(0, -1);
      if (cells.length === 1 && cells[0]?.trim() === '') return [];
      const texts = cells.map(withoutApostrophe);
      return [{ row, cells: texts, broken: code === undefined ? null : sayBrokenQuote(code) }];
    });
  }

  async function* allRows(): AsyncGenerator<readonly TableFileRow[]> {
    const first = take(false);
    if (first.length > 0) yield first;
    for await (const text of texts) {
      waiting += text;
      if (waiting.length > longestRow)
        throw new WorkbookFault(`Row ${row + 1} has no end: a quote in it is never closed.`);
      const rows = take(false);
      if (rows.length > 0) yield rows;
    }
    const rest = take(true);
    if (rest.length > 0) yield rest;
  }

  const all = allRows();
  const first = await all.next();
  const [header, ...others] = first.done === true ? [] : first.value;
  if (header === undefined) throw new WorkbookFault('The file is empty.');
  const headers = nameHeaders(header.cells);
  const fit = (one: TableFileRow): TableFileRow => {
    if (one.broken !== null) return one;
    const { cells, whyNot } = fitRow(one.cells, headers.length);
    return { row: one.row, cells, broken: whyNot };
  };
  async function* below(): AsyncGenerator<readonly TableFileRow[]> {
    if (others.length > 0) yield others.map(fit);
    for await (const rows of all) yield rows.map(fit);
  }
  return { reading: { delimiter, encoding, sheet: null, headers }, rows: below() };
}

async function* textsOf(file: Blob, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (chunk?: Uint8Array<ArrayBuffer>): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new WorkbookFault(`The file is not written in ${encoding}. Choose another encoding.`);
    }
  };
  for await (const chunk of chunksOf(file)) yield decode(chunk);
  yield decode();
}
