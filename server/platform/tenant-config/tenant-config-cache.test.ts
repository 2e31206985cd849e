// Of the companies that a server answers for, those in use stay in memory, however many others come by.
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { TestDatabase } from '../../../testing/test-database.ts';
import { aTenant } from '../../seed/builders.ts';
import type { Database } from '../database/database.ts';
import { estimateBytes } from './estimate-bytes.ts';
import { loadTenantConfig } from './load-tenant-config.ts';
import { TenantConfigCache } from './tenant-config-cache.ts';

const companies = 300;
let own: TestDatabase;
let busy: TenantId;
let large: TenantId;
let others: TenantId[];
beforeAll(async () => {
  own = await openTestDatabase();
  await own.database.asOwnerOfAll(async (connection) => {
    busy = (await aTenant(connection, { name: 'Busy', bucket: 3 })).id;
    const withList = await aTenant(connection, { name: 'Large', bucket: 3 });
    await withList.withList({
      name: 'Customers',
      values: Array.from({ length: 2000 }, (_, index) => `Customer number ${index}`),
    });
    large = withList.id;
    const { rows } = await connection.query(
      `insert into tenant (name, url, bucket) select 'Company ' || i, 'company-' || i, 3
       from generate_series(1, ${companies}) i returning id`,
    );
    others = rows.map((row) => tenantId(Number(row['id'])));
  });
});
afterAll(() => own.close());

/** The database with each load of a configuration told. */
function watched(): { database: Database; loads: TenantId[] } {
  const loads: TenantId[] = [];
  const database = Object.create(own.database) as Database;
  database.read = (scope, statements) => {
    loads.push(scope.tenantId);
    return own.database.read(scope, statements);
  };
  return { database, loads };
}

test('300 companies in turn are each loaded once', async () => {
  const { database, loads } = watched();
  const configs = new TenantConfigCache(database);
  for (const id of [...others, ...others]) expect((await configs.find(id))?.tenantId).toBe(id);
  expect(loads).toEqual(others);
});

test('after a lost connection a configuration is loaded anew, though its versions are the same', async () => {
  const { database, loads } = watched();
  const configs = new TenantConfigCache(database);
  await configs.find(busy);
  await configs.find(busy);
  expect(loads).toEqual([busy]);
  await expect(
    own.database.asHome((connection) => connection.query('select pg_terminate_backend(pg_backend_pid())')),
  ).rejects.toThrow(/terminat/);
  expect((await configs.find(busy))?.tenantId).toBe(busy);
  expect(loads).toEqual([busy, busy]);
});

describe('where there is room for a few', () => {
  const roomFor = async (count: number) => {
    const { database, loads } = watched();
    const each = estimateBytes(await loadTenantConfig(own.database, others[0]!));
    return { loads, configs: new TenantConfigCache(database, each * (count + 0.9)) };
  };

  test('one that is asked for between the others is never thrown out', async () => {
    const { configs, loads } = await roomFor(10);
    for (const id of others) {
      await configs.find(busy);
      await configs.find(id);
    }
    expect(loads.filter((id) => id === busy)).toHaveLength(1);
    // The last ten are there, the busy one among them; those before have gone.
    loads.length = 0;
    for (const id of others.slice(-9)) await configs.find(id);
    expect(loads).toEqual([]);
    await configs.find(others[0]!);
    expect(loads).toEqual([others[0]]);
  });

  test('one with a long list takes the room of many, and is answered though it fills all', async () => {
    const { configs, loads } = await roomFor(10);
    for (const id of others.slice(0, 9)) await configs.find(id);
    expect((await configs.find(large))?.lists.size).toBe(1);
    expect((await configs.find(large))?.tenantId).toBe(large);
    expect(loads.filter((id) => id === large)).toHaveLength(1);
    loads.length = 0;
    await configs.find(others[0]!);
    expect(loads).toEqual([others[0]]);
  });

  test('a newer version takes the place of the older, and its room', async () => {
    const { configs, loads } = await roomFor(2);
    for (let times = 0; times < 20; times += 1) await configs.reload(busy);
    await configs.find(others[0]!);
    loads.length = 0;
    await configs.find(busy);
    await configs.find(others[0]!);
    expect(loads).toEqual([]);
  });
});

test('the estimate grows with what is held, and counts once what is held twice', () => {
  const shared = { text: 'x'.repeat(1000) };
  const once = estimateBytes([shared]);
  expect(once).toBeGreaterThan(1000);
  expect(estimateBytes([shared, shared]) - once).toBeLessThan(20);
  expect(estimateBytes(new Map([[1, 'y'.repeat(500)]]))).toBeGreaterThan(500);
});
