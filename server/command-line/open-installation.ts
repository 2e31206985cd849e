import { openConfiguredBreaches } from '../platform/identity/embedded/breached-passwords.ts';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { StoredRecordType, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { ConfigError, readConfig } from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import { prepareDataFolder } from '../platform/data-folder.ts';
import type { Database } from '../platform/database/database.ts';
import { giveIdsOfCell } from '../platform/database/ids-of-cell.ts';
import { migrate } from '../platform/database/migrate.ts';
import { databaseErrorCode } from '../platform/database/open-database.ts';
import { createAccounts } from '../platform/identity/embedded/accounts.ts';
import type { Accounts } from '../platform/identity/embedded/accounts.ts';
import { createLog } from '../platform/log.ts';
import type { ObjectStorage } from '../platform/object-storage/object-storage.ts';
import { openConfiguredDatabase, openConfiguredStorage } from '../platform/open-parts.ts';
import { readSecret } from '../platform/secret.ts';
import { loadTenantConfig } from '../platform/tenant-config/load-tenant-config.ts';
import { listTenants } from './sql.ts';

export type Installation = {
  readonly config: Config;
  readonly database: Database;
  readonly identity: Accounts;
  readonly storage: ObjectStorage;
};

/**
 * The parts that the server has, for the time of the work. Refuses while a server holds the embedded database; with
 * DATABASE_URL both may run.
 */
export async function withInstallation<Result>(
  work: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  const config = readConfig();
  prepareDataFolder(config);
  const log = createLog('error');
  const { database, stop } = await openConfiguredDatabase(config, log, { kind: 'COMMAND_LINE' });
  try {
    await bringUpToDate(database, config);
    // Made by now at the latest: a backup without it would open nothing that is sealed.
    readSecret(config);
    const identity = createAccounts({ database, breached: await openConfiguredBreaches(config) });
    return await work({ config, database, identity, storage: await openConfiguredStorage(config) });
  } finally {
    await stop();
  }
}

/** A migration that cannot run is for whoever runs the command to put right, and is said as such. */
async function bringUpToDate(database: Database, { cell }: Config): Promise<void> {
  try {
    await migrate(database);
    await giveIdsOfCell(database, cell);
  } catch (error) {
    if (!(error instanceof Error) || databaseErrorCode(error) !== null) throw error;
    const cause = error.cause instanceof Error ? ` ${error.cause.message}` : '';
    throw new ConfigError(`${error.message}${cause}`);
  }
}

/** By the name in its address, or by its full name. */
export async function findTenant(
  database: Database,
  named: string,
): Promise<{ id: TenantId; name: string } | null> {
  const folded = named.toLowerCase();
  const tenants = await database.asHome(listTenants);
  const found =
    tenants.find(({ url }) => url === folded) ?? tenants.find(({ name }) => name.toLowerCase() === folded);
  return found === undefined ? null : { id: tenantId(found.id), name: found.name };
}

export async function getTenantConfig(database: Database, named: string): Promise<TenantConfig> {
  const tenant = await findTenant(database, named);
  const config = tenant === null ? null : await loadTenantConfig(database, tenant.id);
  if (config !== null) return config;
  const tenants = await database.asHome(listTenants);
  const list = tenants.map(({ url }) => url).join(', ');
  throw new Refusal('NOT_FOUND', `There is no company '${named}'. There is: ${list || 'none yet'}.`);
}

export function getRecordType(config: TenantConfig, named: string): StoredRecordType {
  const types = [...config.recordTypes.values()].filter(({ isSuper }) => !isSuper);
  const found = types.find(({ name }) => name.toLowerCase() === named.toLowerCase());
  if (found !== undefined) return found;
  const list = types.map(({ name }) => name).join(', ');
  throw new Refusal(
    'NOT_FOUND',
    `${config.name} has no record type '${named}' that holds records. It has: ${list || 'none'}.`,
  );
}
