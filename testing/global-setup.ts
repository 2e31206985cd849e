import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { createAccounts } from '@rowhouse/server/platform/identity/embedded/accounts.ts';
import { openMigratedDatabase } from './migrated-database.ts';
import { createOwnedDatabase, databaseUrl, markLeakproof, startTestPostgres, superuser } from './postgres.ts';
import { createTwoTenants, type TwoTenants } from './two-tenants.ts';

const templateDatabase = 'rowhouse_template';
const twoTenantsDatabase = 'rowhouse_two_tenants';

/**
 * One PostgreSQL for the whole run, with the two templates from which test files get their copies: an empty one, and
 * one that holds the two tenants. Their owner is no superuser: what works here works for whoever follows
 * docs/operating.md.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres({ inMemory: true });
  try {
    await createOwnedDatabase(postgres.adminUrl, templateDatabase);
    await markLeakproof(databaseUrl(postgres.adminUrl, templateDatabase, superuser));
    const database = await openMigratedDatabase(databaseUrl(postgres.adminUrl, templateDatabase));
    await database.close();
    const world = await fillTwoTenants(postgres.adminUrl);
    project.provide('twoTenants', { database: twoTenantsDatabase, world });
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  const runFolder = await mkdtemp(path.join(tmpdir(), 'rowhouse-run-'));
  project.provide('runFolder', runFolder);
  project.provide('postgresAdminUrl', postgres.adminUrl);
  project.provide('templateDatabase', templateDatabase);
  return async () => {
    await postgres.stop();
    await rm(runFolder, { recursive: true, force: true });
  };
}

async function fillTwoTenants(adminUrl: string): Promise<TwoTenants> {
  await createOwnedDatabase(adminUrl, twoTenantsDatabase, { template: templateDatabase });
  const database = await openMigratedDatabase(databaseUrl(adminUrl, twoTenantsDatabase), { migrated: true });
  try {
    return await createTwoTenants(database, createAccounts({ database }));
  } finally {
    await database.close();
  }
}
