// The numbers beside the items of the menu: each is the number of records that its grid shows.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEveryFieldType } from '../../../testing/record-model/every-field-type.ts';
import type { EveryFieldType } from '../../../testing/record-model/every-field-type.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let world: EveryFieldType;
beforeAll(async () => {
  server = await startTestServer();
  world = await createEveryFieldType(server, { count: 300, seed: 5 });
});
afterAll(() => server.close());

const document = '{ countRecordsByType { recordTypeId total totalState } }';
const update = 'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { version } }';
type Count = { recordTypeId: number; total: number | null; totalState: string };

async function countsFor(credentials: Credentials): Promise<Map<number, Count>> {
  const { data, errors } = await server.ask(document, credentials);
  expect(errors).toBeUndefined();
  return new Map(
    ((data?.['countRecordsByType'] ?? []) as Count[]).map((count) => [count.recordTypeId, count]),
  );
}

async function totalOf(recordTypeId: number, credentials: Credentials): Promise<unknown> {
  const grid = 'query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { total } }';
  const { data } = await server.ask(grid, credentials, { data: { recordTypeId, enabled: true } });
  return (data?.['filterAndSortRecordHeader'] as { total: number } | undefined)?.total;
}

test('says of each type of the menu what its grid says', async () => {
  const counts = await countsFor(world.manager);
  expect(counts.get(world.type.id)?.total).toBe(world.records.filter(({ enabled }) => enabled).length);
  for (const [id, { total, totalState }] of counts) {
    expect(totalState).toBe('EXACT');
    expect(total).toBe(await totalOf(id, world.manager));
  }
});

test('follows what is deleted', async () => {
  const before = (await countsFor(world.manager)).get(world.type.id)?.total ?? 0;
  const id = world.records.find(({ enabled }) => enabled)?.id;
  const [row] = await server.query('select version from record where id = $1', [Number(id)]);
  const data = { id, version: row?.['version'], enabled: false };
  expect((await server.ask(update, world.manager, { data })).errors).toBeUndefined();
  expect((await countsFor(world.manager)).get(world.type.id)?.total).toBe(before - 1);
});

test('counts for a confined role what it may see, and nothing of what it may not open', async () => {
  const [status] = [...world.field('status').names.keys()];
  await server.query(
    `with made as (
       insert into role (tenant_id, name, default_field_access) values ($1, 'Confined', 'Editable') returning id
     ), actions as (
       insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name)
       select a.tenant_id, made.id, a.menu_item_id, a.action_id, a.name
       from role_menu_item_action a join menu_item i on i.tenant_id = a.tenant_id and i.id = a.menu_item_id, made
       where a.tenant_id = $1 and a.name = 'view' and i.record_type_id = $2
     ), lines as (
       insert into role_field_access (tenant_id, role_id, record_type_id, base_field, access, filter_criteria)
       select $1, id, $2, 'status', 'Editable', $3 from made
     )
     update membership set role_id = (select id from made) where tenant_id = $1 and user_id = $4`,
    [world.tenant.id, world.type.id, JSON.stringify({ operator: 'is', value: status }), server.people.bob],
  );
  const bob = await server.enter('bob', world.tenant);
  const counts = await countsFor(bob);
  expect([...counts.keys()]).toEqual([world.type.id]);
  const seen = counts.get(world.type.id)?.total;
  expect(seen).toBe(await totalOf(world.type.id, bob));
  expect(seen).toBeLessThan((await countsFor(world.manager)).get(world.type.id)?.total ?? 0);
  expect(seen).toBeGreaterThan(0);
  // It is remembered until somebody writes.
  const { database } = server;
  const { read } = database;
  let counted = 0;
  database.read = (scope, statements, ...rest) => {
    counted += statements.filter(({ text }) => text.startsWith('select (select count(*)')).length;
    return read(scope, statements, ...rest);
  };
  const again = await countsFor(bob).finally(() => (database.read = read));
  expect([again.get(world.type.id)?.total, counted]).toEqual([seen, 0]);
});

test('another company has its own', async () => {
  const sue = await countsFor(await server.enter('sue', server.south));
  expect([...sue.keys()]).not.toContain(world.type.id);
  for (const { total } of sue.values()) expect(total).toBe(0);
});
