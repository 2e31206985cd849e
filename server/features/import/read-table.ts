// A CSV or TSV file, chunk by chunk: what is in memory is one chunk and the row that it cut, however large the file.
import { createReadStream, statSync } from 'node:fs';
import { extname } from 'node:path';
import { TextDecoder } from 'node:util';
import Papa from 'papaparse';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import {
  fitRow,
  guessDelimiter,
  guessNewline,
  nameHeaders,
  sayBrokenQuote,
} from '@rowhouse/domain/import/table-rules.ts';
import { guessEncoding } from './guess-encoding.ts';
import { whyNoText } from './why-no-text.ts';

export type TableRow = {
  /** As a spreadsheet counts: the header is row 1. */
  readonly row: number;
  readonly cells: readonly string[];
  /** Why its cells cannot be told apart, or null. */
  readonly whyNot: string | null;
};

export type Table = {
  readonly headers: readonly string[];
  /** All rows below the header, once; blank ones are left out. */
  rows(): AsyncGenerator<readonly TableRow[]>;
  readonly encoding: string;
  readonly delimiter: string;
  readonly sizeBytes: number;
  bytesRead(): number;
};

export type TableOptions = {
  /** Read from the header when it is not given. */
  readonly delimiter?: string | undefined;
  /** As browsers name encodings; found by looking when it is not given. */
  readonly encoding?: string | undefined;
};

/** The longest row; a quote that is never closed is found by it, and not by the end of memory. */
const longestRow = 4_000_000;

export async function openTable(path: string, options: TableOptions = {}): Promise<Table> {
  const sizeBytes = sizeOf(path);
  const whyNotText = await whyNoText(path, options.encoding);
  if (whyNotText !== null) throw invalid(whyNotText);
  const decoder = decoderOf(options.encoding ?? (await guessEncoding(path)));
  let bytesRead = 0;
  const stream = createReadStream(path, { highWaterMark: 256 * 1024 });

  async function* texts(): AsyncGenerator<string> {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytesRead += chunk.byteLength;
      yield decode(decoder, chunk, path);
    }
    yield decode(decoder, undefined, path);
  }

  const source = texts();
  let waiting = '';
  // A \r at the end may be the first half of a line break.
  while (!/\n|\r./.test(waiting)) {
    const next = await source.next();
    if (next.done === true) break;
    waiting += next.value;
    if (waiting.length > longestRow) throw invalid(`${path} has no line break: is it a CSV file?`);
  }
  const newline = guessNewline(waiting);
  const delimiter =
    options.delimiter ?? (extname(path).toLowerCase() === '.tsv' ? '\t' : guessDelimiter(waiting));
  const parser = new Papa.Parser({ delimiter, newline });
  let row = 0;

  function take(isLast: boolean): TableRow[] {
    const parsed = parser.parse(waiting, 0, !isLast) as Papa.ParseResult<string[]>;
    waiting = isLast ? '' : waiting.slice(parsed.meta.cursor);
    const broken = new Map(parsed.errors.map((error) => [error.row ?? -1, error.code]));
    return parsed.data.flatMap((cells, index) => {
      row += 1;
      const code = broken.get(index);
      const last = cells.length - 1;
      if (cells[last]?.endsWith('\r') === true) cells[last] = cells[last].slice(0, -1);
      if (cells.length === 1 && cells[0]?.trim() === '') return [];
      return [{ row, cells, whyNot: code === undefined ? null : sayBrokenQuote(code) }];
    });
  }

  async function* allRows(): AsyncGenerator<readonly TableRow[]> {
    const first = take(false);
    if (first.length > 0) yield first;
    for await (const text of source) {
      waiting += text;
      if (waiting.length > longestRow)
        throw invalid(`Row ${row + 1} of ${path} has no end: a quote in it is never closed.`);
      const rows = take(false);
      if (rows.length > 0) yield rows;
    }
    const rest = take(true);
    if (rest.length > 0) yield rest;
  }

  const rows = allRows();
  const [header, ...others] = await firstRows(rows);
  if (header === undefined) throw invalid(`${path} is empty.`);
  const headers = nameHeaders(header.cells);

  async function* below(): AsyncGenerator<readonly TableRow[]> {
    if (others.length > 0) yield others.map((one) => judgeLength(one, headers.length));
    for await (const batch of rows) yield batch.map((one) => judgeLength(one, headers.length));
  }
  return {
    headers,
    rows: below,
    encoding: decoder.encoding,
    delimiter,
    sizeBytes,
    bytesRead: () => bytesRead,
  };
}

async function firstRows(rows: AsyncGenerator<readonly TableRow[]>): Promise<readonly TableRow[]> {
  const first = await rows.next();
  return first.done === true ? [] : first.value;
}

function judgeLength(row: TableRow, width: number): TableRow {
  return row.whyNot === null ? { ...row, ...fitRow(row.cells, width) } : row;
}

export function requireFile(path: string): void {
  sizeOf(path);
}

function sizeOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw invalid(`There is no file ${path}.`);
  if (!stats.isFile()) throw invalid(`${path} is not a file.`);
  return stats.size;
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw invalid(`There is no encoding '${encoding}'. Often it is utf-8 or windows-1252.`);
  }
}

function decode(decoder: TextDecoder, chunk: Buffer | undefined, path: string): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw invalid(
      `${path} is not in ${decoder.encoding}. Name its encoding, for example --encoding windows-1252.`,
    );
  }
}
