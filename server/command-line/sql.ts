import { menuActionId, menuActions } from '@rowhouse/domain/menu/actions.ts';
import type { OwnerConnection } from '../platform/database/database.ts';

export async function listTenants(
  connection: OwnerConnection,
): Promise<{ id: number; name: string; url: string }[]> {
  const { rows } = await connection.query('select id, name, url from tenant order by lower(name)');
  return rows.map((row) => ({ id: Number(row['id']), name: String(row['name']), url: String(row['url']) }));
}

export type Membership = {
  readonly email: string;
  readonly name: string;
  readonly tenant: string;
  readonly role: string;
  readonly administers: boolean;
  readonly enabled: boolean;
};

export async function listMemberships(connection: OwnerConnection): Promise<Membership[]> {
  const { rows } = await connection.query(
    `select u.email, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), '') as name, coalesce(t.url, '') as tenant,
       coalesce(r.name, '') as role, coalesce(r.administers, false) as administers,
       u.enabled and coalesce(m.enabled, true) and coalesce(r.enabled, true) as enabled
     from app_user u
     left join membership m on m.user_id = u.id
     left join tenant t on t.id = m.tenant_id
     left join role r on r.tenant_id = m.tenant_id and r.id = m.role_id
     order by t.url nulls last, lower(u.email)`,
  );
  return rows.map((row) => ({
    email: String(row['email']),
    name: String(row['name']),
    tenant: String(row['tenant']),
    role: String(row['role']),
    administers: row['administers'] === true,
    enabled: row['enabled'] === true,
  }));
}

/** The role that administers, made where there is none, with every action on every menu item that is there. */
export async function getAdministratorRole(connection: OwnerConnection, tenantId: number): Promise<number> {
  const { rows } = await connection.query(
    'select id from role where tenant_id = $1 and administers and enabled order by id limit 1',
    [tenantId],
  );
  const present = rows[0]?.['id'];
  if (present !== undefined) return Number(present);
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

export type SignInAccount = {
  readonly email: string;
  /** Null for a person who never signed in. */
  readonly authUserId: string | null;
  /** 'credential' for a password that is kept here, 'cognito', 'oidc'. */
  readonly providers: readonly string[];
};

export async function findSignInAccount(
  connection: OwnerConnection,
  email: string,
): Promise<SignInAccount | null> {
  const { rows } = await connection.query(
    `select email, auth_user_id,
       array(select a."providerId" from auth_account a where a."userId" = auth_user_id order by 1) as providers
     from app_user where lower(email) = $1`,
    [email],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return {
    email: String(row['email']),
    authUserId: row['auth_user_id'] as string | null,
    providers: row['providers'] as string[],
  };
}

export async function countSessions(connection: OwnerConnection, authUserId: string): Promise<number> {
  const { rows } = await connection.query(
    'select count(*)::int as count from auth_session where "userId" = $1 and "expiresAt" > now()',
    [authUserId],
  );
  return Number(rows[0]?.['count']);
}

/** Writes what is in memory to the files, so that a copy of them is whole and small. */
export async function checkpoint(connection: OwnerConnection): Promise<void> {
  await connection.query('checkpoint');
}
