// A change of all records that a filter finds, which runs in the background: what it does, to what, for whom, and how it
// is stopped, judged on its way, and taken back.
import { keyUsedForOther } from '@rowhouse/domain/kernel/idempotency.ts';
import { mostRunning } from '@rowhouse/domain/bulk-changes/limits.ts';
import {
  changedSinceStart,
  noLongerMember,
  noneMatches,
  nothingToChange,
  tooManyRunning,
} from '@rowhouse/domain/bulk-changes/rules.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAnother } from '../../../testing/record-model/another-application.ts';
import { absent, startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { openWayTo } from '../../../testing/way-to-database.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { buildRecords } from '../../seed/build-records.ts';
import type { RecordSpec } from '../../seed/build-records.ts';
import { aTenant } from '../../seed/builders.ts';

const partSize = 10;
let server: TestServer;
let world: Awaited<ReturnType<typeof createWorld>>;
/** Manages everything. */
let ana: Credentials;
/** Sees open orders, and may change their weight in bulk. */
let bob: Credentials;
/** Sees orders and may change them one at a time. */
let sue: Credentials;

beforeAll(async () => {
  server = await startTestServer({ bulkPartSize: partSize });
  world = await createWorld();
  ana = await server.enter('ana', world.tenant);
  bob = await server.enter('bob', world.tenant);
  sue = await server.enter('sue', world.tenant);
});
afterAll(() => server.close());

function createWorld() {
  const { people } = server;
  return server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: 'Bulk', bucket: 6 });
    const manager = await tenant.withRole({ name: 'Manager', defaultFieldAccess: 'Editable' });
    const clerk = await tenant.withRole({ name: 'Clerk' });
    const single = await tenant.withRole({ name: 'One by one', defaultFieldAccess: 'Editable' });
    await tenant.withMember(people.ana, manager);
    await tenant.withMember(people.bob, clerk);
    await tenant.withMember(people.sue, single);
    const sizes = await tenant.withList({
      name: 'Sizes',
      values: ['Small', { value: 'Old', enabled: false }],
    });
    const orders = await tenant.withRecordType({
      name: 'Orders',
      statuses: ['Open', 'Closed'],
      fields: [
        { name: 'Weight', dataType: 'decimal' },
        { name: 'Size', dataType: 'dropdown', list: sizes },
        { name: 'Sizes', dataType: 'multiselect', list: sizes },
        { name: 'Day', dataType: 'datetime' },
        { name: 'Note', dataType: 'string', slot: 'overflow' },
        { name: 'Batch', dataType: 'string' },
      ],
    });
    const bills = await tenant.withRecordType({ name: 'Bills', statuses: ['Paid'], fields: [] });
    const documents = await tenant.withSuperRecordType('Documents', [orders, bills]);
    const open = String(orders.statuses.get('Open'));
    await tenant.withFieldAccess(clerk, orders, [
      { field: 'status', access: 'Editable', filterCriteria: { operator: 'is', value: open } },
      { field: 'recordNumber', access: 'ViewOnly' },
      { field: 'Weight', access: 'Editable' },
      { field: 'Batch', access: 'ViewOnly' },
    ]);
    const item = (name: string, recordType: typeof orders) => ({
      name,
      route: name.toLowerCase(),
      recordType,
    });
    const items = [item('Orders', orders), item('Documents', documents)];
    const sections = [{ name: 'Section', route: 'section', items }];
    const menu = await tenant.withMenu([{ name: 'Group', route: 'group', sections }]);
    const itemId = (name: string) => menu.get(name) ?? 0;
    for (const id of menu.values())
      await tenant.withActions(manager, id, ['view', 'soft delete', 'bulk update']);
    await tenant.withActions(clerk, itemId('Orders'), ['view', 'bulk update']);
    await tenant.withActions(single, itemId('Orders'), ['view', 'create records']);
    const field = (name: string) => orders.fields.get(name)?.id ?? 0;
    return { tenant, orders, bills, documents, sizes, roles: { manager, clerk, single }, field };
  });
}

let batches = 0;
/** Orders of a batch of their own, which a filter finds. */
async function someOrders(count: number, more: (index: number) => Partial<RecordSpec> = () => ({})) {
  const batch = `batch ${++batches}`;
  const records = Array.from({ length: count }, (_, index) => {
    const own = more(index);
    return {
      recordNumber: 1000 * batches + index,
      status: 'Open',
      ...own,
      fields: { Batch: batch, Weight: String(index), Note: `note ${index}`, ...own.fields },
    };
  });
  return { ids: await build(records), query: queryOf(batch) };
}

const build = (records: readonly RecordSpec[]) =>
  server.database.asOwnerOf(world.tenant.id, (connection) => {
    const { tenant, orders } = world;
    const site = { connection, tenantId: tenant.id, bucket: tenant.bucket };
    return buildRecords(site, orders, records, server.people.ana);
  });

const queryOf = (batch: string, enabled = true) => ({
  recordTypeId: world.orders.id,
  enabled,
  filters: [
    {
      fieldId: world.field('Batch'),
      logicOperator: 'AND',
      priority: 0,
      filterCriteria: { operator: 'equals', value: batch },
    },
  ],
});

const value = (name: string, given: string | null) => ({
  additionalFields: [{ recordAdditionalFieldByTypeId: world.field(name), value: given }],
});

const told = `id kind state fieldNames total updated unchanged conflicts notFound refused undoOf isUndone endedAt`;
type Told = {
  id: number;
  kind: string;
  state: string;
  fieldNames: string[];
  total: number;
  updated: number;
  unchanged: number;
  conflicts: number;
  notFound: number;
  refused: number;
  isUndone: boolean;
  undoOf: number | null;
  endedAt: string | null;
};

async function get<Result>(document: string, viewer: Credentials, variables: object): Promise<Result> {
  const answer = await server.ask(document, viewer, variables);
  if (answer.errors !== undefined || answer.data === null) throw new Error(JSON.stringify(answer.errors));
  return Object.values(answer.data)[0] as Result;
}

const startDocument = `mutation ($data: StartBulkChangeInput!) { startBulkChange(data: $data) { ${told} } }`;
const findDocument = `query ($data: FindBulkChangeInput!) { findBulkChange(data: $data) { ${told} } }`;
const stopDocument = `mutation ($data: FindBulkChangeInput!) { stopBulkChange(data: $data) { ${told} } }`;
const undoDocument = `mutation ($data: FindBulkChangeInput!) { undoBulkChange(data: $data) { ${told} } }`;
const previewDocument = `query ($data: BulkChangeInput!) {
  previewBulkChange(data: $data) { total changing unchanged refused reasons sampleIds } }`;

const start = (query: object, values: object, viewer = ana, more: object = {}) =>
  get<Told>(startDocument, viewer, { data: { query, values, ...more } });
const preview = (query: object, values: object, viewer = ana) =>
  get(previewDocument, viewer, { data: { query, values } });
const find = (id: number, viewer = ana) => get<Told>(findDocument, viewer, { data: { id } });
const undo = (id: number, viewer = ana) => get<Told>(undoDocument, viewer, { data: { id } });

async function ended(id: number, viewer = ana): Promise<Told> {
  await expect.poll(async () => (await find(id, viewer)).state, { timeout: 30_000 }).not.toBe('RUNNING');
  return find(id, viewer);
}

const report = (id: number, outcomes?: string[], viewer = ana) =>
  get<{
    total: number;
    records: { id: number; recordNumber: number | null; outcome: string; message: string | null }[];
  }>(
    `query ($data: FindBulkChangeRecordsInput!) {
      findBulkChangeRecords(data: $data, pagination: { offset: 0, limit: 3000 }) {
        total records { id recordNumber outcome message } } }`,
    viewer,
    { data: { id, outcomes } },
  );

async function refusal(document: string, data: object, viewer = ana) {
  const { errors } = await server.ask(document, viewer, { data });
  return { message: errors?.[0]?.message, code: errors?.[0]?.extensions['code'] };
}

const leaf = 'record_6';
const slotOf = (name: string) => world.orders.fields.get(name)?.slot ?? '';
const stored = (ids: readonly number[], expression: string) =>
  server.query(
    `select id::int, version, ${expression} as value from ${leaf} where id = any($1) order by id`,
    [ids],
  );
const auditCount = async (ids: readonly number[]) =>
  Number(
    (
      await server.query(
        `select count(*) from audit_log where entity = 'record' and entity_id = any($1) and action <> 'create'`,
        [ids],
      )
    )[0]?.['count'],
  );
const giveRole = (person: number, role: number) =>
  server.query('update membership set role_id = $3 where tenant_id = $1 and user_id = $2', [
    world.tenant.id,
    person,
    role,
  ]);

/** Holds the record, so that the change stands before it, for the time of the work. */
const whileHeld = (record: number | undefined, work: () => Promise<unknown>) =>
  server.database.asOwnerOf(world.tenant.id, (connection) =>
    inTransaction(connection, async () => {
      await connection.query(`select from ${leaf} where id = $1 for update`, [record]);
      await work();
    }),
  );

/** The change waits for the record that is held. */
async function untilWaiting(): Promise<void> {
  const waiting = () =>
    server.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
  await expect.poll(async () => (await waiting()).length, { timeout: 10_000 }).toBeGreaterThan(0);
}

describe('a change of all that match', () => {
  test('is shown before: how many change, hold the value already, and which are among them', async () => {
    const { ids, query } = await someOrders(25);
    expect(await preview(query, value('Weight', '7'))).toEqual({
      total: 25,
      changing: 24,
      unchanged: 1,
      refused: 0,
      reasons: [],
      sampleIds: ids.toReversed().slice(0, 5),
    });
    expect(await auditCount(ids)).toBe(0);
  });

  test('changes them part by part, each once, with one entry of the audit log for each', async () => {
    const { ids, query } = await someOrders(25);
    const begun = await start(query, { description: 'All', ...value('Note', 'the same') });
    expect(begun).toMatchObject({
      kind: 'EDIT',
      state: 'RUNNING',
      total: 25,
      fieldNames: ['Description', 'Note'],
    });
    expect(await ended(begun.id)).toMatchObject({ state: 'FINISHED', updated: 25, refused: 0 });
    expect((await stored(ids, 'description')).map(({ version, value: text }) => [version, text])).toEqual(
      ids.map(() => [2, 'All']),
    );
    expect(await auditCount(ids)).toBe(25);
    const entries = await server.query(
      'select distinct user_id::int as id from audit_log where entity_id = any($1) and action = $2',
      [ids, 'update'],
    );
    expect(entries).toEqual([{ id: server.people.ana }]);
    const { records, total } = await report(begun.id);
    expect(total).toBe(25);
    expect(records.map(({ id, outcome }) => [id, outcome])).toEqual(ids.map((id) => [id, 'UPDATED']));
    expect(records[0]?.recordNumber).toBe(1000 * batches);
  });

  test('leaves those that hold the value alone, and says which they were', async () => {
    const { ids, query } = await someOrders(12);
    const { id } = await start(query, value('Weight', '3'));
    expect(await ended(id)).toMatchObject({ updated: 11, unchanged: 1 });
    expect((await report(id, ['UNCHANGED'])).records.map((record) => record.id)).toEqual([ids[3]]);
    expect(await refusal(startDocument, { query, values: value('Weight', '3') })).toEqual({
      message: nothingToChange,
      code: 'INVALID',
    });
  });

  test('takes those that matched when it was started, though others match by then', async () => {
    const { ids, query } = await someOrders(21);
    const begun = await whileHeldAt(ids[10], query, value('Batch', 'moved away'), async () => {
      const fields = { Batch: query.filters[0]?.filterCriteria.value };
      await build([{ recordNumber: 1, status: 'Open', fields }]);
    });
    expect(await ended(begun.id)).toMatchObject({ total: 21, updated: 21 });
  });

  test('does not overwrite what somebody changed after it was started', async () => {
    const { ids, query } = await someOrders(21);
    const begun = await whileHeldAt(ids[10], query, value('Weight', '99'), async () => {
      await server.query(`update ${leaf} set version = version + 1, description = 'Theirs' where id = $1`, [
        ids[20],
      ]);
    });
    expect(await ended(begun.id)).toMatchObject({ updated: 20, conflicts: 1 });
    expect((await report(begun.id, ['CONFLICT'])).records).toMatchObject([
      { id: ids[20], message: changedSinceStart },
    ]);
  });

  test('says of a disabled choice where it may stay and where it may not be put', async () => {
    const { ids, query } = await someOrders(15, (index) => ({ fields: index < 12 ? { Size: 'Old' } : {} }));
    const values = { ...value('Size', String(world.sizes.values.get('Old'))), description: 'Kept' };
    const sentence = 'Size: This value is disabled and cannot be chosen.';
    expect(await preview(query, values)).toMatchObject({
      total: 15,
      changing: 12,
      unchanged: 0,
      refused: 3,
      reasons: [sentence],
    });
    const { id } = await start(query, values);
    expect(await ended(id)).toMatchObject({ state: 'FINISHED', updated: 12, refused: 3 });
    expect((await report(id, ['REFUSED'])).records).toEqual(
      ids.slice(12).map((record, index) => ({
        id: record,
        recordNumber: 1000 * batches + 12 + index,
        outcome: 'REFUSED',
        message: sentence,
      })),
    );
  });

  test('deletes and restores', async () => {
    const { ids, query } = await someOrders(12);
    const { id } = await start(query, { enabled: false });
    expect(await ended(id)).toMatchObject({ kind: 'DELETE', updated: 12, fieldNames: [] });
    expect(await refusal(startDocument, { query, values: { enabled: true } })).toEqual({
      message: noneMatches,
      code: 'INVALID',
    });
    const back = await start({ ...query, enabled: false }, { enabled: true });
    expect(await ended(back.id)).toMatchObject({ kind: 'RESTORE', updated: 12 });
    expect((await stored(ids, 'enabled')).every((row) => row['value'] === true)).toBe(true);
  });

  test('is started once by one key', async () => {
    const { ids, query } = await someOrders(11);
    const more = { idempotencyKey: 'one start' };
    const all = await Promise.all(
      Array.from({ length: 4 }, () => start(query, value('Weight', '5'), ana, more)),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    await ended(all[0]!.id);
    expect((await start(query, value('Weight', '5'), ana, more)).id).toBe(all[0]!.id);
    await expect(start(query, value('Weight', '6'), ana, more)).rejects.toThrow(keyUsedForOther);
    expect((await stored(ids, '1')).map(({ version }) => version).filter((version) => version === 3)).toEqual(
      [],
    );
  });

  test('runs beside another one, and each record has both or says why not', async () => {
    const [one, other] = [await someOrders(35), await someOrders(35)];
    const both = await Promise.all([
      start(one.query, value('Weight', '71')),
      start(other.query, value('Weight', '72')),
      start(one.query, { description: 'Beside' }),
    ]);
    const [first, second, third] = await Promise.all(both.map(({ id }) => ended(id)));
    expect(first!.updated + first!.conflicts).toBe(35);
    expect(second).toMatchObject({ state: 'FINISHED', updated: 35 });
    expect(third!.updated + third!.conflicts).toBe(35);
    const versions = (await stored(one.ids, '1')).map((row) => Number(row['version']));
    expect(versions.reduce((sum, version) => sum + version - 1, 0)).toBe(first!.updated + third!.updated);
    expect(await auditCount(one.ids)).toBe(first!.updated + third!.updated);
  });
});

test('a pooler that is away for longer than a part is tried is no fault of the change: it goes on by itself', async () => {
  const { ids, query } = await someOrders(25);
  const way = await openWayTo(server.databaseUrl);
  const other = await startAnother(server, { database: way.database, bulkPartSize: partSize });
  try {
    let begun: Told | undefined;
    await whileHeld(ids[3], async () => {
      const answer = await other.ask(startDocument, ana, {
        data: { query, values: { description: 'Later' } },
      });
      begun = answer.data?.['startBulkChange'] as Told;
      await untilWaiting();
      way.leave();
    });
    const { id } = begun!;
    await expect
      .poll(async () => way.refused() > 6 || (await find(id)).state === 'FAILED', { timeout: 60_000 })
      .toBe(true);
    way.comeBack();
    expect(await ended(id)).toMatchObject({ state: 'FINISHED', updated: 25 });
    expect((await stored(ids, 'description')).map(({ version, value: text }) => [version, text])).toEqual(
      ids.map(() => [2, 'Later']),
    );
  } finally {
    await other.close();
    await way.close();
  }
});

/** A change that stands before a record, which is held while the work goes on. */
async function whileHeldAt(
  record: number | undefined,
  query: object,
  values: object,
  work: (begun: Told) => Promise<unknown>,
  viewer = ana,
): Promise<Told> {
  let begun: Told | undefined;
  await whileHeld(record, async () => {
    begun = await start(query, values, viewer);
    await untilWaiting();
    await work(begun);
  });
  return begun!;
}

describe('who may', () => {
  test('is judged at the start: bulk update for values, soft delete for deleting, nothing for a super type', async () => {
    const { query } = await someOrders(3);
    const values = value('Weight', '1');
    for (const document of [previewDocument, startDocument]) {
      expect(await refusal(document, { query, values }, sue)).toEqual({
        message: 'Your role may not change many records at once here.',
        code: 'FORBIDDEN',
      });
      expect(await refusal(document, { query, values: { enabled: false } }, bob)).toEqual({
        message: 'Your role may not delete or restore records here.',
        code: 'FORBIDDEN',
      });
      const documents = { recordTypeId: world.documents.id };
      expect(await refusal(document, { query: documents, values: { description: 'x' } })).toMatchObject({
        code: 'FORBIDDEN',
      });
      expect(
        await refusal(
          document,
          { query: { recordTypeId: world.bills.id }, values: { description: 'x' } },
          bob,
        ),
      ).toEqual({ message: 'The record type was not found.', code: 'NOT_FOUND' });
      expect(await refusal(document, { query, values: value('Note', 'hidden') }, bob)).toMatchObject({
        code: 'INVALID',
      });
      expect(await refusal(document, { query, values: {} })).toMatchObject({
        message: 'Say what is to be changed.',
      });
    }
  });

  test('reaches no record out of sight, though the filter would', async () => {
    const { ids, query } = await someOrders(14, (index) => (index < 4 ? { status: 'Closed' } : {}));
    expect(await preview(query, value('Weight', '50'), bob)).toMatchObject({ total: 10, changing: 10 });
    const { id } = await start(query, value('Weight', '50'), bob);
    expect(await ended(id, bob)).toMatchObject({ total: 10, updated: 10 });
    const hidden = await stored(ids.slice(0, 4), slotOf('Weight'));
    expect(hidden.map(({ version, value: weight }) => [version, weight])).toEqual(
      [0, 1, 2, 3].map((n) => [1, n]),
    );
  });

  test('a record that leaves the sight on the way is not found', async () => {
    const { ids, query } = await someOrders(21);
    const begun = await whileHeldAt(
      ids[10],
      query,
      value('Weight', '60'),
      () =>
        server.query(`update ${leaf} set status_id = $2 where id = $1`, [
          ids[20],
          world.orders.statuses.get('Closed'),
        ]),
      bob,
    );
    expect(await ended(begun.id, bob)).toMatchObject({ updated: 20, notFound: 1 });
    expect((await report(begun.id, ['NOT_FOUND'], bob)).records).toEqual([
      { id: ids[20], recordNumber: null, outcome: 'NOT_FOUND', message: 'The record was not found.' },
    ]);
  });

  test('is judged again on the way: what is left is refused to whoever was demoted', async () => {
    const { ids, query } = await someOrders(35);
    const begun = await whileHeldAt(
      ids[10],
      query,
      value('Weight', '61'),
      () => giveRole(server.people.bob, world.roles.single),
      bob,
    );
    const again = await server.enter('bob', world.tenant);
    const end = await ended(begun.id, again);
    await giveRole(server.people.bob, world.roles.clerk);
    bob = await server.enter('bob', world.tenant);
    // The part under way was judged before.
    expect(end).toMatchObject({ state: 'FINISHED', updated: 20, refused: 15 });
    expect((await report(begun.id, ['REFUSED'], bob)).records[0]).toMatchObject({
      id: ids[20],
      message: 'Your role may not change many records at once here.',
    });
    expect((await stored(ids, '1')).map(({ version }) => version)).toEqual(
      ids.map((_, index) => (index < 20 ? 2 : 1)),
    );
  });

  test('and to whoever was removed', async () => {
    const { ids, query } = await someOrders(35);
    const begun = await whileHeldAt(
      ids[10],
      query,
      value('Weight', '62'),
      () =>
        server.query('update membership set enabled = false where tenant_id = $1 and user_id = $2', [
          world.tenant.id,
          server.people.bob,
        ]),
      bob,
    );
    await expect
      .poll(async () => (await server.query('select state from bulk_change where id = $1', [begun.id]))[0])
      .toEqual({ state: 'FINISHED' });
    await server.query('update membership set enabled = true where tenant_id = $1 and user_id = $2', [
      world.tenant.id,
      server.people.bob,
    ]);
    bob = await server.enter('bob', world.tenant);
    expect(await find(begun.id, bob)).toMatchObject({ updated: 20, refused: 15 });
    expect((await report(begun.id, ['REFUSED'], bob)).records[0]).toMatchObject({
      id: ids[20],
      message: noLongerMember,
    });
  });

  test('goes on when whoever started it signs out', async () => {
    const { ids, query } = await someOrders(35);
    const away = await server.enter('ana', world.tenant);
    const begun = await whileHeldAt(
      ids[10],
      query,
      value('Weight', '63'),
      () => server.ask('mutation { SaasUserLogout }', away),
      away,
    );
    expect(await ended(begun.id)).toMatchObject({ state: 'FINISHED', updated: 35 });
  });

  test('one of another person is not there, nor is one of a type that is out of sight', async () => {
    const { query } = await someOrders(3);
    const { id } = await start(query, value('Weight', '64'));
    await ended(id);
    const documents = [findDocument, stopDocument, undoDocument];
    for (const document of documents)
      expect(await server.ask(document, bob, { data: { id } })).toEqual(absent('The bulk change'));
    await server.query('update menu_item set enabled = false where tenant_id = $1', [world.tenant.id]);
    for (const document of documents)
      expect(await server.ask(document, ana, { data: { id } })).toEqual(absent('The bulk change'));
    await server.query('update menu_item set enabled = true where tenant_id = $1', [world.tenant.id]);
    expect(await find(id)).toMatchObject({ id });
  });

  test('only so many run at once', async () => {
    const { tenant, orders } = world;
    await server.query(
      `insert into bulk_change (tenant_id, record_type_id, user_id, kind, field_keys, total, tried_at)
       select $1, $2, $3, 'DELETE', '{enabled}', 0, 'infinity' from generate_series(1, $4)`,
      [tenant.id, orders.id, server.people.ana, mostRunning],
    );
    const { query } = await someOrders(3);
    expect(await refusal(startDocument, { query, values: value('Weight', '65') })).toEqual({
      message: tooManyRunning,
      code: 'LIMITED',
    });
    await server.query(`delete from bulk_change where tried_at = 'infinity'`);
  });
});

describe('stopping and undoing', () => {
  test('what was done until it is stopped stays, and the rest was not reached', async () => {
    const { ids, query } = await someOrders(60);
    let stopping: Promise<Told> | undefined;
    const begun = await whileHeldAt(ids[10], query, value('Weight', '80'), async ({ id }) => {
      stopping = get<Told>(stopDocument, ana, { data: { id } });
    });
    await stopping;
    const stopped = await ended(begun.id);
    expect(stopped.state).toBe('STOPPED');
    expect(stopped.updated).toBeGreaterThanOrEqual(20);
    expect(stopped.updated).toBeLessThan(60);
    const versions = (await stored(ids, '1')).map((row) => Number(row['version']));
    expect(versions.filter((version) => version === 2)).toHaveLength(stopped.updated);
    expect((await report(begun.id, ['NOT_REACHED'])).total).toBe(60 - stopped.updated);

    const back = await undo(begun.id);
    expect(await ended(back.id)).toMatchObject({
      kind: 'UNDO',
      total: stopped.updated,
      updated: stopped.updated,
    });
  });

  test('Undo gives each record back what it held, by a change that is audited', async () => {
    const small = String(world.sizes.values.get('Small'));
    const { ids, query } = await someOrders(23, (index) => ({
      recordNumber: 500 + index,
      fields: {
        Size: index % 2 === 0 ? 'Old' : 'Small',
        Sizes: index % 3 === 0 ? ['Small'] : null,
        Day: `2026-03-0${1 + (index % 9)}T10:20:30.123Z`,
        ...(index % 4 === 0 && { Note: null }),
      },
    }));
    const all = `to_jsonb(r) - 'version' - 'updated_at'`;
    const before = await server.query(`select ${all} as row from ${leaf} r where id = any($1) order by id`, [
      ids,
    ]);
    const begun = await start(query, {
      statusId: world.orders.statuses.get('Closed'),
      description: 'Done',
      poNumber: 12,
      additionalFields: [
        ...value('Weight', '0.1').additionalFields,
        ...value('Size', small).additionalFields,
        ...value('Sizes', '0').additionalFields,
        ...value('Day', null).additionalFields,
        ...value('Note', 'over').additionalFields,
      ],
    });
    expect(await ended(begun.id)).toMatchObject({ updated: 23 });
    expect((await find(begun.id)).isUndone).toBe(false);
    const back = await undo(begun.id);
    expect(back).toMatchObject({ kind: 'UNDO', undoOf: begun.id, total: 23 });
    expect(await ended(back.id)).toMatchObject({ state: 'FINISHED', updated: 23 });
    expect(
      await server.query(`select ${all} as row from ${leaf} r where id = any($1) order by id`, [ids]),
    ).toEqual(before);
    expect(await auditCount(ids)).toBe(46);
    expect((await find(begun.id)).isUndone).toBe(true);
    expect(await refusal(undoDocument, { id: begun.id })).toEqual({
      message: 'The change has been undone.',
      code: 'INVALID',
    });

    // What was taken back can be done again.
    const again = await undo(back.id);
    expect(await ended(again.id)).toMatchObject({ updated: 23 });
    expect((await stored(ids, 'description')).every((row) => row['value'] === 'Done')).toBe(true);
  });

  test('Undo leaves alone the values that somebody wrote since, says whose they are, and takes the rest back', async () => {
    const { ids, query } = await someOrders(6);
    const descriptions = async () => (await stored(ids, 'description')).map((row) => row['value']);
    const before = await descriptions();
    const { id } = await start(query, { ...value('Weight', '90'), description: 'Of all' });
    await ended(id);
    const write = (record: number | undefined, change: object) =>
      get(`mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }`, ana, {
        data: { id: record, ...change },
      });
    await write(ids[2], value('Weight', '91'));
    // Wrote the same again: it is theirs.
    await write(ids[3], value('Weight', '92'));
    await write(ids[3], value('Weight', '90'));
    await write(ids[4], { statusId: world.orders.statuses.get('Closed') });
    // By nobody that the log tells of.
    await server.query(`update ${leaf} set version = version + 1 where id = $1`, [ids[5]]);
    const back = await undo(id);
    expect(await ended(back.id)).toMatchObject({ updated: 6, conflicts: 0 });
    const { records } = await report(back.id, ['UPDATED']);
    const messageOf = (record: number | undefined) =>
      records.find((one) => one.id === record)?.message ?? null;
    for (const record of [ids[2], ids[3]])
      expect(messageOf(record)).toMatch(/^Weight: Superseded by Ana Test, .*\. That value is kept\.$/);
    for (const record of [ids[0], ids[1], ids[4], ids[5]]) expect(messageOf(record)).toBeNull();
    expect((await stored(ids, slotOf('Weight'))).map((row) => row['value'])).toEqual([0, 1, 91, 90, 4, 5]);
    expect(await descriptions()).toEqual(before);
    expect(Number((await stored([ids[4] ?? 0], 'status_id'))[0]?.['value'])).toBe(
      world.orders.statuses.get('Closed'),
    );

    // And once more the other way: what was given back is taken again, by value.
    await write(ids[0], value('Weight', '17'));
    expect(await ended((await undo(back.id)).id)).toMatchObject({ updated: 6 });
    expect((await stored(ids, slotOf('Weight'))).map((row) => row['value'])).toEqual([
      17, 90, 91, 90, 90, 90,
    ]);
    expect(new Set(await descriptions())).toEqual(new Set(['Of all']));
  });

  test('Undo is an ordinary change: whoever may not write the field any more may not take it back', async () => {
    const { query } = await someOrders(5);
    const { id } = await start(query, value('Weight', '92'), bob);
    await ended(id, bob);
    await server.query(
      `update role_field_access set access = 'ViewOnly' where tenant_id = $1 and field_id = $2 and role_id = $3`,
      [world.tenant.id, world.field('Weight'), world.roles.clerk],
    );
    expect(await refusal(undoDocument, { id }, bob)).toEqual({
      message: 'Weight is read-only for your role.',
      code: 'FORBIDDEN',
    });
    await server.query(
      `update role_field_access set access = 'Editable' where tenant_id = $1 and field_id = $2 and role_id = $3`,
      [world.tenant.id, world.field('Weight'), world.roles.clerk],
    );
    expect(await ended((await undo(id, bob)).id, bob)).toMatchObject({ updated: 5 });
  });

  test('a deletion is undone by restoring', async () => {
    const { ids, query } = await someOrders(12);
    const { id } = await start(query, { enabled: false });
    await ended(id);
    expect(await ended((await undo(id)).id)).toMatchObject({ updated: 12 });
    expect((await stored(ids, 'enabled')).every((row) => row['value'] === true)).toBe(true);
  });
});

test('when each record was changed again, nothing is left to be taken back', async () => {
  const { ids, query } = await someOrders(3);
  const { id } = await start(query, value('Weight', '77'));
  expect(await ended(id)).toMatchObject({ updated: 3 });
  const newest = async () => {
    const mine = await get<{ id: number; isOverwritten: boolean }[]>(
      'query ($data: FindMyBulkChangesInput!) { findMyBulkChanges(data: $data) { id isOverwritten } }',
      ana,
      { data: { recordTypeId: world.orders.id } },
    );
    return mine[0];
  };
  expect(await newest()).toEqual({ id, isOverwritten: false });
  const write = (column: string, to: unknown, of: readonly number[]) =>
    server.query(`update ${leaf} set ${column} = $2, version = version + 1 where id = any($1)`, [of, to]);
  await write('description', 'Another value', ids);
  expect(await newest()).toEqual({ id, isOverwritten: false });
  await write(slotOf('Weight'), 78, ids.slice(1));
  expect(await newest()).toEqual({ id, isOverwritten: false });
  await write(slotOf('Weight'), 78, ids.slice(0, 1));
  expect(await newest()).toEqual({ id, isOverwritten: true });
});

test('a person finds their own again, the newest first', async () => {
  const mine = await get<Told[]>(
    `query ($data: FindMyBulkChangesInput!) { findMyBulkChanges(data: $data) { ${told} } }`,
    ana,
    { data: { recordTypeId: world.orders.id } },
  );
  expect(mine.length).toBe(20);
  expect(mine.map(({ id }) => id)).toEqual(mine.map(({ id }) => id).toSorted((one, other) => other - one));
  const owners = await server.query(
    'select distinct user_id::int as id from bulk_change where id = any($1)',
    [mine.map(({ id }) => id)],
  );
  expect(owners).toEqual([{ id: server.people.ana }]);
});
