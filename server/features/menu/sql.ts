import type { EditedItem, EditedMenu, MenuEntry } from '@rowhouse/domain/menu/edit-menu.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { menuActionId, menuActions } from '@rowhouse/domain/menu/actions.ts';
import type { Answer } from '../../platform/database/database.ts';
import { json, number, row } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';

const menu = row({
  version: number.at('t.menu_version'),
  groups: json<EditedMenu>().at(
    `(select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'route', g.route, 'enabled', g.enabled, 'sections',
        (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'route', s.route, 'enabled', s.enabled, 'items',
           (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'name', i.name, 'route', i.route, 'enabled', i.enabled,
              'icon', i.icon, 'recordTypeId', i.record_type_id) order by i.position, i.name, i.id), '[]')
            from menu_item i where i.tenant_id = s.tenant_id and i.menu_section_id = s.id)
           ) order by s.position, s.name, s.id), '[]')
         from menu_section s where s.tenant_id = g.tenant_id and s.menu_group_id = g.id)
       ) order by g.position, g.name, g.id), '[]')
      from menu_group g where g.tenant_id = t.id)`,
  ),
});

export const selectMenu = (tenant: TenantId): Statement => ({
  text: `select ${menu.columns} from tenant t where t.id = $1`,
  values: [tenant],
});

export const findMenu = (answer: Answer | undefined) => menu.find(answer);

/** Of two changes at once the second sees what the first made of it. */
export const lockMenu = (tenant: TenantId): Statement => ({
  text: 'select pg_advisory_xact_lock(74708, $1)',
  values: [tenant],
});

const made = row({ id: number });
export const readId = (answer: Answer | undefined): number => made.find(answer)?.id ?? 0;

export const insertGroup = (tenant: TenantId, entry: MenuEntry, position: number): Statement => ({
  text: `insert into menu_group (tenant_id, name, route, tag, position, enabled) values ($1, $2, $3, $3, $4, $5) returning id`,
  values: [tenant, entry.name, entry.route, position, entry.enabled],
});

export const changeGroup = (tenant: TenantId, entry: MenuEntry, position: number): Statement => ({
  text: `update menu_group set name = $3, route = $4, position = $5, enabled = $6 where tenant_id = $1 and id = $2`,
  values: [tenant, entry.id, entry.name, entry.route, position, entry.enabled],
});

export const insertSection = (
  tenant: TenantId,
  group: number,
  entry: MenuEntry,
  position: number,
): Statement => ({
  text: `insert into menu_section (tenant_id, menu_group_id, name, route, tag, position, enabled)
         values ($1, $2, $3, $4, $4, $5, $6) returning id`,
  values: [tenant, group, entry.name, entry.route, position, entry.enabled],
});

export const changeSection = (
  tenant: TenantId,
  group: number,
  entry: MenuEntry,
  position: number,
): Statement => ({
  text: `update menu_section set menu_group_id = $3, name = $4, route = $5, position = $6, enabled = $7
         where tenant_id = $1 and id = $2`,
  values: [tenant, entry.id, group, entry.name, entry.route, position, entry.enabled],
});

/** The roles that administer may open it at once. */
export const insertItem = (
  tenant: TenantId,
  section: number,
  entry: EditedItem,
  position: number,
): Statement => ({
  text: `with made as (
           insert into menu_item (tenant_id, menu_section_id, name, route, icon, record_type_id, position, enabled)
           values ($1, $2, $3, $4, $5, $6, $7, $8) returning tenant_id, id)
         insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name)
         select made.tenant_id, r.id, made.id, a.id, a.name
         from made join role r on r.tenant_id = made.tenant_id and r.administers
           cross join unnest($9::int[], $10::text[]) as a (id, name)`,
  values: [
    tenant,
    section,
    entry.name,
    entry.route,
    entry.icon,
    entry.recordTypeId,
    position,
    entry.enabled,
    menuActions.map(menuActionId),
    [...menuActions],
  ],
});

export const changeItem = (
  tenant: TenantId,
  section: number,
  entry: EditedItem,
  position: number,
): Statement => ({
  text: `update menu_item set menu_section_id = $3, name = $4, route = $5, icon = $6, record_type_id = $7, position = $8, enabled = $9
         where tenant_id = $1 and id = $2`,
  values: [
    tenant,
    entry.id,
    section,
    entry.name,
    entry.route,
    entry.icon,
    entry.recordTypeId,
    position,
    entry.enabled,
  ],
});
