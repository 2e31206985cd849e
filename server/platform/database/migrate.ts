import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { ConfigError } from '../config.ts';
import { openAppRole, openRequestLogin } from './app-role.ts';
import type { Log } from '../log.ts';
import type { Database, OwnerConnection } from './database.ts';
import { compareMigrations, olderServersIn, readRanMigrations } from './ran-migrations.ts';
import type { Migration, Standing } from './ran-migrations.ts';

const folder = fileURLToPath(new URL('../../migrations', import.meta.url));

/** The migrations of the source tree in the order of their timestamps. */
export function listMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    });
}

/**
 * One process at a time, of all that start at the same moment: for what makes tables. The embedded database belongs to one
 * process alone.
 */
export const alone = <Result>(
  database: Database,
  work: (connection: OwnerConnection) => Promise<Result>,
): Promise<Result> =>
  database.inSession(async (connection) => {
    if (database.kind === 'embedded') return work(connection);
    // Let go of at the end of the session, however that comes.
    await connection.query('select pg_advisory_lock(74701)');
    return work(connection);
  });

/**
 * Runs what has not run, each in a transaction of its own, one process at a time. Refuses when one that ran was
 * changed since, or when a new one stands before one that ran. Where a newer version has run others that older servers can
 * live with, nothing is run. Returns the names that ran now.
 */
export function migrate(
  database: Database,
  { migrations = listMigrations(), log }: { readonly migrations?: Migration[]; readonly log?: Log } = {},
): Promise<string[]> {
  return alone(database, async (connection) => {
    await openAppRole(connection);
    await openRequestLogin(database, connection);
    const standing = compareMigrations((await readRanMigrations(connection)) ?? [], migrations);
    if (standing.kind !== 'fits') throw new ConfigError(sayWhyNot(standing));
    const { pending, ahead } = standing;
    if (ahead.length > 0)
      log?.info({ migrations: ahead }, 'a newer version has run migrations that this one can live with');
    if (pending.length === 0) return [];
    await connection.query(
      'create table if not exists migration (name text primary key, checksum text not null, ran_at timestamptz not null default now(), older_servers text)',
    );
    // Of a database that versions made which did not keep it.
    await connection.query('alter table migration add column if not exists older_servers text');
    for (const migration of pending) {
      await connection.query('begin');
      try {
        // Whoever waits for a table keeps all others waiting behind it.
        await connection.query(`set local lock_timeout = '10s'`);
        await connection.query(migration.text);
        await connection.query('insert into migration (name, checksum, older_servers) values ($1, $2, $3)', [
          migration.name,
          migration.checksum,
          olderServersIn(migration.text),
        ]);
        await connection.query('commit');
      } catch (error) {
        await connection.query('rollback');
        throw new Error(`The migration ${migration.name} failed.`, { cause: error });
      }
    }
    return pending.map((migration) => migration.name);
  });
}

function sayWhyNot(standing: Exclude<Standing, { kind: 'fits' }>): string {
  switch (standing.kind) {
    // Older code than the one that brought the data up to date would read it wrong.
    case 'newer':
      return `This data is of a newer version of Rowhouse: it has run ${standing.names.join(', ')}, which this version does not have. Start that version again, or bring back a backup from before it.`;
    case 'misplaced':
      return `The database has run ${standing.name}, which does not stand at that place in this version.`;
    case 'changed':
      return `The migration ${standing.name} was changed after it had run. Add a new one instead.`;
  }
}
