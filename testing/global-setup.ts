import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import type { Database } from '@rowhouse/server/platform/database/database.ts';
import { createAccounts } from '@rowhouse/server/platform/identity/embedded/accounts.ts';
import type { Accounts } from '@rowhouse/server/platform/identity/embedded/accounts.ts';
import { openMigratedDatabase } from './migrated-database.ts';
import {
  createOwnedDatabase,
  databaseUrl,
  markLeakproof,
  placeOfManyFiles,
  startTestPostgres,
  superuser,
} from './postgres.ts';
import { createGuardedWorld } from './security/guarded-world.ts';
import { createTwoTenants } from './two-tenants.ts';

const templateDatabase = 'rowhouse_template';
const twoTenantsDatabase = 'rowhouse_two_tenants';
const guardedDatabase = 'rowhouse_guarded';

/**
 * One PostgreSQL for the whole run, with the templates from which test files get their copies: an empty one, one that
 * holds the two tenants, and one that holds the world of the tests of security. Their owner is no superuser: what works here works for whoever follows
 * docs/operating.md.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres({ inMemory: true });
  try {
    await createOwnedDatabase(postgres.adminUrl, templateDatabase);
    await markLeakproof(databaseUrl(postgres.adminUrl, templateDatabase, superuser));
    const database = await openMigratedDatabase(databaseUrl(postgres.adminUrl, templateDatabase));
    await database.close();
    const twoTenants = await makeWorld(postgres.adminUrl, twoTenantsDatabase, createTwoTenants);
    project.provide('twoTenants', { database: twoTenantsDatabase, world: twoTenants });
    const guarded = await makeWorld(postgres.adminUrl, guardedDatabase, createGuardedWorld);
    project.provide('guarded', { database: guardedDatabase, world: guarded });
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  const runFolder = await mkdtemp(path.join(await placeOfManyFiles(tmpdir()), 'rowhouse-run-'));
  // As the folder for temporary files that it takes the place of: programs of another user find theirs in it.
  await chmod(runFolder, 0o755);
  project.provide('runFolder', runFolder);
  project.provide('postgresAdminUrl', postgres.adminUrl);
  project.provide('templateDatabase', templateDatabase);
  return async () => {
    await postgres.stop();
    await rm(runFolder, { recursive: true, force: true });
  };
}

async function makeWorld<World>(
  adminUrl: string,
  name: string,
  create: (database: Database, accounts: Accounts) => Promise<World>,
): Promise<World> {
  await createOwnedDatabase(adminUrl, name, { template: templateDatabase });
  const database = await openMigratedDatabase(databaseUrl(adminUrl, name), { migrated: true });
  try {
    return await create(database, createAccounts({ database }));
  } finally {
    await database.close();
  }
}
