import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { companyUrlTaken } from '@rowhouse/domain/tenants/rules.ts';
import type { OwnerConnection } from '../platform/database/database.ts';
import { administrationMenu } from './administration-menu.ts';
import { aTenant } from './builders.ts';
import {
  beginSetUp,
  getAdministratorRole,
  isCompanyUrlTaken,
  lockCompanyUrls,
  noteMaker,
  putMembership,
} from './company-sql.ts';
import { actAs } from './sql.ts';

export type NewCompany = {
  readonly name: string;
  readonly url: string;
  /** Who administers it from the first day; null: nobody yet. */
  readonly administrator: number | null;
  /** Who is named as its maker; null for the command line. */
  readonly madeBy: number | null;
};

/**
 * A company with what its administrator needs to begin. Within a transaction of the caller, which it refuses with
 * CONFLICT when a company stands at the address already.
 */
export async function makeCompany(
  connection: OwnerConnection,
  { name, url, administrator, madeBy }: NewCompany,
): Promise<{ id: TenantId; name: string; url: string }> {
  await lockCompanyUrls(connection);
  if (await isCompanyUrlTaken(connection, url)) throw companyUrlTaken(url);
  await actAs(connection, madeBy);
  const tenant = await aTenant(connection, { name, url });
  await tenant.withMenu([administrationMenu]);
  const role = await getAdministratorRole(connection, tenant.id);
  if (administrator !== null) await putMembership(connection, tenant.id, administrator, role);
  await beginSetUp(connection, tenant.id);
  await noteMaker(connection, tenant.id, madeBy);
  return { id: tenant.id, name, url };
}
