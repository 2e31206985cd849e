import { execFile } from 'node:child_process';
import { chown, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { identity, runAsAdmin, startTestPostgres, type TestPostgres } from './postgres.ts';

export interface Standby extends TestPostgres {
  /** Everything that the primary has committed by now can be read here. */
  catchUp(): Promise<void>;
  /** Nothing of what the primary commits from here on arrives. */
  cutOff(): Promise<void>;
  /** Takes over, with what has arrived. */
  promote(): Promise<void>;
}

/** A server that follows another one, as of a copy made while that runs; the packaged PostgreSQL has no pg_basebackup. */
export async function startStandby(primaryUrl: string): Promise<Standby> {
  const own = await startTestPostgres({
    inMemory: true,
    fill: (cluster) => copyCluster(primaryUrl, cluster),
  });
  const at = async (url: string, statement: string, values: unknown[] = []): Promise<unknown> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query<{ value: unknown }>(statement, values);
      return rows[0]?.value;
    } finally {
      await client.end();
    }
  };
  const until = async (statement: string, values: unknown[] = []): Promise<void> => {
    while ((await at(own.adminUrl, statement, values)) !== true)
      await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return {
    ...own,
    async catchUp() {
      const reached = await at(primaryUrl, 'select pg_current_wal_insert_lsn()::text as value');
      await until('select pg_last_wal_replay_lsn() >= $1::pg_lsn as value', [reached]);
    },
    async cutOff() {
      await runAsAdmin(own.adminUrl, `alter system set primary_conninfo = ''`);
      await runAsAdmin(own.adminUrl, 'select pg_reload_conf()');
      await until('select not exists (select from pg_stat_wal_receiver) as value');
    },
    async promote() {
      await runAsAdmin(own.adminUrl, 'select pg_promote()');
      await until('select not pg_is_in_recovery() as value');
    },
  };
}

async function copyCluster(primaryUrl: string, cluster: string): Promise<void> {
  const client = new pg.Client({ connectionString: primaryUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ folder: string }>(
      `select current_setting('data_directory') as folder, pg_backup_start('standby', true)`,
    );
    await promisify(execFile)('cp', ['-a', rows[0]?.folder ?? '', cluster]);
    const stopped = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    const { hostname, port, username } = new URL(primaryUrl);
    const written = {
      backup_label: stopped.rows[0]?.labelfile ?? '',
      'standby.signal': '',
      'postgresql.auto.conf': `primary_conninfo = 'host=${hostname} port=${port} user=${username}'\n`,
    };
    for (const [name, content] of Object.entries(written)) {
      const file = path.join(cluster, name);
      await writeFile(file, content);
      if (identity.uid !== undefined) await chown(file, identity.uid, identity.gid);
    }
    await rm(path.join(cluster, 'postmaster.pid'), { force: true });
  } finally {
    await client.end();
  }
}
