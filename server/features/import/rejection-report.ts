// What was rejected, as the rows of the file that they were, with the reasons before them: put right, they are brought in
// by themselves with the options that the file was brought in with.
import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { once } from 'node:events';
import Papa from 'papaparse';
import { reportHeaders } from '@rowhouse/domain/import/screen-rules.ts';

export type Reason = {
  /** Empty when it is the whole row. */
  readonly column: string;
  readonly sentence: string;
};

export type RejectedRow = {
  readonly file: string;
  /** As a spreadsheet counts: the header is row 1. */
  readonly row: number;
  readonly cells: readonly string[];
  readonly reasons: readonly Reason[];
};

export type RejectionReport = {
  /** Where the rejected rows of the file go. */
  pathOf(file: string): string;
  add(rejected: readonly RejectedRow[]): Promise<void>;
  close(): Promise<void>;
};

export type ReportedFile = {
  /** How the rejected rows name it. */
  readonly file: string;
  readonly path: string;
  readonly headers: readonly string[];
};

/**
 * A CSV for each file, made with its first rejection and not before. The cells are those of the file, letter by letter:
 * a guard against formulas would be brought in with them.
 */
export function openRejectionReport(files: readonly ReportedFile[]): RejectionReport {
  const streams = new Map<string, WriteStream>();
  const streamOf = (name: string): WriteStream => {
    const open = streams.get(name);
    if (open !== undefined) return open;
    const { path, headers } = files.find(({ file }) => file === name)!;
    const own = headers.filter((header) => !reportHeaders.includes(header));
    const stream = createWriteStream(path);
    stream.write(`\uFEFF${Papa.unparse([[...reportHeaders, ...own]])}\r\n`);
    streams.set(name, stream);
    return stream;
  };
  return {
    pathOf: (name) => files.find(({ file }) => file === name)?.path ?? '',
    add: async (rejected) => {
      for (const { file, row, cells, reasons } of rejected) {
        const headers = files.find((one) => one.file === file)?.headers ?? [];
        // Of a report that is brought in again, its own columns are made anew.
        const own = cells.filter((_, index) => !reportHeaders.includes(headers[index] ?? ''));
        const because = [...new Set(reasons.map(({ sentence }) => sentence))].join('; ');
        const stream = streamOf(file);
        if (!stream.write(`${Papa.unparse([[String(row), because, ...own]])}\r\n`))
          await once(stream, 'drain');
      }
    },
    close: async () => {
      for (const stream of streams.values()) {
        stream.end();
        await once(stream, 'finish');
      }
    },
  };
}
