// A database of its own for each test file, copied from a template that has run all migrations once.
import { inject } from 'vitest';
import type { Database } from '@rowhouse/server/platform/database/database.ts';
import { guardCells } from './guard-cells.ts';
import { openMigratedDatabase } from './migrated-database.ts';
import { createTestDatabase, type TestPostgres } from './postgres.ts';
import type { GuardedWorld } from './security/guarded-world.ts';
import type { TwoTenants } from './two-tenants.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresAdminUrl: TestPostgres['adminUrl'];
    templateDatabase: string;
    /** A template that holds the two tenants, and what they are made of. */
    twoTenants: { database: string; world: TwoTenants };
    /** The same of the world of the tests of security. */
    guarded: { database: string; world: GuardedWorld };
  }
}

export interface TestDatabase {
  /** The one door to the data, as the server has it, and held to what will be true with a second cell. */
  database: Database;
  url: string;
  close(): Promise<void>;
}

/**
 * For beforeAll; give `close` to afterAll.
 * @param template another database to copy than the empty one; nobody may be connected to it
 */
export async function openTestDatabase(template = inject('templateDatabase')): Promise<TestDatabase> {
  const copy = await createTestDatabase(inject('postgresAdminUrl'), { template });
  const database = guardCells(await openMigratedDatabase(copy.url, { migrated: true }));
  return {
    database,
    url: copy.url,
    async close() {
      await database.close();
      await copy.drop();
    },
  };
}
