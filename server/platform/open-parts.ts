import type { ChangeSource } from '@rowhouse/domain/audit-log/change-source.ts';
import { ConfigError } from './config.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { createServerPool, openDatabase } from './database/open-database.ts';
import type { Log } from './log.ts';
import { openFolderStorage } from './object-storage/object-storage.ts';
import type { ObjectStorage } from './object-storage/object-storage.ts';

/** Connections of the owner, where requests have others: for sign-in and jobs. */
const mostOfOwner = 4;

/**
 * The database that the configuration names, the embedded one by default, and the way to let go of it.
 *
 * @param source from where what is changed comes, where nothing else says it
 */
export async function openConfiguredDatabase(
  config: Pick<Config, 'databaseUrl' | 'databasePoolSize' | 'dataDir'> &
    Partial<Pick<Config, 'databaseAppUrl' | 'databaseListenUrl'>>,
  log: Log,
  source: ChangeSource | null = null,
): Promise<{ database: Database; stop(): Promise<void> }> {
  if (config.databaseUrl !== undefined) {
    const { databaseUrl, databaseAppUrl, databaseListenUrl, databasePoolSize: size } = config;
    const isPooled = databaseListenUrl !== undefined;
    const pool = createServerPool(databaseAppUrl ?? databaseUrl, size, log, { isPooled });
    const ownerUrl = databaseListenUrl ?? (databaseAppUrl === undefined ? undefined : databaseUrl);
    const database = openDatabase(pool, 'server', log, {
      isPooled,
      source,
      ...(ownerUrl !== undefined && { owner: createServerPool(ownerUrl, Math.min(size, mostOfOwner), log) }),
    });
    return { database, stop: () => database.close() };
  }
  // Loaded only when it is used: it is a whole PostgreSQL.
  const { startEmbeddedDatabase } = await import('./database/embedded-database.ts');
  const embedded = await startEmbeddedDatabase(config.dataDir, log);
  const database = openDatabase(embedded.pool, 'embedded', log, { source });
  return {
    database,
    stop: async () => {
      await database.close();
      await embedded.stop();
    },
  };
}

/**
 * The folder of files, or the bucket that the configuration names. A bucket that refuses us is a wrong configuration;
 * one that is out of reach is not: what needs no file works without it.
 */
export async function openConfiguredStorage({
  s3,
  dataDir,
}: Pick<Config, 's3' | 'dataDir'>): Promise<ObjectStorage> {
  if (s3 === null) return openFolderStorage(dataDir);
  const { openS3Storage } = await import('./object-storage/s3-storage.ts');
  const storage = openS3Storage(s3);
  const whyRefused = await storage.whyRefused();
  if (whyRefused !== null) throw new ConfigError(whyRefused);
  return storage;
}
