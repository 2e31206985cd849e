import { tenantId, userId } from '@rowhouse/domain/kernel/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let ana: Credentials;
let bob: Credentials;
let number = 7000;

beforeAll(async () => {
  server = await startTestServer();
  ana = await server.enter('ana', server.north);
  bob = await server.enter('bob', server.north);
});
afterAll(() => server.close());

const write = (text: string, person: 'ana' | 'bob', values: (string | number)[]) =>
  server.database.withTenant(
    { tenantId: tenantId(server.north.id), userId: userId(server.people[person]) },
    (transaction) => transaction.one({ text, values }),
  );

async function create(): Promise<number> {
  const { id, types, statuses } = server.north;
  const { rows } = await write(
    `insert into record_3 (bucket, id, tenant_id, record_type_id, record_number, status_id, enabled, n2)
     values (3, nextval('record_id_seq'), $1, $2, $3, $4, true, 1) returning id`,
    'ana',
    [id, types.orders, (number += 1), statuses.order],
  );
  return Number(rows[0]?.[0]);
}

const change = (id: number, set: string, person: 'ana' | 'bob') =>
  write(`update record_3 set ${set}, version = version + 1 where id = $1`, person, [id]);

async function lastOf(ids: number[], who: Credentials, type = server.north.types.orders) {
  const answer = await server.ask(
    `query ($data: FindLastRecordChangesInput!) {
      findLastRecordChanges(data: $data) { id user { id name } changedAt secondsAgo } }`,
    who,
    { data: { recordTypeId: type, ids } },
  );
  expect(answer.errors).toBeUndefined();
  return answer.data?.['findLastRecordChanges'] as { id: number; secondsAgo: number }[];
}

test('the last change is told with who made it and when, one of hidden fields to nobody who may not see them', async () => {
  const id = await create();
  expect(await lastOf([id], ana)).toEqual([]);
  await change(id, 'n1 = 5', 'ana');
  await change(id, 'n2 = 6', 'bob');
  const [seen] = await lastOf([id], ana);
  expect(seen).toMatchObject({
    id,
    user: { id: server.people.bob, name: expect.stringMatching(/^Bob/) as string },
  });
  expect(seen?.secondsAgo).toBeGreaterThanOrEqual(0);
  expect(await lastOf([id], bob)).toMatchObject([{ id, user: { id: server.people.ana } }]);
});

test('of records out of sight nothing is told: deleted ones, and those of another type or company', async () => {
  const id = await create();
  await change(id, 'n1 = 5', 'ana');
  expect(await lastOf([id], ana, server.north.types.bills)).toEqual([]);
  const sue = await server.enter('sue', server.south);
  expect(await lastOf([id], sue, server.south.types.orders)).toEqual([]);
  await change(id, 'enabled = false', 'ana');
  expect(await lastOf([id], bob)).toEqual([]);
});

test('at most 200 records are asked for at once', async () => {
  const { errors } = await server.ask(
    'query ($data: FindLastRecordChangesInput!) { findLastRecordChanges(data: $data) { id } }',
    ana,
    {
      data: { recordTypeId: server.north.types.orders, ids: Array.from({ length: 201 }, (_, at) => at + 1) },
    },
  );
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID', field: 'ids' });
});
