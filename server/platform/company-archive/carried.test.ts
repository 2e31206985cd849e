// Every table and column of a company is in its archive or has a reason why it is not. A new one fails here until somebody
// says which: an archive that forgets a table loses it for good.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { TestDatabase } from '../../../testing/test-database.ts';
import { carriedTables, companyColumns, companyColumnsLeft, tablesLeft } from './carried.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await openTestDatabase();
});
afterAll(() => own.close());

async function columnsByTable(): Promise<Map<string, string[]>> {
  const { rows } = await own.database.asOwnerOfAll((connection) =>
    connection.query(
      `select c.relname::text as "table", a.attname::text as "column" from pg_class c
         join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
         join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relkind in ('r', 'p') and not c.relispartition and (c.relname = 'tenant' or exists (
         select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped))`,
    ),
  );
  const tables = Map.groupBy(rows, (row) => String(row['table']));
  return new Map([...tables].map(([name, of]) => [name, of.map((row) => String(row['column'])).sort()]));
}

test('every table and column of a company is carried or has its reason', async () => {
  const there = await columnsByTable();
  expect(there.get('tenant')).toEqual([...companyColumns, ...companyColumnsLeft].sort());
  there.delete('tenant');
  expect([...there.keys()].sort()).toEqual(
    [...Object.keys(carriedTables), ...Object.keys(tablesLeft)].sort(),
  );
  for (const [name, { columns, left }] of Object.entries(carriedTables))
    expect({ name, columns: there.get(name) }).toEqual({ name, columns: [...columns, ...left].sort() });
});

test('every column that refers to a person is known as one', async () => {
  const { rows } = await own.database.asOwnerOfAll((connection) =>
    connection.query(
      `select c.conrelid::regclass::text as "table", a.attname::text as "column" from pg_constraint c
         join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attname <> 'tenant_id'
       where c.contype = 'f' and c.confrelid in ('app_user'::regclass, 'membership'::regclass)`,
    ),
  );
  // Not every such column has a foreign key; these names say it as well. `seen_by` holds roles.
  const there = await columnsByTable();
  const named = [...there].flatMap(([table, columns]) =>
    columns
      .filter((column) => /(^|_)user_id$|_by$/.test(column) && column !== 'seen_by')
      .map((column) => ({ table, column })),
  );
  const unmarked = ([...rows, ...named] as { table: string; column: string }[]).filter(
    ({ table, column }) => {
      const carried = carriedTables[table];
      return carried !== undefined && carried.columns.includes(column) && !carried.people.includes(column);
    },
  );
  expect(unmarked).toEqual([]);
});

test('what others refer to is brought in before them', async () => {
  const { rows } = await own.database.asOwnerOfAll((connection) =>
    connection.query(
      `select distinct conrelid::regclass::text as source, confrelid::regclass::text as target
       from pg_constraint where contype = 'f' and conrelid <> confrelid`,
    ),
  );
  const order = Object.keys(carriedTables);
  const links = (rows as { source: string; target: string }[]).filter(
    ({ source, target }) => order.includes(source) && order.includes(target),
  );
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter(({ source, target }) => order.indexOf(source) < order.indexOf(target))).toEqual([]);
});
