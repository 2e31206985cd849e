// Reads again what is shown, because it may be older than what others have changed, without a sign that it is read: nothing
// waits, nothing is announced, what has not changed is not drawn anew. The answers are taken all at once, and only if
// nothing of one's own came in between: an answer that was asked for before an own change would put back what was before it.
import { notifyManager, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { isConnectionLost } from './request-failure.ts';
import { shareById } from './share-by-id.ts';
import { whenHandsRest } from './when-hands-rest.ts';

export type QuietRead = {
  readonly client: QueryClient;
  /** All that is shown under one of them. */
  readonly queryKeys: readonly QueryKey[];
  /** While something of one's own is on its way: what is read then is neither what was before it nor surely what is after it. */
  readonly isBusy?: (() => boolean) | undefined;
  /** Whether nobody wants it any more. */
  readonly isOver: () => boolean;
};

type Answer = {
  readonly query: Query;
  readonly before: object;
  readonly atMs: number;
  readonly data: unknown;
};

const pauseMs = 500;
/** Until the server is asked again that did not answer. */
const lostPauseMs = 5000;

export async function refetchQuietly(read: QuietRead): Promise<void> {
  while (!read.isOver()) {
    let isLost = false;
    if (!isAtWork(read)) {
      const answers = await askAll(read);
      await whenHandsRest();
      if (read.isOver()) return;
      if (answers !== null && !isAtWork(read) && answers.every(isUntouched)) return take(answers);
      isLost = answers === null;
    }
    await pause(isLost ? lostPauseMs : pauseMs);
  }
}

export const pause = (ms = pauseMs) => new Promise((resolve) => setTimeout(resolve, ms));

const shownOf = ({ client, queryKeys }: QuietRead): readonly Query[] =>
  queryKeys.flatMap((queryKey) => client.getQueryCache().findAll({ queryKey, type: 'active' }));

/** What is being asked for may have been asked for too early, and what is being written is not there yet. */
export const isAtWork = (read: QuietRead): boolean =>
  read.isBusy?.() === true || shownOf(read).some(({ state }) => state.fetchStatus === 'fetching');

/** What is shown as it stands now, and as it stood when it was asked for; null: the connection was lost. */
export async function askAll(read: QuietRead): Promise<readonly Answer[] | null> {
  const asked = shownOf(read).filter(({ state }) => state.data !== undefined);
  const answers = await Promise.all(asked.map((query) => ask(read.client, query)));
  return answers.includes('lost')
    ? null
    : answers.filter((answer) => answer !== 'lost').flatMap((one) => one ?? []);
}

export const isUntouched = ({ query, before }: Answer): boolean => query.state === before;

/** Null: it is refused now, and what stands is left to whoever asks for it by itself. */
async function ask(client: QueryClient, query: Query): Promise<Answer | 'lost' | null> {
  const { state, queryKey, meta } = query;
  const queryFn = query.options.queryFn;
  if (typeof queryFn !== 'function') return null;
  const atMs = Date.now();
  try {
    const data: unknown = await queryFn({ client, queryKey, meta, signal: new AbortController().signal });
    return { query, before: state, atMs, data };
  } catch (failure) {
    return isConnectionLost(failure) ? 'lost' : null;
  }
}

function take(answers: readonly Answer[]): void {
  notifyManager.batch(() => {
    for (const { query, data, atMs } of answers) {
      const shared = shareById(query.state.data, data);
      if (shared !== query.state.data) query.setData(shared, { updatedAt: atMs, manual: true });
    }
  });
}
