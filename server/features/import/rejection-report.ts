import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { once } from 'node:events';
import Papa from 'papaparse';

export type Rejection = {
  readonly file: string;
  /** As a spreadsheet counts: the header is row 1. */
  readonly row: number;
  /** Empty when it is the whole row. */
  readonly column: string;
  readonly reason: string;
  readonly value: string;
};

export type RejectionReport = {
  add(rejections: readonly Rejection[]): Promise<void>;
  close(): Promise<void>;
};

/** A CSV that is made with its first rejection and not before. Cells that a spreadsheet would compute are quoted. */
export function openRejectionReport(path: string): RejectionReport {
  let stream: WriteStream | null = null;
  const write = async (cells: readonly (string | number)[][]): Promise<void> => {
    if (stream === null) {
      stream = createWriteStream(path);
      stream.write('\uFEFFfile,row,column,reason,value\r\n');
    }
    if (!stream.write(`${Papa.unparse(cells as (string | number)[][], { escapeFormulae: true })}\r\n`))
      await once(stream, 'drain');
  };
  return {
    add: async (rejections) => {
      if (rejections.length === 0) return;
      await write(
        rejections.map(({ file, row, column, reason, value }) => [file, row, column, reason, value]),
      );
    },
    close: async () => {
      if (stream === null) return;
      stream.end();
      await once(stream, 'finish');
    },
  };
}
