import { keyUsedForOther } from '@rowhouse/domain/kernel/idempotency.ts';
import { menuActionId } from '@rowhouse/domain/menu/actions.ts';
import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { absent, startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, GraphqlAnswer, TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let ana: Credentials;
let bob: Credentials;
let sue: Credentials;
let north: Lines;
let south: Lines;

type Lines = { type: number; item: number; amount: number; priority: number; bill: number };
type Row = { id: number; version: number; index: number; enabled: boolean };
type Item = { value: string; lineItemsByTypeFileds: { id: number }; lineItemsRow: Row };
type Result = {
  lineItemsRow: Row | null;
  lineItems: Item[];
  refusal: { code: string; message: string; lineItemsByTypeFiledsId: number | null } | null;
  auditEntryId: number | null;
};

beforeAll(async () => {
  server = await startTestServer();
  north = await addLineTypes(server.north);
  south = await addLineTypes(server.south);
  for (const tenant of [server.north, server.south]) {
    await grant(tenant, tenant.roles.manager, tenant.menuItems.orders, [
      'line item access',
      'edit line items',
    ]);
    await grant(tenant, tenant.roles.clerk, tenant.menuItems.orders, ['line item access']);
    await grant(tenant, tenant.roles.manager, tenant.menuItems.documents, [
      'line item access',
      'edit line items',
    ]);
  }
  ana = await server.enter('ana', server.north);
  bob = await server.enter('bob', server.north);
  sue = await server.enter('sue', server.south);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.query('delete from line_item');
  await server.query('delete from audit_log');
});

async function addLineTypes(tenant: TestServer['north']): Promise<Lines> {
  const type = (recordType: number, name: string) =>
    idOf(
      'insert into line_item_type (tenant_id, record_type_id, name) values ($1, $2, $3) returning id::int',
      [tenant.id, recordType, name],
    );
  const field = (
    of: number,
    name: string,
    dataType: string,
    more: { required?: boolean; list?: number } = {},
  ) =>
    idOf(
      `insert into line_item_field (tenant_id, line_item_type_id, name, data_type, required, list_id, position)
       values ($1, $2, $3, $4, $5, $6, 1) returning id::int`,
      [tenant.id, of, name, dataType, more.required ?? false, more.list ?? null],
    );
  const lines = await type(tenant.types.orders, 'Order lines');
  const bills = await type(tenant.types.bills, 'Bill lines');
  return {
    type: lines,
    item: await field(lines, 'Item', 'string', { required: true }),
    amount: await field(lines, 'Amount', 'decimal'),
    priority: await field(lines, 'Priority', 'dropdown', { list: tenant.lists.priorities }),
    bill: await field(bills, 'Note', 'string'),
  };
}

const idOf = async (text: string, values: unknown[]) => Number((await server.query(text, values))[0]?.['id']);

const grant = async (tenant: { id: number }, role: number, menuItem: number, actions: MenuAction[]) => {
  for (const action of actions)
    await server.query(
      'insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name) values ($1, $2, $3, $4, $5)',
      [tenant.id, role, menuItem, menuActionId(action), action],
    );
};

async function aRecord(tenant = server.north, type = tenant.types.orders, enabled = true): Promise<number> {
  return idOf(
    `insert into record_${tenant.bucket} (bucket, id, tenant_id, record_type_id, record_number, enabled)
     values ($1, nextval('record_id_seq'), $2, $3, 1, $4) returning id`,
    [tenant.bucket, tenant.id, type, enabled],
  );
}

async function someLines(record: number, items: readonly string[], tenant = server.north, lines = north) {
  const rows = await server.query(
    `insert into line_item (tenant_id, record_id, line_item_type_id, position, field_values)
     select $1, $2, $3, place, jsonb_build_object($4::text, item) from unnest($5::text[]) with ordinality as u (item, place)
     order by place returning id::int`,
    [tenant.id, record, lines.type, lines.item, items],
  );
  await server.query('delete from audit_log');
  return rows.map((row) => Number(row['id']));
}

const item = `id tag value index recordHeader { id } lineItemsByTypeFileds { id } lineItemsRow { id version index enabled }`;
const result = `lineItemsRow { id version index enabled } lineItems { ${item} } refusal { code message lineItemsByTypeFiledsId } auditEntryId`;
const takes = {
  createLineItems: 'CreateLineItemsInput!',
  updateLineItems: 'UpdateLineItemsInput!',
  createOrUpdateManyLineItems: '[LineItemsRowInput!]!',
  reorderLineItems: 'ReorderLineItemsInput!',
};

const send = (
  name: keyof typeof takes,
  data: unknown,
  who = ana,
  together = false,
): Promise<GraphqlAnswer> => {
  const parts = name === 'reorderLineItems' ? 'id index version' : result;
  const more = name === 'createOrUpdateManyLineItems' ? `, together: ${together}` : '';
  return server.ask(`mutation ($data: ${takes[name]}) { ${name}(data: $data${more}) { ${parts} } }`, who, {
    data,
  });
};
async function carryOut<Answer = Result>(...given: Parameters<typeof send>): Promise<Answer> {
  const answer = await send(...given);
  expect(answer.errors).toBeUndefined();
  return answer.data?.[given[0]] as Answer;
}
const refusal = async (...given: Parameters<typeof send>) => {
  const error = (await send(...given)).errors?.[0];
  return [error?.extensions['code'], error?.message];
};
const find = (ids: readonly number[], who = ana, withDeleted = false) =>
  server.ask(`query ($data: FindLineItemsInput!) { findLineItems(data: $data) { ${item} } }`, who, {
    data: { recordHeadersIds: ids, withDeleted },
  });
const found = async (...given: Parameters<typeof find>) => {
  const answer = await find(...given);
  expect(answer.errors).toBeUndefined();
  return answer.data?.['findLineItems'] as (Item & { id: string; tag: string; index: number })[];
};
const itemsOf = async (record: number) =>
  (await found([record]))
    .filter((one) => one.lineItemsByTypeFileds.id === north.item)
    .map(({ value }) => value);
const given = (item: string, more: [number, string | null][] = []) => [
  { lineItemsByTypeFiledsId: north.item, value: item },
  ...more.map(([lineItemsByTypeFiledsId, value]) => ({ lineItemsByTypeFiledsId, value })),
];
const audit = () =>
  server.query(
    `select entity, entity_id::int as id, record_id::int as record, user_id::int as by, action, changes from audit_log where entity like 'line_item%' order by audit_log.id`,
  );

describe('findAllLineItemsByType', () => {
  const types = async (who: Credentials, data?: object) => {
    const answer = await server.ask(
      `query ($data: FindLineItemsByTypeInput) { findAllLineItemsByType(data: $data) {
        id name visibility enabled recordType { id name } lineItemsByTypeFileds { id name dataType required order listType { id } takesNewValues } } }`,
      who,
      { data },
    );
    return answer;
  };

  test('tells the kinds of lines and their fields, in every type in reach', async () => {
    const all = (await types(ana)).data?.['findAllLineItemsByType'] as { name: string }[];
    expect(all.map(({ name }) => name)).toEqual(['Order lines', 'Bill lines']);
    const ofOrders = await types(ana, { recordType: server.north.types.orders });
    const [orders] = (ofOrders.data?.['findAllLineItemsByType'] ?? []) as {
      lineItemsByTypeFileds: {
        name: string;
        required: boolean;
        listType: unknown;
        takesNewValues: boolean;
      }[];
    }[];
    expect(orders?.lineItemsByTypeFileds.map(({ name, required }) => [name, required])).toEqual([
      ['Item', true],
      ['Amount', false],
      ['Priority', false],
    ]);
    expect(orders?.lineItemsByTypeFileds[2]?.listType).toEqual({ id: server.north.lists.priorities });
    expect(orders?.lineItemsByTypeFileds.map(({ takesNewValues }) => takesNewValues)).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('whoever does not keep the lists is offered no new value', async () => {
    const [orders] = ((await types(bob, { recordType: server.north.types.orders })).data?.[
      'findAllLineItemsByType'
    ] ?? []) as { lineItemsByTypeFileds: { takesNewValues: boolean }[] }[];
    expect(orders?.lineItemsByTypeFileds.some(({ takesNewValues }) => takesNewValues)).toBe(false);
    expect(orders?.lineItemsByTypeFileds.length).toBeGreaterThan(0);
  });

  test('of a super type: those of the types that it gathers', async () => {
    const all = (await types(ana, { recordType: server.north.types.documents })).data?.[
      'findAllLineItemsByType'
    ] as { name: string }[];
    expect(all.map(({ name }) => name)).toEqual(['Order lines', 'Bill lines']);
  });

  test('follows the configuration at once', async () => {
    await server.query(`update line_item_type set name = 'Lines' where id = $1`, [north.type]);
    const [first] = ((await types(ana)).data?.['findAllLineItemsByType'] ?? []) as { name: string }[];
    await server.query(`update line_item_type set name = 'Order lines' where id = $1`, [north.type]);
    expect(first?.name).toBe('Lines');
  });

  test('a role without line item access is refused, and another tenant is absent', async () => {
    expect(
      (await types(bob, { recordType: server.north.types.documents })).errors?.[0]?.extensions['code'],
    ).toBe('FORBIDDEN');
    expect(await types(ana, { recordType: server.south.types.orders })).toEqual(absent('The record type'));
  });

  test('opens the lists of the fields in lines', async () => {
    const list = await idOf(
      `insert into list (tenant_id, name, list_type) values ($1, 'Only in lines', 'Value') returning id::int`,
      [server.north.id],
    );
    await server.query(
      `insert into list_value (tenant_id, list_id, value, position) values ($1, $2, 'One', 1)`,
      [server.north.id, list],
    );
    const ask = async () =>
      (
        await server.ask(
          'query ($data: FindListValuesInput!) { findListValues(data: $data) { value } }',
          bob,
          { data: { listIds: [list] } },
        )
      ).data?.['findListValues'];
    expect(await ask()).toEqual([]);
    await server.query('update line_item_field set list_id = $1 where id = $2', [list, north.priority]);
    expect(await ask()).toEqual([{ value: 'One' }]);
    await server.query('update line_item_field set list_id = $1 where id = $2', [
      server.north.lists.priorities,
      north.priority,
    ]);
  });
});

describe('findLineItems', () => {
  test('answers an item for each value, line by line in their order', async () => {
    const record = await aRecord();
    const [first = 0, second = 0] = await someLines(record, ['Bolt', 'Nut "M8"']);
    await server.query('update line_item set field_values = field_values || $1::jsonb where id = $2', [
      JSON.stringify({ [north.amount]: '2.5' }),
      second,
    ]);
    const items = await found([record]);
    expect(items.map(({ value, index, lineItemsRow }) => [value, index, lineItemsRow.id])).toEqual([
      ['Bolt', 1, first],
      ['Nut "M8"', 2, second],
      ['2.5', 2, second],
    ]);
    expect(items[2]).toEqual({
      id: `${second}-${north.amount}`,
      tag: `${record};${second};${north.amount};2`,
      value: '2.5',
      index: 2,
      recordHeader: { id: record },
      lineItemsByTypeFileds: { id: north.amount },
      lineItemsRow: { id: second, version: 1, index: 2, enabled: true },
    });
  });

  test('deleted lines come when they are asked for, and have no place', async () => {
    const record = await aRecord();
    const [first = 0] = await someLines(record, ['Bolt', 'Nut']);
    await server.query('update line_item set enabled = false where id = $1', [first]);
    expect((await found([record])).map(({ value, index }) => [value, index])).toEqual([['Nut', 1]]);
    expect((await found([record], ana, true)).map(({ value, index }) => [value, index])).toEqual([
      ['Bolt', 0],
      ['Nut', 1],
    ]);
  });

  test('some lines are asked for by their ids, with their places among all', async () => {
    const [one, other] = [await aRecord(), await aRecord()];
    const ids = await someLines(one, ['first', 'second', 'third', 'fourth']);
    const [elsewhere = 0] = await someLines(other, ['elsewhere']);
    const ask = (rowIds: readonly number[]) =>
      server.ask(`query ($data: FindLineItemsInput!) { findLineItems(data: $data) { value index } }`, ana, {
        data: { recordHeadersIds: [one], rowIds },
      });
    await server.query('update line_item set enabled = false where id = $1', [ids[1]]);
    expect((await ask([ids[3]!, ids[0]!, ids[1]!, elsewhere, 999_999])).data).toEqual({
      findLineItems: [
        { value: 'first', index: 1 },
        { value: 'fourth', index: 3 },
      ],
    });
    expect((await ask([])).data).toEqual({ findLineItems: [] });
    const tooMany = await ask(Array.from({ length: 1001 }, (_, index) => index + 1));
    expect(tooMany.errors?.[0]).toMatchObject({
      message: 'At most 1000 lines can be asked for by their ids.',
    });
  });

  test('records out of sight are left out: of another tenant, of a hidden type, deleted ones', async () => {
    const foreign = await aRecord(server.south);
    await someLines(foreign, ['Secret'], server.south, south);
    const deleted = await aRecord(server.north, server.north.types.orders, false);
    await someLines(deleted, ['Gone']);
    expect(await found([foreign, 999_999])).toEqual([]);
    expect(await found([deleted], bob)).toEqual([]);
    expect(await found([deleted])).toHaveLength(1);
  });

  test('with the type said the answer is the same, in sight and out of it', async () => {
    const record = await aRecord();
    await someLines(record, ['Bolt', 'Nut']);
    const foreign = await aRecord(server.south);
    await someLines(foreign, ['Secret'], server.south, south);
    const deleted = await aRecord(server.north, server.north.types.orders, false);
    await someLines(deleted, ['Gone']);
    const ask = async (who: typeof ana, recordTypeId?: number) =>
      server.ask(`query ($data: FindLineItemsInput!) { findLineItems(data: $data) { ${item} } }`, who, {
        data: { recordHeadersIds: [record, foreign, deleted, 999_999], recordTypeId },
      });
    for (const who of [ana, bob]) expect(await ask(who, server.north.types.orders)).toEqual(await ask(who));
    const elsewhere = await ask(ana, server.south.types.orders);
    expect(elsewhere.errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
  });

  test('a role confined to some records sees the lines of those alone', async () => {
    const { id, types, roles, statuses } = server.north;
    await server.query(
      `update role_field_access set filter_criteria = $1 where tenant_id = $2 and role_id = $3 and record_type_id = $4 and base_field = 'status'`,
      [JSON.stringify([{ operator: 'is', value: String(statuses.order) }]), id, roles.clerk, types.orders],
    );
    const record = await aRecord();
    await someLines(record, ['Bolt']);
    expect(await found([record], bob)).toEqual([]);
    await server.query(`update record_${server.north.bucket} set status_id = $1 where id = $2`, [
      statuses.order,
      record,
    ]);
    expect(await found([record], bob)).toHaveLength(1);
    await server.query('update role_field_access set filter_criteria = null where tenant_id = $1', [id]);
  });

  test('a record in sight without line item access: the role is told so', async () => {
    const bill = await aRecord(server.north, server.north.types.bills);
    expect((await find([bill], bob)).errors?.[0]?.message).toBe('Your role may not see line items here.');
    expect(await found([bill])).toEqual([]);
  });

  test('5,000 lines of one record come in one answer', async () => {
    const record = await aRecord();
    await someLines(
      record,
      Array.from({ length: 5000 }, (_, index) => `Item ${index + 1}`),
    );
    const items = await found([record]);
    expect(items).toHaveLength(5000);
    expect(items.at(-1)).toMatchObject({ value: 'Item 5000', index: 5000 });
  });
});

describe('createLineItems', () => {
  test('makes a line at the end or at the top, without items for empty fields, and audits it', async () => {
    const record = await aRecord();
    await someLines(record, ['Bolt']);
    const last = await carryOut('createLineItems', {
      recordHeaderId: record,
      lineItemsFields: given('Nut', [
        [north.amount, ''],
        [north.priority, String(server.north.listValues.high)],
      ]),
    });
    expect(last.lineItemsRow).toMatchObject({ version: 1, index: 2, enabled: true });
    expect(last.lineItems.map(({ value }) => value)).toEqual(['Nut', String(server.north.listValues.high)]);
    await carryOut('createLineItems', { recordHeaderId: record, index: 1, lineItemsFields: given('Washer') });
    expect(await itemsOf(record)).toEqual(['Washer', 'Bolt', 'Nut']);
    expect((await audit())[0]).toEqual({
      entity: 'line_item',
      id: last.lineItemsRow?.id,
      record,
      by: server.people.ana,
      action: 'create',
      changes: {
        [`f${north.item}`]: [null, 'Nut'],
        [`f${north.priority}`]: [null, String(server.north.listValues.high)],
      },
    });
  });

  const bad: [string, () => object[], string, string][] = [
    ['no value', () => [], 'INVALID', 'A line needs at least one value.'],
    ['a required field left empty', () => given(''), 'INVALID', 'Item is required'],
    [
      'a number that is none',
      () => given('Nut', [[north.amount, 'two']]),
      'INVALID',
      'Amount: Should be numeric',
    ],
    [
      'a disabled choice',
      () => given('Nut', [[north.priority, String(server.north.listValues.low)]]),
      'INVALID',
      'Priority: This value is disabled and cannot be chosen.',
    ],
    [
      'a choice of another tenant',
      () => given('Nut', [[north.priority, String(server.south.listValues.high)]]),
      'INVALID',
      'Priority: Should be a value from the list',
    ],
    ['a field twice', () => given('Nut', [[north.item, 'Bolt']]), 'INVALID', 'Item is given twice.'],
  ];
  test.each(bad)('refuses %s', async (_what, fields, code, sentence) => {
    const record = await aRecord();
    expect(await refusal('createLineItems', { recordHeaderId: record, lineItemsFields: fields() })).toEqual([
      code,
      sentence,
    ]);
    expect(await found([record])).toEqual([]);
    expect(await audit()).toHaveLength(0);
  });

  test('a field of another kind of line, or of another tenant, is none', async () => {
    const record = await aRecord();
    for (const id of [north.bill, south.item, 999_999]) {
      const fields = [{ lineItemsByTypeFiledsId: id, value: 'x' }];
      expect(await refusal('createLineItems', { recordHeaderId: record, lineItemsFields: fields })).toEqual([
        'INVALID',
        `There is no field '${id}' in these lines.`,
      ]);
    }
  });

  test('a role that may not change lines is refused, and what it cannot see is absent', async () => {
    const record = await aRecord();
    const fields = { lineItemsFields: given('Nut') };
    expect(await refusal('createLineItems', { recordHeaderId: record, ...fields }, bob)).toEqual([
      'FORBIDDEN',
      'Your role may not change line items here.',
    ]);
    const foreign = await aRecord(server.south);
    const answer = await send('createLineItems', { recordHeaderId: foreign, ...fields });
    expect(answer).toEqual(absent('The record'));
    expect(await send('createLineItems', { recordHeaderId: 999_999, ...fields })).toEqual(answer);
  });

  test('what only a super type opens is for reading', async () => {
    const bill = await aRecord(server.north, server.north.types.bills);
    const fields = [{ lineItemsByTypeFiledsId: north.bill, value: 'Paid twice' }];
    expect(await refusal('createLineItems', { recordHeaderId: bill, lineItemsFields: fields })).toEqual([
      'FORBIDDEN',
      'Your role may not change line items here.',
    ]);
  });

  test('one key makes one line, however often and at once it is sent', async () => {
    const record = await aRecord();
    const data = { recordHeaderId: record, lineItemsFields: given('Nut'), idempotencyKey: 'key one' };
    const results = await Promise.all(Array.from({ length: 8 }, () => carryOut('createLineItems', data)));
    expect(new Set(results.map(({ lineItemsRow }) => lineItemsRow?.id)).size).toBe(1);
    expect(await itemsOf(record)).toEqual(['Nut']);
    expect(await refusal('createLineItems', { ...data, lineItemsFields: given('Bolt') })).toEqual([
      'INVALID',
      keyUsedForOther,
    ]);
    // Where the others stand by now makes it no other line.
    expect(await carryOut('createLineItems', { ...data, index: 5 })).toEqual(results[0]);
    expect(await itemsOf(record)).toEqual(['Nut']);
  });
});

describe('updateLineItems', () => {
  test('changes what is given, raises the version and audits before and after', async () => {
    const record = await aRecord();
    const [line = 0] = await someLines(record, ['Bolt']);
    const saved = await carryOut('updateLineItems', {
      recordHeaderId: record,
      rowId: line,
      version: 1,
      lineItemsFields: [{ id: `${line}-${north.amount}`, lineItemsByTypeFiledsId: north.amount, value: '3' }],
    });
    expect(saved.lineItemsRow).toEqual({ id: line, version: 2, index: 1, enabled: true });
    expect(saved.lineItems.map(({ value }) => value)).toEqual(['Bolt', '3']);
    expect(await audit()).toMatchObject([
      { action: 'update', changes: { [`f${north.amount}`]: [null, '3'] } },
    ]);
  });

  test('without a version the change is of the line as it stands', async () => {
    const record = await aRecord();
    const [line = 0] = await someLines(record, ['Bolt']);
    const change = { recordHeaderId: record, rowId: line };
    await carryOut('updateLineItems', { ...change, lineItemsFields: given('Nut') });
    const gone = await carryOut('updateLineItems', { ...change, enabled: false });
    expect(gone.lineItemsRow).toMatchObject({ enabled: false, version: 3 });
    const [back] = await carryOut<Result[]>('createOrUpdateManyLineItems', [{ ...change, enabled: true }]);
    expect(back?.lineItemsRow).toMatchObject({ enabled: true, version: 4 });
  });

  test('one key changes a line once, however often and at once it is sent, and for its person alone', async () => {
    const record = await aRecord();
    const [line = 0] = await someLines(record, ['Bolt']);
    const data = {
      recordHeaderId: record,
      rowId: line,
      version: 1,
      lineItemsFields: given('Nut'),
      idempotencyKey: 'changed once',
    };
    const results = await Promise.all(
      Array.from({ length: 4 }, () => carryOut<Result[]>('createOrUpdateManyLineItems', [data])),
    );
    expect(results[0]?.[0]).toMatchObject({ refusal: null, lineItemsRow: { version: 2 } });
    expect(results[0]?.[0]?.auditEntryId).toEqual(expect.any(Number));
    for (const result of results) expect(result).toEqual(results[0]);
    expect(await audit()).toHaveLength(1);
    const other = { ...data, lineItemsFields: given('Washer') };
    expect(await refusal('updateLineItems', other)).toEqual(['INVALID', keyUsedForOther]);
    expect(await refusal('updateLineItems', data, sue)).toEqual(['NOT_FOUND', 'The record was not found.']);
    await grant(server.north, server.north.roles.clerk, server.north.menuItems.orders, ['edit line items']);
    expect((await refusal('updateLineItems', data, bob))[0]).toBe('CONFLICT');
    await server.query(`delete from role_menu_item_action where role_id = $1 and name = 'edit line items'`, [
      server.north.roles.clerk,
    ]);
    expect(await itemsOf(record)).toEqual(['Nut']);
  });

  test('a stale version is refused with what stands now', async () => {
    const record = await aRecord();
    const [line = 0] = await someLines(record, ['Bolt']);
    const change = { recordHeaderId: record, rowId: line, version: 1 };
    await carryOut('updateLineItems', { ...change, lineItemsFields: given('Nut') });
    const [error] =
      (await send('updateLineItems', { ...change, lineItemsFields: given('Washer') })).errors ?? [];
    expect(error?.message).toBe('Somebody else changed this line since you opened it.');
    expect(error?.extensions).toMatchObject({
      code: 'CONFLICT',
      details: { current: { lineItemsRow: { version: 2 }, lineItems: [{ value: 'Nut' }] } },
    });
  });

  test('20 who save one line at once: wins and conflicts are all attempts', async () => {
    const record = await aRecord();
    const [line = 0] = await someLines(record, ['Bolt']);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send('updateLineItems', {
          recordHeaderId: record,
          rowId: line,
          version: 1,
          lineItemsFields: given(`Bolt ${index}`),
        }),
      ),
    );
    const conflicts = answers.filter((answer) => answer.errors?.[0]?.extensions['code'] === 'CONFLICT');
    expect([answers.length - conflicts.length, conflicts.length]).toEqual([1, 19]);
    expect(await audit()).toHaveLength(1);
  });

  test('deletes, with what the line held in the history, and restores', async () => {
    const record = await aRecord();
    const [line = 0] = await someLines(record, ['Bolt']);
    const gone = await carryOut('updateLineItems', {
      recordHeaderId: record,
      rowId: line,
      version: 1,
      enabled: false,
    });
    expect(gone.lineItemsRow).toMatchObject({ enabled: false, version: 2, index: 0 });
    expect(await found([record])).toEqual([]);
    await carryOut('updateLineItems', { recordHeaderId: record, rowId: line, version: 2, enabled: true });
    expect(await itemsOf(record)).toEqual(['Bolt']);
    expect((await audit()).map(({ action, changes }) => [action, changes])).toEqual([
      ['delete', { [`f${north.item}`]: ['Bolt', null] }],
      ['restore', { [`f${north.item}`]: [null, 'Bolt'] }],
    ]);
  });

  test('a disabled choice may stay where it is', async () => {
    const record = await aRecord();
    const [line = 0] = await someLines(record, ['Bolt']);
    const low = String(server.north.listValues.low);
    await server.query('update line_item set field_values = field_values || $1::jsonb where id = $2', [
      JSON.stringify({ [north.priority]: low }),
      line,
    ]);
    const saved = await carryOut('updateLineItems', {
      recordHeaderId: record,
      rowId: line,
      version: 1,
      lineItemsFields: given('Nut', [[north.priority, low]]),
    });
    expect(saved.lineItems.map(({ value }) => value)).toEqual(['Nut', low]);
  });

  test('what changes nothing raises no version, and a deleted line is gone but for its restoration', async () => {
    const record = await aRecord();
    const [line = 0] = await someLines(record, ['Bolt']);
    const change = { recordHeaderId: record, rowId: line, version: 1 };
    const same = await carryOut('updateLineItems', { ...change, lineItemsFields: given('Bolt') });
    expect([same.lineItemsRow?.version, await audit()]).toEqual([1, []]);
    await carryOut('updateLineItems', { ...change, enabled: false });
    const late = { ...change, version: 2, lineItemsFields: given('Nut') };
    expect(await send('updateLineItems', late)).toEqual(absent('The line'));
  });

  test('clearing the last value, or a required one, is refused', async () => {
    const record = await aRecord();
    const [line = 0] = await someLines(record, ['Bolt']);
    const change = { recordHeaderId: record, rowId: line, version: 1 };
    const fields = [{ lineItemsByTypeFiledsId: north.item, value: null }];
    expect(await refusal('updateLineItems', { ...change, lineItemsFields: fields })).toEqual([
      'INVALID',
      'Item is required',
    ]);
  });

  test('a line of another record or tenant is absent', async () => {
    const record = await aRecord();
    const [line = 0] = await someLines(record, ['Bolt']);
    const other = await aRecord();
    const foreign = await aRecord(server.south);
    const [foreignLine = 0] = await someLines(foreign, ['Bolt'], server.south, south);
    const change = { version: 1, lineItemsFields: given('Nut') };
    for (const rowId of [line, foreignLine, 999_999])
      expect(await send('updateLineItems', { ...change, recordHeaderId: other, rowId })).toEqual(
        absent('The line'),
      );
    expect(await send('updateLineItems', { ...change, recordHeaderId: record, rowId: line }, sue)).toEqual(
      absent('The record'),
    );
  });
});

describe('createOrUpdateManyLineItems', () => {
  test('says of each line what became of it, and keeps the good ones', async () => {
    const record = await aRecord();
    const [line = 0, stale = 0] = await someLines(record, ['Bolt', 'Nut']);
    const results = await carryOut<Result[]>('createOrUpdateManyLineItems', [
      { recordHeaderId: record, rowId: line, version: 1, lineItemsFields: given('Bolt M8') },
      { recordHeaderId: record, index: 1, lineItemsFields: given('Washer') },
      { recordHeaderId: record, index: 2, lineItemsFields: given('Rivet') },
      { recordHeaderId: record, lineItemsFields: given('Nail', [[north.amount, 'many']]) },
      { recordHeaderId: record, rowId: stale, version: 7, lineItemsFields: given('Nut M8') },
      { recordHeaderId: 999_999, lineItemsFields: given('Lost') },
    ]);
    expect(results.map((each) => each.refusal?.code ?? each.lineItemsRow?.index)).toEqual([
      3,
      1,
      2,
      'INVALID',
      'CONFLICT',
      'NOT_FOUND',
    ]);
    expect(results[3]?.refusal).toMatchObject({
      message: 'Amount: Should be numeric',
      lineItemsByTypeFiledsId: north.amount,
    });
    expect(results[4]?.lineItems[0]?.value).toBe('Nut');
    expect(await itemsOf(record)).toEqual(['Washer', 'Rivet', 'Bolt M8', 'Nut']);
  });

  test('together: all or none', async () => {
    const record = await aRecord();
    const rows = [
      { recordHeaderId: record, lineItemsFields: given('Washer') },
      { recordHeaderId: record, lineItemsFields: given('') },
    ];
    const results = await carryOut<Result[]>('createOrUpdateManyLineItems', rows, ana, true);
    expect(results.map(({ refusal: no }) => no?.code)).toEqual(['HELD_BACK', 'INVALID']);
    expect(await found([record])).toEqual([]);
    expect(await audit()).toHaveLength(0);
  });

  test('keys make each line once', async () => {
    const record = await aRecord();
    const rows = ['a', 'b'].map((key) => ({
      recordHeaderId: record,
      lineItemsFields: given(`Item ${key}`),
      idempotencyKey: `many ${key}`,
    }));
    const [first, again] = [
      await carryOut<Result[]>('createOrUpdateManyLineItems', rows),
      await carryOut<Result[]>('createOrUpdateManyLineItems', rows),
    ];
    expect(again).toEqual(first);
    const [other] = await carryOut<Result[]>('createOrUpdateManyLineItems', [
      { ...rows[0], lineItemsFields: given('Another') },
      rows[1],
    ]);
    expect(other).toMatchObject({ refusal: { code: 'INVALID', message: keyUsedForOther } });
    expect(await itemsOf(record)).toEqual(['Item a', 'Item b']);
  });

  test('more than 1,000 at once, a line twice and a single object', async () => {
    const record = await aRecord();
    const row = { recordHeaderId: record, lineItemsFields: given('Nut') };
    expect(
      await refusal(
        'createOrUpdateManyLineItems',
        Array.from({ length: 1001 }, () => row),
      ),
    ).toEqual(['INVALID', 'At most 1000 lines can be saved at once.']);
    const twice = { ...row, rowId: 1, version: 1 };
    expect(await refusal('createOrUpdateManyLineItems', [twice, twice])).toEqual([
      'INVALID',
      'A line is given twice.',
    ]);
    expect(await carryOut<Result[]>('createOrUpdateManyLineItems', row)).toHaveLength(1);
  });

  test('a role without the right is refused for all', async () => {
    const record = await aRecord();
    const rows = [{ recordHeaderId: record, lineItemsFields: given('Nut') }];
    expect((await refusal('createOrUpdateManyLineItems', rows, bob))[0]).toBe('FORBIDDEN');
  });
});

describe('reorderLineItems', () => {
  const reorder = (record: number, moves: [number, number, number][]) => ({
    recordHeaderId: record,
    rows: moves.map(([rowId, fromIndex, index]) => ({ rowId, fromIndex, index })),
  });

  test('puts the lines where they are sent, keeps the others between them, and audits once', async () => {
    const record = await aRecord();
    const [a = 0, b = 0, c = 0] = await someLines(record, ['A', 'B', 'C']);
    const moved = await carryOut<Row[]>(
      'reorderLineItems',
      reorder(record, [
        [c, 3, 1],
        [a, 1, 2],
        [b, 2, 3],
      ]),
    );
    expect(moved.map(({ id, index, version }) => [id, index, version]).sort()).toEqual(
      [
        [a, 2, 1],
        [b, 3, 1],
        [c, 1, 1],
      ].sort(),
    );
    expect(await itemsOf(record)).toEqual(['C', 'A', 'B']);
    expect(await audit()).toMatchObject([
      {
        entity: 'line_item_order',
        record,
        action: 'reorder',
        changes: {
          order: [
            [a, b, c],
            [c, a, b],
          ],
        },
      },
    ]);
  });

  test('is refused when somebody was there before', async () => {
    const record = await aRecord();
    const [a = 0, b = 0] = await someLines(record, ['A', 'B']);
    await carryOut('createLineItems', { recordHeaderId: record, index: 1, lineItemsFields: given('New') });
    const [code] = await refusal(
      'reorderLineItems',
      reorder(record, [
        [a, 1, 2],
        [b, 2, 1],
      ]),
    );
    expect(code).toBe('CONFLICT');
    expect(await itemsOf(record)).toEqual(['New', 'A', 'B']);
  });

  test('many at once never lose a line', async () => {
    const record = await aRecord();
    const ids = await someLines(record, ['A', 'B', 'C', 'D']);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        send(
          'reorderLineItems',
          reorder(
            record,
            ids.map((id, at) => [id, at + 1, 4 - at]),
          ),
        ),
      ),
    );
    expect(answers.filter((answer) => answer.errors === undefined)).toHaveLength(1);
    expect(await itemsOf(record)).toEqual(['D', 'C', 'B', 'A']);
  });

  test('refuses two lines at one place, a place beyond, and lines of others', async () => {
    const record = await aRecord();
    const [a = 0, b = 0] = await someLines(record, ['A', 'B']);
    const [foreign = 0] = await someLines(await aRecord(server.south), ['A'], server.south, south);
    expect(
      (
        await refusal(
          'reorderLineItems',
          reorder(record, [
            [a, 1, 1],
            [b, 2, 1],
          ]),
        )
      )[1],
    ).toBe('Two lines go to one place.');
    expect((await refusal('reorderLineItems', reorder(record, [[a, 1, 3]])))[1]).toBe(
      'A line can stand from place 1 to 2.',
    );
    for (const id of [foreign, 999_999])
      expect(await send('reorderLineItems', reorder(record, [[id, 1, 2]]))).toEqual(absent('The line'));
    expect(
      (
        await refusal(
          'reorderLineItems',
          reorder(record, [
            [a, 1, 2],
            [b, 2, 1],
          ]),
          bob,
        )
      )[0],
    ).toBe('FORBIDDEN');
  });

  test('5,000 lines in reverse are one change', async () => {
    const record = await aRecord();
    const ids = await someLines(
      record,
      Array.from({ length: 5000 }, (_, index) => `Item ${index + 1}`),
    );
    await carryOut(
      'reorderLineItems',
      reorder(
        record,
        ids.map((id, at) => [id, at + 1, 5000 - at]),
      ),
    );
    expect((await itemsOf(record))[0]).toBe('Item 5000');
    expect(await audit()).toHaveLength(1);
  });
});

describe('filterAuditLogsForLineItems', () => {
  const history = (data: object, who = ana) =>
    server.ask(
      `query ($data: FilterAuditLogsForLineItemsInput!) { filterAuditLogsForLineItems(data: $data) {
        total logs { action datetime lineItemsRowId user { id name email } changes { what oldValue newValue action lineItemsByTypeFiledsId } } } }`,
      who,
      { data },
    );

  test('counts the lines that stand elsewhere, not those that a deletion let move up', async () => {
    const record = await aRecord();
    const [a = 0, b = 0, gone = 0] = await someLines(record, ['A', 'B', 'C', 'D']);
    await carryOut('updateLineItems', { recordHeaderId: record, rowId: gone, version: 1, enabled: false });
    await carryOut('reorderLineItems', {
      recordHeaderId: record,
      rows: [
        { rowId: a, fromIndex: 1, index: 2 },
        { rowId: b, fromIndex: 2, index: 1 },
      ],
    });
    const answer = await history({ filterInput: { recordId: record, tenantId: server.north.id } });
    expect(answer.data?.['filterAuditLogsForLineItems']).toMatchObject({
      logs: [{ changes: [{ newValue: '2 lines in another place' }] }, {}],
    });
  });

  test('tells who did what, the newest first, page by page', async () => {
    const record = await aRecord();
    const [a = 0, b = 0] = await someLines(record, ['A', 'B']);
    await carryOut('updateLineItems', {
      recordHeaderId: record,
      rowId: a,
      version: 1,
      lineItemsFields: given('AA'),
    });
    await carryOut('reorderLineItems', {
      recordHeaderId: record,
      rows: [
        { rowId: a, fromIndex: 1, index: 2 },
        { rowId: b, fromIndex: 2, index: 1 },
      ],
    });
    const answer = await history({ filterInput: { recordId: record, tenantId: server.north.id } });
    expect(answer.data?.['filterAuditLogsForLineItems']).toEqual({
      total: 2,
      logs: [
        {
          action: 'reorder',
          datetime: expect.stringMatching(/Z$/) as string,
          lineItemsRowId: null,
          user: { id: server.people.ana, name: 'Ana Test', email: 'ana@example.com' },
          changes: [
            {
              what: 'Order',
              oldValue: null,
              newValue: '2 lines in another place',
              action: 'update',
              lineItemsByTypeFiledsId: null,
            },
          ],
        },
        {
          action: 'update',
          datetime: expect.stringMatching(/Z$/) as string,
          lineItemsRowId: a,
          user: { id: server.people.ana, name: 'Ana Test', email: 'ana@example.com' },
          changes: [
            {
              what: 'Item',
              oldValue: 'A',
              newValue: 'AA',
              action: 'update',
              lineItemsByTypeFiledsId: north.item,
            },
          ],
        },
      ],
    });
    const second = await history({ filterInput: { recordId: record }, pagination: { offset: 1, limit: 1 } });
    expect(second.data?.['filterAuditLogsForLineItems']).toMatchObject({
      total: 2,
      logs: [{ action: 'update' }],
    });
  });

  test('a record out of sight, another tenant, and a role without access', async () => {
    const foreign = await aRecord(server.south);
    expect(await history({ filterInput: { recordId: foreign } })).toEqual(absent('The record'));
    const record = await aRecord();
    expect(
      (await history({ filterInput: { recordId: record, tenantId: server.south.id } })).errors?.[0]?.message,
    ).toBe('The company was not found.');
    const bill = await aRecord(server.north, server.north.types.bills);
    expect((await history({ filterInput: { recordId: bill } }, bob)).errors?.[0]?.extensions['code']).toBe(
      'FORBIDDEN',
    );
  });
});
