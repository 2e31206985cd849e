import type { SeparatedRow } from '@rowhouse/domain/import/separated-rows.ts';
import { notRead, tooSlow, WorkbookFault } from '../workbook/workbook-fault.ts';
import type { TableFileAnswer, TableFileQuestion } from './table-file-worker.ts';
import type { GivenReading, TableFileReading } from './read-table-file.ts';

export type OpenedTableFile = {
  readonly reading: TableFileReading;
  /** The next part of the rows, or null behind the last. */
  next(): Promise<readonly SeparatedRow[] | null>;
  close(): void;
};

const longestMs = 60_000;

/** Reads away from the page, which goes on whatever the file does. What cannot be taken is thrown as a WorkbookFault. */
export async function openTableFile(
  file: Blob,
  given: GivenReading,
  signal: AbortSignal,
): Promise<OpenedTableFile> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./table-file-worker.ts', import.meta.url), { type: 'module' });
  const close = () => worker.terminate();
  signal.addEventListener('abort', close, { once: true });

  function ask(question: TableFileQuestion): Promise<TableFileAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<TableFileAnswer>();
    const answered = new AbortController();
    const once = { once: true, signal: answered.signal };
    const timer = setTimeout(() => reject(tooSlow()), longestMs);
    worker.addEventListener('message', ({ data }: MessageEvent<TableFileAnswer>) => resolve(data), once);
    worker.addEventListener(
      'error',
      (event) => {
        event.preventDefault();
        reject(notRead());
      },
      once,
    );
    signal.addEventListener('abort', () => reject(signal.reason as Error), once);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of this origin and takes none
    worker.postMessage(question);
    return promise.finally(() => {
      clearTimeout(timer);
      answered.abort();
    });
  }

  const answer = await ask({ file, given });
  if (!('reading' in answer)) {
    close();
    throw 'whyNot' in answer ? new WorkbookFault(answer.whyNot) : notRead();
  }
  return {
    reading: answer.reading,
    async next() {
      const part = await ask('next');
      if ('whyNot' in part) throw new WorkbookFault(part.whyNot);
      return 'rows' in part ? part.rows : null;
    },
    close,
  };
}
