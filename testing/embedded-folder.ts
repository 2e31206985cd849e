// Data folders with an embedded database. To make one anew costs three seconds of the processor, and as much again until it has
// run all migrations. So each is made once a run, by whoever needs it first, and copied.
import { cpSync, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '@rowhouse/server/platform/database/database.ts';
import { startEmbeddedDatabase } from '@rowhouse/server/platform/database/embedded-database.ts';
import { migrate } from '@rowhouse/server/platform/database/migrate.ts';
import { openDatabase } from '@rowhouse/server/platform/database/open-database.ts';
import { createLog } from '@rowhouse/server/platform/log.ts';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Goes with the run. */
    runFolder: string;
  }
}

interface OpenedEmbedded {
  database: Database;
  close(): Promise<void>;
}

/** As the server opens it; made anew where the folder has none. */
export async function openEmbeddedDatabase(dataDir: string): Promise<OpenedEmbedded> {
  const embedded = await startEmbeddedDatabase(dataDir, createLog('fatal'));
  const database = openDatabase(embedded.pool, 'embedded');
  return {
    database,
    async close() {
      await database.close();
      await embedded.stop();
    },
  };
}

/** As PostgreSQL makes it, or with all migrations run. */
type Template = 'bare' | 'migrated';

/** The folder has a database then that nobody has open. */
export async function copyEmbeddedDatabase(dataDir: string, kind: Template = 'migrated'): Promise<void> {
  const template = path.join(inject('runFolder'), `embedded-${kind}`);
  if (!existsSync(template)) await makeTemplate(template, kind);
  const folder = path.join(dataDir, 'database');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // In one piece, which is a third of the work of two thousand promises.
  cpSync(path.join(template, 'database'), folder, { recursive: true });
}

async function makeTemplate(template: string, kind: Template): Promise<void> {
  const draft = await mkdtemp(`${template}-draft-`);
  if (kind === 'migrated') await copyEmbeddedDatabase(draft, 'bare');
  const { database, close } = await openEmbeddedDatabase(draft);
  try {
    if (kind === 'migrated') await migrate(database);
  } finally {
    await close();
  }
  await rename(draft, template).catch((error: unknown) => {
    // Another worker, which came first at the same moment, was done before.
    if (!existsSync(template)) throw error;
  });
  await rm(draft, { recursive: true, force: true });
}
