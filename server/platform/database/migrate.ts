import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { ConfigError } from '../config.ts';
import { openAppRole, openRequestLogin } from './app-role.ts';
import type { Database, OwnerConnection } from './database.ts';

const folder = fileURLToPath(new URL('../../migrations', import.meta.url));

export type Migration = { readonly name: string; readonly text: string; readonly checksum: string };

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
 * changed since, or when a new one stands before one that ran. Returns the names that ran now.
 */
export function migrate(database: Database, migrations = listMigrations()): Promise<string[]> {
  return alone(database, async (connection) => {
    await openAppRole(connection);
    await openRequestLogin(database, connection);
    await connection.query(
      'create table if not exists migration (name text primary key, checksum text not null, ran_at timestamptz not null default now())',
    );
    const ran = (await connection.query('select name, checksum from migration order by name')).rows;
    refuseNewerData(
      ran.map((row) => String(row['name'])),
      migrations,
    );
    for (const [index, row] of ran.entries()) {
      const migration = migrations[index];
      if (migration === undefined || migration.name !== row['name']) {
        throw new ConfigError(
          `The database has run ${String(row['name'])}, which does not stand at that place in this version.`,
        );
      }
      if (migration.checksum !== row['checksum']) {
        throw new ConfigError(
          `The migration ${migration.name} was changed after it had run. Add a new one instead.`,
        );
      }
    }
    const pending = migrations.slice(ran.length);
    for (const migration of pending) {
      await connection.query('begin');
      try {
        // Whoever waits for a table keeps all others waiting behind it.
        await connection.query(`set local lock_timeout = '10s'`);
        await connection.query(migration.text);
        await connection.query('insert into migration (name, checksum) values ($1, $2)', [
          migration.name,
          migration.checksum,
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

/** Older code than the one that brought the data up to date would read it wrong. */
function refuseNewerData(ran: readonly string[], migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = ran.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new ConfigError(
      `This data is of a newer version of Rowhouse: it has run ${unknown.join(', ')}, which this version does not have. Start that version again, or bring back a backup from before it.`,
    );
}
