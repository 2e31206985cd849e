import type { Database } from '@rowhouse/server/platform/database/database.ts';
import { migrate } from '@rowhouse/server/platform/database/migrate.ts';
import { createServerPool, openDatabase } from '@rowhouse/server/platform/database/open-database.ts';
import { createLog } from '@rowhouse/server/platform/log.ts';

const connections = 4;

/** Opens a database as the server would, and brings it up to date unless it is known to be. */
export async function openMigratedDatabase(url: string, { migrated = false } = {}): Promise<Database> {
  const database = openDatabase(createServerPool(url, connections, createLog('fatal')), 'server');
  if (!migrated) await migrate(database);
  return database;
}
