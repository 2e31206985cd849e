// Sockets over HTTP against the real server. That something is not told is seen by what is told after it: each such test
// ends with a change that everybody may hear of, and expects nothing before it.
import type { AddressInfo } from 'node:net';
import { tenantId, userId } from '@rowhouse/domain/kernel/ids.ts';
import { menuActionId } from '@rowhouse/domain/menu/actions.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startAnother } from '../../testing/record-model/another-application.ts';
import { handshakeOf, openSocket } from '../../testing/socket-client.ts';
import type { SocketClient } from '../../testing/socket-client.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../testing/test-server.ts';
import type { TestTenant } from '../../testing/two-tenants.ts';
import type { Database } from '../platform/database/database.ts';

let server: TestServer;
let url: string;
let ana: Credentials;
let bob: Credentials;
let leaver: number;
const sockets: SocketClient[] = [];

const listen = async (app: FastifyInstance): Promise<string> => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  server = await startTestServer();
  url = await listen(server.app);
  leaver = await addMember('leaver');
});
afterAll(() => server.close());
beforeEach(async () => {
  ana = await server.enter('ana', server.north);
  bob = await server.enter('bob', server.north);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
});

async function open(credentials: Credentials, at = url): Promise<SocketClient> {
  const socket = await openSocket(at, handshakeOf(credentials));
  sockets.push(socket);
  return socket;
}

async function watching(credentials: Credentials, type = server.north.types.orders, at = url) {
  const socket = await open(credentials, at);
  expect(await socket.watch(type)).toEqual({ ok: true });
  return socket;
}

async function refusalOf(opening: Promise<unknown>): Promise<unknown> {
  try {
    await opening;
  } catch (error) {
    return (error as Error & { data: unknown }).data;
  }
  throw new Error('The socket was opened.');
}

/** In a transaction of the tenant, as every operation writes; by nobody who listens here. */
const write = (tenant: TestTenant, text: string, values: (string | number)[], database?: Database) =>
  (database ?? server.database).withTenant(
    { tenantId: tenantId(tenant.id), userId: userId(leaver) },
    (transaction) => transaction.one({ text, values }),
  );

/** A member without whom everything else stands. */
const addMember = async (name: string): Promise<number> => {
  const [row] = await server.query(
    `with account as (insert into auth_user (id, name, email, "emailVerified") values ($1, $1, $1, true) returning id),
     person as (insert into app_user (auth_user_id, email, validated) select id, $1, true from account returning id)
     insert into membership (tenant_id, user_id, role_id) select $2, id, $3 from person returning user_id`,
    [`${name}@example.com`, server.north.id, server.north.roles.clerk],
  );
  return Number(row?.['user_id']);
};

let lastNumber = 1000;
async function create(
  tenant = server.north,
  { margin = 1, enabled = true, type = tenant.types.orders, database }: Partial<Creation> = {},
): Promise<number> {
  const { rows } = await write(
    tenant,
    `insert into record_3 (bucket, id, tenant_id, record_type_id, record_number, status_id, enabled, n2)
     values (3, nextval('record_id_seq'), $1, $2, $3, $4, $5, $6) returning id`,
    [tenant.id, type, (lastNumber += 1), tenant.statuses.order, String(enabled), margin],
    database,
  );
  return Number(rows[0]?.[0]);
}
type Creation = { margin: number; enabled: boolean; type: number; database: Database };

const change = (id: number, set: string, database?: Database) =>
  write(server.north, `update record_3 set ${set}, version = version + 1 where id = $1`, [id], database);

describe('a socket', () => {
  test('hears of a change that was saved by an operation, by its visible fields', async () => {
    const id = await create();
    const socket = await watching(ana);
    const [row] = await server.query('select version from record_3 where id = $1', [id]);
    const { errors } = await server.ask(
      'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }',
      ana,
      { data: { id, version: row?.['version'], description: 'changed', poNumber: 7 } },
    );
    expect(errors).toBeUndefined();
    const heard = await socket.waitFor((one) => one.id === id && one.kind === 'updated');
    expect(heard.fields.toSorted()).toEqual(['description', 'poNumber', 'updatedAt']);
    expect(Object.keys(heard).toSorted()).toEqual(['fields', 'id', 'kind', 'own']);
  });

  test('hears whether the change is its own, and of nobody else whose it is', async () => {
    const [anas, bobs] = [await watching(ana), await watching(bob)];
    const id = await create();
    // Told together they would be one creation.
    for (const socket of [anas, bobs]) await socket.waitFor((one) => one.id === id && one.kind === 'created');
    await server.database.withTenant(
      { tenantId: tenantId(server.north.id), userId: userId(server.people.bob) },
      (transaction) =>
        transaction.one({
          text: 'update record_3 set n1 = 41, version = version + 1 where id = $1',
          values: [id],
        }),
    );
    const weight = `f${server.north.fields.weight}`;
    const told = { id, kind: 'updated', fields: [weight, 'updatedAt'] };
    expect(await anas.waitFor((one) => one.id === id && one.kind === 'updated')).toEqual(told);
    // The clerk does not see when a record was changed.
    expect(await bobs.waitFor((one) => one.id === id && one.kind === 'updated')).toEqual({
      ...told,
      fields: [weight],
      own: true,
    });
  });

  test('works by polling alone', async () => {
    const socket = await openSocket(url, handshakeOf(ana), { transports: ['polling'] });
    sockets.push(socket);
    await socket.watch(server.north.types.orders);
    const id = await create();
    expect(await socket.waitFor((one) => one.id === id)).toEqual({ id, kind: 'created', fields: [] });
  });

  test('hears of creating, deleting and restoring', async () => {
    const socket = await watching(ana);
    const id = await create();
    await socket.waitFor((one) => one.id === id && one.kind === 'created');
    await change(id, 'enabled = false');
    await socket.waitFor((one) => one.id === id && one.kind === 'removed');
    socket.forget();
    await change(id, 'enabled = true');
    expect(await socket.waitFor((one) => one.id === id)).toEqual({ id, kind: 'created', fields: [] });
  });

  test('that watches a super type hears of the types that it gathers, by its own field keys', async () => {
    const { types, fields } = server.north;
    const socket = await watching(bob, types.documents);
    const id = await create(server.north, { type: types.bills });
    await socket.waitFor((one) => one.id === id && one.kind === 'created');
    await change(id, 'n5 = 8');
    const heard = await socket.waitFor((one) => one.id === id && one.kind === 'updated');
    expect(heard.fields).toEqual([`f${fields.weight}`]);
    expect(socket.heard.every((one) => one.recordTypeId === types.documents)).toBe(true);
  });

  test('that begins to watch is told what was changed since it asked, as far as it may know', async () => {
    const { types, fields, statuses, id: tenant } = server.north;
    const first = await watching(bob);
    const ask = (socket: SocketClient) =>
      socket.socket.emitWithAck('watch', { recordTypeId: types.orders, askedForMs: 2000 });
    await expect.poll(() => ask(first), { timeout: 20_000 }).toEqual({ ok: true, isCaughtUp: true });
    const id = await create();
    await change(id, 'n1 = 8, n2 = 9');
    const deleted = await create(server.north, { enabled: false });
    const { rows } = await server.database.withTenant(
      { tenantId: tenantId(tenant), userId: userId(server.people.bob) },
      (transaction) =>
        transaction.one({
          text: `insert into record_3 (bucket, id, tenant_id, record_type_id, record_number, status_id, enabled)
                 values (3, nextval('record_id_seq'), $1, $2, 999, $3, true) returning id`,
          values: [tenant, types.orders, statuses.order],
        }),
    );
    const own = Number(rows[0]?.[0]);
    const last = await create();
    await first.waitFor((one) => one.id === last);

    const bobs = await open(bob);
    expect(await ask(bobs)).toEqual({ ok: true, isCaughtUp: true });
    await bobs.waitFor((one) => one.id === last);
    const told = bobs.changes().filter((one) => [id, deleted, own].includes(one.id));
    // What is hidden from the clerk is not told, and what they made themselves they have seen.
    expect(told).toEqual([{ id, kind: 'created', fields: [`f${fields.weight}`] }]);
    // The others were told when it came.
    expect(first.changes().filter((one) => one.id === last)).toHaveLength(1);
  });

  test('hears nothing more of what it no longer watches', async () => {
    const { orders, bills } = server.north.types;
    const socket = await watching(ana);
    await socket.watch(bills);
    socket.socket.emit('unwatch', { recordTypeId: orders });
    await socket.watch(bills);
    await create();
    const id = await create(server.north, { type: bills });
    await socket.waitFor((one) => one.id === id);
    expect(socket.changes()).toHaveLength(1);
  });

  test('is told to read everything anew when very much has changed', async () => {
    const socket = await watching(ana);
    await write(
      server.north,
      `insert into record_3 (bucket, id, tenant_id, record_type_id, record_number, enabled)
       select 3, nextval('record_id_seq'), $1, $2, 50000 + i, true from generate_series(1, 3000) i`,
      [server.north.id, server.north.types.orders],
    );
    expect(await socket.waitForWhole(server.north.types.orders)).toEqual({
      recordTypeId: server.north.types.orders,
      whole: true,
      changes: [],
    });
  });
});

describe('is refused', () => {
  test.each([
    ['without tokens', () => ({})],
    ['without a backend token', () => ({ ...handshakeOf(ana), backendToken: '' })],
    ['with a forged token', () => ({ ...handshakeOf(ana), backendToken: `${ana.backend}x` })],
    ['with the header of another tenant', () => handshakeOf({ ...ana, tenant: server.south.id })],
    ['with a token in the place of the other', () => ({ ...handshakeOf(ana), backendToken: ana.service })],
    ['with more than it takes', () => ({ ...handshakeOf(ana), admin: true })],
  ])('a socket %s', async (_, handshake) => {
    expect(await refusalOf(openSocket(url, handshake()))).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('a socket with the tokens of two sessions', async () => {
    const other = await server.enter('ana', server.north);
    const mixed = { ...ana, backend: other.backend };
    expect(await refusalOf(openSocket(url, handshakeOf(mixed)))).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('a socket of an expired session, with the reason', async () => {
    const past = server.clock.at;
    server.clock.at += 86_400_000;
    const refusal = await refusalOf(openSocket(url, handshakeOf(ana)));
    server.clock.at = past;
    expect(refusal).toMatchObject({ code: 'UNAUTHENTICATED', reason: 'TokenExpiredError' });
  });

  test('a page of another site', async () => {
    for (const transports of [['websocket'], ['polling']] as const)
      await expect(
        openSocket(url, handshakeOf(ana), {
          transports: [...transports],
          headers: { origin: 'https://elsewhere.example' },
        }),
      ).rejects.toThrow(/error/);
    const own = await openSocket(url, handshakeOf(ana), { headers: { origin: url } });
    own.close();
  });

  test('a type without a menu item, a foreign one and one that is not, in the same words', async () => {
    const socket = await open(bob);
    const answers = [];
    for (const type of [server.north.types.secrets, server.south.types.orders, 999_999])
      answers.push(await socket.watch(type));
    expect(answers[0]).toEqual({
      ok: false,
      refusal: { code: 'NOT_FOUND', message: 'The record type was not found.', reason: null },
    });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test('what is no topic', async () => {
    const { socket } = await open(ana);
    for (const topic of [null, {}, { recordTypeId: '1' }, { recordTypeId: 1, more: 1 }, [1]])
      expect(await socket.emitWithAck('watch', topic as never)).toMatchObject({
        ok: false,
        refusal: { code: 'INVALID' },
      });
  });

  test('one socket more than a person may have', async () => {
    for (let i = 0; i < 20; i += 1) await open(bob);
    expect(await refusalOf(openSocket(url, handshakeOf(bob)))).toMatchObject({ code: 'LIMITED' });
    await (await open(ana)).watch(server.north.types.orders);
  });

  test('a flood of messages, by the end of the socket', async () => {
    const { socket } = await open(ana);
    const gone = new Promise((resolve) => socket.on('disconnect', resolve));
    for (let i = 0; i < 200; i += 1) socket.emit('unwatch', { recordTypeId: 1 });
    expect(await gone).toBe('io server disconnect');
  });
});

describe('nothing is told', () => {
  /** Ends with what everybody may hear; answers what was heard before. */
  async function heardBefore(socket: SocketClient) {
    // Of one that is changed again the change before may come late.
    const marker = await makeMarker();
    markers.add(marker);
    await socket.waitFor((one) => one.id === marker);
    return socket.changes().filter((one) => !markers.has(one.id));
  }
  const markers = new Set<number>();
  let makeMarker = () => create();
  /** What was written before is told by then, also to whoever came in the meantime. */
  async function settled(credentials: Credentials): Promise<SocketClient> {
    const socket = await watching(credentials);
    await heardBefore(socket);
    socket.forget();
    return socket;
  }

  test('of a change of hidden fields alone', async () => {
    const id = await create();
    const socket = await settled(bob);
    await change(id, 'n2 = 99');
    await change(id, `description = 'hidden', updated_at = now()`);
    expect(await heardBefore(socket)).toEqual([]);
  });

  test('of the hidden fields of a change', async () => {
    const id = await create();
    const socket = await settled(bob);
    await change(id, `n2 = 98, n1 = 5, updated_at = now()`);
    expect(await heardBefore(socket)).toEqual([
      { id, kind: 'updated', fields: [`f${server.north.fields.weight}`] },
    ]);
  });

  test('of records that are deleted, to whom may not see them', async () => {
    const id = await create(server.north, { enabled: false });
    const [clerk, manager] = [await settled(bob), await settled(ana)];
    await change(id, 'n1 = 6');
    await create(server.north, { enabled: false });
    expect(await heardBefore(clerk)).toEqual([]);
    await manager.waitFor((one) => one.id === id);
  });

  test('of another tenant', async () => {
    const socket = await settled(ana);
    await create(server.south);
    await server.database.withTenant({ tenantId: tenantId(server.south.id), userId: null }, (transaction) =>
      transaction.one({ text: 'update record_3 set n1 = 4, version = version + 1' }),
    );
    expect(await heardBefore(socket)).toEqual([]);
  });

  test('of what was rolled back', async () => {
    const id = await create();
    const socket = await settled(ana);
    const failing = server.database.withTenant(
      { tenantId: tenantId(server.north.id), userId: null },
      async (transaction) => {
        await transaction.one({ text: 'update record_3 set n1 = 77 where id = $1', values: [id] });
        throw new Error('on purpose');
      },
    );
    await expect(failing).rejects.toThrow('on purpose');
    const broken = server.database.withTenant(
      { tenantId: tenantId(server.north.id), userId: null },
      (transaction) =>
        transaction.finish([
          { text: 'update record_3 set n1 = 78 where id = $1', values: [id] },
          { text: 'select 1 / 0' },
        ]),
    );
    await expect(broken).rejects.toThrow('division by zero');
    expect(await heardBefore(socket)).toEqual([]);
  });

  describe.each([
    ['in a column', (value: number) => `n2 = ${value}`],
    ['in the overflow', (value: number) => `x = coalesce(x, '{}') || '{"${spill}": ${value}}'`],
  ])('to a role that is confined by a field that it does not see, %s,', (_, set) => {
    beforeAll(async () => {
      const { roles, types, fields, id } = server.north;
      const [row] = await server.query(
        `insert into field (tenant_id, record_type_id, name, data_type, slot) values ($1, $2, 'Spill', 'decimal', null) returning id`,
        [id, types.orders],
      );
      spill = Number(row?.['id']);
      const isInColumn = set(0).startsWith('n2');
      await server.query(
        `insert into role_field_access (tenant_id, role_id, record_type_id, field_id, access, filter_criteria)
         values ($1, $2, $3, $4, 'NotAllowed', '{"operator": "lessThan", "value": "50"}')
         on conflict (tenant_id, role_id, record_type_id, field_id, base_field) do update set filter_criteria = excluded.filter_criteria`,
        [id, roles.clerk, types.orders, isInColumn ? fields.margin : spill],
      );
    });
    afterAll(async () => {
      await server.query('update role_field_access set filter_criteria = null');
      await server.query('update field set enabled = false where id = $1', [spill]);
    });
    const seeable = async (value: number) => {
      const id = await create();
      await change(id, set(value));
      return id;
    };
    const weight = () => [`f${server.north.fields.weight}`];
    // What everybody may hear is in sight of this role too.
    beforeAll(() => {
      makeMarker = () => seeable(1);
    });
    afterAll(() => {
      makeMarker = () => create();
    });

    test('of a record outside, whatever becomes of it there', async () => {
      const outside = await seeable(90);
      const socket = await settled(bob);
      await change(outside, 'n1 = 1');
      await change(outside, set(91));
      await change(outside, 'enabled = false');
      await change(outside, 'enabled = true');
      await create(server.north, { margin: 99 });
      expect(await heardBefore(socket)).toEqual([]);
    });

    test('of a record inside that moves by what is hidden, but of what changes in sight', async () => {
      const inside = await seeable(10);
      const socket = await settled(bob);
      await change(inside, set(11));
      expect(await heardBefore(socket)).toEqual([]);
      socket.forget();
      await change(inside, 'n1 = 12');
      expect(await heardBefore(socket)).toEqual([{ id: inside, kind: 'updated', fields: weight() }]);
    });

    test('of what else changes in a record that comes or goes', async () => {
      const moving = await seeable(10);
      const socket = await settled(bob);
      for (const [assignments, kind] of [
        [`${set(95)}, n1 = 13`, 'removed'],
        [`${set(5)}, n1 = 14`, 'created'],
        [`${set(96)}, enabled = false`, 'removed'],
      ] as const) {
        await change(moving, assignments);
        expect(await heardBefore(socket)).toEqual([{ id: moving, kind, fields: [] }]);
        socket.forget();
      }
    });

    test('of a record that has left, but that it has, though it was back and gone again meanwhile', async () => {
      const moving = await seeable(10);
      const socket = await settled(bob);
      await change(moving, set(95));
      await change(moving, set(15));
      await change(moving, set(97));
      expect((await heardBefore(socket)).at(-1)).toEqual({ id: moving, kind: 'removed', fields: [] });
    });
  });
});
let spill = 0;

describe('of lines', () => {
  let shown = 0;
  let unseen = 0;
  let ofBills = 0;
  beforeAll(async () => {
    const { id, types, roles, menuItems } = server.north;
    const lineType = async (recordType: number, visibility: boolean) => {
      const [row] = await server.query(
        'insert into line_item_type (tenant_id, record_type_id, name, visibility) values ($1, $2, $3, $4) returning id',
        [id, recordType, `Lines ${recordType} ${visibility}`, visibility],
      );
      return Number(row?.['id']);
    };
    [shown, unseen, ofBills] = [
      await lineType(types.orders, true),
      await lineType(types.orders, false),
      await lineType(types.bills, true),
    ];
    for (const menuItem of [menuItems.orders, menuItems.documents]) await allow(roles.manager, menuItem);
  });
  const allow = (role: number, menuItem: number) =>
    server.query(
      `insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name) values ($1, $2, $3, $4, $5)`,
      [server.north.id, role, menuItem, menuActionId('line item access'), 'line item access'],
    );
  const forbid = (role: number) =>
    server.query(`delete from role_menu_item_action where role_id = $1 and name = 'line item access'`, [
      role,
    ]);

  async function addLines(record: number, count = 1, type = shown): Promise<number[]> {
    const { rows } = await write(
      server.north,
      `insert into line_item (tenant_id, record_id, line_item_type_id, position, field_values)
       select $1, $2, $3, place, '{}' from generate_series(1, $4::int) place returning id`,
      [server.north.id, record, type, count],
    );
    return rows.map(([id]) => Number(id));
  }
  const changeLines = (ids: readonly number[], set: string) =>
    write(server.north, `update line_item set ${set} where id in (${ids.join(', ')})`, []);

  /** All messages until one that everybody may hear. */
  async function heardOf(socket: SocketClient, deed: () => Promise<unknown>) {
    const marker = await create();
    await socket.waitFor(({ id }) => id === marker);
    socket.forget();
    await deed();
    await change(marker, 'n1 = coalesce(n1, 0) + 1');
    await socket.waitFor(({ id }) => id === marker);
    return socket.heard.splice(0).flatMap((one) => one.lines ?? []);
  }

  test('added, changed, moved, deleted and restored is told by their ids, and nothing more', async () => {
    const record = await create();
    const socket = await watching(ana);
    const ids = await addLines(record, 2);
    expect(await socket.waitForLines(record)).toEqual({ id: record, lineIds: ids });
    for (const set of [
      `field_values = '{"1": "x"}', version = version + 1`,
      'position = position + 10',
      'enabled = false',
      'enabled = true',
    ]) {
      expect(await heardOf(socket, () => changeLines(ids.slice(0, 1), set))).toEqual([
        { id: record, lineIds: ids.slice(0, 1) },
      ]);
    }
    expect(await heardOf(socket, () => changeLines(ids, 'version = version'))).toEqual([]);
  });

  test('very many are told without their ids', async () => {
    const record = await create();
    const socket = await watching(ana);
    await addLines(record, 600);
    expect(await socket.waitForLines(record)).toEqual({ id: record, lineIds: null });
  });

  test('of the types that a super type gathers is told to who watches it', async () => {
    const record = await create(server.north, { type: server.north.types.bills });
    const socket = await watching(ana, server.north.types.documents);
    const ids = await addLines(record, 1, ofBills);
    expect(await socket.waitForLines(record)).toEqual({ id: record, lineIds: ids });
    expect(socket.heard.every(({ recordTypeId }) => recordTypeId === server.north.types.documents)).toBe(
      true,
    );
  });

  test('nothing is told of a kind that nobody is shown', async () => {
    const record = await create();
    const socket = await watching(ana);
    expect(await heardOf(socket, () => addLines(record, 1, unseen))).toEqual([]);
  });

  test('nothing is told without line item access, from the moment on in which it is taken', async () => {
    const { roles, menuItems } = server.north;
    const record = await create();
    const socket = await watching(bob);
    expect(await heardOf(socket, () => addLines(record))).toEqual([]);
    await allow(roles.clerk, menuItems.orders);
    await addLines(record);
    await socket.waitForLines(record);
    await forbid(roles.clerk);
    expect(await heardOf(socket, () => addLines(record))).toEqual([]);
  });

  test('nothing is told of records out of sight: deleted ones, and those that the role is kept from', async () => {
    const { roles, menuItems, types, fields, id } = server.north;
    await allow(roles.clerk, menuItems.orders);
    await server.query(
      `update role_field_access set filter_criteria = '{"operator": "lessThan", "value": "50"}'
       where tenant_id = $1 and role_id = $2 and record_type_id = $3 and field_id = $4`,
      [id, roles.clerk, types.orders, fields.margin],
    );
    const [deleted, outside, inside] = [
      await create(server.north, { enabled: false }),
      await create(server.north, { margin: 90 }),
      await create(server.north, { margin: 10 }),
    ];
    const socket = await watching(bob);
    const heard = await heardOf(socket, async () => {
      await addLines(deleted);
      await addLines(outside);
      await addLines(inside);
    });
    expect(heard.map((one) => one.id)).toEqual([inside]);
    await server.query('update role_field_access set filter_criteria = null');
    await forbid(roles.clerk);
  });

  test('nothing is told of another tenant', async () => {
    const sue = await server.enter('sue', server.south);
    const socket = await watching(sue, server.south.types.orders);
    await addLines(await create());
    const own = await create(server.south);
    await socket.waitFor((one) => one.id === own);
    expect(socket.lines()).toEqual([]);
  });
});

describe('two processes', () => {
  test('hear each other, and a process that could not hear is made to read anew', async () => {
    const other = await startAnother(server);
    try {
      const otherUrl = await listen(other.app);
      const [here, there] = [await watching(ana), await watching(ana, server.north.types.orders, otherUrl)];
      const one = await create(server.north, { database: other.database });
      await Promise.all([here, there].map((each) => each.waitFor((change) => change.id === one)));
      const two = await create();
      await Promise.all([here, there].map((each) => each.waitFor((change) => change.id === two)));
      expect([here, there].map((each) => each.changes().length)).toEqual([2, 2]);

      await server.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'rowhouse listener'`,
      );
      await Promise.all([here, there].map((each) => each.waitForWhole(server.north.types.orders)));
      const three = await create(server.north, { database: other.database });
      await Promise.all([here, there].map((each) => each.waitFor((change) => change.id === three)));
      for (const each of [here, there]) each.close();
    } finally {
      await other.close();
    }
  });

  test('take more records in one change than a payload has room for', async () => {
    const other = await startAnother(server);
    try {
      const socket = await watching(ana, server.north.types.bills, await listen(other.app));
      await write(
        server.north,
        `insert into record_3 (bucket, id, tenant_id, record_type_id, record_number, enabled)
         select 3, nextval('record_id_seq') + 1000000000, $1, $2, 60000 + i, true from generate_series(1, 900) i`,
        [server.north.id, server.north.types.bills],
      );
      await create(server.north, { type: server.north.types.bills });
      await socket.waitFor(({ id }) => id < 1_000_000_000);
      expect(new Set(socket.changes().map(({ id }) => id)).size).toBe(901);
      socket.close();
    } finally {
      await other.close();
    }
  });
});

describe('whoever loses access', () => {
  const worst = { ms: 0 };
  afterAll(() => process.stdout.write(`The last to notice noticed after ${Math.round(worst.ms)} ms.\n`));

  const session = async (credentials: Credentials): Promise<string> => {
    const claims = server.tokens.verifyService(credentials.service ?? '');
    return claims.sessionId;
  };

  test.each<
    [string, object, (viewer: Credentials) => Promise<unknown>, () => Promise<unknown>, ('leaver' | 'bob')?]
  >([
    [
      'by the end of the session',
      { code: 'UNAUTHENTICATED' },
      async (viewer) => server.query('delete from auth_session where id = $1', [await session(viewer)]),
      async () => null,
    ],
    [
      'by being disabled',
      { code: 'UNAUTHENTICATED' },
      () => server.query('update app_user set enabled = false where id = $1', [server.people.bob]),
      () => server.query('update app_user set enabled = true where id = $1', [server.people.bob]),
    ],
    [
      'by a disabled membership',
      { code: 'UNAUTHENTICATED' },
      () => server.query('update membership set enabled = false where user_id = $1', [server.people.bob]),
      () => server.query('update membership set enabled = true where user_id = $1', [server.people.bob]),
    ],
    [
      'by another role',
      { code: 'UNAUTHENTICATED' },
      () =>
        server.query('update membership set role_id = $2 where user_id = $1', [
          server.people.bob,
          server.north.roles.manager,
        ]),
      () =>
        server.query('update membership set role_id = $2 where user_id = $1', [
          server.people.bob,
          server.north.roles.clerk,
        ]),
    ],
    [
      'by being removed',
      { code: 'UNAUTHENTICATED' },
      () => server.query('delete from membership where user_id = $1', [leaver]),
      () =>
        server.query('insert into membership (tenant_id, user_id, role_id) values ($1, $2, $3)', [
          server.north.id,
          leaver,
          server.north.roles.clerk,
        ]),
      'leaver',
    ],
    [
      'by a disabled tenant',
      { code: 'UNAUTHENTICATED' },
      () => server.query('update tenant set enabled = false where id = $1', [server.north.id]),
      () => server.query('update tenant set enabled = true where id = $1', [server.north.id]),
    ],
    [
      'by a second factor that is required now',
      { code: 'FORBIDDEN', reason: 'MfaRequired' },
      () => server.query('update tenant set mfa_required = true where id = $1', [server.north.id]),
      () => server.query('update tenant set mfa_required = false where id = $1', [server.north.id]),
    ],
    [
      'by the clock',
      { code: 'UNAUTHENTICATED', reason: 'TokenExpiredError' },
      async () => (server.clock.at += 86_400_000),
      async () => (server.clock.at -= 86_400_000),
    ],
  ])('%s hears of it within a second and is cut off', async (_, refusal, lose, restore, who = 'bob') => {
    const tookMs: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const viewer = await server.enter(who, server.north);
      const socket = await watching(viewer);
      const gone = new Promise((resolve) => socket.socket.on('disconnect', resolve));
      await lose(viewer);
      const lostAt = performance.now();
      const over = await socket.waitForOver();
      await gone;
      await restore();
      expect(over.refusal).toMatchObject(refusal);
      tookMs.push(over.at - lostAt);
    }
    worst.ms = Math.max(worst.ms, ...tookMs);
    // The middle one: a machine that is busy with other things may stop everything for a while.
    expect(tookMs.toSorted((one, other) => one - other)[1]).toBeLessThan(1000);
  });

  test('to a type, or to a field, hears nothing more of it from that moment on', async () => {
    const { orders } = server.north.types;
    const { weight } = server.north.fields;
    const id = await create();
    const socket = await watching(bob);
    const setAccess = (access: string) =>
      server.query('update role_field_access set access = $1 where role_id = $2 and field_id = $3', [
        access,
        server.north.roles.clerk,
        weight,
      ]);
    await setAccess('NotAllowed');
    await change(id, 'n1 = 50');
    await change(id, 'status_id = null');
    const heard = await socket.waitFor((one) => one.id === id);
    await setAccess('ViewOnly');
    expect(heard.fields).toEqual(['status']);

    socket.forget();
    const actions = await server.query(
      'delete from role_menu_item_action where role_id = $1 and name = $2 returning *',
      [server.north.roles.clerk, 'view'],
    );
    await change(id, 'n1 = 51');
    await expect.poll(() => socket.closed).toEqual([orders]);
    expect(socket.changes()).toEqual([]);
    for (const row of actions)
      await server.query(
        `insert into role_menu_item_action (${Object.keys(row).join(', ')}) values (${Object.keys(row)
          .map((_, index) => `$${index + 1}`)
          .join(', ')})`,
        Object.values(row),
      );
  });
});

test('40 people who look at one grid all hear of a change', async () => {
  const everybody = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      await addMember(`viewer${index}`);
      return watching(await server.enter(`viewer${index}`, server.north));
    }),
  );
  const id = await create();
  const heard = await Promise.all(everybody.map((socket) => socket.waitFor((one) => one.id === id)));
  expect(heard).toHaveLength(40);
  for (const socket of everybody) socket.close();
});

test('the graceful stop closes the sockets, and they belong to come back', async () => {
  const other = await startAnother(server);
  const socket = await watching(ana, server.north.types.orders, await listen(other.app));
  const reason = new Promise((resolve) => socket.socket.on('disconnect', resolve));
  const from = performance.now();
  await other.close();
  expect(await reason).toBe('transport close');
  expect(performance.now() - from).toBeLessThan(5000);
});
