// What PostgreSQL does by processes of its own: PGlite has none, and would do it only when it stops, or never.
import type { Log } from '../log.ts';
import type { Database, OwnerConnection } from './database.ts';

const mostLogBytes = 64 * 1024 * 1024;

type Parts = {
  readonly database: Database;
  readonly log: Log;
  /** Behind what needs the log: a backup that is being taken. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  readonly logEveryMs?: number;
  readonly tablesEveryMs?: number;
};

export function startUpkeep({ database, log, inTurn, logEveryMs = 60_000, tablesEveryMs = 10_000 }: Parts): {
  stop(): void;
} {
  const every = (ms: number, failed: string, work: () => Promise<void>): NodeJS.Timeout => {
    let isWaiting = false;
    return setInterval(() => {
      if (isWaiting) return;
      isWaiting = true;
      work()
        .catch((error: unknown) => log.warn({ err: error }, failed))
        .finally(() => (isWaiting = false));
    }, ms).unref();
  };
  const timers = [
    every(logEveryMs, 'the log of the database could not be shortened', () =>
      inTurn(() => database.asHome(checkpointWhenLong)),
    ),
    every(tablesEveryMs, 'the tables of the database could not be counted', () => countGrownTables(database)),
  ];
  return {
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/** What is held in memory is written down, and the log before that let go of: else it would fill the disk in months. */
async function checkpointWhenLong(connection: OwnerConnection): Promise<void> {
  const { rows } = await connection.query(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > $1 as is_long from pg_control_checkpoint()`,
    [mostLogBytes],
  );
  if (rows[0]?.['is_long'] === true) await connection.query('checkpoint');
}

/**
 * Tables that are half as large again as when they were counted, and those that never were. A plan for a table of which
 * nothing is known takes any index, and is kept while the table grows. Each statement is a turn of its own: others come
 * in between.
 */
export async function countGrownTables(database: Database): Promise<void> {
  const run = (text: string) => database.asHome(async (connection) => (await connection.query(text)).rows);
  for (const { name } of await run(grownTables)) {
    await run(`vacuum ${String(name)}`);
    await run(`analyze ${String(name)}`);
  }
}

const grownTables = `
  select c.oid::regclass::text as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  cross join lateral (select pg_relation_size(c.oid) / current_setting('block_size')::int as pages) now
  where n.nspname = 'public' and c.relkind = 'r' and now.pages > 0
    and (c.reltuples < 0 or now.pages > 8 + 1.5 * c.relpages)`;
