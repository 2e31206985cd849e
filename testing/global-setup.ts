import type { TestProject } from 'vitest/node';
import { openMigratedDatabase } from './migrated-database.ts';
import { databaseUrl, runAsAdmin, startTestPostgres } from './postgres.ts';

const templateDatabase = 'rowhouse_template';

/** One PostgreSQL for the whole run, with the template from which every test file gets its copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  try {
    await runAsAdmin(postgres.adminUrl, `create database ${templateDatabase}`);
    const database = await openMigratedDatabase(databaseUrl(postgres.adminUrl, templateDatabase));
    await database.close();
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  project.provide('postgresAdminUrl', postgres.adminUrl);
  project.provide('templateDatabase', templateDatabase);
  return () => postgres.stop();
}
