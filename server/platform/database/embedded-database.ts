import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { explainNoRoom, shutDatabaseFiles } from '../data-folder.ts';
import type { Log } from '../log.ts';
import { EmbeddedPostgres } from './embedded-postgres.ts';
import { createSessions } from './embedded-sessions.ts';
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
  const { postgres, lock } = await openFolder(dataDir, folder).catch((error: unknown) => {
    throw explainNoRoom(dataDir, error);
  });
  const sessions = createSessions(folder, postgres, log);
  const pool = new pg.Pool({
    max: 1,
    idleTimeoutMillis: 0,
    Client: class extends pg.Client {
      constructor() {
        super(sessions.current().config);
      }
    },
  });
  const say = (error: Error) => log.warn({ error: error.message }, 'the embedded database reported an error');
  pool.on('error', say);
  // Without a listener an error of a connection that is lent would end the process.
  pool.on('connect', (client) => void client.on('error', say));
  return {
    pool,
    stop: async () => {
      await sessions.current().close();
      lock.release();
    },
  };
}

async function openFolder(dataDir: string, folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(dataDir);
  try {
    const postgres = await EmbeddedPostgres.open(folder);
    shutDatabaseFiles(folder);
    return { postgres, lock };
  } catch (error) {
    lock.release();
    throw error;
  }
}
