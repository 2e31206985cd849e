// What the catalogue of the database says, whatever the migrations meant: a table that is forgotten fails here.
import { createLog } from '@rowhouse/server/platform/log.ts';
import { promoteLargeTypes } from '@rowhouse/server/platform/record-store/promote.ts';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGuardedServer } from './guarded-server.ts';
import type { GuardedServer } from './guarded-server.ts';

let server: GuardedServer;
let tenantTables: string[];
const ownBucketsOf = () => server.query('select bucket from record_type where bucket >= 1000');

beforeAll(async () => {
  server = await startGuardedServer();
  // Leaves that came by promotion are tables like any other.
  await promoteLargeTypes(server.database, createLog('fatal'), 4);
  tenantTables = (
    await server.query(
      `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped order by 1`,
    )
  ).map((row) => String(row['relname']));
});
afterAll(() => server.close());

test('there are leaves that came by promotion, and they are looked at', async () => {
  const own = await ownBucketsOf();
  expect(own).toHaveLength(2);
  for (const { bucket } of own) expect(tenantTables).toContain(`record_${String(bucket)}`);
  expect(tenantTables.length).toBeGreaterThan(60);
});

describe('every table with a tenant', () => {
  test('has row-level security enabled and forced, the tenant and the people too', async () => {
    const rows = await server.query(
      `select relname, relrowsecurity and relforcerowsecurity as guarded from pg_class
       where relnamespace = 'public'::regnamespace and relname = any($1)`,
      [[...tenantTables, 'tenant', 'app_user']],
    );
    expect(rows.length).toBe(tenantTables.length + 2);
    expect(rows.filter((row) => row['guarded'] !== true)).toEqual([]);
  });

  test('has one policy for requests: the current tenant, in reading and in writing', async () => {
    const rows = await server.query(
      `select tablename, cmd, permissive, qual, with_check from pg_policies
       where 'rowhouse_app' = any(roles) and tablename = any($1)`,
      [tenantTables],
    );
    const current = '(tenant_id = ( SELECT current_tenant() AS current_tenant))';
    const expected = tenantTables.map((tablename) => ({
      tablename,
      cmd: 'ALL',
      permissive: 'PERMISSIVE',
      qual: current,
      with_check: current,
    }));
    const byName = (one: { tablename?: unknown }, other: { tablename?: unknown }) =>
      String(one.tablename) < String(other.tablename) ? -1 : 1;
    expect(rows.sort(byName)).toEqual(expected.sort(byName));
  });

  test('has no policy for everybody', async () => {
    expect(await server.query(`select tablename from pg_policies where 'public' = any(roles)`)).toEqual([]);
  });

  test('has keys that start with the tenant', async () => {
    // A key without it tells of another tenant's value, or points at another tenant's row.
    const justified = [
      // An id alone is a cheap probe; the tenant stands second, and the id comes from a sequence.
      /^record_\d+: PRIMARY KEY \(id, tenant_id, bucket\)$/,
      // Made by the server, at random: nobody can try a value.
      'record_file: UNIQUE (object_key)',
      'export_request: PRIMARY KEY (id)',
      'invitation: UNIQUE (token_hash)',
      // A mapping has a half in each of two companies, and the target's goes with the source's.
      'transmission_acceptance: FOREIGN KEY (source_tenant_id, mapping_id) REFERENCES transmission_mapping(tenant_id, id) ON DELETE CASCADE',
      // To tables that have no tenant: the tenants and the people themselves.
      /: FOREIGN KEY \((tenant_id|target_tenant_id)\) REFERENCES tenant\(id\)$/,
      'membership: FOREIGN KEY (user_id) REFERENCES app_user(id)',
      /^invitation: FOREIGN KEY \((invited_by|accepted_by)\) REFERENCES app_user\(id\)$/,
    ];
    const keys = await server.query(
      `select c.conrelid::regclass || ': ' || pg_get_constraintdef(c.oid) as key from pg_constraint c
       where c.contype in ('p', 'u', 'f') and c.conrelid::regclass::text = any($1)
         and (select attname from pg_attribute where attrelid = c.conrelid and attnum = c.conkey[1]) <> 'tenant_id'
       union
       select i.indrelid::regclass || ': ' || pg_get_indexdef(i.indexrelid) from pg_index i
       where i.indisunique and i.indrelid::regclass::text = any($1)
         and not exists (select from pg_constraint where conindid = i.indexrelid)
         and (i.indkey[0] = 0 or (select attname from pg_attribute where attrelid = i.indrelid and attnum = i.indkey[0]) <> 'tenant_id')
       union
       select c.conrelid::regclass || ': ' || pg_get_constraintdef(c.oid) from pg_constraint c
       where c.contype = 'f' and c.confrelid::regclass::text = any($1)
         and (select attname from pg_attribute where attrelid = c.confrelid and attnum = c.confkey[1]) <> 'tenant_id'`,
      [tenantTables],
    );
    const unjustified = keys
      .map((row) => String(row['key']))
      .filter((key) => !justified.some((one) => (typeof one === 'string' ? one === key : one.test(key))));
    expect(unjustified).toEqual([]);
  });
});

describe('the role of requests', () => {
  const privileges = (names: string) =>
    server.query(
      `select table_name || ' ' || privilege_type as right from information_schema.role_table_grants
       where grantee in ('rowhouse_app', 'PUBLIC') and table_schema not in ('pg_catalog', 'information_schema')
         and privilege_type in (${names}) order by 1`,
    );

  test('owns nothing, is no superuser, and passes no policy by', async () => {
    expect(
      await server.query(
        `select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolcanlogin, rolreplication,
           (select count(*)::int from pg_class where relowner = r.oid) as owns,
           (select count(*)::int from pg_proc where proowner = r.oid) as functions,
           (select count(*)::int from pg_auth_members where member = r.oid) as member_of
         from pg_roles r where rolname = 'rowhouse_app'`,
      ),
    ).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolcanlogin: false,
        rolreplication: false,
        owns: 0,
        functions: 0,
        member_of: 0,
      },
    ]);
  });

  test('deletes nothing, empties nothing, creates nothing', async () => {
    expect(await privileges(`'DELETE', 'TRUNCATE', 'TRIGGER', 'REFERENCES'`)).toEqual([]);
    const [rights] = await server.query(
      `select has_schema_privilege('rowhouse_app', 'public', 'create') as in_schema,
         has_database_privilege('rowhouse_app', current_database(), 'create') as in_database`,
    );
    expect(rights).toEqual({ in_schema: false, in_database: false });
  });

  test('writes records, what goes with them and what administrators set up; counters and the audit log it only reads', async () => {
    const written = (await privileges(`'INSERT', 'UPDATE'`)).map((row) => String(row['right']));
    const besideRecords = written.filter((right) => !/^record_\d+ /.test(right));
    expect(besideRecords).toEqual([
      'access_test INSERT',
      'audit_retention INSERT',
      'audit_retention UPDATE',
      'bulk_change INSERT',
      'bulk_change UPDATE',
      'bulk_change_record INSERT',
      'bulk_change_record UPDATE',
      'company_export INSERT',
      'company_set_up INSERT',
      'company_set_up UPDATE',
      'dashboard INSERT',
      'dashboard UPDATE',
      'dashboard_preference INSERT',
      'dashboard_preference UPDATE',
      'export_request INSERT',
      'export_request UPDATE',
      'field INSERT',
      'field_condition INSERT',
      'field_deletion INSERT',
      'field_deletion UPDATE',
      'field_retype INSERT',
      'field_retype UPDATE',
      'field_use INSERT',
      'field_use UPDATE',
      'file_upload INSERT',
      'file_upload UPDATE',
      'formula_pass INSERT',
      'formula_pass UPDATE',
      'grid_preference INSERT',
      'grid_preference UPDATE',
      'grid_preference_default INSERT',
      'grid_preference_default UPDATE',
      'idempotency_key INSERT',
      'invitation INSERT',
      'invitation UPDATE',
      'line_item INSERT',
      'line_item UPDATE',
      'line_item_field INSERT',
      'line_item_type INSERT',
      'list INSERT',
      'list UPDATE',
      'list_value INSERT',
      'list_value UPDATE',
      'mail_schedule INSERT',
      'mail_schedule UPDATE',
      'mail_schedule_reader INSERT',
      'mail_schedule_reader UPDATE',
      'menu_group INSERT',
      'menu_item INSERT',
      'menu_section INSERT',
      'notification_preference INSERT',
      'notification_preference UPDATE',
      'number_series INSERT',
      'number_series_counter INSERT',
      'object_definition INSERT',
      'object_property INSERT',
      'order_file INSERT',
      'order_file UPDATE',
      'order_form INSERT',
      'portal INSERT',
      'portal UPDATE',
      'problem_code INSERT',
      'property_deletion INSERT',
      'property_deletion UPDATE',
      'record_comment INSERT',
      'record_comment UPDATE',
      'record_evidence INSERT',
      'record_evidence UPDATE',
      'record_file INSERT',
      'record_file UPDATE',
      'record_import INSERT',
      'record_import UPDATE',
      'record_import_row INSERT',
      'record_import_row UPDATE',
      'record_status INSERT',
      'record_talk INSERT',
      'record_talk UPDATE',
      'record_talk_reader INSERT',
      'record_talk_reader UPDATE',
      'record_type INSERT',
      'record_type_deletion INSERT',
      'record_type_deletion UPDATE',
      'record_type_related INSERT',
      'role INSERT',
      'role_field_access INSERT',
      'role_menu_item_action INSERT',
      'status_transition INSERT',
      'tenant_logo INSERT',
      'tenant_logo UPDATE',
      'transmission_acceptance INSERT',
      'transmission_mapping INSERT',
      'transmission_received INSERT',
    ]);
  });

  test('reads nothing of who may sign in', async () => {
    const read = (await privileges(`'SELECT'`)).map((row) => String(row['right']));
    const ofSignIn = /^(auth_|registration|password_reset|identity_event|record |pgboss)/;
    expect(read.filter((right) => ofSignIn.test(right))).toEqual([]);
  });

  test('changes of a membership the role and whether it is enabled, of a role and of the company what they say of themselves, and makes no members', async () => {
    const rows = await server.query(
      `select table_name || '.' || column_name || ' ' || privilege_type as right from information_schema.column_privileges
       where grantee in ('rowhouse_app', 'PUBLIC') and table_schema = 'public' and privilege_type in ('INSERT', 'UPDATE')
         and (table_name, privilege_type) not in (
           select table_name, privilege_type from information_schema.role_table_grants
           where grantee in ('rowhouse_app', 'PUBLIC') and table_schema = 'public')
         and table_name in ('membership', 'role', 'app_user', 'tenant') order by 1`,
    );
    expect(rows.map((row) => row['right'])).toEqual([
      'membership.enabled UPDATE',
      'membership.role_id UPDATE',
      'membership.version UPDATE',
      'role.administers UPDATE',
      'role.alias UPDATE',
      'role.description UPDATE',
      'role.enabled UPDATE',
      'role.name UPDATE',
      'role.version UPDATE',
      'tenant.accent UPDATE',
      'tenant.currency UPDATE',
      'tenant.description UPDATE',
      'tenant.logo_key UPDATE',
      'tenant.mfa_required UPDATE',
      'tenant.name UPDATE',
      'tenant.url UPDATE',
      'tenant.version UPDATE',
    ]);
  });

  test('calls only the functions that are given to it', async () => {
    const rows = await server.query(
      `select p.proname from pg_proc p where p.pronamespace = 'public'::regnamespace
         and has_function_privilege('rowhouse_app', p.oid, 'execute') and p.prosecdef order by 1`,
    );
    // Each runs as the owner; each asks the tenant itself or tells only of the person that a token named.
    expect(rows.map((row) => row['proname'])).toEqual([
      'append_to_conversation',
      'begin_view_as',
      'claim_company_url',
      'conversation_partners',
      'end_member_sessions',
      'find_transmission_target',
      'has_second_factor',
      'lock_conversation',
      'lock_records_for_write',
      'member_state',
      'members_last_signed_in',
      'members_with_second_factor',
      'membership_state',
      'notified_mapping',
      'open_conversations',
      'person_by_auth_user',
      'place_records',
      'remind_partner',
      'reset_member_second_factor',
      'retry_received_transmissions',
      'see_transmissions',
      'tell_overdue',
      'tenants_of_person',
      'transmission_answers',
      'transmission_offers',
      'transmission_targets',
    ]);
  });
});

describe('in a transaction of requests', () => {
  const north = () => ({ tenantId: tenantId(server.north.id), userId: null });

  /** As the role of requests without a tenant. */
  const withoutTenant = (statement: string) =>
    server.database.asOwnerOfAll(async (connection) => {
      await connection.query('begin');
      try {
        await connection.query('set local role rowhouse_app');
        return await connection.query(statement);
      } finally {
        await connection.query('rollback');
      }
    });

  test('a tenant that is not set fails closed: in every table, for every read', async () => {
    const open: string[] = [];
    for (const table of [...tenantTables.filter((name) => name !== 'record'), 'tenant', 'app_user']) {
      // An empty table has no row to ask the policy of.
      const [count] = await server.query(`select count(*)::int as rows from ${table}`);
      if (count?.['rows'] === 0) continue;
      await withoutTenant(`select * from ${table} limit 1`).then(
        () => open.push(table),
        () => undefined,
      );
    }
    expect(open).toEqual([]);
  });

  test('nothing of another tenant is read, from any table', async () => {
    // Months of the audit log are read through the table alone.
    for (const table of tenantTables.filter((name) => name !== 'record' && !name.startsWith('audit_log_'))) {
      const [answer] = await server.database.read(north(), [
        {
          text: `select count(*) filter (where tenant_id <> $1), count(*) from ${table}`,
          values: [server.north.id],
        },
      ]);
      expect({ table, foreign: answer?.rows[0]?.[0] }).toEqual({ table, foreign: '0' });
    }
    const [tenants] = await server.database.read(north(), [{ text: 'select id from tenant' }]);
    expect(tenants?.rows).toEqual([[String(server.north.id)]]);
    const [people] = await server.database.read(north(), [{ text: 'select email from app_user order by 1' }]);
    expect(people?.rows.flat()).toEqual(['cleo@example.com', 'mia@example.com', 'rae@example.com']);
  });

  test('nothing is written to another tenant, nor taken to it', async () => {
    const { south } = server;
    const leaf = `record_${String((await ownBucketsOf())[0]?.['bucket'])}`;
    for (const text of [
      `insert into list_value (tenant_id, list_id, value) values (${south.id}, ${south.lists.choices}, 'x')`,
      `update ${leaf} set tenant_id = ${south.id}`,
      `insert into idempotency_key (tenant_id, user_id, key, operation, record_id) values (${south.id}, 1, 'x', 'x', 1)`,
    ]) {
      await expect(
        server.database.withTenant(north(), (transaction) => transaction.one({ text })),
      ).rejects.toThrow(/row-level security/);
    }
    const answer = await server.database.withTenant(north(), (transaction) =>
      transaction.one({ text: `update list_value set value = 'x' where tenant_id = ${south.id}` }),
    );
    expect(answer.count).toBe(0);
  });

  test('the tenant and the role of one transaction do not outlive it on the connection', async () => {
    await server.database.read(north(), [{ text: 'select 1' }]);
    for (let borrowed = 0; borrowed < 8; borrowed += 1) {
      const [state] = await server.query(
        `select current_user = session_user as owner, coalesce(current_setting('app.tenant_id', true), '') as tenant`,
      );
      expect(state).toEqual({ owner: true, tenant: '' });
    }
  });

  test('the audit log takes no change and no deletion', async () => {
    for (const text of [
      `update audit_log set action = 'x'`,
      'delete from audit_log',
      `insert into audit_log (tenant_id, entity, entity_id, action) values (${server.north.id}, 'record', 1, 'x')`,
      'truncate audit_log',
    ]) {
      await expect(
        server.database.withTenant(north(), (transaction) => transaction.one({ text })),
      ).rejects.toThrow(/permission denied/);
    }
  });
});
