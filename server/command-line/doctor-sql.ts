import type { OwnerConnection } from '../platform/database/database.ts';

type Row = Record<string, unknown>;
const rowsOf = async (connection: OwnerConnection, text: string): Promise<Row[]> =>
  (await connection.query(text)).rows;
const namesOf = async (connection: OwnerConnection, text: string): Promise<string[]> =>
  (await rowsOf(connection, text)).map((row) => String(row['name']));

export async function readSettings(connection: OwnerConnection) {
  const [row] = await rowsOf(
    connection,
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
            current_setting('fsync') as fsync, current_setting('full_page_writes') as pages`,
  );
  return {
    version: String(row?.['version']),
    versionNumber: Number(row?.['number']),
    isDurable: row?.['fsync'] === 'on' && row['pages'] === 'on',
  };
}

export const hasExtension = async (connection: OwnerConnection, name: string): Promise<boolean> =>
  (await connection.query('select 1 from pg_extension where extname = $1', [name])).rows.length > 0;

/** The role that serves requests: what it could do that it must not. Null when it is not there. */
export async function readAppRole(connection: OwnerConnection): Promise<{ faults: string[] } | null> {
  const [row] = await rowsOf(
    connection,
    `select rolsuper, rolbypassrls, rolcanlogin,
       exists (select from pg_class c where c.relowner = r.oid) as owns,
       exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
               where n.nspname = 'public' and c.relkind in ('r', 'p') and has_table_privilege(r.oid, c.oid, 'DELETE')) as deletes
     from pg_roles r where rolname = 'rowhouse_app'`,
  );
  if (row === undefined) return null;
  const faults = [
    row['rolsuper'] === true ? 'is a superuser' : '',
    row['rolbypassrls'] === true ? 'may pass over row-level security' : '',
    row['owns'] === true ? 'owns tables' : '',
    row['deletes'] === true ? 'may delete' : '',
  ];
  return { faults: faults.filter(Boolean) };
}

/** Who else may take on the role of requests, and may connect here: owners of other databases of this server. */
export const listOtherAppUsers = async (
  connection: OwnerConnection,
  login: string | null,
): Promise<string[]> => {
  const names = await namesOf(
    connection,
    `select quote_ident(r.rolname) as name from pg_roles r
     where r.rolcanlogin and not r.rolsuper and r.rolname <> current_user
       and pg_has_role(r.oid, 'rowhouse_app', 'SET') and has_database_privilege(r.oid, current_database(), 'CONNECT')
     order by 1`,
  );
  return names.filter((name) => name !== login);
};

/** Tables with a tenant whose rows are not held apart, whoever reads them. */
export const listUnforcedTables = (connection: OwnerConnection): Promise<string[]> =>
  namesOf(
    connection,
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)
       and (c.relname in ('tenant', 'app_user')
            or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped))
     order by c.relname`,
  );

export const countTenantTables = async (connection: OwnerConnection): Promise<number> =>
  (
    await rowsOf(
      connection,
      `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
       where n.nspname = 'public' and c.relkind in ('r', 'p') and a.attname = 'tenant_id' and not a.attisdropped`,
    )
  ).length;

/** Of the functions that an index under row-level security needs, those that are not marked leakproof. */
export const listLeakyFunctions = (connection: OwnerConnection): Promise<string[]> =>
  namesOf(
    connection,
    `select proname || '(' || pg_get_function_identity_arguments(oid) || ')' as name from pg_proc
     where not proleakproof and oid in (
       'texticlike(text,text)'::regprocedure, 'textlike(text,text)'::regprocedure, 'lower(text)'::regprocedure,
       'arraycontains(anyarray,anyarray)'::regprocedure, 'arrayoverlap(anyarray,anyarray)'::regprocedure)
     order by 1`,
  );

export const listInvalidIndexes = (connection: OwnerConnection): Promise<string[]> =>
  namesOf(
    connection,
    'select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where not i.indisvalid order by 1',
  );

/** By state, or null when jobs have never run here. */
export async function countJobs(connection: OwnerConnection): Promise<Map<string, number> | null> {
  const [there] = await rowsOf(connection, `select to_regclass('pgboss.job') is not null as there`);
  if (there?.['there'] !== true) return null;
  const rows = await rowsOf(
    connection,
    'select state::text as name, count(*) as count from pgboss.job group by 1',
  );
  return new Map(rows.map((row) => [String(row['name']), Number(row['count'])]));
}

/** Companies that nobody can administer. */
export const listTenantsWithoutAdministrator = (connection: OwnerConnection): Promise<string[]> =>
  namesOf(
    connection,
    `select t.url as name from tenant t
     where t.enabled and not exists (
       select from membership m join role r on r.tenant_id = m.tenant_id and r.id = m.role_id
       join app_user u on u.id = m.user_id
       where m.tenant_id = t.id and m.enabled and r.enabled and r.administers and u.enabled)
     order by t.url`,
  );

export const countTenants = async (connection: OwnerConnection): Promise<number> =>
  Number((await rowsOf(connection, 'select count(*) as count from tenant'))[0]?.['count']);

/** Types whose kept count, or that of a status, is not the count of their records. */
export const listMiscountedTypes = (connection: OwnerConnection): Promise<string[]> =>
  namesOf(
    connection,
    `select t.name || ' (' || t.tenant_id || ')' as name from record_type t
     left join (select record_type_id, sum(all_count) as kept, sum(enabled_count) as kept_enabled
                from record_type_counter group by 1) c on c.record_type_id = t.id
     left join (select record_type_id, count(*) as found, count(*) filter (where enabled) as found_enabled
                from record group by 1) r on r.record_type_id = t.id
     left join (select distinct record_type_id from (
         select record_type_id, status_id, enabled_count, all_count from record_status_counter
         union all select record_type_id, status_id, -count(*) filter (where enabled), -count(*) from record group by 1, 2) q
       group by record_type_id, status_id having sum(enabled_count) <> 0 or sum(all_count) <> 0) s on s.record_type_id = t.id
     left join (select record_type_id, sum(all_count) as kept from record_status_counter group by 1) k on k.record_type_id = t.id
     where coalesce(c.kept, 0) <> coalesce(r.found, 0) or coalesce(c.kept_enabled, 0) <> coalesce(r.found_enabled, 0)
        or (s.record_type_id is not null and k.kept = c.kept)
     order by 1`,
  );

/** Until when the last printed link makes the first company; null when there is none that does. */
export async function readFirstLinkEnd(connection: OwnerConnection): Promise<Date | null> {
  const [row] = await rowsOf(
    connection,
    'select max(expires_at) as until from first_link where used_at is null and expires_at > now()',
  );
  return (row?.['until'] as Date | null | undefined) ?? null;
}
