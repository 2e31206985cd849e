// What a database has run, against what this version has: a server of the version before goes on with a database that a newer
// one has brought forward, where each of the newer migrations says that it may (decision 157).
import type { OwnerConnection } from './database.ts';

export type Migration = { readonly name: string; readonly text: string; readonly checksum: string };

export type RanMigration = {
  readonly name: string;
  readonly checksum: string;
  /** What it said of older servers when it ran. Null: nothing, as those did that ran before this was kept. */
  readonly olderServers: string | null;
};

const goOn = 'go on';

/** What the first line of a migration says of servers of the version before: that they go on, or stop and why. */
export const olderServersIn = (text: string): string | null =>
  /^-- Older servers: (go on|stop, \S.*)\.\n/.exec(text)?.[1] ?? null;

/** In their order; null when none ever ran. A database that older versions made has no column of what they said. */
export async function readRanMigrations(connection: OwnerConnection): Promise<RanMigration[] | null> {
  const [found] = (await connection.query(`select to_regclass('migration') is not null as there`)).rows;
  if (found?.['there'] !== true) return null;
  const { rows } = await connection.query(
    `select name, checksum, to_jsonb(migration) ->> 'older_servers' as older_servers from migration order by name`,
  );
  return rows.map((row) => ({
    name: String(row['name']),
    checksum: String(row['checksum']),
    olderServers: row['older_servers'] === null ? null : String(row['older_servers']),
  }));
}

export type Standing =
  /** Those that this version has and has not run, and the names of those that a newer one ran and it can live with. */
  | { readonly kind: 'fits'; readonly pending: readonly Migration[]; readonly ahead: readonly string[] }
  /** What it does not have and cannot live with: the names, with the reasons that were given. */
  | { readonly kind: 'newer'; readonly names: readonly string[] }
  | { readonly kind: 'misplaced'; readonly name: string }
  | { readonly kind: 'changed'; readonly name: string };

export function compareMigrations(ran: readonly RanMigration[], migrations: readonly Migration[]): Standing {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = ran.filter(({ name }) => !known.has(name));
  // What comes after all of ours was written for a database in which all of ours had run.
  const isOnTop = unknown.length === 0 || unknown[0]?.name === ran[migrations.length]?.name;
  const hindering = isOnTop ? unknown.filter(({ olderServers }) => olderServers !== goOn) : unknown;
  if (hindering.length > 0) return { kind: 'newer', names: hindering.map(nameWithReason) };
  const ours = ran.slice(0, migrations.length);
  for (const [index, { name, checksum }] of ours.entries()) {
    const migration = migrations[index];
    if (migration?.name !== name) return { kind: 'misplaced', name };
    if (migration.checksum !== checksum) return { kind: 'changed', name };
  }
  return { kind: 'fits', pending: migrations.slice(ours.length), ahead: unknown.map(({ name }) => name) };
}

function nameWithReason({ name, olderServers }: RanMigration): string {
  const [, reason] = /^stop, (.+)$/.exec(olderServers ?? '') ?? [];
  return reason === undefined ? name : `${name} (${reason})`;
}
