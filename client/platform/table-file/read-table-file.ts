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
  openSeparatedRows,
  type SeparatedParser,
  type SeparatedRow,
} from '@rowhouse/domain/import/separated-rows.ts';
import { findUnmarkedUtf16 } from '@rowhouse/domain/import/unmarked-utf16.ts';
import { countFilled, findHeaderRow, fitRow, nameHeaders } from '@rowhouse/domain/import/table-rules.ts';
import Papa from 'papaparse';
import { isCompoundFile, isZip, readWorkbook } from '../workbook/read-workbook.ts';
import { WorkbookFault } from '../workbook/workbook-fault.ts';

export type TableFileReading = {
  /** Found by itself where it is not given; null in a workbook, which says what its cells are. */
  readonly delimiter: string | null;
  readonly encoding: string | null;
  /** Of a workbook, the sheet that is read. */
  readonly sheet: { readonly name: string; readonly names: readonly string[] } | null;
  /** The row that names the columns. */
  readonly headerRow: number;
  readonly headers: readonly string[];
};

export type GivenReading = {
  readonly delimiter?: string | undefined;
  readonly encoding?: string | undefined;
  readonly sheet?: string | undefined;
  /** Found where it is not given: a title may stand above the names of the columns. */
  readonly headerRow?: number | undefined;
};

type Opened = { readonly reading: TableFileReading; readonly rows: AsyncGenerator<readonly SeparatedRow[]> };

export async function openTable(file: Blob, given: GivenReading): Promise<Opened> {
  if (file.size === 0) throw new WorkbookFault('The file is empty.');
  if (file.size > largestImportBytes)
    throw new WorkbookFault('The file is larger than 50 MB. Split it, or import it by the command line.');
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  const opened =
    isZip(head) || isCompoundFile(head) ? await openWorkbook(file, given) : await openText(file, given);
  if (opened.reading.headers.length > mostImportColumns) throw new WorkbookFault(tooManyImportColumns);
  return { ...opened, rows: inParts(opened.rows) };
}

/** Each below what one request may hold. */
async function* inParts(
  rows: AsyncGenerator<readonly SeparatedRow[]>,
): AsyncGenerator<readonly SeparatedRow[]> {
  let part: SeparatedRow[] = [];
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

async function openWorkbook(file: Blob, given: GivenReading): Promise<Opened> {
  const limits = { mostRows: mostImportRows, tooManyRows: () => new WorkbookFault(tooManyImportRows) };
  const sheet = await readWorkbook(new Uint8Array(await file.arrayBuffer()), limits, given.sheet);
  const { headerRow } = given;
  const header =
    headerRow === undefined
      ? findHeaderRow(sheet.rows, ({ cells }) => countFilled(cells.map(textOf)))
      : sheet.rows.find(({ rowNumber }) => rowNumber >= headerRow);
  if (header === undefined) throw new WorkbookFault('The sheet is empty.');
  const others = sheet.rows.slice(sheet.rows.indexOf(header) + 1);
  const headers = nameHeaders(header.cells.map(textOf));
  async function* rows(): AsyncGenerator<readonly SeparatedRow[]> {
    for (const { rowNumber, cells } of others) {
      const texts = cells.map(textOf);
      // A sheet leaves out the empty cells behind the last one.
      while (texts.length < headers.length) texts.push('');
      if (texts.every((text) => text === '')) continue;
      yield [{ row: rowNumber, ...fitRow(texts, headers.length) }];
    }
  }
  const { name, sheetNames } = sheet;
  return {
    reading: {
      delimiter: null,
      encoding: null,
      sheet: { name, names: sheetNames },
      headerRow: header.rowNumber,
      headers,
    },
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
  const unmarked = findUnmarkedUtf16(new Uint8Array(await file.slice(0, chunkBytes).arrayBuffer()));
  if (unmarked === 'utf-16le' || unmarked === 'utf-16be') return unmarked;
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

async function openText(file: Blob, given: GivenReading): Promise<Opened> {
  const encoding = given.encoding ?? (await guessEncoding(file));
  const { delimiter, headers, headerRow, rows } = await openSeparatedRows(textsOf(file, encoding), {
    delimiter: given.delimiter,
    headerRow: given.headerRow ?? 'found',
    makeParser: (signs) => new Papa.Parser(signs) as SeparatedParser,
    refuse: (sentence) => new WorkbookFault(sentence),
    name: 'The file',
  });
  return { reading: { delimiter, encoding, sheet: null, headerRow, headers }, rows };
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
