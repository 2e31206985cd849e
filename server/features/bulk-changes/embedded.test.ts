// On the embedded database, which has one connection for everything: a bulk change goes on between the requests of others.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyEmbeddedDatabase, openEmbeddedDatabase } from '../../../testing/embedded-folder.ts';
import { serveTestDatabase } from '../../../testing/test-server.ts';
import type { ServedDatabase } from '../../../testing/test-server.ts';
import { createTwoTenants } from '../../../testing/two-tenants.ts';
import { aTenant } from '../../seed/builders.ts';

let server: ServedDatabase;
let world: Awaited<ReturnType<typeof createWorld>>;
const count = 1500;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-embedded-'));
  await copyEmbeddedDatabase(folder);
  const { database, close } = await openEmbeddedDatabase(folder);
  server = await serveTestDatabase({
    database,
    url: '',
    async close() {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  });
  world = await createWorld();
});
afterAll(() => server.close());

async function createWorld() {
  const { people } = await createTwoTenants(server.database, server.identity);
  return server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: 'Bulk', bucket: 6 });
    const manager = await tenant.withRole({ name: 'Manager', defaultFieldAccess: 'Editable' });
    await tenant.withMember(people.ana, manager);
    const orders = await tenant.withRecordType({ name: 'Orders', statuses: ['Open'], fields: [] });
    const items = [{ name: 'Orders', route: 'orders', recordType: orders }];
    const sections = [{ name: 'Section', route: 'section', items }];
    const menu = await tenant.withMenu([{ name: 'Group', route: 'group', sections }]);
    await tenant.withActions(manager, menu.get('Orders') ?? 0, ['view', 'soft delete', 'bulk update']);
    const records = Array.from({ length: count }, (_, index) => ({ recordNumber: index, status: 'Open' }));
    await tenant.withRecords(orders, records, people.ana);
    return { tenant, orders };
  });
}

test('all are changed and taken back, and a page is answered in between', { timeout: 120_000 }, async () => {
  const ana = await server.enter('ana', world.tenant);
  const ask = async <Result>(document: string, variables: object): Promise<Result> => {
    const { data, errors } = await server.ask(document, ana, variables);
    if (errors !== undefined || data === null) throw new Error(JSON.stringify(errors));
    return Object.values(data)[0] as Result;
  };
  const query = { recordTypeId: world.orders.id };
  let pages = 0;
  async function untilEnded(id: number) {
    for (;;) {
      const { total } = await ask<{ total: number }>(
        'query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { total } }',
        { data: query },
      );
      expect(total).toBe(count);
      const found = await ask<{ state: string; updated: number }>(
        'query ($data: FindBulkChangeInput!) { findBulkChange(data: $data) { state updated } }',
        { data: { id } },
      );
      if (found.state !== 'RUNNING') return found;
      pages += 1;
    }
  }
  const begun = await ask<{ id: number }>(
    'mutation ($data: StartBulkChangeInput!) { startBulkChange(data: $data) { id } }',
    { data: { query, values: { description: 'All' } } },
  );
  expect(await untilEnded(begun.id)).toEqual({ state: 'FINISHED', updated: count });
  expect(pages).toBeGreaterThan(3);
  const back = await ask<{ id: number }>(
    'mutation ($data: FindBulkChangeInput!) { undoBulkChange(data: $data) { id } }',
    { data: { id: begun.id } },
  );
  expect(await untilEnded(back.id)).toEqual({ state: 'FINISHED', updated: count });
  expect(
    await server.query(
      'select count(*)::int as count, max(version) as version from record_6 where description is null',
    ),
  ).toEqual([{ count, version: 3 }]);
});
