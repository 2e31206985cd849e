import type { DashboardEmbedType } from '@rowhouse/domain/contract.generated.ts';
import type { Chart } from '@rowhouse/domain/dashboards/chart.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, json, number, numbers, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';

/** A card of the board, in its place. */
export type StoredWidget = {
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly chart: Chart;
};

const dashboard = row(
  {
    id: number,
    name: text,
    ownerUserId: number.orNull,
    roleIds: numbers,
    embedType: text.as((type) => type as DashboardEmbedType),
    serverUrl: text.orNull,
    siteIdentifier: text.orNull,
    environment: text.orNull,
    externalId: text.orNull,
    expirationTime: number.orNull,
    sealedKey: text.orNull,
    widgets: json<StoredWidget[]>(),
    enabled: flag,
    version: number,
    createdAt: text.as(instantFromText),
    updatedAt: text.as(instantFromText),
    selected: flag.at(
      `exists (select from dashboard_preference p
               where p.tenant_id = d.tenant_id and p.user_id = $2 and p.dashboard_id = d.id)`,
    ),
  },
  'd',
);

export type StoredDashboard = Described<typeof dashboard>;
export const readDashboards = (answer: Answer | undefined): StoredDashboard[] => dashboard.read(answer);

/** Whoever may see them is asked of the rows. */
export const selectDashboards = (tenant: TenantId, reader: UserId): Statement => ({
  text: `select ${dashboard.columns} from dashboard d where d.tenant_id = $1 and d.enabled order by lower(d.name), d.id`,
  values: [tenant, reader],
});

const shared = row({
  id: number,
  name: text,
  roleIds: numbers,
  widgets: json<StoredWidget[]>(),
  version: number,
});
export type StoredSharedDashboard = Described<typeof shared>;
export const readSharedDashboards = (answer: Answer | undefined): StoredSharedDashboard[] =>
  shared.read(answer);

/** Those over the company's own records that belong to roles, and not to a person alone. */
export const selectSharedDashboards = (tenant: TenantId): Statement => ({
  text: `select ${shared.columns} from dashboard
         where tenant_id = $1 and enabled and embed_type = 'BUILT_IN' and cardinality(role_ids) > 0 order by id`,
  values: [tenant],
});

export const selectDashboard = (tenant: TenantId, reader: UserId, id: number): Statement => ({
  text: `select ${dashboard.columns} from dashboard d where d.tenant_id = $1 and d.id = $3`,
  values: [tenant, reader, id],
});

/** Held to the end of the transaction: of two changes at once the second sees what the first made of it. */
export const holdDashboard = (tenant: TenantId, reader: UserId, id: number): Statement => {
  const { text: select, values } = selectDashboard(tenant, reader, id);
  return { text: `${select} for update of d`, values };
};

const counted = row({ count: number });
export const countOwnDashboards = (tenant: TenantId, owner: UserId): Statement => ({
  text: 'select count(*) from dashboard where tenant_id = $1 and owner_user_id = $2 and enabled',
  values: [tenant, owner],
});
export const readCount = (answer: Answer | undefined): number => counted.get(answer).count;

export type DashboardColumns = Pick<
  StoredDashboard,
  | 'name'
  | 'roleIds'
  | 'serverUrl'
  | 'siteIdentifier'
  | 'environment'
  | 'externalId'
  | 'expirationTime'
  | 'sealedKey'
  | 'widgets'
  | 'enabled'
>;

const arrayOf = (ids: readonly number[]): string => `{${ids.join(',')}}`;

const made = row({ id: number });
export const insertDashboard = (
  tenant: TenantId,
  owner: UserId,
  embedType: DashboardEmbedType,
  wanted: DashboardColumns,
): Statement => ({
  text: `insert into dashboard (tenant_id, owner_user_id, embed_type, name, role_ids, server_url, site_identifier,
           environment, external_id, expiration_time, sealed_key, widgets, enabled)
         values ($1, $2, $3, $4, $5::bigint[], $6, $7, $8, $9, $10, $11, $12::jsonb, $13) returning id`,
  values: [tenant, owner, embedType, ...valuesOf(wanted)],
});
export const readMadeId = (answer: Answer | undefined): number => made.get(answer).id;

export const changeDashboard = (tenant: TenantId, id: number, wanted: DashboardColumns): Statement => ({
  text: `update dashboard set name = $3, role_ids = $4::bigint[], server_url = $5, site_identifier = $6, environment = $7,
           external_id = $8, expiration_time = $9, sealed_key = $10, widgets = $11::jsonb, enabled = $12, version = version + 1,
           updated_at = now()
         where tenant_id = $1 and id = $2`,
  values: [tenant, id, ...valuesOf(wanted)],
});

const valuesOf = (wanted: DashboardColumns) => [
  wanted.name,
  arrayOf(wanted.roleIds),
  wanted.serverUrl,
  wanted.siteIdentifier,
  wanted.environment,
  wanted.externalId,
  wanted.expirationTime,
  wanted.sealedKey,
  JSON.stringify(wanted.widgets),
  wanted.enabled,
];

export const putPreference = (tenant: TenantId, person: UserId, id: number | null): Statement => ({
  text: `insert into dashboard_preference as p (tenant_id, user_id, dashboard_id) values ($1, $2, $3)
         on conflict (tenant_id, user_id) do update set dashboard_id = excluded.dashboard_id
           where p.dashboard_id is distinct from excluded.dashboard_id`,
  values: [tenant, person, id],
});
