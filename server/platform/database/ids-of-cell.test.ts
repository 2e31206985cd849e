import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMigratedDatabase } from '../../../testing/migrated-database.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { TestDatabase } from '../../../testing/test-database.ts';
import { aTenant } from '../../seed/builders.ts';
import { readConfig } from '../config.ts';
import { giveIdsOfCell, idsOfCell, lastCell } from './ids-of-cell.ts';

let own: TestDatabase;

beforeAll(async () => {
  own = await openTestDatabase();
});
afterAll(() => own.close());

let companies = 0;
const makeIds = () =>
  own.database.asOwnerOfAll(async (connection) => {
    companies += 1;
    const tenant = await aTenant(connection, { name: `Company ${companies}`, bucket: 3 });
    const list = await tenant.withList({ name: 'Colours', values: ['Red'] });
    const type = await tenant.withRecordType({
      name: 'Orders',
      fields: [{ name: 'Note', dataType: 'string' }],
    });
    const [record = 0] = await tenant.withRecords(type, [{ recordNumber: 1 }]);
    return { tenant: tenant.id, ids: [list.id, type.id, record] };
  });
const cellsOf = (ids: readonly number[]) => new Set(ids.map((id) => Math.floor(id / idsOfCell)));

test('a cell of number 0 gives ids from 1 on, as ever', async () => {
  await giveIdsOfCell(own.database, 0);
  expect((await makeIds()).ids.every((id) => id < 1000)).toBe(true);
});

test('from then on every id is one of the cell, and the start again changes nothing', async () => {
  await giveIdsOfCell(own.database, 5);
  const made = await makeIds();
  expect(cellsOf(made.ids)).toEqual(new Set([5]));
  expect(Math.min(...made.ids)).toBe(5 * idsOfCell);
  // Given by home alone, with 32 bits.
  expect(made.tenant).toBeLessThan(1000);
  await giveIdsOfCell(own.database, 5);
  const next = await makeIds();
  expect(next.ids.every((id, at) => id > made.ids[at]!)).toBe(true);
});

test('servers that start at the same moment put the ids forward once', async () => {
  const others = await Promise.all([1, 2, 3].map(() => openMigratedDatabase(own.url, { migrated: true })));
  await Promise.all(others.map((database) => giveIdsOfCell(database, 6)));
  expect(cellsOf((await makeIds()).ids)).toEqual(new Set([6]));
  await Promise.all(others.map((database) => database.close()));
});

test('the ids of the last cell are exact in JavaScript', async () => {
  expect((lastCell + 1) * idsOfCell).toBe(Number.MAX_SAFE_INTEGER + 1);
  await giveIdsOfCell(own.database, lastCell);
  const { ids } = await makeIds();
  expect(ids.every(Number.isSafeInteger)).toBe(true);
  const { rows } = await own.database.asOwnerOfAll((connection) =>
    connection.query('select id::text from record where id = $1', [ids[2]]),
  );
  expect(rows).toEqual([{ id: String(ids[2]) }]);
});

test('a database that gives the ids of another cell is refused with the number that it has', async () => {
  await expect(giveIdsOfCell(own.database, 5)).rejects.toThrow(
    /^CELL is 5, but this database gives ids of cell 8191 \(\w+\)\. Set CELL=8191\.$/,
  );
});

test('no number of a cell leads past what is exact', () => {
  expect(readConfig({ CELL: String(lastCell) }).cell).toBe(lastCell);
  for (const CELL of [String(lastCell + 1), '-1', '1.5'])
    expect(() => readConfig({ CELL })).toThrow(
      /^CELL is not usable: it is '.*', and must be a whole number from 0 to 8191\.$/,
    );
});
