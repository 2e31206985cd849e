import type { OrderFileKind } from '@rowhouse/domain/contract.generated.ts';
import type { MatchedItem } from '@rowhouse/domain/order-entry/pasted-lines.ts';
import type { FoundOpportunities } from '@rowhouse/domain/order-entry/search-opportunities.ts';
import { useEffect, useState } from 'react';
import { findFiles, type OrderFile } from './api.ts';
import type {
  AboutOpportunity,
  OpenedFiles,
  OrderFilesAnswer,
  OrderFilesQuestion,
  ReadLines,
} from './order-files-worker.ts';
import { useOrderFileList } from './use-order-forms.ts';

export type OrderFiles = {
  readonly search: (text: string, most: number) => Promise<FoundOpportunities>;
  readonly about: (opportunityId: string) => Promise<AboutOpportunity>;
  /** Lines as they were pasted, or as a file has them. */
  readonly readLines: (of: string, text: string, isFile: boolean) => Promise<ReadLines>;
  /** What each of the items is among the options of the opportunity. */
  readonly match: (of: string, items: readonly string[]) => Promise<readonly MatchedItem[]>;
};

export type OrderFilesState =
  | { readonly state: 'reading' }
  | { readonly state: 'failed'; readonly sentence: string; readonly retry: () => void }
  | {
      readonly state: 'ready';
      readonly files: OrderFiles;
      readonly opportunities: OrderFile | null;
      readonly optionsHash: string | null;
    };

const sentences: Readonly<Record<NonNullable<OpenedFiles['fault']>, string>> = {
  gone: 'The files of your company could not be opened.',
  changed: 'A file of your company is being replaced at this moment.',
  unreachable: 'The files of your company could not be fetched. Check your connection and try again.',
};

/** Opened when the page comes, and again when the company has brought another file. */
export function useOrderFiles(): OrderFilesState {
  const { data: listed, error, refetch } = useOrderFileList();
  const [opened, setOpened] = useState<OrderFilesState>({ state: 'reading' });
  const [attempt, setAttempt] = useState(0);
  const standing = listed?.files.map(({ hash }) => hash).join(' ');
  useEffect(() => {
    if (standing === undefined) return undefined;
    const retry = () => setAttempt((count) => count + 1);
    const { worker, ask } = startWorker();
    let isOver = false;
    const tell = (state: OrderFilesState) => {
      if (!isOver) setOpened(state);
    };
    const open = async () => {
      // The links of the list may be over by now.
      const { files } = await findFiles();
      const fileOf = (kind: OrderFileKind) => files.find((file) => file.kind === kind) ?? null;
      const opportunities = fileOf('OPPORTUNITIES');
      const { fault } = await ask<OpenedFiles>({
        open: { opportunities, options: fileOf('DEALER_OPTIONS') },
      });
      if (fault !== null) return tell({ state: 'failed', sentence: sentences[fault], retry });
      return tell({
        state: 'ready',
        opportunities,
        optionsHash: fileOf('DEALER_OPTIONS')?.hash ?? null,
        files: {
          search: (search, most) => ask<FoundOpportunities>({ search, most }),
          about: (about) => ask<AboutOpportunity>({ about }),
          readLines: (of, text, isFile) => ask<ReadLines>({ read: { text, isFile }, of }),
          match: (of, match) => ask<readonly MatchedItem[]>({ match, of }),
        },
      });
    };
    open().catch(() => tell({ state: 'failed', sentence: sentences.unreachable, retry }));
    return () => {
      isOver = true;
      worker.terminate();
    };
  }, [standing, attempt]);
  if (listed === undefined && error !== null)
    return { state: 'failed', sentence: sentences.unreachable, retry: () => void refetch() };
  return opened;
}

type Question = OrderFilesQuestion extends infer One
  ? One extends unknown
    ? Omit<One, 'ask'>
    : never
  : never;

function startWorker() {
  const worker = new Worker(new URL('./order-files-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (fault: Error) => void }>();
  let asked = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<OrderFilesAnswer>) => {
    waiting.get(data.ask)?.resolve(data.answer as never);
    waiting.delete(data.ask);
  });
  // It could not be loaded, or ran out of memory.
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    for (const { reject } of waiting.values()) reject(new Error(event.message));
    waiting.clear();
  });
  const ask = <Answer>(question: Question): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    asked += 1;
    waiting.set(asked, { resolve, reject });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of this origin and takes none
    worker.postMessage({ ...question, ask: asked });
    return promise;
  };
  return { worker, ask };
}
