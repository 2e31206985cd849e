import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { createServerPool, openDatabase } from './database/open-database.ts';
import type { Log } from './log.ts';

/** The database that the configuration names, the embedded one by default, and the way to let go of it. */
export async function openConfiguredDatabase(
  config: Pick<Config, 'databaseUrl' | 'databasePoolSize' | 'dataDir'>,
  log: Log,
): Promise<{ database: Database; stop(): Promise<void> }> {
  if (config.databaseUrl !== undefined) {
    const database = openDatabase(
      createServerPool(config.databaseUrl, config.databasePoolSize, log),
      'server',
      log,
    );
    return { database, stop: () => database.close() };
  }
  // Loaded only when it is used: it is a whole PostgreSQL.
  const { startEmbeddedDatabase } = await import('./database/embedded-database.ts');
  const embedded = await startEmbeddedDatabase(config.dataDir, log);
  const database = openDatabase(embedded.pool, 'embedded', log);
  return {
    database,
    stop: async () => {
      await database.close();
      await embedded.stop();
    },
  };
}
