// Queries that are asked at the same moment travel as one request and come back as one answer. On a slow line each request
// of its own costs a round trip's wait for one of the browser's six connections: docs/decisions/047.
import { post, type PostOptions } from '../post.ts';

type Waiting = {
  readonly content: unknown;
  readonly headers: Record<string, string>;
  readonly group: string;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (body: unknown) => void;
  readonly reject: (failure: unknown) => void;
};

/** A page asks over two or three renders, one upon the other. */
const gatherMs = 5;
/** The server takes so many at once. */
const most = 20;

let waiting: Waiting[] = [];

/**
 * The body of the answer to this one. Fails as `post` does, and alone: who gives up one query does not give up the
 * others, and the request ends when nobody waits for it any more.
 *
 * @param group only what has the same one travels in one request: each waits for the slowest of it
 */
export function postTogether(
  content: unknown,
  { headers = {}, signal }: PostOptions = {},
  group = '',
): Promise<unknown> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(sendWaiting, gatherMs);
    waiting.push({ content, headers, group, signal, resolve, reject });
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function sendWaiting(): void {
  const asked = waiting.filter(({ signal }) => signal?.aborted !== true);
  waiting = [];
  // Those of one session: it may have been replaced within the moment.
  const bySession = new Map<string, Waiting[]>();
  for (const one of asked) {
    const session = JSON.stringify([one.headers, one.group]);
    bySession.set(session, [...(bySession.get(session) ?? []), one]);
  }
  for (const group of bySession.values())
    for (let from = 0; from < group.length; from += most) void sendGroup(group.slice(from, from + most));
}

async function sendGroup(group: readonly Waiting[]): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  const isAlone = group.length === 1;
  const content = isAlone ? first.content : group.map((one) => one.content);
  try {
    const { body } = await post('/graphql', content, {
      headers: first.headers,
      signal: whenAllGaveUp(group),
    });
    // A page asks after its parts: answered before them, what they need is there when they show themselves.
    for (let at = group.length - 1; at >= 0; at -= 1) {
      const one = group[at]!;
      if (isAlone) one.resolve(body);
      else if (Array.isArray(body) && body.length === group.length) one.resolve(body[at]);
      // Refused whole, before any of them was looked at.
      else one.resolve(Array.isArray(body) ? null : body);
    }
  } catch (failure) {
    for (const one of group) one.reject(failure);
  }
}

function whenAllGaveUp(group: readonly Waiting[]): AbortSignal {
  const all = new AbortController();
  let left = group.length;
  for (const { signal } of group)
    signal?.addEventListener('abort', () => {
      left -= 1;
      if (left === 0) all.abort(signal.reason);
    });
  return all.signal;
}
