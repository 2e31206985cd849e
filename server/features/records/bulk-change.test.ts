// One change of many records: what becomes of each, who may make it, and what stands when many make one at once.
import { keyUsedForOther } from '@rowhouse/domain/kernel/idempotency.ts';
import { tooManySelected } from '@rowhouse/domain/records/selection-rules.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { aTenant } from '../../seed/builders.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof createWorld>>;
/** Manages everything. */
let ana: Credentials;
/** Sees open orders, their status and their weight; may change in bulk, and may not delete. */
let bob: Credentials;
/** Sees orders and may change them one at a time. */
let sue: Credentials;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld();
  ana = await server.enter('ana', world.tenant);
  bob = await server.enter('bob', world.tenant);
  sue = await server.enter('sue', world.tenant);
});
afterAll(() => server.close());

function createWorld() {
  const { people, north } = server;
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
    const site = await tenant.withObject({ name: 'Site', properties: [{ name: 'City', displayable: true }] });
    const orders = await tenant.withRecordType({
      name: 'Orders',
      statuses: ['Open', 'Closed'],
      problemCodes: ['Late'],
      fields: [
        { name: 'Weight', dataType: 'decimal', required: true },
        { name: 'Size', dataType: 'dropdown', list: sizes },
        { name: 'Sizes', dataType: 'multiselect', list: sizes },
        { name: 'Checked', dataType: 'checkbox' },
        { name: 'Note', dataType: 'string', slot: 'overflow' },
        { name: 'Rate', dataType: 'decimal', slot: 'overflow' },
        { name: 'Margin', dataType: 'currency' },
        { name: 'Place', dataType: 'object', object: site },
      ],
    });
    const bills = await tenant.withRecordType({
      name: 'Bills',
      statuses: ['Paid'],
      fields: [{ name: 'Weight', dataType: 'decimal' }],
    });
    const documents = await tenant.withSuperRecordType('Documents', [orders, bills]);
    const open = String(orders.statuses.get('Open'));
    await tenant.withFieldAccess(clerk, orders, [
      { field: 'status', access: 'Editable', filterCriteria: { operator: 'is', value: open } },
      { field: 'recordNumber', access: 'ViewOnly' },
      { field: 'Weight', access: 'Editable' },
      { field: 'Note', access: 'ViewOnly' },
    ]);
    await tenant.withFieldAccess(clerk, bills, [{ field: 'Weight', access: 'Editable' }]);
    const item = (name: string, recordType: typeof orders) => ({
      name,
      route: name.toLowerCase(),
      recordType,
    });
    const menu = await tenant.withMenu([
      {
        name: 'Group',
        route: 'group',
        sections: [
          {
            name: 'Section',
            route: 'section',
            items: [item('Orders', orders), item('Bills', bills), item('Documents', documents)],
          },
        ],
      },
    ]);
    const itemId = (name: string) => menu.get(name) ?? 0;
    for (const id of menu.values())
      await tenant.withActions(manager, id, ['view', 'create records', 'soft delete', 'bulk update']);
    await tenant.withActions(clerk, itemId('Orders'), ['view', 'bulk update', 'record soft delete']);
    await tenant.withActions(clerk, itemId('Documents'), ['view', 'bulk update', 'soft delete']);
    await tenant.withActions(single, itemId('Orders'), ['view', 'create records']);
    const make = (count: number, more: object) =>
      tenant.withRecords(
        orders,
        Array.from({ length: count }, (_, index) => ({
          recordNumber: index + 1,
          status: 'Open',
          fields: { Weight: '1', Size: 'Small' },
          ...more,
        })),
        people.ana,
      );
    const records = await make(60, {});
    const closed = await make(3, { status: 'Closed' });
    const deleted = await make(3, { enabled: false });
    const old = await make(2, { fields: { Weight: '1', Size: 'Old' } });
    const [bill = 0] = await tenant.withRecords(bills, [{ recordNumber: 1, status: 'Paid' }]);
    const files = await Promise.all(
      [people.ana, people.bob].map(async (person, index) => {
        const { rows } = await connection.query(
          `insert into record_file (tenant_id, object_key, original_file_name, mime_type, size_bytes, created_by)
           values ($1, $2, 'a.pdf', 'application/pdf', 1, $3) returning id`,
          [tenant.id, `${tenant.id}/${index}.pdf`, person],
        );
        return Number(rows[0]?.['id']);
      }),
    );
    const field = (name: string) => orders.fields.get(name)?.id ?? 0;
    return { tenant, orders, bills, records, closed, deleted, old, bill, sizes, files, field, north };
  });
}

const bulk = `mutation ($ids: [Id!]!, $data: UpdateBulkRecordInput!) {
  updateBulkRecordHeader(ids: $ids, data: $data) { id outcome version message } }`;

type Result = { id: number; outcome: string; version: number | null; message: string | null };

const ask = (ids: readonly number[], data: object, viewer: Credentials) =>
  server.ask(bulk, viewer, { ids, data });

async function change(ids: readonly number[], data: object, viewer = ana): Promise<Result[]> {
  const answer = await ask(ids, data, viewer);
  if (answer.errors !== undefined) throw new Error(JSON.stringify(answer.errors));
  return answer.data?.['updateBulkRecordHeader'] as Result[];
}

async function refusal(ids: readonly number[], data: object, viewer = ana) {
  const { errors } = await ask(ids, data, viewer);
  return { message: errors?.[0]?.message, ...errors?.[0]?.extensions };
}

const leaf = () => `record_${world.tenant.bucket}`;
const stored = (ids: readonly number[], columns: string) =>
  server.query(`select id::int, version, ${columns} from ${leaf()} where id = any($1) order by id`, [ids]);
const auditCount = async (ids: readonly number[]) =>
  Number(
    (
      await server.query(
        `select count(*) from audit_log where entity = 'record' and entity_id = any($1) and action <> 'create'`,
        [ids],
      )
    )[0]?.['count'],
  );
const value = (name: string, given: string | null) => ({
  additionalFields: [{ recordAdditionalFieldByTypeId: world.field(name), value: given }],
});
const versionsOf = async (ids: readonly number[]) =>
  (await stored(ids, '1')).map((row) => ({ id: row['id'] as number, version: row['version'] as number }));
/** Of their own for each test, that none waits for what another changed. */
const take = (from: number, count: number) => world.records.slice(from, from + count);

describe('changing many records', () => {
  test('sets the value in all of them, in the order of the ids, with one entry of the audit log for each', async () => {
    const ids = take(0, 5).toReversed();
    const audited = await auditCount(ids);
    expect(await change(ids, { description: 'All', ...value('Note', 'the same') })).toEqual(
      ids.map((id) => ({ id, outcome: 'UPDATED', version: 2, message: null })),
    );
    const rows = await stored(ids, `description, x ->> '${world.field('Note')}' as note`);
    expect(rows.map(({ description, note }) => [description, note])).toEqual(
      ids.map(() => ['All', 'the same']),
    );
    expect(await auditCount(ids)).toBe(audited + ids.length);
  });

  test('leaves those alone that hold the value already: no version, no entry of the audit log', async () => {
    const [one = 0, two = 0, three = 0] = take(5, 3);
    await change([two], { poNumber: 77, ...value('Rate', '2.50') });
    const audited = await auditCount([two]);
    const results = await change([one, two, three], { poNumber: 77, ...value('Rate', '2.5') });
    expect(results.map(({ outcome, version }) => [outcome, version])).toEqual([
      ['UPDATED', 2],
      ['UNCHANGED', 2],
      ['UPDATED', 2],
    ]);
    expect(await auditCount([two])).toBe(audited);
  });

  test.each([
    ['Checked', 'false', 'false'],
    ['Sizes', '0', null],
    ['Size', null, null],
    ['Note', '', null],
  ])('takes the empty value of %s as %j', async (name, given, expected) => {
    const ids = take(8, 2);
    const results = await change(ids, value(name, given));
    expect(results.every(({ outcome }) => outcome === 'UPDATED' || outcome === 'UNCHANGED')).toBe(true);
    const answer = await server.ask(
      'query ($ids: [Id!]) { findRecordHeader(data: {ids: $ids}) { records { additionalFields { tag value } } } }',
      ana,
      { ids },
    );
    const { records } = (answer.data ?? {})['findRecordHeader'] as {
      records: { additionalFields: { tag: string; value: string }[] }[];
    };
    for (const { additionalFields } of records) {
      const found = additionalFields.find(({ tag }) => Number(tag.split(';')[2]) === world.field(name));
      expect(found?.value ?? null).toBe(expected);
    }
  });

  test('does not overwrite what somebody else changed since', async () => {
    const ids = take(10, 3);
    const versions = await versionsOf(ids);
    await change([ids[1]!], { description: 'Theirs' });
    const results = await change(ids, { description: 'Mine', versions });
    expect(results.map(({ outcome }) => outcome)).toEqual(['UPDATED', 'CONFLICT', 'UPDATED']);
    expect(results[1]).toMatchObject({
      version: 2,
      message: 'Somebody else changed this record since you opened it.',
    });
    expect((await stored(ids, 'description')).map(({ description }) => description)).toEqual([
      'Mine',
      'Theirs',
      'Mine',
    ]);
  });

  test('keeps a disabled choice where it stands, and refuses it where it does not', async () => {
    const [fresh = 0] = take(13, 1);
    const disabled = value('Size', String(world.sizes.values.get('Old')));
    const results = await change([...world.old, fresh], disabled);
    expect(results).toEqual([
      ...world.old.map((id) => ({ id, outcome: 'UNCHANGED', version: 1, message: null })),
      {
        id: fresh,
        outcome: 'REFUSED',
        version: 1,
        message: 'Size: This value is disabled and cannot be chosen.',
      },
    ]);
    expect(await refusal([fresh], disabled)).toMatchObject({
      code: 'INVALID',
      message: 'Size: This value is disabled and cannot be chosen.',
    });
  });

  test('moves records out of the sight of whoever moved them', async () => {
    const ids = take(14, 2);
    const statusId = world.orders.statuses.get('Closed');
    expect((await change(ids, { statusId }, bob)).map(({ outcome }) => outcome)).toEqual([
      'UPDATED',
      'UPDATED',
    ]);
    expect((await change(ids, { statusId }, bob)).map(({ outcome }) => outcome)).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
    ]);
  });

  test('takes records of several types, each by its own rules', async () => {
    const [order = 0] = take(16, 1);
    const results = await change([world.bill, order], { description: 'Both' });
    expect(results.map(({ id, outcome }) => [id, outcome])).toEqual([
      [world.bill, 'UPDATED'],
      [order, 'UPDATED'],
    ]);
    // The status is one of orders alone: nothing of it is saved.
    const statusId = world.orders.statuses.get('Closed');
    expect(await refusal([world.bill, order], { statusId })).toMatchObject({
      code: 'INVALID',
      field: 'status',
    });
    expect((await stored([order], 'status_id'))[0]).toMatchObject({ version: 2 });
  });

  test('answers the same key with the first answer, and changes nothing', async () => {
    const ids = take(17, 2);
    const data = { description: 'Once', idempotencyKey: 'bulk once' };
    const first = await change(ids, data);
    await change(ids, { description: 'Later' });
    expect(await change(ids, data)).toEqual(first);
    expect((await stored(ids, 'description')).map(({ description }) => description)).toEqual([
      'Later',
      'Later',
    ]);
    for (const [other, changed] of [
      [ids, { ...data, description: 'Other' }],
      [ids.slice(1), data],
    ] as const)
      expect(await refusal(other, changed)).toMatchObject({ code: 'INVALID', message: keyUsedForOther });
    const at = 'bulk at once';
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => change(ids, { description: 'Now', idempotencyKey: at })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await versionsOf(ids)).map(({ version }) => version)).toEqual([4, 4]);
  });

  test('gives a file that the person brought, and no other but where it stands', async () => {
    const ids = take(19, 2);
    const [own = 0, others = 0] = world.files;
    expect((await change(ids, { recordFileId: own })).map(({ outcome }) => outcome)).toEqual([
      'UPDATED',
      'UPDATED',
    ]);
    expect(await refusal(ids, { recordFileId: others })).toMatchObject({
      code: 'INVALID',
      field: 'recordFile',
    });
    await server.query(`update ${leaf()} set record_file_id = $2 where id = $1`, [ids[0], others]);
    expect((await change(ids, { recordFileId: others })).map(({ outcome }) => outcome)).toEqual([
      'UNCHANGED',
      'REFUSED',
    ]);
  });
});

describe('deleting and restoring', () => {
  test('is an ordinary change of each, told as such in the audit log', async () => {
    const ids = take(21, 3);
    expect((await change(ids, { enabled: false })).map(({ outcome }) => outcome)).toEqual(
      ids.map(() => 'UPDATED'),
    );
    expect(
      (await change([...ids, ...world.deleted], { enabled: false })).map(({ outcome }) => outcome),
    ).toEqual([...ids, ...world.deleted].map(() => 'UNCHANGED'));
    expect((await change(ids, { enabled: true })).map(({ version }) => version)).toEqual([3, 3, 3]);
    const entries = await server.query(
      `select action, changes from audit_log
       where entity = 'record' and entity_id = any($1) and action <> 'create' order by id`,
      [ids],
    );
    expect(entries).toEqual([
      ...ids.map(() => ({ action: 'delete', changes: { enabled: [true, false] } })),
      ...ids.map(() => ({ action: 'restore', changes: { enabled: [false, true] } })),
    ]);
  });

  test('asks for soft delete alone, and a change of values for bulk update alone', async () => {
    const ids = take(24, 2);
    expect(await refusal(ids, { enabled: false }, bob)).toMatchObject({
      code: 'FORBIDDEN',
      message: 'Your role may not delete or restore records here.',
    });
    const weight = value('Weight', '3');
    expect(await refusal(ids, { enabled: false, ...weight }, bob)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal(ids, weight, sue)).toMatchObject({
      code: 'FORBIDDEN',
      message: 'Your role may not change many records at once here.',
    });
    expect((await change(ids, weight, bob)).map(({ outcome }) => outcome)).toEqual(['UPDATED', 'UPDATED']);
  });
});

describe('what is out of sight is not found, and nothing is said of it', () => {
  const unseen = (id: number) => ({
    id,
    outcome: 'NOT_FOUND',
    version: null,
    message: 'The record was not found.',
  });
  const nobodys = 6_999_999;

  test('foreign, deleted and outside the criteria read as nobody’s, whatever the change', async () => {
    const foreign = (
      await server.query(
        `insert into record_${world.north.bucket} (bucket, tenant_id, record_type_id, record_number, id)
         values ($1, $2, $3, 1, nextval('record_id_seq')) returning id::int`,
        [world.north.bucket, world.north.id, world.north.types.orders],
      )
    )[0]?.['id'] as number;
    const hidden = [foreign, world.closed[0]!, world.deleted[0]!];
    const changes = [
      { statusId: world.orders.statuses.get('Closed') },
      { statusId: nobodys },
      { poNumber: 1 },
      { enabled: true },
      value('Margin', '1'),
      value('Weight', 'no number'),
      value('Note', 'read-only'),
    ];
    for (const data of changes) {
      expect(await change([...hidden, nobodys], data, bob)).toEqual([...hidden, nobodys].map(unseen));
    }
  });

  test('beside records that are in sight', async () => {
    const [own = 0] = take(26, 1);
    const results = await change([world.closed[0]!, own, world.deleted[0]!], value('Weight', '9'), bob);
    expect(results).toEqual([
      unseen(world.closed[0]!),
      { id: own, outcome: 'UPDATED', version: 2, message: null },
      unseen(world.deleted[0]!),
    ]);
  });

  test('a type that only a super type opens is for reading, whatever the super type’s item says', async () => {
    expect(await refusal([world.bill], { description: 'x' }, bob)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await refusal([world.bill], { enabled: false }, bob)).toMatchObject({ code: 'FORBIDDEN' });
  });

  test('a hidden field reads as unknown, a read-only one is said to be so', async () => {
    const ids = take(27, 1);
    const of = (id: number) => ({ additionalFields: [{ recordAdditionalFieldByTypeId: id, value: '1' }] });
    const hidden = await refusal(ids, value('Margin', '1'), bob);
    expect(hidden).toEqual(
      JSON.parse(
        JSON.stringify(await refusal(ids, of(nobodys), bob)).replaceAll(
          String(nobodys),
          String(world.field('Margin')),
        ),
      ),
    );
    expect(hidden).toMatchObject({ code: 'INVALID' });
    expect(await refusal(ids, value('Note', 'x'), bob)).toMatchObject({
      code: 'FORBIDDEN',
      message: 'Note is read-only for your role.',
    });
  });
});

describe('refused whole', () => {
  const cases: [string, () => readonly number[], () => object, object][] = [
    [
      'more than 100',
      () => Array.from({ length: 101 }, (_, index) => index + 1),
      () => ({ poNumber: 1 }),
      { message: tooManySelected },
    ],
    ['none', () => [], () => ({ poNumber: 1 }), { message: 'Name at least one record.' }],
    ['one twice', () => [1, 1], () => ({ poNumber: 1 }), { message: 'A record is named twice.' }],
    ['no change', () => take(28, 1), () => ({ versions: [] }), { message: 'Say what is to be changed.' }],
    [
      'no change but none',
      () => take(28, 1),
      () => ({ additionalFields: [], enabled: null }),
      { message: 'Say what is to be changed.' },
    ],
    [
      'a version of another record',
      () => take(28, 1),
      () => ({ poNumber: 1, versions: [{ id: 1, version: 1 }] }),
      { field: 'versions' },
    ],
    [
      'a required field emptied',
      () => take(28, 1),
      () => value('Weight', ''),
      { message: 'Weight is required' },
    ],
    ['no number', () => take(28, 1), () => value('Weight', 'ten'), { message: 'Weight: Should be numeric' }],
    [
      'an object',
      () => take(28, 1),
      () => value('Place', '{}'),
      { message: 'Place cannot be changed in many records at once.' },
    ],
    [
      'a long key',
      () => take(28, 1),
      () => ({ poNumber: 1, idempotencyKey: 'x'.repeat(201) }),
      { field: 'idempotencyKey' },
    ],
  ];
  test.each(cases)('%s', async (_, ids, data, expected) => {
    expect(await refusal(ids(), data())).toMatchObject({ code: 'INVALID', ...expected });
    const [spared] = await stored(take(28, 1), '1');
    expect(spared?.['version']).toBe(1);
  });

  test('another tenant', async () => {
    expect(await refusal(take(28, 1), { poNumber: 1, tenant: world.north.id })).toMatchObject({
      code: 'NOT_FOUND',
    });
    const own = await change(take(28, 1), { poNumber: 1, tenant: world.tenant.id });
    expect(own[0]?.outcome).toBe('UPDATED');
  });
});

test('20 bulk changes of the same 50 records at once: each attempt is a win or a conflict, and no win is lost', async () => {
  const ids = world.records.slice(10, 60);
  const before = await stored(ids, '1');
  const audited = await auditCount(ids);
  let [attempts, wins, conflicts] = [0, 0, 0];
  await Promise.all(
    Array.from({ length: 20 }, async (_, writer) => {
      // Each in an order of its own: who locks in the order of the ids cannot meet another in a circle.
      const own = ids.toSorted((one, other) => ((one * (writer + 3)) % 101) - ((other * (writer + 3)) % 101));
      for (let round = 0; round < 3; round += 1) {
        const versions = await versionsOf(own);
        const results = await change(own, { poNumber: 1000 + writer * 10 + round, versions });
        attempts += results.length;
        wins += results.filter(({ outcome }) => outcome === 'UPDATED').length;
        conflicts += results.filter(({ outcome }) => outcome === 'CONFLICT').length;
      }
    }),
  );
  expect(wins + conflicts).toBe(attempts);
  expect(wins).toBeGreaterThanOrEqual(ids.length);
  const after = await stored(ids, '1');
  const rises = after.map((row, index) => Number(row['version']) - Number(before[index]?.['version']));
  expect(rises.reduce((sum, rise) => sum + rise, 0)).toBe(wins);
  expect(await auditCount(ids)).toBe(audited + wins);
});
