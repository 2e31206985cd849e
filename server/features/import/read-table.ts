// A CSV or TSV file, chunk by chunk: what is in memory is one chunk and the row that it cut, however large the file.
import { createReadStream, statSync } from 'node:fs';
import { extname } from 'node:path';
import { TextDecoder } from 'node:util';
import Papa from 'papaparse';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import {
  openSeparatedRows,
  type SeparatedParser,
  type SeparatedRow,
} from '@rowhouse/domain/import/separated-rows.ts';
import { guessEncoding } from './guess-encoding.ts';
import { whyNoText } from './why-no-text.ts';

export type Table = {
  readonly headers: readonly string[];
  /** All rows below the header, once; blank ones are left out. */
  rows(): AsyncGenerator<readonly SeparatedRow[]>;
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

  const { headers, delimiter, rows } = await openSeparatedRows(texts(), {
    delimiter: options.delimiter ?? (extname(path).toLowerCase() === '.tsv' ? '\t' : undefined),
    makeParser: (signs) => new Papa.Parser(signs) as SeparatedParser,
    refuse: (sentence) => invalid(sentence),
    name: path,
  });
  return {
    headers,
    rows: () => rows,
    encoding: decoder.encoding,
    delimiter,
    sizeBytes,
    bytesRead: () => bytesRead,
  };
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
