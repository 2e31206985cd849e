// Notifications over sockets: who hears that there are new ones, in every process, and what is not told.
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startAnother } from '../../testing/record-model/another-application.ts';
import { handshakeOf, openSocket, until } from '../../testing/socket-client.ts';
import type { SocketClient } from '../../testing/socket-client.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let other: Awaited<ReturnType<typeof startAnother>>;
let urls: readonly [string, string];
let ana: Credentials;
let bob: Credentials;
const sockets: SocketClient[] = [];

const listen = async (app: FastifyInstance): Promise<string> => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
};
beforeAll(async () => {
  server = await startTestServer();
  other = await startAnother(server);
  urls = [await listen(server.app), await listen(other.app)];
  ana = await server.enter('ana', server.north);
  bob = await server.enter('bob', server.north);
});
afterAll(async () => {
  await other.close();
  await server.close();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

let lastNumber = 9500;
async function aRecord() {
  const [row] = await server.query(
    `insert into record_3 (bucket, id, tenant_id, record_type_id, record_number, status_id)
     values (3, nextval('record_id_seq'), $1, $2, $3, $4) returning id`,
    [server.north.id, server.north.types.orders, (lastNumber += 1), server.north.statuses.order],
  );
  return Number(row?.['id']);
}

async function listening(who: Credentials, at: string) {
  const socket = await openSocket(at, handshakeOf(who));
  sockets.push(socket);
  expect(await socket.watchNotifications()).toEqual({ ok: true });
  return socket;
}

let keys = 0;
async function say(recordId: number, text: string, who = ana): Promise<void> {
  const { errors } = await server.ask(
    'mutation ($data: CreateCommentInput!) { createComment(data: $data) { id } }',
    who,
    {
      data: {
        recordId,
        recordTypeId: server.north.types.orders,
        text,
        idempotencyKey: `notified ${++keys}`,
      },
    },
  );
  expect(errors).toBeUndefined();
}
const unread = async (who: Credentials): Promise<{ id: number }[]> => {
  const answer = await server.ask(
    'query ($data: FindNotificationsInput!) { findNotifications(data: $data) { notifications { id isRead } } }',
    who,
    { data: {} },
  );
  const found = answer.data?.['findNotifications'] as { notifications: { id: number; isRead: boolean }[] };
  return found.notifications.filter(({ isRead }) => !isRead);
};

test('a person hears of their own in every window, of another process too, and nothing of what it says', async () => {
  const record = await aRecord();
  const [here, there] = [await listening(bob, urls[0]), await listening(bob, urls[1])];
  const author = await listening(ana, urls[0]);
  await say(record, 'See, @Bob Test');
  const [first, second] = [await here.waitForNotified(), await there.waitForNotified()];
  expect(first).toEqual(second);
  expect(first).toEqual((await unread(bob)).map(({ id }) => id));
  expect(author.notified).toEqual([]);
});

test('what was read in one window is told to the others, without a name', async () => {
  const record = await aRecord();
  const there = await listening(bob, urls[1]);
  await say(record, 'And this, @Bob Test');
  await there.waitForNotified();
  there.notified.splice(0);
  await server.ask(
    'mutation ($data: MarkNotificationsReadInput!) { markNotificationsRead(data: $data) { unread } }',
    bob,
    { data: {} },
  );
  expect(await there.waitForNotified()).toEqual([]);
});

test('of what is hidden nothing is told, not even that it came', async () => {
  const { north, people } = server;
  const record = await aRecord();
  const socket = await listening(bob, urls[0]);
  await server.ask(
    'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }',
    ana,
    // Who it is assigned to is hidden from the clerk.
    { data: { id: record, version: 1, assignedTo: people.bob } },
  );
  await server.ask(
    'mutation ($data: UpdateRecordWatchInput!) { updateRecordWatch(data: $data) { watchLevel } }',
    bob,
    {
      data: { recordId: record, recordTypeId: north.types.orders, level: 'WATCHING' },
    },
  );
  await server.ask('mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }', ana, {
    data: {
      id: record,
      version: 2,
      additionalFields: [{ recordAdditionalFieldByTypeId: north.fields.margin, value: '7' }],
    },
  });
  await say(record, 'This one is seen');
  await socket.waitForNotified();
  expect(socket.notified).toEqual([(await unread(bob)).slice(0, 1).map(({ id }) => id)]);
  const [{ count } = {}] = await server.query(
    'select count(*)::int as count from notification where user_id = $1 and record_id = $2',
    [people.bob, record],
  );
  expect(count).toBe(3);
});

test('who reconnects again and again misses none and counts none twice', async () => {
  const record = await aRecord();
  await server.ask(
    'mutation ($data: MarkNotificationsReadInput!) { markNotificationsRead(data: $data) { unread } }',
    bob,
    { data: {} },
  );
  // The other process may still tell what was made before.
  const [{ last } = {}] = await server.query('select max(id)::int as last from notification');
  const known = new Set<number>();
  const heard: number[] = [];
  const writing = { isDone: false };
  const reconnecting = (async () => {
    for (let turn = 0; !writing.isDone; turn += 1) {
      const socket = await listening(bob, urls[turn % 2] as string);
      // What came before the socket heard is asked for; what comes from there on is heard.
      for (const { id } of await unread(bob)) known.add(id);
      await until(
        () => (socket.notified.length > 0 || writing.isDone ? true : undefined),
        'nothing is heard',
      );
      heard.push(...socket.notified.flat());
      socket.close();
    }
  })();
  for (let one = 0; one < 20; one += 1) await say(record, `Number ${one}, @Bob Test`);
  writing.isDone = true;
  await reconnecting;
  const now = (await unread(bob)).map(({ id }) => id);
  expect(now).toHaveLength(20);
  // The other process may tell what the first has told: by its id it is the same one.
  expect(new Set(now).size).toBe(20);
  for (const id of [...known, ...heard.filter((one) => one > Number(last))]) expect(now).toContain(id);
});
