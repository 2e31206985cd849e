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

/** What the person with this email is in the company now; null when they do not belong to it. */
export async function findCurrentRole(
  connection: OwnerConnection,
  tenantId: number,
  email: string,
): Promise<{ name: string; administers: boolean } | null> {
  const { rows } = await connection.query(
    `select r.name, r.administers from membership m join role r on r.tenant_id = m.tenant_id and r.id = m.role_id
     join app_user u on u.id = m.user_id where m.tenant_id = $1 and lower(u.email) = lower($2)`,
    [tenantId, email],
  );
  const row = rows[0];
  return row === undefined ? null : { name: String(row['name']), administers: row['administers'] === true };
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
    'select count(*)::int as count from auth_session where "userId" = $1 and least("expiresAt", idle_ends_at) > now()',
    [authUserId],
  );
  return Number(rows[0]?.['count']);
}

/** Reads every row of every table on the way: what cannot be read is told here, and not after it was brought back. */
export async function countAllRows(connection: OwnerConnection): Promise<number> {
  const { rows } = await connection.query(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`,
  );
  let total = 0;
  for (const { name } of rows) {
    const counted = await connection.query(
      `select count(*) as count, sum(length(t::text)) as read from ${String(name)} t`,
    );
    total += Number(counted.rows[0]?.['count']);
  }
  return total;
}

export async function listFileKeys(connection: OwnerConnection): Promise<string[]> {
  const { rows } = await connection.query('select object_key from record_file');
  return rows.map((row) => String(row['object_key']));
}

/** Writes what is in memory to the files, so that a copy of them is whole and small. */
export async function checkpoint(connection: OwnerConnection): Promise<void> {
  await connection.query('checkpoint');
}

export type ListedCompany = {
  readonly url: string;
  readonly name: string;
  readonly people: number;
  readonly records: number;
  readonly enabled: boolean;
  readonly deleteAfter: Date | null;
};

export async function listCompanies(connection: OwnerConnection): Promise<ListedCompany[]> {
  const { rows } = await connection.query(
    `select t.url, t.name, t.enabled, t.delete_after,
       (select count(*) from membership m where m.tenant_id = t.id and m.enabled) as people,
       (select coalesce(sum(c.enabled_count), 0) from record_type_counter c where c.tenant_id = t.id) as records
     from tenant t order by lower(t.name)`,
  );
  return rows.map((row) => ({
    url: String(row['url']),
    name: String(row['name']),
    people: Number(row['people']),
    records: Number(row['records']),
    enabled: row['enabled'] === true,
    deleteAfter: row['delete_after'] as Date | null,
  }));
}

/** Whether only a part of it has been brought in. */
export async function isArriving(connection: OwnerConnection, tenantId: number): Promise<boolean> {
  const { rows } = await connection.query('select from company_arrival where tenant_id = $1', [tenantId]);
  return rows.length > 0;
}

/** On, off, or off with a day on which it goes, which is answered. It is noted in the company's own history. */
export async function setCompanyState(
  connection: OwnerConnection,
  tenantId: number,
  { enabled, deleteInDays }: { enabled: boolean; deleteInDays: number | null },
): Promise<Date | null> {
  const { rows } = await connection.query(
    `with changed as (
       update tenant set enabled = $2, delete_after = now() + make_interval(days => $3::int),
                         structure_version = structure_version + 1
       where id = $1 returning id, enabled, delete_after),
     noted as (
       insert into audit_log (tenant_id, entity, entity_id, action, changes)
       select id, 'tenant', id, 'update', jsonb_build_object('enabled', jsonb_build_array(null, enabled),
         'delete_after', jsonb_build_array(null, delete_after)) from changed)
     select delete_after from changed`,
    [tenantId, enabled, deleteInDays],
  );
  return (rows[0]?.['delete_after'] as Date | null | undefined) ?? null;
}

export async function findPersonByEmail(connection: OwnerConnection, email: string): Promise<number | null> {
  const { rows } = await connection.query('select id from app_user where lower(email) = $1 and enabled', [
    email,
  ]);
  return rows[0] === undefined ? null : Number(rows[0]['id']);
}
