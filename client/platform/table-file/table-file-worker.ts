import type { SeparatedRow } from '@rowhouse/domain/import/separated-rows.ts';
import { damaged, WorkbookFault } from '../workbook/workbook-fault.ts';
import { openTable, type GivenReading, type TableFileReading } from './read-table-file.ts';

/** The file first; then 'next' for each part, so that no more of it is in memory than one. */
export type TableFileQuestion = { readonly file: Blob; readonly given: GivenReading } | 'next';
export type TableFileAnswer =
  | { readonly reading: TableFileReading }
  | { readonly rows: readonly SeparatedRow[] }
  | { readonly isOver: true }
  | { readonly whyNot: string };

let rows: AsyncGenerator<readonly SeparatedRow[]> | null = null;

async function answerTo(question: TableFileQuestion): Promise<TableFileAnswer> {
  try {
    if (question === 'next') {
      const next = await rows?.next();
      return next === undefined || next.done === true ? { isOver: true } : { rows: next.value };
    }
    const opened = await openTable(question.file, question.given);
    rows = opened.rows;
    return { reading: opened.reading };
  } catch (fault) {
    // Whatever a hostile file makes fail, it is the file that cannot be read.
    return { whyNot: fault instanceof WorkbookFault ? fault.message : damaged().message };
  }
}

addEventListener('message', ({ data }: MessageEvent<TableFileQuestion>) => {
  void answerTo(data).then((answer) => postMessage(answer));
});
