// Whether the server can be reached, as all that speaks with it has found. A call that fails, a socket that is gone
// or a browser that reports no network raises a doubt; one small question to the server settles it. While no answer
// comes, the question is asked again after pauses that grow, and whoever waits is told of the return.
import { createObserved } from './observed.ts';

const healthPath = '/healthz';
const patienceMs = 8000;
const pausesMs = [5000, 5000, 10_000, 15_000, 30_000] as const;

export type Connection = {
  /** `offline`: the browser itself has no network; `silent`: it has, and the server does not answer. */
  readonly state: 'fine' | 'offline' | 'silent';
  /** When it is asked again, as Date.now() counts; null while it is being asked. */
  readonly retryAt: number | null;
  /** It is fine after a time in which it was not. */
  readonly hasReturned: boolean;
};

const fine: Connection = { state: 'fine', retryAt: null, hasReturned: false };

const connection = createObserved(fine);
let failures = 0;
let timer: number | undefined;
let asking: Promise<void> | null = null;
const returnListeners = new Set<() => void>();

export const { get: getConnection, subscribe: subscribeToConnection } = connection;

/** Calls back when the server answers again after a time in which it did not. Answers how to stop. */
export function onConnectionReturn(listener: () => void): () => void {
  returnListeners.add(listener);
  return () => returnListeners.delete(listener);
}

/** The server has answered something: whatever was thought before, it is there. */
export function noteAnswer(): void {
  if (connection.get().state !== 'fine') settle(true);
}

/** Something did not come through. Answers when it is known whether the server is there. */
export function doubtConnection(): Promise<void> {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<void> {
  window.clearTimeout(timer);
  if (connection.get().state !== 'fine') connection.set({ ...connection.get(), retryAt: null });
  settle(await answers());
}

async function answers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const { status } = await fetch(healthPath, { cache: 'no-store', credentials: 'omit', signal });
    // A proxy that stands before a dead server says so by 502, 503 or 504.
    return status < 500;
  } catch {
    return false;
  }
}

function settle(isThere: boolean): void {
  window.clearTimeout(timer);
  if (!isThere) {
    const pauseMs = pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0;
    failures += 1;
    timer = window.setTimeout(() => void doubtConnection(), pauseMs);
    connection.set({
      state: window.navigator.onLine ? 'silent' : 'offline',
      retryAt: Date.now() + pauseMs,
      hasReturned: false,
    });
    return;
  }
  const wasAway = connection.get().state !== 'fine';
  failures = 0;
  if (!wasAway) return;
  connection.set({ ...fine, hasReturned: true });
  for (const listener of returnListeners) listener();
}

// A browser without a network may still reach a server on its own machine: it is asked all the same.
for (const event of ['online', 'offline']) {
  window.addEventListener(event, () => {
    failures = 0;
    void doubtConnection();
  });
}
document.addEventListener('visibilitychange', () => {
  // A tab that was hidden slept through its timers.
  if (document.visibilityState === 'visible' && connection.get().state !== 'fine') void doubtConnection();
});
