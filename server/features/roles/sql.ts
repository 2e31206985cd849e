import { parseFieldAccess } from '@rowhouse/domain/access/field-access.ts';
import type { FieldAccess } from '@rowhouse/domain/access/field-access.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import { menuActionId } from '@rowhouse/domain/menu/actions.ts';
import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import { anyAdministrator, guardedPages } from '@rowhouse/domain/roles/administration-reach.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, json, number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';

/**
 * Held to the end of the transaction by whatever changes who may administer the company: of two at once the second
 * sees what the first has left. First of all locks, so that no two wait for one another.
 */
export const lockAdministration = (tenant: TenantId): Statement => ({
  text: 'select pg_advisory_xact_lock(74705, $1)',
  values: [tenant],
});

const reached = row({ route: text });

/**
 * Of the guarded pages those that somebody reaches who may enter and administers; and whether there is anybody. The
 * administrators are found apart: one join of seven tables takes PostgreSQL three times as long, nearly all of it to plan.
 */
export const selectReach = (tenant: TenantId): Statement => ({
  text: `with administrator as materialized (
      select m.role_id from membership m
        join role r on r.tenant_id = m.tenant_id and r.id = m.role_id
        join app_user u on u.id = m.user_id
      where m.tenant_id = $1 and r.administers and r.enabled and m.enabled and u.enabled)
    select i.route
    from menu_item i
      join menu_section s on s.tenant_id = i.tenant_id and s.id = i.menu_section_id
      join menu_group g on g.tenant_id = s.tenant_id and g.id = s.menu_group_id
      join role_menu_item_action a on a.tenant_id = i.tenant_id and a.menu_item_id = i.id
    where i.tenant_id = $1 and i.route = any($2::text[]) and i.enabled and s.enabled and g.enabled
      and a.enabled and lower(trim(a.name)) = 'view' and a.role_id in (select role_id from administrator)
    union
    select $3 from administrator`,
  values: [tenant, [...guardedPages.keys()], anyAdministrator],
});

export const readReach = (answer: Answer | undefined): Set<string> =>
  new Set(reached.read(answer).map(({ route }) => route));

const acting = row({ administers: flag });

/** Whether the person still administers: asked again under the lock. */
export const selectAdministers = (tenant: TenantId, person: UserId): Statement => ({
  text: `select r.administers and r.enabled from membership m
           join role r on r.tenant_id = m.tenant_id and r.id = m.role_id
         where m.tenant_id = $1 and m.user_id = $2`,
  values: [tenant, person],
});

export const readAdministers = (answer: Answer | undefined): boolean =>
  acting.find(answer)?.administers === true;

const role = row(
  {
    id: number,
    name: text,
    description: text.orNull,
    administers: flag,
    enabled: flag,
    defaultFieldAccess: text.as(parseFieldAccess),
    members: number.at(`(select count(*) from membership m join app_user u on u.id = m.user_id
      where m.tenant_id = r.tenant_id and m.role_id = r.id and m.enabled and u.enabled)`),
    invited: number.at(`(select count(*) from invitation i
      where i.tenant_id = r.tenant_id and i.role_id = r.id and i.accepted_at is null and i.revoked_at is null
        and i.expires_at > now())`),
    version: number,
  },
  'r',
);

export type StoredSaasRole = Described<typeof role>;

export const selectRoles = (tenant: TenantId): Statement => ({
  text: `select ${role.columns} from role r where r.tenant_id = $1 order by lower(r.name), r.id`,
  values: [tenant],
});

export const selectRole = (tenant: TenantId, id: number): Statement => ({
  text: `select ${role.columns} from role r where r.tenant_id = $1 and r.id = $2`,
  values: [tenant, id],
});

export const readRoles = (answer: Answer | undefined): StoredSaasRole[] => role.read(answer);
export const findRole = (answer: Answer | undefined): StoredSaasRole | null => role.find(answer);

const found = row({ id: number });
export const readId = (answer: Answer | undefined): number | null => found.find(answer)?.id ?? null;

export const selectRoleOfName = (tenant: TenantId, name: string, except: number | null): Statement => ({
  text: `select id from role where tenant_id = $1 and lower($2) in (lower(name), lower(alias)) and id is distinct from $3::bigint limit 1`,
  values: [tenant, name, except],
});

const holder = row({ name: text });

/** Who has the role and is not shut out, and who is invited to it. */
export const selectHolders = (tenant: TenantId, id: number): Statement => ({
  text: `select coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')), ''), u.email) as name
         from membership m join app_user u on u.id = m.user_id
         where m.tenant_id = $1 and m.role_id = $2 and m.enabled
         union all
         select i.email from invitation i
         where i.tenant_id = $1 and i.role_id = $2 and i.accepted_at is null and i.revoked_at is null
         order by name`,
  values: [tenant, id],
});

export const readHolders = (answer: Answer | undefined): string[] =>
  holder.read(answer).map(({ name }) => name);

/** The disabled too: whoever is let in again finds a role that opens. */
export const moveMembers = (tenant: TenantId, from: number, to: number): Statement => ({
  text: 'update membership set role_id = $3 where tenant_id = $1 and role_id = $2',
  values: [tenant, from, to],
});

export const moveInvited = (tenant: TenantId, from: number, to: number): Statement => ({
  text: `update invitation set role_id = $3
         where tenant_id = $1 and role_id = $2 and accepted_at is null and revoked_at is null`,
  values: [tenant, from, to],
});

type RoleValues = Pick<StoredSaasRole, 'name' | 'description' | 'administers'>;

/** Closed, unless it is made otherwise or as another one is. */
export const insertRole = (
  tenant: TenantId,
  made: RoleValues & { readonly defaultFieldAccess: FieldAccess | null },
  copyOf: number | null,
): Statement => ({
  text: `insert into role (tenant_id, name, description, administers, default_field_access)
         values ($1, $2, $3, $4,
           coalesce((select default_field_access from role where tenant_id = $1 and id = $5), nullif($6, ''), 'NotAllowed'))
         returning id`,
  values: [tenant, made.name, made.description, made.administers, copyOf, made.defaultFieldAccess ?? ''],
});

export const copyFieldAccess = (tenant: TenantId, from: number, to: number): Statement => ({
  text: `insert into role_field_access
           (tenant_id, role_id, record_type_id, field_id, base_field, access, filter_criteria, position, enabled)
         select tenant_id, $3, record_type_id, field_id, base_field, access, filter_criteria, position, enabled
         from role_field_access where tenant_id = $1 and role_id = $2`,
  values: [tenant, from, to],
});

export const copyActions = (tenant: TenantId, from: number, to: number): Statement => ({
  text: `insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name, enabled)
         select tenant_id, $3, menu_item_id, action_id, name, enabled
         from role_menu_item_action where tenant_id = $1 and role_id = $2`,
  values: [tenant, from, to],
});

/** Who administers reaches the pages for it: those that stand in the group of the page of users. */
export const openAdministration = (tenant: TenantId, id: number): Statement => ({
  text: `insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name)
         select $1, $2, i.id, $3, 'view'
         from menu_item i join menu_section s on s.tenant_id = i.tenant_id and s.id = i.menu_section_id
         where i.tenant_id = $1 and i.record_type_id is null and s.menu_group_id in
           (select x.menu_group_id from menu_item u
              join menu_section x on x.tenant_id = u.tenant_id and x.id = u.menu_section_id
            where u.tenant_id = $1 and u.route = 'users')
         on conflict (tenant_id, role_id, menu_item_id, action_id) do update set enabled = true`,
  values: [tenant, id, menuActionId('view')],
});

export const changeRole = (
  tenant: TenantId,
  id: number,
  wanted: RoleValues & Pick<StoredSaasRole, 'enabled'>,
): Statement => ({
  text: `update role set name = $3, description = $4, administers = $5, enabled = $6, version = version + 1
         where tenant_id = $1 and id = $2`,
  values: [tenant, id, wanted.name, wanted.description, wanted.administers, wanted.enabled],
});

const fieldLine = row({
  roleId: number,
  recordTypeId: number,
  fieldId: number.orNull,
  baseField: text.orNull,
  access: text.as(parseFieldAccess),
  filterCriteria: json<unknown>().as((stored): readonly unknown[] => [stored].flat()).orNull,
  enabled: flag,
});

export const selectFieldLines = (tenant: TenantId, roles: readonly number[]): Statement => ({
  text: `select ${fieldLine.columns} from role_field_access where tenant_id = $1 and role_id = any($2::bigint[])`,
  values: [tenant, roles],
});

export const readFieldLines = (answer: Answer | undefined) => fieldLine.read(answer);

const actionLine = row({ roleId: number, menuItemId: number, actionId: number, name: text, enabled: flag });

export const selectActionLines = (tenant: TenantId, roles: readonly number[]): Statement => ({
  text: `select ${actionLine.columns} from role_menu_item_action where tenant_id = $1 and role_id = any($2::bigint[])`,
  values: [tenant, roles],
});

export const readActionLines = (answer: Answer | undefined) => actionLine.read(answer);

export type FieldLine = {
  readonly roleId: number;
  readonly recordTypeId: number;
  readonly fieldId: number | null;
  readonly baseField: string | null;
  readonly access: FieldAccess;
};

/** A line that was switched off holds again with its access alone: what it confined to is gone. */
export const putFieldLines = (tenant: TenantId, lines: readonly FieldLine[]): Statement => ({
  text: `insert into role_field_access as l (tenant_id, role_id, record_type_id, field_id, base_field, access)
         select $1, n.role_id, n.record_type_id, nullif(n.field_id, 0), nullif(n.base_field, ''), n.access
         from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[])
           as n (role_id, record_type_id, field_id, base_field, access)
         on conflict (tenant_id, role_id, record_type_id, field_id, base_field) do update
           set access = excluded.access, enabled = true, updated_at = now(),
               filter_criteria = case when l.enabled then l.filter_criteria end`,
  values: [
    tenant,
    lines.map((line) => line.roleId),
    lines.map((line) => line.recordTypeId),
    lines.map((line) => line.fieldId ?? 0),
    lines.map((line) => line.baseField ?? ''),
    lines.map((line) => line.access),
  ],
});

export type ConfinementLine = FieldLine & { readonly criteria: readonly unknown[] };

/** A field without a line gets one, with the access that the role has to it anyway. */
export const putConfinements = (tenant: TenantId, lines: readonly ConfinementLine[]): Statement => ({
  text: `insert into role_field_access (tenant_id, role_id, record_type_id, field_id, base_field, access, filter_criteria)
         select $1, n.role_id, n.record_type_id, nullif(n.field_id, 0), nullif(n.base_field, ''), n.access,
                nullif(n.criteria, '[]')::jsonb
         from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[])
           as n (role_id, record_type_id, field_id, base_field, access, criteria)
         on conflict (tenant_id, role_id, record_type_id, field_id, base_field) do update
           set filter_criteria = excluded.filter_criteria, access = excluded.access, enabled = true, updated_at = now()`,
  values: [
    tenant,
    lines.map((line) => line.roleId),
    lines.map((line) => line.recordTypeId),
    lines.map((line) => line.fieldId ?? 0),
    lines.map((line) => line.baseField ?? ''),
    lines.map((line) => line.access),
    lines.map((line) => JSON.stringify(line.criteria)),
  ],
});

export type ActionLine = {
  readonly roleId: number;
  readonly menuItemId: number;
  readonly action: MenuAction;
};

export const allowActions = (tenant: TenantId, lines: readonly ActionLine[]): Statement => ({
  text: `insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name)
         select $1, n.role_id, n.menu_item_id, n.action_id, n.name
         from unnest($2::bigint[], $3::bigint[], $4::int[], $5::text[]) as n (role_id, menu_item_id, action_id, name)
         on conflict (tenant_id, role_id, menu_item_id, action_id) do update set enabled = true`,
  values: [
    tenant,
    lines.map((line) => line.roleId),
    lines.map((line) => line.menuItemId),
    lines.map((line) => menuActionId(line.action)),
    lines.map((line) => line.action),
  ],
});

/** By the ids under which they stand: an action that was stored under another of its names as well. */
export const forbidActions = (
  tenant: TenantId,
  lines: readonly { readonly roleId: number; readonly menuItemId: number; readonly actionId: number }[],
): Statement => ({
  text: `update role_menu_item_action a set enabled = false
         from unnest($2::bigint[], $3::bigint[], $4::int[]) as n (role_id, menu_item_id, action_id)
         where a.tenant_id = $1 and a.role_id = n.role_id and a.menu_item_id = n.menu_item_id and a.action_id = n.action_id`,
  values: [
    tenant,
    lines.map((line) => line.roleId),
    lines.map((line) => line.menuItemId),
    lines.map((line) => line.actionId),
  ],
});

const accessTest = row({
  id: number,
  roleId: number,
  recordTypeId: number,
  fieldId: number.orNull,
  baseField: text.orNull,
  most: text.as(parseFieldAccess),
});
export type StoredAccessTest = Described<typeof accessTest>;
export const readAccessTests = (answer: Answer | undefined): StoredAccessTest[] => accessTest.read(answer);

export const selectAccessTests = (tenant: TenantId): Statement => ({
  text: `select ${accessTest.columns} from access_test where tenant_id = $1 and enabled order by id`,
  values: [tenant],
});

/** No row where there is one of the same role and field. */
export const insertAccessTest = (tenant: TenantId, made: Omit<StoredAccessTest, 'id'>): Statement => ({
  text: `insert into access_test (tenant_id, role_id, record_type_id, field_id, base_field, most) values ($1, $2, $3, $4, $5, $6)
         on conflict do nothing returning ${accessTest.columns}`,
  values: [tenant, made.roleId, made.recordTypeId, made.fieldId, made.baseField, made.most],
});

export const removeAccessTest = (tenant: TenantId, id: number): Statement => ({
  text: `update access_test set enabled = false where tenant_id = $1 and id = $2 and enabled returning ${accessTest.columns}`,
  values: [tenant, id],
});
