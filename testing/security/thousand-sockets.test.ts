// A thousand open windows of fifty people in two companies: one change is heard by all whom it concerns and by nobody else, a
// request beside them is answered, and nothing is left of them when they have gone.
import { randomBytes } from 'node:crypto';
import { recordTypeId, roleId, sessionId, tenantId, userId } from '@rowhouse/domain/kernel/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handshakeOf, openSocket } from '../socket-client.ts';
import type { SocketClient } from '../socket-client.ts';
import { startTestServer } from '../test-server.ts';
import type { Credentials, TestServer } from '../test-server.ts';
import type { TestTenant } from '../two-tenants.ts';
import { waitFor } from '../wait-for.ts';

const peopleOfTenant = 25;
const windowsOfPerson = 20;
/** Fewer than may be on their way at once who have not said who they are. */
const openedAtOnce = 100;

let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await startTestServer();
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

/** Managers of the company, signed in. */
async function makePeople(tenant: TestTenant): Promise<Credentials[]> {
  const people: Credentials[] = [];
  for (let place = 0; place < peopleOfTenant; place += 1) {
    const key = randomBytes(12).toString('hex');
    const email = `reader${place}@${tenant.name.toLowerCase()}.example`;
    const [made] = await server.query(
      `with account as (insert into auth_user (id, name, email, "emailVerified") values ($1, 'Reader', $2, true) returning id),
         session as (insert into auth_session (id, token, "userId", "expiresAt", "updatedAt")
           select id, id, id, now() + interval '1 day', now() from account),
         person as (insert into app_user (auth_user_id, email, first_name, last_name, validated)
           select id, $2, 'Reader', 'Test', true from account returning id)
       insert into membership (tenant_id, user_id, role_id) select $3, id, $4 from person returning user_id::int`,
      [key, email, tenant.id, tenant.roles.manager],
    );
    const signedIn = { userId: userId(Number(made?.['user_id'])), sessionId: sessionId(key) };
    people.push({
      service: server.tokens.issueService(signedIn).token,
      backend: server.tokens.issueBackend({
        ...signedIn,
        tenantId: tenantId(tenant.id),
        roleId: roleId(tenant.roles.manager),
        membershipVersion: 1,
      }).token,
      tenant: tenant.id,
    });
  }
  return people;
}

async function openWindows(tenant: TestTenant): Promise<SocketClient[]> {
  const credentials = (await makePeople(tenant)).flatMap((person) =>
    Array.from({ length: windowsOfPerson }, () => person),
  );
  const windows: SocketClient[] = [];
  while (windows.length < credentials.length) {
    const next = credentials.slice(windows.length, windows.length + openedAtOnce);
    windows.push(...(await Promise.all(next.map((one) => openSocket(url, handshakeOf(one))))));
  }
  const topic = recordTypeId(tenant.types.orders);
  for (const answer of await Promise.all(windows.map((window) => window.watch(topic))))
    expect(answer).toMatchObject({ ok: true });
  return windows;
}

async function makeOrder(tenant: TestTenant): Promise<{ id: number; version: number }> {
  const [made] = await server.query(
    `insert into record_${tenant.bucket} (bucket, id, tenant_id, record_type_id, record_number, status_id, description)
     values ($1, nextval('record_id_seq'), $2, $3, 1, $4, 'First') returning id::int, version`,
    [tenant.bucket, tenant.id, tenant.types.orders, tenant.statuses.order],
  );
  return { id: Number(made?.['id']), version: Number(made?.['version']) };
}

const countConnections = (): Promise<number> =>
  new Promise((resolve, reject) =>
    server.app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );

const countOpen = async (): Promise<number> =>
  Number(/^rowhouse_sockets (\d+)$/m.exec((await server.app.inject('/metrics')).body)?.[1]);

test('a thousand sockets hear what concerns them, and leave nothing behind', async () => {
  const north = await openWindows(server.north);
  const south = await openWindows(server.south);
  expect(await countOpen()).toBe(north.length + south.length);
  expect(north.length + south.length).toBe(1000);

  const { id, version } = await makeOrder(server.north);
  const update = 'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { version } }';
  const ana = await server.enter('ana', server.north);
  const saved = server.ask(update, ana, { data: { id, version, description: 'Heard by all' } });
  const beside = server.ask('{ getUserDetails { email } }', ana);
  expect(await saved).toMatchObject({ data: { updateRecordHeader: { version: version + 1 } } });
  expect(await beside).toMatchObject({ data: { getUserDetails: { email: 'ana@example.com' } } });
  await Promise.all(north.map((window) => window.waitFor((change) => change.id === id)));

  // What is told of the next change of the others comes after whatever else was on its way to them.
  const other = await makeOrder(server.south);
  const sue = await server.enter('sue', server.south);
  await server.ask(update, sue, { data: { ...other, description: 'Heard by the others' } });
  await Promise.all(south.map((window) => window.waitFor((change) => change.id === other.id)));
  expect(new Set(south.flatMap((window) => window.changes().map((change) => change.id)))).toEqual(
    new Set([other.id]),
  );
  expect(new Set(north.flatMap((window) => window.changes().map((change) => change.id)))).toEqual(
    new Set([id]),
  );

  for (const window of [...north, ...south]) window.close();
  await waitFor(async () => expect([await countOpen(), await countConnections()]).toEqual([0, 0]));
});
