import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, number, numbers, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';

const portal = row({
  id: number,
  name: text,
  address: text,
  icon: text,
  roleIds: numbers,
  enabled: flag,
  version: number,
});

export type StoredPortal = Described<typeof portal>;
export const readPortals = (answer: Answer | undefined): StoredPortal[] => portal.read(answer);

export const selectPortals = (tenant: TenantId): Statement => ({
  text: `select ${portal.columns} from portal where tenant_id = $1 order by lower(name), id`,
  values: [tenant],
});

/** Of two that are made at once the second counts the first. */
export const lockPortals = (tenant: TenantId): Statement => ({
  text: 'select pg_advisory_xact_lock(74711, $1)',
  values: [tenant],
});

/** Held to the end of the transaction: of two changes at once the second sees what the first made of it. */
export const holdPortal = (tenant: TenantId, id: number): Statement => ({
  text: `select ${portal.columns} from portal where tenant_id = $1 and id = $2 for update`,
  values: [tenant, id],
});

export type PortalColumns = Omit<StoredPortal, 'id' | 'version'>;

const valuesOf = ({ name, address, icon, roleIds, enabled }: PortalColumns) => [
  name,
  address,
  icon,
  `{${roleIds.join(',')}}`,
  enabled,
];

export const insertPortal = (tenant: TenantId, wanted: PortalColumns): Statement => ({
  text: `insert into portal (tenant_id, name, address, icon, role_ids, enabled) values ($1, $2, $3, $4, $5::bigint[], $6)
         returning ${portal.columns}`,
  values: [tenant, ...valuesOf(wanted)],
});

export const changePortal = (tenant: TenantId, id: number, wanted: PortalColumns): Statement => ({
  text: `update portal set name = $3, address = $4, icon = $5, role_ids = $6::bigint[], enabled = $7, version = version + 1
         where tenant_id = $1 and id = $2 returning ${portal.columns}`,
  values: [tenant, id, ...valuesOf(wanted)],
});
