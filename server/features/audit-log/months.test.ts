// The audit log by month: nothing is ever without a partition, and what is old goes by whole months.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { dropOldPartitions, makeAuditPartitions } from './retention-sql.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const partitions = async () =>
  (
    await server.query(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'audit_log'::regclass order by c.relname`,
    )
  ).map((row) => String(row['name']));

const write = (count: number) =>
  server.query(
    `insert into audit_log (tenant_id, entity, entity_id, action)
     select $1, 'list', n, 'update' from generate_series(1, $2::int) n returning id, tableoid::regclass::text as leaf`,
    [server.north.id, count],
  );
/** By the clock of the database, as the ids are. */
const monthsFromNow = async (months: number) => {
  const [row] = await server.query(
    `select to_char((now() at time zone 'UTC') + make_interval(months => $1), 'YYYYMM') as month`,
    [months],
  );
  return `audit_log_${String(row?.['month'])}`;
};

test('what is written before any month was made is kept where it stands, and months come after it', async () => {
  expect(await partitions()).toEqual(['audit_log_before', 'audit_log_open']);
  const [early] = await write(1);
  expect(early?.['leaf']).toBe('audit_log_open');
  expect(await makeAuditPartitions(server.database, Date.now())).toBe(4);
  const months = await Promise.all([0, 1, 2, 3].map(monthsFromNow));
  expect(await partitions()).toEqual(['audit_log_before', ...months, 'audit_log_open'].toSorted());
  expect(await makeAuditPartitions(server.database, Date.now())).toBe(0);
  const [later] = await write(1);
  expect(later?.['leaf']).toBe(months[0]);
  expect(Number(later?.['id'])).toBeGreaterThan(Number(early?.['id']));
  const [found] = await server.query('select tableoid::regclass::text as leaf from audit_log where id = $1', [
    early?.['id'],
  ]);
  expect(found?.['leaf']).toBe(months[0]);
});

test('a month that nobody made is taken by the open partition, and becomes one of its own', async () => {
  await server.query(
    `insert into audit_log (id, tenant_id, entity, entity_id, action)
     values (audit_month_start((now() at time zone 'UTC') + interval '5 months') + 1, $1, 'list', 1, 'update')`,
    [server.north.id],
  );
  const inFiveMonths = new Date();
  inFiveMonths.setUTCMonth(inFiveMonths.getUTCMonth() + 5);
  expect(await makeAuditPartitions(server.database, inFiveMonths.getTime())).toBeGreaterThan(1);
  const [row] = await server.query(
    `select tableoid::regclass::text as leaf from audit_log where id > audit_month_start((now() at time zone 'UTC') + interval '4 months')`,
  );
  expect(row?.['leaf']).toBe(await monthsFromNow(5));
});

test('every partition is closed to requests, which read through the table alone', async () => {
  const open = await server.query(
    `select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'audit_log'::regclass and (not c.relrowsecurity or not c.relforcerowsecurity
       or has_table_privilege('rowhouse_app', c.oid, 'select, insert, update, delete'))`,
  );
  expect(open).toEqual([]);
});

test('the newest come from the newest partition, without sorting', async () => {
  await write(200);
  const plan = await server.query(
    `explain select id from audit_log where tenant_id = ${server.north.id} and entity = 'list' and entity_id = 1 order by id desc limit 3`,
  );
  const text = plan.map((row) => String(row['QUERY PLAN'])).join('\n');
  expect(text).toContain('Append');
  expect(text).not.toMatch(/Sort|Merge/);
});

test('the installation drops whole months, and what there was before them when all of it is old', async () => {
  const before = await partitions();
  expect(await dropOldPartitions(server.database, Date.now(), 1)).toEqual([]);
  const years = (count: number) => Date.now() + count * 366 * 86_400_000;
  const dropped = await dropOldPartitions(server.database, years(3), 2);
  expect(dropped).toContain('audit_log_before');
  expect(dropped).toContain(await monthsFromNow(0));
  expect(await partitions()).toEqual(before.filter((name) => !dropped.includes(name)));
  // Writing goes on: the months are made anew where there are none.
  await makeAuditPartitions(server.database, years(3));
});
