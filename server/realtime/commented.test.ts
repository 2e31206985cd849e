// Comments over sockets: who hears that a record was commented, and that nobody misses or repeats one over reconnects.
import type { AddressInfo } from 'node:net';
import { mergeComments } from '@rowhouse/domain/comments/merge-comments.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startAnother } from '../../testing/record-model/another-application.ts';
import { handshakeOf, openSocket, until } from '../../testing/socket-client.ts';
import type { SocketClient } from '../../testing/socket-client.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { Credentials, GraphqlAnswer, TestServer } from '../../testing/test-server.ts';

type Ask = (document: string, who: Credentials, variables?: object) => Promise<GraphqlAnswer>;

let server: TestServer;
let other: Awaited<ReturnType<typeof startAnother>>;
let urls: readonly [string, string];
let ana: Credentials;
let bob: Credentials;
const sockets: SocketClient[] = [];
/** How far the clock of both processes is ahead. */
let aheadMs = 0;
const realNow = performance.now.bind(performance);

const listen = async (app: FastifyInstance): Promise<string> => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
};
beforeAll(async () => {
  performance.now = () => realNow() + aheadMs;
  server = await startTestServer();
  other = await startAnother(server);
  urls = [await listen(server.app), await listen(other.app)];
  ana = await server.enter('ana', server.north);
  bob = await server.enter('bob', server.north);
});
afterAll(async () => {
  performance.now = realNow;
  await other.close();
  await server.close();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

let lastNumber = 9000;
async function aRecord(type = server.north.types.orders) {
  const [row] = await server.query(
    `insert into record_3 (bucket, id, tenant_id, record_type_id, record_number, status_id)
     values (3, nextval('record_id_seq'), $1, $2, $3, $4) returning id`,
    [server.north.id, type, (lastNumber += 1), server.north.statuses.order],
  );
  return Number(row?.['id']);
}

async function listening(who: Credentials, recordId: number, at: string, type = server.north.types.orders) {
  const socket = await openSocket(at, handshakeOf(who));
  sockets.push(socket);
  expect(await socket.watchRecord(type, recordId)).toEqual({ ok: true });
  return socket;
}

let keys = 0;
async function say(
  recordId: number,
  text: string,
  who = ana,
  ask: Ask = server.ask,
  recordTypeId = server.north.types.orders,
): Promise<void> {
  const { errors } = await ask(
    'mutation ($data: CreateCommentInput!) { createComment(data: $data) { id } }',
    who,
    {
      data: {
        recordId,
        recordTypeId,
        text,
        idempotencyKey: `socket ${++keys}`,
      },
    },
  );
  expect(errors).toBeUndefined();
}

test('whoever watches the record hears that it was commented, in another process too, and nothing of what was said', async () => {
  const record = await aRecord();
  const heard: unknown[] = [];
  const [here, there] = [await listening(ana, record, urls[0]), await listening(bob, record, urls[1])];
  there.socket.onAny((...message: unknown[]) => heard.push(message));
  await say(record, 'The text of it');
  await here.waitForCommented(record);
  await there.waitForCommented(record);
  expect(heard).toEqual([['commented', { recordTypeId: server.north.types.orders, recordId: record }]]);
});

test('of a record out of sight nothing is heard, whether it is there or not', async () => {
  const secret = await aRecord(server.north.types.secrets);
  const [seen, missing] = [await aRecord(), 999_999_999];
  const socket = await listening(bob, secret, urls[0]);
  expect(await socket.watchRecord(server.north.types.orders, missing)).toEqual({ ok: true });
  expect(await socket.watchRecord(server.north.types.orders, seen)).toEqual({ ok: true });
  expect(await socket.watchRecord(server.north.types.secrets, secret)).toMatchObject({
    ok: false,
    refusal: { code: 'NOT_FOUND' },
  });
  const { errors } = await server.ask(
    'mutation ($data: CreateCommentInput!) { createComment(data: $data) { id } }',
    ana,
    {
      data: {
        recordId: secret,
        recordTypeId: server.north.types.secrets,
        text: 'Secret',
        idempotencyKey: 'of the secret',
      },
    },
  );
  expect(errors).toBeUndefined();
  await say(seen, 'For everybody');
  await socket.waitForCommented(seen);
  expect(socket.commented).toEqual([seen]);
});

test('whoever begins to hear of a record is told what was said since they asked, and of one out of sight nothing', async () => {
  const { orders, secrets } = server.north.types;
  const [said, quiet, secret] = [await aRecord(), await aRecord(), await aRecord(secrets)];
  const first = await listening(ana, said, urls[0]);
  // The process has heard everything for a while.
  aheadMs += 40_000;
  await say(said, 'Said between the question and the watch');
  await say(secret, 'Said of the secret', ana, server.ask, secrets);
  await first.waitForCommented(said);

  const late = await openSocket(urls[0], handshakeOf(bob));
  sockets.push(late);
  const begin = (recordId: number, askedForMs: number): Promise<unknown> =>
    late.socket.timeout(10_000).emitWithAck('watchRecord', { recordTypeId: orders, recordId, askedForMs });
  expect(await begin(secret, 1000)).toEqual({ ok: true, isCaughtUp: true });
  expect(await begin(said, 1000)).toEqual({ ok: true, isCaughtUp: true });
  await late.waitForCommented(said);
  expect(await begin(quiet, 1000)).toEqual({ ok: true, isCaughtUp: true });
  await say(quiet, 'Said after it');
  await late.waitForCommented(quiet);
  expect(new Set(late.commented)).toEqual(new Set([said, quiet]));
  // Nobody remembers for so long: the page asks again.
  expect(await begin(said, 60_000)).toEqual({ ok: true });
});

test('whose role lost the record since hears nothing more of it', async () => {
  const record = await aRecord();
  const other = await aRecord(server.north.types.bills);
  const socket = await listening(bob, record, urls[0]);
  const { documents } = server.north.types;
  expect(await socket.watchRecord(documents, other)).toEqual({ ok: true });
  await say(record, 'Heard');
  await socket.waitForCommented(record);
  socket.commented.splice(0);
  const [confined] = await server.query(
    `update role_field_access set filter_criteria = '[{"operator": "equals", "value": "0"}]'
     where tenant_id = $1 and role_id = $2 and record_type_id = $3 and field_id = $4 returning id`,
    [server.north.id, server.north.roles.clerk, server.north.types.orders, server.north.fields.weight],
  );
  expect(confined).toBeDefined();
  await say(record, 'Not heard');
  const { errors } = await server.ask(
    'mutation ($data: CreateCommentInput!) { createComment(data: $data) { id } }',
    ana,
    { data: { recordId: other, recordTypeId: documents, text: 'Heard', idempotencyKey: 'of a bill' } },
  );
  expect(errors).toBeUndefined();
  await socket.waitForCommented(other);
  expect(socket.commented).toEqual([other]);
  await server.query(`update role_field_access set filter_criteria = null where id = $1`, [confined?.['id']]);
});

test('1,000 comments over 100 reconnects to two processes: none lost, none twice, all in order', async () => {
  const record = await aRecord();
  type Comment = { id: number; number: number; version: number; text: string };
  let known: readonly Comment[] = [];
  let version = 0;
  /** What a screen does when it hears something, and when it is connected again. */
  const readOn = async (ask: Ask): Promise<void> => {
    for (;;) {
      const { data } = await ask(
        `query ($data: FindCommentsInput!) {
          findComments(data: $data) { comments { id number version text } isMore version } }`,
        bob,
        { data: { recordId: record, recordTypeId: server.north.types.orders, after: version } },
      );
      const found = data?.['findComments'] as { comments: Comment[]; isMore: boolean; version: number };
      known = mergeComments(known, found.comments, false);
      version = Math.max(version, found.version);
      if (!found.isMore) return;
    }
  };
  const writer = { isDone: false };
  const writing = (async () => {
    for (let part = 0; part < 100; part += 1)
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          say(record, `${part}.${index}`, ana, index % 2 === 0 ? server.ask : other.ask),
        ),
      );
    writer.isDone = true;
  })();
  let reconnects = 0;
  while (reconnects < 100 || !writer.isDone) {
    const place = reconnects % 2 === 0 ? 0 : 1;
    const ask: Ask = place === 0 ? server.ask : other.ask;
    const socket = await listening(bob, record, urls[place]);
    await readOn(ask);
    if (!writer.isDone) {
      await until(
        () => (socket.commented.length > 0 || writer.isDone ? true : undefined),
        'nothing was heard',
      );
      await readOn(ask);
    }
    socket.close();
    reconnects += 1;
  }
  await writing;
  const last = await listening(bob, record, urls[0]);
  await readOn(server.ask);
  last.close();
  expect(reconnects).toBeGreaterThanOrEqual(100);
  expect(known.map(({ number }) => number)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
  expect(new Set(known.map(({ text }) => text)).size).toBe(1000);
});
