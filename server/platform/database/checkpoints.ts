import type { Log } from '../log.ts';
import type { Database, OwnerConnection } from './database.ts';

const checkEveryMs = 60_000;
const mostLogBytes = 64 * 1024 * 1024;

type Parts = {
  readonly database: Database;
  readonly log: Log;
  /** Behind what needs the log: a backup that is being taken. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  readonly everyMs?: number;
};

/**
 * PostgreSQL writes down by itself what it holds in memory, and lets go of the log before that. In its single session PGlite
 * does so only when it stops: a server that runs for months would fill the disk with its log.
 */
export function startCheckpoints({ database, log, inTurn, everyMs = checkEveryMs }: Parts): { stop(): void } {
  let isWaiting = false;
  const timer = setInterval(() => {
    if (isWaiting) return;
    isWaiting = true;
    inTurn(() => database.asOwner(checkpointWhenLong))
      .catch((error: unknown) => log.warn({ err: error }, 'the log of the database could not be shortened'))
      .finally(() => (isWaiting = false));
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

async function checkpointWhenLong(connection: OwnerConnection): Promise<void> {
  const { rows } = await connection.query(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > $1 as is_long from pg_control_checkpoint()`,
    [mostLogBytes],
  );
  if (rows[0]?.['is_long'] === true) await connection.query('checkpoint');
}
