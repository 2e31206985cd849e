// North stands at home and South in a second database: what the door promises of a second cell, tried with one. What home publishes
// is copied here by hand.
import type { AddressInfo } from 'node:net';
import { giveIdsOfCell, idsOfCell } from '@rowhouse/server/platform/database/ids-of-cell.ts';
import { takeTurn } from '@rowhouse/server/platform/background/claims.ts';
import type { Database } from '@rowhouse/server/platform/database/database.ts';
import { dropExpiredEntries } from '@rowhouse/server/features/audit-log/retention-sql.ts';
import { sweepRequests } from '@rowhouse/server/features/records/sql.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openCells } from './open-cells.ts';
import { handshakeOf, openSocket } from './socket-client.ts';
import { openTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';
import { absent, serveTestDatabase } from './test-server.ts';
import type { Credentials, ServedDatabase } from './test-server.ts';
import type { TestTenant } from './two-tenants.ts';

const { world } = inject('twoTenants');
const { north, south } = world;
let home: TestDatabase;
let cell: TestDatabase;
let server: ServedDatabase;
let door: Database;

const ask = async ({ database }: TestDatabase, text: string, values: readonly unknown[] = []) =>
  database.asOwnerOfAll(async (connection) => (await connection.query(text, values)).rows);

let published = Promise.resolve();

/** As logical replication would: one after another, and whole. */
function publishSessions(): Promise<void> {
  return (published = published.then(copySessions));
}

async function copySessions(): Promise<void> {
  const [kept] = await ask(home, 'select coalesce(json_agg(s), $1)::text as rows from auth_session s', [
    '[]',
  ]);
  await cell.database.asOwnerOfAll(async (connection) => {
    await connection.query('begin');
    await connection.query('delete from auth_session');
    await connection.query(
      'insert into auth_session select * from jsonb_populate_recordset(null::auth_session, $1::jsonb)',
      [kept?.['rows']],
    );
    await connection.query('commit');
  });
}

beforeAll(async () => {
  const { database: template } = inject('twoTenants');
  home = await openTestDatabase(template);
  cell = await openTestDatabase(template);
  await giveIdsOfCell(cell.database, 1);
  const cells = openCells(home.database, [cell.database], (tenant) =>
    tenant === south.id ? cell.database : undefined,
  );
  door = {
    ...cells,
    async asHome(work) {
      const result = await cells.asHome(work);
      await publishSessions();
      return result;
    },
  };
  server = await serveTestDatabase({
    url: home.url,
    database: door,
    close: async () => {
      await home.close();
      await cell.close();
    },
  });
});
afterAll(() => server.close());

let numbers = 500;
async function makeRecord(who: Credentials, { types, statuses, fields, id }: TestTenant) {
  numbers += 1;
  const [code] = await ask(
    home,
    `select id from problem_code where tenant_id = $1 and record_type_id = $2 and name = 'Late'`,
    [id, types.orders],
  );
  return server.ask(
    'mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id } }',
    who,
    {
      data: {
        recordType: types.orders,
        recordNumber: numbers,
        poNumber: numbers,
        statusId: statuses.order,
        problemCodeId: Number(code?.['id']),
        recordDate: '2026-06-10',
        description: 'First',
        issuedByCompanyName: 'One',
        issuedToCompanyName: 'Other',
        dueDate: '2026-06-20',
        assignedTo: world.people.ana,
        additionalFields: [{ recordAdditionalFieldByTypeId: fields.weight, value: '1' }],
      },
    },
  );
}
const idOf = ({ data }: { data: Record<string, unknown> | null }): number =>
  Number((data?.['registerRecordHeader'] as { id: unknown } | undefined)?.id);
const isIn = async (database: TestDatabase, id: number): Promise<boolean> =>
  (await ask(database, 'select from record where id = $1', [id])).length > 0;

test('whoever signs in at home works in the cell of the company, and its rows stand there alone', async () => {
  const id = idOf(await makeRecord(await server.enter('ana', south), south));
  expect(Math.floor(id / idsOfCell)).toBe(1);
  expect([await isIn(home, id), await isIn(cell, id)]).toEqual([false, true]);
  const audited = `select count(*)::int as count from audit_log where entity = 'record' and entity_id = $1`;
  expect(await ask(cell, audited, [id])).toEqual([{ count: 1 }]);
});

test('another company is at home for the same process, and sees nothing of the cell', async () => {
  const ofSouth = idOf(await makeRecord(await server.enter('ana', south), south));
  const ana = await server.enter('ana', north);
  const id = idOf(await makeRecord(ana, north));
  expect([await isIn(home, id), await isIn(cell, id)]).toEqual([true, false]);
  const update = 'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }';
  const answer = await server.ask(update, ana, { data: { id: ofSouth, description: 'Other' } });
  expect(answer).toEqual(absent('The record'));
});

test('a session that is over at home is over in the cell', async () => {
  const ana = await server.enter('ana', south);
  expect(idOf(await makeRecord(ana, south))).toBeGreaterThan(0);
  await door.asHome((connection) => connection.query('delete from auth_session'));
  expect((await makeRecord(ana, south)).errors?.[0]?.extensions['code']).toBe('UNAUTHENTICATED');
});

test('an open grid hears of what changes in its cell', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  const [ana, sue] = [await server.enter('ana', north), await server.enter('sue', south)];
  const sockets = [await openSocket(url, handshakeOf(ana)), await openSocket(url, handshakeOf(sue))];
  const places = [north, south];
  for (const [at, socket] of sockets.entries())
    expect(await socket.watch(places[at]!.types.orders)).toEqual({ ok: true });
  const id = idOf(await makeRecord(sue, south));
  await expect.poll(() => sockets[1]!.changes().map((change) => change.id)).toContain(id);
  const other = idOf(await makeRecord(ana, north));
  await expect.poll(() => sockets[0]!.changes().map((change) => change.id)).toEqual([other]);
  for (const socket of sockets) socket.close();
});

test('work in the background is taken up wherever it waits, one piece at a time', async () => {
  const wait = `insert into formula_pass (tenant_id, record_type_id, user_id, total) values ($1, $2, $3, 1) returning id`;
  const own = await ask(cell, wait, [south.id, south.types.orders, world.people.sue]);
  const turn = await takeTurn(door, 'formula_pass');
  expect(turn).toMatchObject({ tenantId: south.id, id: Number(own[0]?.['id']) });
  await ask(home, wait, [north.id, north.types.orders, world.people.ana]);
  await ask(cell, `update formula_pass set tried_at = 'infinity'`);
  expect(await takeTurn(door, 'formula_pass')).toMatchObject({ tenantId: north.id });
  // Home had one, so the cell was not asked.
  expect(await ask(cell, `select tried_at = 'infinity' as untouched from formula_pass`)).toEqual([
    { untouched: true },
  ]);
});

test('what is done for all companies is done in every cell, and what it counts is added up', async () => {
  for (const place of [home, cell])
    await ask(
      place,
      `insert into export_request (tenant_id, user_id, request, created_at) values ($1, $2, '{}', now() - interval '2 hours')`,
      [place === home ? north.id : south.id, world.people.ana],
    );
  await sweepRequests(door);
  for (const place of [home, cell])
    expect(await ask(place, 'select count(*)::int as count from export_request')).toEqual([{ count: 0 }]);
  for (const place of [home, cell]) {
    const tenant = place === home ? north.id : south.id;
    await ask(place, 'insert into audit_retention (tenant_id, years) values ($1, 1)', [tenant]);
    await ask(
      place,
      `insert into audit_log (id, tenant_id, entity, entity_id, action, at) values (1, $1, 'list', 1, 'update', now() - interval '3 years')`,
      [tenant],
    );
  }
  expect(await dropExpiredEntries(door)).toBe(2);
});
