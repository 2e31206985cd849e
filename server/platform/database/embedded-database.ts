import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import { shutDatabaseFiles } from '../data-folder.ts';
import type { Log } from '../log.ts';
import { lockFolder } from './folder-lock.ts';

/**
 * PostgreSQL in this process, kept in a folder. PGlite does not lock its folder and starts without fsync; here two
 * processes never share one, and an acknowledged write is on the disk.
 */
export async function startEmbeddedDatabase(
  dataDir: string,
  log: Log,
): Promise<{ pool: pg.Pool; stop(): Promise<void> }> {
  const folder = join(dataDir, 'database');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(dataDir);
  const pglite = await PGlite.create(folder, {
    extensions: { pg_trgm },
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      '-c',
      'jit=off',
      '-c',
      'cpu_index_tuple_cost=0.015',
      '-c',
      'timezone=UTC',
      '-c',
      'client_min_messages=warning',
    ],
  });
  shutDatabaseFiles(folder);
  const pool = new pg.Pool({ ...createPgConfig(pglite), max: 1, idleTimeoutMillis: 0 });
  pool.on('error', (error) => log.warn({ error: error.message }, 'the embedded database reported an error'));
  return {
    pool,
    stop: async () => {
      await pglite.close();
      lock.release();
    },
  };
}
