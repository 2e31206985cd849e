import type { OwnerConnection } from '../platform/database/database.ts';

export type ConfigTable =
  | 'dashboard'
  | 'tenant'
  | 'role'
  | 'membership'
  | 'object_definition'
  | 'object_property'
  | 'list'
  | 'list_value'
  | 'record_type'
  | 'record_type_related'
  | 'record_status'
  | 'problem_code'
  | 'field'
  | 'role_field_access'
  | 'menu_group'
  | 'menu_section'
  | 'menu_item'
  | 'role_menu_item_action'
  | 'transmission_mapping'
  | 'transmission_acceptance'
  | 'transmission'
  | 'transmission_received'
  | 'conversation'
  | 'conversation_version'
  | 'record_file'
  | 'line_item_type'
  | 'line_item_field'
  | 'number_series'
  | 'number_series_counter'
  | 'order_form'
  | 'order_file';

export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** Tables that are named by what they join have no id. */
const withoutId = new Set<ConfigTable>([
  'membership',
  'record_type_related',
  'role_menu_item_action',
  'number_series',
  'number_series_counter',
  'order_file',
  'conversation_version',
]);

/** The rows in one statement; answers their ids in the same order. Every row has the columns of the first. */
export async function insertRows(
  connection: OwnerConnection,
  table: ConfigTable,
  rows: readonly Row[],
): Promise<number[]> {
  const columns = Object.keys(rows[0] ?? {});
  if (rows.length === 0) return [];
  const values = rows.flatMap((row) => columns.map((column) => row[column] ?? null));
  const places = rows.map(
    (_, row) => `(${columns.map((_column, index) => `$${row * columns.length + index + 1}`).join(', ')})`,
  );
  const answer = withoutId.has(table) ? '0' : 'id';
  const result = await connection.query(
    `insert into ${table} (${columns.join(', ')}) values ${places.join(', ')} returning ${answer} as id`,
    values,
  );
  return result.rows.map((row) => Number(row['id']));
}

/** A tenant's bucket among those that are shared follows from its id. */
export const sharedBuckets = 32;

export async function settleBucket(connection: OwnerConnection, tenantId: number): Promise<number> {
  const { rows } = await connection.query(
    'update tenant set bucket = id % $2 where id = $1 returning bucket',
    [tenantId, sharedBuckets],
  );
  return Number(rows[0]?.['bucket']);
}

export async function takeRecordIds(connection: OwnerConnection, count: number): Promise<number[]> {
  const { rows } = await connection.query(
    `select nextval('record_id_seq') as id from generate_series(1, $1)`,
    [count],
  );
  return rows.map((row) => Number(row['id']));
}

/** Names the person whom the audit log gives for what follows in this transaction. */
export async function actAs(connection: OwnerConnection, userId: number | null): Promise<void> {
  await connection.query(`select set_config('app.user_id', $1, true)`, [
    userId === null ? '' : String(userId),
  ]);
}

/** Holds a second seed off until this transaction ends; whether there is any tenant already. */
export async function hasTenants(connection: OwnerConnection): Promise<boolean> {
  await connection.query('select pg_advisory_xact_lock(74704)');
  const { rows } = await connection.query('select exists (select from tenant) as there');
  return rows[0]?.['there'] === true;
}

/** Of those who may enter, by a password that is kept here. */
export async function listPasswordHashes(
  connection: OwnerConnection,
  emails: readonly string[],
): Promise<{ email: string; hash: string }[]> {
  const { rows } = await connection.query(
    `select u.email, a.password as hash from app_user u
     join auth_account a on a."userId" = u.auth_user_id and a."providerId" = 'credential'
     where u.email = any($1) and u.enabled and a.password is not null order by u.email`,
    [emails],
  );
  return rows.map((row) => ({ email: String(row['email']), hash: String(row['hash']) }));
}

/** They are not asked to set up two-factor at each sign-in. */
export async function markDemoPeople(connection: OwnerConnection, ids: readonly number[]): Promise<void> {
  await connection.query('update app_user set is_demo = true where id = any($1)', [ids]);
}
