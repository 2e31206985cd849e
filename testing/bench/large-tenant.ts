// A tenant with one large record type of 30 additional fields among 100 other types, and beside it the same records in
// a plain, well-indexed table of 50 columns for the floor to read. Written set by set: what is measured is not this.
import type { Database, OwnerConnection } from '@rowhouse/server/platform/database/database.ts';
import { menuActions } from '@rowhouse/domain/menu/actions.ts';
import type { Accounts } from '@rowhouse/server/platform/identity/embedded/accounts.ts';

export const largePassword = 'bench password 1';
export const largeEmail = 'bench@example.com';

export type LargeTenant = {
  tenantId: number;
  bucket: number;
  typeId: number;
  statusIds: number[];
  listValueIds: number[];
  /** Field ids by slot. */
  fields: Record<string, number>;
  userIds: number[];
};

export const slots = [
  'n1 n2 n3 n4 n5 n6 n7 n8',
  'd1 d2 d3 d4 d5 d6',
  'r1 r2 r3 r4 r5 r6',
  'b1 b2 b3',
  'm1',
  't1 t2 t3 t4 t5 t6',
].flatMap((row) => row.split(' '));

const dataTypes: Record<string, string> = {
  n: 'currency',
  d: 'date',
  r: 'dropdown',
  b: 'checkbox',
  m: 'multiselect',
  t: 'string',
};

const baseColumns =
  'record_number, po_number, status_id, problem_code_id, created_by, received_by, approved_by, assigned_to, created_at, updated_at, received_at, record_date, due_date, record_create_date, description, issued_by_company_name, issued_to_company_name, enabled, version, record_type_id';

/** Deterministic: a multiplicative hash of the row's number in place of random(). */
export const hash = (seed: number) => `((i * 2654435761 + ${seed} * 40503) % 4294967296)`;

function valueOf(slot: string, listValueIds: readonly number[]): string {
  const seed = slot.charCodeAt(0) * 100 + Number(slot.slice(1));
  const values = `(array[${listValueIds.join(',')}]::bigint[])`;
  switch (slot[0]) {
    case 'n':
      return `(${hash(seed)} % 10000000)::float8 / 100`;
    case 'd':
      return `timestamptz '2015-01-01 00:00Z' + make_interval(days => (${hash(seed)} % 4000)::int)`;
    case 'r':
      return `${values}[1 + (${hash(seed)} % ${listValueIds.length})::int]`;
    case 'b':
      return `${hash(seed)} % 3 = 0`;
    case 'm':
      return `array[${values}[1 + (${hash(seed)} % ${listValueIds.length})::int], ${values}[1 + (${hash(seed + 1)} % ${listValueIds.length})::int]]`;
    default:
      return slot === 't1' ? `'Order ' || md5(i::text)` : `'Text ' || (${hash(seed)} % 5000)`;
  }
}

export async function createLargeTenant(
  database: Database,
  identity: Accounts,
  records: number,
  say: (text: string) => void,
  { dedicated = true, plain = true, email = largeEmail } = {},
): Promise<LargeTenant> {
  const { userId } = await identity.createAccount(email, largePassword, {
    firstName: 'Bench',
    lastName: 'Viewer',
  });
  return database.asOwnerOfAll(async (connection) => {
    const one = async (text: string, values: unknown[] = []) =>
      Number(Object.values((await connection.query(text, values)).rows[0] ?? {})[0]);
    await connection.query('set statement_timeout = 0');
    const tenantId = await one(
      `insert into tenant (name, url, bucket) values ('Bench', 'bench-' || floor(random() * 1e9), 7) returning id`,
    );
    const roleId = await one(
      `insert into role (tenant_id, name, default_field_access, administers) values ($1, 'All', 'Editable', true) returning id`,
      [tenantId],
    );
    await connection.query('insert into membership (tenant_id, user_id, role_id) values ($1, $2, $3)', [
      tenantId,
      userId,
      roleId,
    ]);
    const bucket = dedicated ? await one(`select nextval('own_bucket_seq')`) : 7;
    if (dedicated) await connection.query('select create_record_leaf($1, true)', [bucket]);
    const typeId = await one(
      `insert into record_type (tenant_id, name, bucket) values ($1, 'Large', $2) returning id`,
      [tenantId, bucket],
    );
    await connection.query(
      `insert into record_type (tenant_id, name, bucket) select $1, 'Other ' || i, 7 from generate_series(1, 100) i`,
      [tenantId],
    );
    const ids = async (text: string, values: unknown[]) =>
      (await connection.query(text, values)).rows.map((row) => Number(row['id']));
    const statusIds = await ids(
      `insert into record_status (tenant_id, record_type_id, name, position) select $1, $2, 'Status ' || i, i from generate_series(1, 14) i returning id`,
      [tenantId, typeId],
    );
    const codeIds = await ids(
      `insert into problem_code (tenant_id, record_type_id, name) select $1, $2, 'Code ' || i from generate_series(1, 6) i returning id`,
      [tenantId, typeId],
    );
    const listId = await one(`insert into list (tenant_id, name) values ($1, 'Values') returning id`, [
      tenantId,
    ]);
    const listValueIds = await ids(
      `insert into list_value (tenant_id, list_id, value, position) select $1, $2, 'Value ' || i, i from generate_series(1, 100) i returning id`,
      [tenantId, listId],
    );
    const fields: Record<string, number> = {};
    for (const [index, slot] of slots.entries()) {
      const isListed = slot[0] === 'r' || slot[0] === 'm';
      fields[slot] = await one(
        `insert into field (tenant_id, record_type_id, name, data_type, position, slot, list_id) values ($1, $2, $3, $4, $5, $6, $7) returning id`,
        [tenantId, typeId, `Field ${slot}`, dataTypes[slot[0] ?? 't'], index, slot, isListed ? listId : null],
      );
    }
    const groupId = await one(
      `insert into menu_group (tenant_id, name, route) values ($1, 'Work', 'work') returning id`,
      [tenantId],
    );
    const sectionId = await one(
      `insert into menu_section (tenant_id, menu_group_id, name, route) values ($1, $2, 'Records', 'records') returning id`,
      [tenantId, groupId],
    );
    const itemId = await one(
      `insert into menu_item (tenant_id, menu_section_id, name, route, record_type_id) values ($1, $2, 'Large', 'large', $3) returning id`,
      [tenantId, sectionId, typeId],
    );
    await connection.query(
      `insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name)
       select $1, $2, $3, action.id, action.name from unnest($4::text[]) with ordinality as action (name, id)`,
      [tenantId, roleId, itemId, [...menuActions]],
    );

    const array = (list: readonly number[]) => `(array[${list.join(',')}]::bigint[])`;
    const select = `select ${bucket}, ${tenantId}, ${typeId}, i,
        i, 1 + (${hash(1)} % 900000), ${array(statusIds)}[1 + (${hash(2)} % ${statusIds.length})::int],
        ${array(codeIds)}[1 + (${hash(3)} % ${codeIds.length})::int], ${userId}, ${userId}, ${userId}, ${userId},
        timestamptz '2020-01-01' + make_interval(secs => i * 60), timestamptz '2020-01-01' + make_interval(secs => i * 60 + 30),
        timestamptz '2020-01-01' + make_interval(secs => i * 60), date '2020-01-01' + (i / 1440)::int,
        date '2020-02-01' + (i / 1440)::int, date '2020-01-01' + (i / 1440)::int, 'Order number ' || i, 'Company ' || (${hash(4)} % 2000),
        'Buyer ' || (${hash(5)} % 500), true, ${slots.map((slot) => valueOf(slot, listValueIds)).join(', ')}`;
    const step = 50_000;
    for (let from = 1; from <= records; from += step) {
      await connection.query('begin');
      // Counted by hand below; a million audit rows would only take time.
      await connection.query(`set local app.moving_records = 'on'`);
      await connection.query(
        `insert into record_${bucket} (bucket, tenant_id, record_type_id, id, record_number, po_number, status_id, problem_code_id,
           created_by, received_by, approved_by, assigned_to, created_at, updated_at, received_at, record_date, due_date, record_create_date,
           description, issued_by_company_name, issued_to_company_name, enabled, ${slots.join(', ')})
         ${select} from generate_series(${from}::bigint, ${Math.min(records, from + step - 1)}) i`,
      );
      await connection.query('commit');
      say(`\r${Math.min(records, from + step - 1)} records`);
    }
    await connection.query(`select setval('record_id_seq', $1)`, [records + 1000]);
    await connection.query(
      'insert into record_type_counter (tenant_id, record_type_id, slot, version, enabled_count, all_count) values ($1, $2, 0, 1, $3, $3)',
      [tenantId, typeId, records],
    );
    await connection.query(
      `insert into record_status_counter (tenant_id, record_type_id, status_id, slot, enabled_count, all_count)
       select tenant_id, record_type_id, status_id, 0, count(*), count(*) from record_${bucket}
       where record_type_id = $1 group by tenant_id, record_type_id, status_id`,
      [typeId],
    );
    await connection.query(`vacuum (analyze) record_${bucket}`);
    if (plain) await makePlainTable(connection, bucket, typeId);
    await connection.query('reset statement_timeout');
    say('\n');
    return { tenantId, bucket, typeId, statusIds, listValueIds, fields, userIds: [userId] };
  });
}

/** What the floor reads: the records of the type in a table of their own. */
export async function makePlainTable(
  connection: OwnerConnection,
  bucket: number,
  typeId: number,
): Promise<void> {
  await connection.query(
    `create table plain_record as select id, tenant_id, ${baseColumns}, ${slots.join(', ')} from record_${bucket} where record_type_id = ${typeId}`,
  );
  await connection.query('alter table plain_record add primary key (id)');
  // What a good engineer gives these questions: each is counted in an index alone.
  for (const columns of [
    '(created_at, id) include (enabled)',
    '(status_id, created_at, id) include (enabled)',
    '(enabled)',
    '(n1, id) include (enabled, d1)',
    '(d1, id) include (enabled, n1)',
    '(d2, id) include (enabled)',
    '(r3, d2, n2, id) include (enabled)',
    'using gin (t1 gin_trgm_ops)',
  ]) {
    await connection.query(`create index on plain_record ${columns}`);
  }
  await connection.query('vacuum (analyze) plain_record');
}
