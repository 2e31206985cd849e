import type { Log } from '../log.ts';

/** The connection went while COMMIT was on its way: what was to be saved stands, or does not. */
export class CommitUnknown extends Error {
  readonly code = 'COMMIT_UNKNOWN';

  constructor(cause: unknown) {
    super('The connection to the database was lost during a commit.', { cause });
  }
}

export const outOfReach = 'The database is out of reach. Please try again in a moment.';
export const diskFull =
  'The database has no room left on its disk. Nothing was saved. Please tell whoever runs this server.';
export const commitUnknown =
  'The database was lost while this was being saved. Whether it was saved is not known: look before you try again.';

const endedByTime = new Set(['25P03', '25P04', '57P05']);

/** The server said that it ends this one session by the clock: it lives, and knows what it knew. */
export const isEndedByTime = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && endedByTime.has(String(error.code));

/** PostgreSQL ends all its sessions: what was acknowledged is brought back when it starts again. */
export const hasGivenUp = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && error.severity === 'PANIC';

const shortestPauseMs = 1000;
const said = new WeakMap<Log, { atMs: number; alike: number }>();

/** A lost database, and one whose disk is full, fails every request of everybody: it is said once a second, with how many were like it before. */
export function logDatabaseLoss(log: Log, error: unknown): void {
  const state = said.get(log) ?? { atMs: Number.NEGATIVE_INFINITY, alike: 0 };
  said.set(log, state);
  if (performance.now() - state.atMs < shortestPauseMs) {
    state.alike += 1;
    return;
  }
  const { alike } = state;
  said.set(log, { atMs: performance.now(), alike: 0 });
  log.error(
    { error: error instanceof Error ? error.message : String(error), alike },
    'the database is out of reach',
  );
}
