// What is set up in a company is told to whoever is there by a socket: which part, and nothing of it.
import type { AddressInfo } from 'node:net';
import { tenantId as toTenantId } from '@rowhouse/domain/kernel/ids.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startAnother } from '../../testing/record-model/another-application.ts';
import { handshakeOf, openSocket } from '../../testing/socket-client.ts';
import type { SocketClient } from '../../testing/socket-client.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { waitFor } from '../../testing/wait-for.ts';
import type { Credentials, TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let url: string;
let ana: Credentials;
let bob: Credentials;
let foreigner: Credentials;
const sockets: SocketClient[] = [];

const urlOf = ({ server: http }: TestServer['app']): string =>
  `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  url = urlOf(server.app);
  ana = await server.enter('ana', server.north);
  bob = await server.enter('bob', server.north);
  foreigner = await server.enter('sue', server.south);
});
afterAll(() => server.close());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

async function open(credentials: Credentials, at = url, isOpenFor = () => 0): Promise<SocketClient> {
  const socket = await openSocket(at, (send) => send(handshakeOf(credentials, isOpenFor())));
  sockets.push(socket);
  return socket;
}

const addField = (name: string, tenant = server.north) =>
  server.query(
    `insert into field (tenant_id, record_type_id, name, data_type, position) values ($1, $2, $3, 'string', 99) returning id`,
    [tenant.id, tenant.types.orders, name],
  );

const fieldNames = async (who: Credentials): Promise<string[]> => {
  const { data } = await server.ask(
    'query ($id: Id!) { getSaasRecordFieldsByRecordTypes(recordType: $id) { name } }',
    who,
    { id: server.north.types.orders },
  );
  const fields = data?.['getSaasRecordFieldsByRecordTypes'] as { name: string }[];
  return fields.map(({ name }) => name);
};

test('a field that was added is told as structure, and is there when it is asked for', async () => {
  const socket = await open(ana);
  await addField('Gate');
  await socket.waitForConfigured('structure');
  expect(socket.configured).toEqual(['structure']);
  expect(await fieldNames(ana)).toContain('Gate');
});

test('a value of a list is told as lists, a person as people', async () => {
  const socket = await open(bob);
  await server.query('update list_value set value = $2 where id = $1', [
    server.north.listValues.high,
    'Highest',
  ]);
  await socket.waitForConfigured('lists');
  await server.query('update app_user set last_name = $2 where id = $1', [server.people.ana, 'Other']);
  await socket.waitForConfigured('people');
  expect(socket.configured).toEqual(['lists', 'people']);
});

test('an invitation is told to the open pages of the company, a page of another company hears nothing', async () => {
  const [socket, other] = [await open(bob), await open(foreigner)];
  const data = { email: 'invited@example.com', roleId: server.north.roles.clerk };
  await server.ask('mutation ($data: InviteUserInput!) { inviteUser(data: $data) { id } }', ana, { data });
  await socket.waitForConfigured('people');
  expect(other.configured).toEqual([]);
});

test('a page that connects after the change is told the part that changed since it began, a later page nothing', async () => {
  // The server has seen both companies before.
  for (const who of [ana, foreigner]) await server.ask('{ findSaasMembers { id } }', who);
  const began = performance.now();
  const isOpenFor = () => Math.ceil(performance.now() - began);
  await addField('Before the socket');
  const late = await open(ana, url, isOpenFor);
  await late.waitForConfigured('structure');
  const [later, other] = [await open(ana), await open(foreigner, url, isOpenFor)];
  await server.query(`update list_value set value = 'Most' where id = $1`, [server.north.listValues.high]);
  await later.waitForConfigured('lists');
  expect([late.configured, later.configured]).toEqual([['structure', 'lists'], ['lists']]);
  expect(other.configured).toEqual([]);
});

test('and is told it however long the server takes to let it in', async () => {
  (await open(ana)).close();
  const watching = await open(ana);
  const began = performance.now();
  await addField('While it is let in');
  await watching.waitForConfigured('structure');
  const toldAfterMs = performance.now() - began;
  watching.close();
  const cell = server.database.cellOf(toTenantId(server.north.id));
  const original = cell.read.bind(cell);
  const reading = vi.spyOn(cell, 'read').mockImplementation(async (...asked) => {
    await waitFor(() => expect(performance.now() - began).toBeGreaterThan(3 * toldAfterMs));
    return original(...asked);
  });
  try {
    const late = await open(ana, url, () => Math.ceil(performance.now() - began));
    await late.waitForConfigured('structure');
  } finally {
    reading.mockRestore();
  }
});

test('another company hears nothing of it', async () => {
  const [own, other] = [await open(ana), await open(foreigner)];
  await addField('Ours alone');
  await own.waitForConfigured('structure');
  await server.query('update list_value set value = $2 where id = $1', [
    server.south.listValues.high,
    'Theirs',
  ]);
  await other.waitForConfigured('lists');
  expect(other.configured).toEqual(['lists']);
  expect(own.configured).toEqual(['structure']);
});

test('a role that loses a field hears only that something was set up, and finds the field gone', async () => {
  const [manager, clerk] = [await open(ana), await open(bob)];
  expect(await fieldNames(bob)).toContain('Weight');
  await server.query(
    `update role_field_access set access = 'NotAllowed' where role_id = $1 and field_id = $2`,
    [server.north.roles.clerk, server.north.fields.weight],
  );
  await clerk.waitForConfigured('structure');
  await manager.waitForConfigured('structure');
  expect(await fieldNames(bob)).not.toContain('Weight');
  expect(await fieldNames(ana)).toContain('Weight');
});

test('the sockets of another process are told too', async () => {
  const another = await startAnother(server);
  try {
    await another.app.listen({ port: 0, host: '127.0.0.1' });
    const socket = await open(ana, urlOf(another.app));
    await addField('From elsewhere');
    await socket.waitForConfigured('structure');
    const { data } = await another.ask(
      'query ($id: Id!) { getSaasRecordFieldsByRecordTypes(recordType: $id) { name } }',
      ana,
      { id: server.north.types.orders },
    );
    expect(JSON.stringify(data)).toContain('From elsewhere');
  } finally {
    for (const socket of sockets.splice(0)) socket.close();
    await another.close();
  }
});
