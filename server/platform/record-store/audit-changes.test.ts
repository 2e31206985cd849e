// What the trigger writes into the audit log is what has changed, whatever column it is in and by whatever statement.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { TestDatabase } from '../../../testing/test-database.ts';
import { aTenant } from '../../seed/builders.ts';

let own: TestDatabase;
let world: { tenantId: number; typeId: number; ids: number[]; slot: string; fieldId: number };
const query = (text: string, values: readonly unknown[] = []) =>
  own.database.asOwnerOfAll(async (connection) => (await connection.query(text, values)).rows);

beforeAll(async () => {
  own = await openTestDatabase();
  world = await own.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: 'Audited', bucket: 5 });
    const type = await tenant.withRecordType({
      name: 'Orders',
      fields: [{ name: 'Note', dataType: 'string' }],
    });
    const ids = await tenant.withRecords(
      type,
      Array.from({ length: 40 }, (_, index) => ({ recordNumber: index + 1 })),
    );
    const field = type.fields.get('Note');
    return { tenantId: tenant.id, typeId: type.id, ids, slot: field?.slot ?? '', fieldId: field?.id ?? 0 };
  });
});
afterAll(() => own.close());

let since: number;
beforeEach(async () => {
  since = Number((await query('select coalesce(max(id), 0) as last from audit_log'))[0]?.['last']);
});

const written = () =>
  query(
    `select entity_id::int as id, action, changes from audit_log where id > $1 and entity = 'record' order by entity_id, id`,
    [since],
  );

/** Those that no change of a record may touch, and what is told otherwise. */
const untold = ['id', 'bucket', 'tenant_id', 'record_type_id', 'version', 'updated_at', 'unseen', 'x'];

const samples: Readonly<Record<string, readonly [sql: string, told: unknown]>> = {
  int8: ['777', 777],
  int4: ['777', 777],
  float8: ['0.1', 0.1],
  timestamptz: [`'2026-02-03T04:05:06.789Z'`, '2026-02-03T04:05:06.789+00:00'],
  date: [`'2026-02-03'`, '2026-02-03'],
  bool: ['true', true],
  text: [`'It''s "new"'`, `It's "new"`],
  _int8: [`'{1,2}'`, [1, 2]],
};

test('every column of a record is audited', async () => {
  const columns = await query(
    `select column_name as name, udt_name as type from information_schema.columns
     where table_schema = 'public' and table_name = 'record' and column_name <> all ($1)`,
    [untold],
  );
  expect(columns.length).toBeGreaterThan(200);
  const [id] = world.ids;
  const [before] = await query('select to_jsonb(r) as row from record_5 r where id = $1', [id]);
  const held = before?.['row'] as Record<string, unknown>;
  const expected: Record<string, unknown> = {};
  const assignments = columns.map(({ name, type }) => {
    const column = String(name);
    const [sql, told] = samples[String(type)] ?? ['null', null];
    const isOn = held[column] === true;
    expected[column === world.slot ? `f${world.fieldId}` : column] = [held[column], isOn ? false : told];
    return `${column} = ${isOn ? 'false' : sql}`;
  });
  await query(`update record_5 set ${assignments.join(', ')} where id = $1`, [id]);
  const [entry] = await written();
  expect(entry).toMatchObject({ id, action: 'delete' });
  expect(entry?.['changes']).toEqual(expected);
});

test('many records in one statement each have their own entry, with what changed in them alone', async () => {
  const ids = world.ids.slice(1, 30);
  await query(
    `update record_5 set n1 = case when id % 2 = 0 then id end, t2 = case when id % 3 = 0 then 'third' end,
       x = case when id % 5 = 0 then '{"91": {"deep": null}, "92": [1]}'::jsonb end, version = version + 1, updated_at = now()
     where id = any($1)`,
    [ids],
  );
  expect(await written()).toEqual(
    ids.map((id) => {
      const changes = {
        ...(id % 2 === 0 && { n1: [null, id] }),
        ...(id % 3 === 0 && { t2: [null, 'third'] }),
        ...(id % 5 === 0 && { f91: [null, { deep: null }], f92: [null, [1]] }),
      };
      return { id, action: 'update', changes: Object.keys(changes).length === 0 ? null : changes };
    }),
  );
});

test('an overflow that loses one of its values tells of that value alone', async () => {
  const id = world.ids[31];
  await query(`update record_5 set x = '{"91": 1, "92": 2}' where id = $1`, [id]);
  await query(`update record_5 set x = '{"92": 2, "93": 3}' where id = $1`, [id]);
  await query(`update record_5 set x = null where id = $1`, [id]);
  expect((await written()).map(({ changes }) => changes)).toEqual([
    { f91: [null, 1], f92: [null, 2] },
    { f91: [1, null], f93: [null, 3] },
    { f92: [2, null], f93: [3, null] },
  ]);
});
