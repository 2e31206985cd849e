import { menuActionId, menuActions } from '@rowhouse/domain/menu/actions.ts';
import type { OwnerConnection } from '../platform/database/database.ts';

/** The role that administers, made where there is none, with every action on every menu item that is there. */
export async function getAdministratorRole(connection: OwnerConnection, tenantId: number): Promise<number> {
  const { rows } = await connection.query(
    'select id from role where tenant_id = $1 and administers and enabled order by id limit 1',
    [tenantId],
  );
  const found = rows[0]?.['id'];
  if (found !== undefined) return Number(found);
  const made = await connection.query(
    `insert into role (tenant_id, name, description, default_field_access, administers)
     values ($1, 'Administrator', 'Sees and changes everything', 'Editable', true) returning id`,
    [tenantId],
  );
  const role = Number(made.rows[0]?.['id']);
  await connection.query(
    `insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name)
     select $1, $2, i.id, a.id, a.name
     from menu_item i cross join unnest($3::int[], $4::text[]) as a(id, name) where i.tenant_id = $1`,
    [tenantId, role, menuActions.map(menuActionId), [...menuActions]],
  );
  return role;
}

/** In this role from now on, and enabled, whatever was before. */
export async function putMembership(
  connection: OwnerConnection,
  tenantId: number,
  userId: number,
  roleId: number,
): Promise<void> {
  await connection.query('update app_user set enabled = true where id = $1 and not enabled', [userId]);
  await connection.query(
    `insert into membership as m (tenant_id, user_id, role_id) values ($1, $2, $3)
     on conflict (tenant_id, user_id) do update set role_id = excluded.role_id, enabled = true, version = m.version + 1`,
    [tenantId, userId, roleId],
  );
}

/** Whether a company stands at the address, or left it so short a time ago that it is kept for its links. */
export async function isCompanyUrlTaken(connection: OwnerConnection, url: string): Promise<boolean> {
  const { rows } = await connection.query('select is_company_url_taken($1, null) as taken', [url]);
  return rows[0]?.['taken'] === true;
}

/** Of two companies at one address at the same moment the second waits, and is refused by what the first made. */
export async function lockCompanyUrls(connection: OwnerConnection): Promise<void> {
  await connection.query('select pg_advisory_xact_lock(74706)');
}

/** Who made it, and that it was made. */
export async function noteMaker(
  connection: OwnerConnection,
  tenantId: number,
  madeBy: number | null,
): Promise<void> {
  await connection.query(
    `with made as (update tenant set made_by = $2 where id = $1 returning id, name, url)
     insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
     select id, $2, 'tenant', id, 'insert',
            jsonb_build_object('name', jsonb_build_array(null, name), 'url', jsonb_build_array(null, url))
     from made`,
    [tenantId, madeBy],
  );
}

/** How many companies the person has made in the last 24 hours; another of theirs waits for the end of this transaction. */
export async function countCompaniesMade(connection: OwnerConnection, person: number): Promise<number> {
  await connection.query('select pg_advisory_xact_lock(74707, $1)', [person]);
  const { rows } = await connection.query(
    `select count(*)::int as made from tenant where made_by = $1 and created_at > now() - interval '1 day'`,
    [person],
  );
  return Number(rows[0]?.['made']);
}

/** Whether anybody can administer any company that is open. */
export async function isAdministered(connection: OwnerConnection): Promise<boolean> {
  const { rows } = await connection.query(
    `select exists (
       select from membership m
         join tenant t on t.id = m.tenant_id and t.enabled
         join role r on r.tenant_id = m.tenant_id and r.id = m.role_id and r.enabled and r.administers
         join app_user u on u.id = m.user_id and u.enabled
       where m.enabled) as there`,
  );
  return rows[0]?.['there'] === true;
}

/** From here on its administrators see the first steps. */
export async function beginSetUp(connection: OwnerConnection, tenantId: number): Promise<void> {
  await connection.query('insert into company_set_up (tenant_id) values ($1)', [tenantId]);
}
