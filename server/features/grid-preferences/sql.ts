import type { GridOptions } from '@rowhouse/domain/grid-preferences/model.ts';
import { noGridOptions } from '@rowhouse/domain/grid-preferences/model.ts';
import type { PreferenceOwner } from '@rowhouse/domain/grid-preferences/rules.ts';
import type { RecordTypeId, TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, json, number, row, text } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';

/** Of the grid of a record type, or of one that has only a name. */
export type StoredPreference = PreferenceOwner & {
  readonly id: number;
  readonly recordTypeId: RecordTypeId | null;
  readonly gridName: string | null;
  readonly savedName: string;
  readonly gridOptions: GridOptions;
  readonly version: number;
  readonly enabled: boolean;
  readonly isDefault: boolean;
  readonly isRoleDefault: boolean;
};

/** $1 is the tenant, $2 the person whose default is meant. */
const preference = row(
  {
    id: number,
    recordTypeId: number.as(recordTypeId).orNull,
    userId: number.orNull,
    roleId: number.orNull,
    savedName: text,
    gridOptions: json<Partial<GridOptions>>().as((stored): GridOptions => ({ ...noGridOptions, ...stored })),
    version: number,
    enabled: flag,
    isDefault: flag.at(`p.is_named_default and p.enabled or exists (select from grid_preference_default d
      where d.tenant_id = p.tenant_id and d.grid_preference_id = p.id and d.enabled and p.enabled and d.user_id = $2)`),
    isRoleDefault: flag.at(`exists (select from grid_preference_default d
      where d.tenant_id = p.tenant_id and d.grid_preference_id = p.id and d.enabled and p.enabled and d.role_id = p.role_id)`),
    gridName: text.orNull,
  },
  'p',
);

const total = row({ count: number.at('count(*)') });
const made = row({ id: number });

const byNameOrder = 'order by lower(p.saved_name), p.id';

/** Null: of every grid. */
export const selectOwn = (tenant: TenantId, person: UserId, type: RecordTypeId | null): Statement => ({
  text: `select ${preference.columns} from grid_preference p
         where p.tenant_id = $1 and p.user_id = $2 and p.enabled and ($3::bigint is null or p.record_type_id = $3) ${byNameOrder}`,
  values: [tenant, person, type],
});

export const selectOwnNamed = (tenant: TenantId, person: UserId, gridName: string): Statement => ({
  text: `select ${preference.columns} from grid_preference p
         where p.tenant_id = $1 and p.user_id = $2 and p.enabled and p.grid_name = $3 ${byNameOrder}`,
  values: [tenant, person, gridName],
});

export const countNamed = (tenant: TenantId, person: UserId, gridName: string): Statement => ({
  text: `select ${total.columns} from grid_preference p
         where p.tenant_id = $1 and p.user_id = $2 and p.grid_name = $3 and p.enabled`,
  values: [tenant, person, gridName],
});

export const insertNamed = (
  tenant: TenantId,
  person: UserId,
  { gridName, savedName, gridOptions }: { gridName: string; savedName: string; gridOptions: GridOptions },
): Statement => ({
  text: `insert into grid_preference (tenant_id, user_id, grid_name, saved_name, grid_options)
         values ($1, $2, $3, $4, $5::jsonb) returning ${made.columns}`,
  values: [tenant, person, gridName, savedName, JSON.stringify(gridOptions)],
});

/** Makes one the default of its grid in place of the one before; false gives it up. */
export const setNamedDefault = (
  tenant: TenantId,
  person: UserId,
  { id, gridName }: { id: number; gridName: string },
  isDefault: boolean,
): Statement[] => [
  {
    text: `update grid_preference p set is_named_default = false
           where p.tenant_id = $1 and p.user_id = $2 and p.grid_name = $3 and p.is_named_default
             and ($4 or p.id = $5)`,
    values: [tenant, person, gridName, isDefault, id],
  },
  ...(isDefault
    ? [
        {
          text: 'update grid_preference p set is_named_default = true where p.tenant_id = $1 and p.id = $2',
          values: [tenant, id],
        },
      ]
    : []),
];

/** Null: of every role, of every grid; nobody's own default. */
export const selectOfRoles = (
  tenant: TenantId,
  person: UserId | null,
  { role, type }: { role: number | null; type: RecordTypeId | null },
): Statement => ({
  text: `select ${preference.columns} from grid_preference p
         where p.tenant_id = $1 and p.role_id is not null and p.enabled
           and ($3::bigint is null or p.role_id = $3) and ($4::bigint is null or p.record_type_id = $4) ${byNameOrder}`,
  values: [tenant, person, role, type],
});

/** Deleted ones too. In the order of their ids, so that two who hold several wait for one another and not in a ring. */
export const holdPreferences = (tenant: TenantId, person: UserId, ids: readonly number[]): Statement => ({
  text: `select ${preference.columns} from grid_preference p
         where p.tenant_id = $1 and p.id = any($3::bigint[]) order by p.id for update of p`,
  values: [tenant, person, ids],
});

export const selectPreferences = (tenant: TenantId, person: UserId, ids: readonly number[]): Statement => ({
  text: `select ${preference.columns} from grid_preference p where p.tenant_id = $1 and p.id = any($3::bigint[])`,
  values: [tenant, person, ids],
});

export const readPreferences = (answer: Answer | undefined): StoredPreference[] => preference.read(answer);

export const countPreferences = (
  tenant: TenantId,
  type: RecordTypeId,
  owner: PreferenceOwner,
): Statement => ({
  text: `select ${total.columns} from grid_preference p
         where p.tenant_id = $1 and p.record_type_id = $2 and p.enabled and (p.user_id = $3 or p.role_id = $4)`,
  values: [tenant, type, owner.userId, owner.roleId],
});

export const readCount = (answer: Answer | undefined): number => total.get(answer).count;

/** The id of what an insert made. */
export const readMadeId = (answer: Answer | undefined): number => made.get(answer).id;

export type NewPreference = PreferenceOwner & {
  readonly recordTypeId: RecordTypeId;
  readonly savedName: string;
  readonly gridOptions: GridOptions;
};

export const insertPreference = (tenant: TenantId, added: NewPreference): Statement => ({
  text: `insert into grid_preference (tenant_id, record_type_id, user_id, role_id, saved_name, grid_options)
         values ($1, $2, $3, $4, $5, $6::jsonb) returning ${made.columns}`,
  values: [
    tenant,
    added.recordTypeId,
    added.userId,
    added.roleId,
    added.savedName,
    JSON.stringify(added.gridOptions),
  ],
});

export type PreferenceChange = {
  readonly savedName: string | null;
  readonly gridOptions: GridOptions | null;
  readonly enabled: boolean;
};

/** Null leaves as it is; what changes nothing raises no version. */
export const updatePreference = (tenant: TenantId, id: number, change: PreferenceChange): Statement => ({
  text: `update grid_preference p
         set saved_name = coalesce($3, p.saved_name), grid_options = coalesce($4::jsonb, p.grid_options), enabled = $5,
             version = p.version + 1, updated_at = now()
         where p.tenant_id = $1 and p.id = $2
           and (p.saved_name, p.grid_options, p.enabled)
             is distinct from (coalesce($3, p.saved_name), coalesce($4::jsonb, p.grid_options), $5::boolean)`,
  values: [
    tenant,
    id,
    change.savedName,
    change.gridOptions === null ? null : JSON.stringify(change.gridOptions),
    change.enabled,
  ],
});

export type StoredDefault = PreferenceOwner & {
  readonly id: number;
  readonly recordTypeId: RecordTypeId;
  readonly preferenceId: number;
  readonly enabled: boolean;
};

const ownDefault = row(
  {
    id: number,
    recordTypeId: number.as(recordTypeId),
    userId: number.orNull,
    roleId: number.orNull,
    preferenceId: number.at('d.grid_preference_id'),
    enabled: flag,
  },
  'd',
);

export const readDefaults = (answer: Answer | undefined): StoredDefault[] => ownDefault.read(answer);

/**
 * The person's own before the role's, each only while what it names is there for them: one of a role that they have
 * left is none. The default, and in the same order what it names.
 */
export const selectDefault = (
  tenant: TenantId,
  person: UserId,
  role: number,
  type: RecordTypeId,
): Statement => ({
  text: `select ${ownDefault.columns}, ${preference.columns} from grid_preference_default d
         join grid_preference p on p.tenant_id = d.tenant_id and p.id = d.grid_preference_id
         where d.tenant_id = $1 and d.record_type_id = $4 and d.enabled and p.enabled
           and (d.user_id = $2 or d.role_id = $3) and (p.user_id = $2 or p.role_id = $3)
         order by d.user_id nulls last limit 1`,
  values: [tenant, person, role, type],
});

export function readDefault(answer: Answer | undefined): [StoredDefault, StoredPreference] | null {
  const first = answer?.rows[0];
  if (first === undefined) return null;
  const [found, named] = ownDefault.split(first);
  return [found, preference.split(named)[0]];
}

/** In place of the one before. Whoever comes at the same time waits, and then takes its place. */
export const putDefault = (
  tenant: TenantId,
  owner: PreferenceOwner,
  put: { readonly id: number; readonly recordTypeId: RecordTypeId },
): Statement => {
  const whose = owner.userId === null ? 'role_id' : 'user_id';
  return {
    text: `insert into grid_preference_default as d (tenant_id, ${whose}, record_type_id, grid_preference_id)
           values ($1, $2, $3, $4)
           on conflict (tenant_id, ${whose}, record_type_id) where ${whose} is not null
           do update set grid_preference_id = excluded.grid_preference_id, enabled = true
           returning ${ownDefault.columns}`,
    values: [tenant, owner.userId ?? owner.roleId, put.recordTypeId, put.id],
  };
};

/** Of the owner, or of anybody where it is null. */
export const dropDefaultsOf = (
  tenant: TenantId,
  preferenceId: number,
  owner: PreferenceOwner | null,
): Statement => ({
  text: `update grid_preference_default d set enabled = false
         where d.tenant_id = $1 and d.grid_preference_id = $2 and d.enabled
           and ($3 or d.user_id = $4 or d.role_id = $5)`,
  values: [tenant, preferenceId, owner === null, owner?.userId ?? null, owner?.roleId ?? null],
});

export const selectDefaultById = (tenant: TenantId, id: number): Statement => ({
  text: `select ${ownDefault.columns} from grid_preference_default d where d.tenant_id = $1 and d.id = $2`,
  values: [tenant, id],
});

/** What the grids of the role open with; nothing where it is given up. */
export const selectDefaultOfRole = (tenant: TenantId, role: number, type: RecordTypeId): Statement => ({
  text: `select ${ownDefault.columns} from grid_preference_default d
         where d.tenant_id = $1 and d.role_id = $2 and d.record_type_id = $3 and d.enabled`,
  values: [tenant, role, type],
});

export const holdDefault = (tenant: TenantId, id: number): Statement => ({
  text: `select ${ownDefault.columns} from grid_preference_default d where d.tenant_id = $1 and d.id = $2 for update`,
  values: [tenant, id],
});

export const updateDefault = (
  tenant: TenantId,
  id: number,
  change: { preferenceId: number; enabled: boolean },
): Statement => ({
  text: `update grid_preference_default d set grid_preference_id = $3, enabled = $4
         where d.tenant_id = $1 and d.id = $2 returning ${ownDefault.columns}`,
  values: [tenant, id, change.preferenceId, change.enabled],
});
