// What the history of a record tells, and to whom, through HTTP on a real database.
import { menuActionId } from '@rowhouse/domain/menu/actions.ts';
import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { absent, startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import type { TestTenant } from '../../../testing/two-tenants.ts';

let server: TestServer;
let ana: Credentials;
let bob: Credentials;
let sue: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  ana = await server.enter('ana', server.north);
  bob = await server.enter('bob', server.north);
  sue = await server.enter('sue', server.south);
});
afterAll(() => server.close());

let lastNumber = 500;
async function create(who = ana, { types, statuses, fields }: TestTenant = server.north) {
  const [code] = await server.query(
    `select id from problem_code where record_type_id = $1 and name = 'Late'`,
    [types.orders],
  );
  const { data, errors } = await server.ask(
    `mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id version } }`,
    who,
    {
      data: {
        recordType: types.orders,
        recordNumber: (lastNumber += 1),
        poNumber: lastNumber,
        statusId: statuses.order,
        problemCodeId: Number(code?.['id']),
        recordDate: '2026-06-10',
        description: 'First',
        issuedByCompanyName: 'One',
        issuedToCompanyName: 'Other',
        dueDate: '2026-06-20',
        assignedTo: who === sue ? server.people.sue : server.people.ana,
        additionalFields: [{ recordAdditionalFieldByTypeId: fields.weight, value: '1' }],
      },
    },
  );
  expect(errors).toBeUndefined();
  return (data as { registerRecordHeader: { id: number } }).registerRecordHeader.id;
}

async function update(id: number, change: object, who = ana) {
  const { errors } = await server.ask(
    `mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }`,
    who,
    { data: { id, ...change } },
  );
  expect(errors).toBeUndefined();
}

type Change = { what: string; oldValue: string | null; newValue: string | null };
type Log = { action: string; user: { name: string } | null; changes: Change[]; objectsLogs: unknown[] };
const document = `query ($data: FilterAuditLogsForRecordInput!, $pagination: PaginationInput) {
  filterAuditLogsForRecord(data: $data, pagination: $pagination) { total logs { action datetime user { id name email }
    changes { what dataType oldValue newValue action } objectsLogs { objectName changes { what oldValue newValue } } } } }`;
const ask = (filterInput: object, who = ana, rest: object = {}) =>
  server.ask(document, who, { data: { filterInput }, ...rest });
async function read(recordId: number, who = ana, rest: object = {}) {
  const { data, errors } = await ask({ recordId }, who, rest);
  expect(errors).toBeUndefined();
  return data?.['filterAuditLogsForRecord'] as { total: number; logs: Log[] };
}

describe('the history of a record', () => {
  test('says who did what, before and after, the newest first, in names', async () => {
    const id = await create();
    await update(id, { description: 'Second' });
    const { weight, priority } = server.north.fields;
    await update(id, {
      additionalFields: [
        { recordAdditionalFieldByTypeId: weight, value: '2.50' },
        { recordAdditionalFieldByTypeId: priority, value: String(server.north.listValues.high) },
      ],
    });
    const { total, logs } = await read(id);
    expect(total).toBe(3);
    expect(logs.map(({ action }) => action)).toEqual(['update', 'update', 'create']);
    expect(logs[0]).toMatchObject({
      user: { id: server.people.ana, name: 'Ana Test', email: 'ana@example.com' },
      datetime: expect.stringMatching(/Z$/) as string,
      objectsLogs: [],
    });
    const changesOf = (log: Log | undefined) =>
      log?.changes.map(({ what, oldValue, newValue }) => [what, oldValue, newValue]);
    expect(changesOf(logs[0])).toEqual(
      expect.arrayContaining([
        ['Weight', '1', '2.5'],
        ['Priority', null, 'High'],
      ]),
    );
    expect(changesOf(logs[1])).toEqual([['Description', 'First', 'Second']]);
    expect(logs[2]?.changes).toEqual([]);
  });

  test('comes page by page, and the page stands in data or beside it', async () => {
    const id = await create();
    for (const description of ['A', 'B', 'C']) await update(id, { description });
    const second = await read(id, ana, { pagination: { offset: 1, limit: 2 } });
    expect(second.total).toBe(4);
    expect(second.logs.map(({ changes }) => changes[0]?.newValue)).toEqual(['B', 'A']);
    const inside = { data: { filterInput: { recordId: id }, pagination: { offset: 1, limit: 2 } } };
    expect((await server.ask(document, ana, inside)).data).toEqual({ filterAuditLogsForRecord: second });
    const page = { offset: 0, limit: 1 };
    for (const variables of [
      { data: { filterInput: { recordId: id }, pagination: page }, pagination: page },
      { data: { filterInput: { recordId: id } }, pagination: { offset: -1, limit: 1 } },
      { data: { filterInput: { recordId: id } }, pagination: { offset: 0, limit: 501 } },
    ])
      expect((await server.ask(document, ana, variables)).errors?.[0]?.extensions['code']).toBe('INVALID');
  });

  test('of hidden fields nothing is told, not even that they were changed', async () => {
    const id = await create();
    const { weight, margin } = server.north.fields;
    const given = (fieldId: number, value: string) => ({
      additionalFields: [{ recordAdditionalFieldByTypeId: fieldId, value }],
    });
    await update(id, given(margin, '99'));
    await update(id, {
      additionalFields: [
        { recordAdditionalFieldByTypeId: weight, value: '3' },
        { recordAdditionalFieldByTypeId: margin, value: '98' },
      ],
    });
    expect((await read(id)).total).toBe(3);
    const seen = await read(id, bob);
    expect(seen.total).toBe(2);
    expect(seen.logs[0]?.changes.map(({ what }) => what)).toEqual(['Weight']);
    const told = seen.logs.map(({ changes, objectsLogs }) => ({ changes, objectsLogs }));
    expect(JSON.stringify(told)).not.toMatch(/9[89]|Margin/);
  });

  test('an object is told property by property', async () => {
    const { types, objects } = server.north;
    const [row] = await server.query(
      `insert into field (tenant_id, record_type_id, name, data_type, object_definition_id)
       values ($1, $2, 'Ship to', 'object', $3) returning id`,
      [server.north.id, types.orders, objects.siteDefinition],
    );
    const fieldId = Number(row?.['id']);
    const id = await create();
    const write = (city: string) =>
      update(id, {
        additionalFields: [
          { recordAdditionalFieldByTypeId: fieldId, value: JSON.stringify({ [objects.city]: city }) },
        ],
      });
    await write('Bergen');
    await write('Oslo');
    const { logs } = await read(id);
    expect(logs[0]?.objectsLogs).toEqual([
      { objectName: 'Ship to', changes: [{ what: 'City', oldValue: 'Bergen', newValue: 'Oslo' }] },
    ]);
    expect(logs[0]?.changes).toEqual([]);
  });

  test('through the grid of a super type', async () => {
    const id = await create();
    const { documents } = server.north.types;
    const { data } = await ask({ recordId: id, recordType: documents });
    expect(data?.['filterAuditLogsForRecord']).toMatchObject({ total: 1 });
    expect(await ask({ recordId: id, recordType: server.north.types.bills })).toEqual(absent('The record'));
  });

  test('a foreign, a deleted and a missing record are not there', async () => {
    const foreign = await create(sue, server.south);
    const deleted = await create();
    await update(deleted, { enabled: false });
    expect((await read(deleted)).logs[0]?.action).toBe('delete');
    for (const [recordId, who] of [
      [foreign, ana],
      [999_999_999, ana],
      [deleted, bob],
    ] as const)
      expect(await ask({ recordId }, who)).toEqual(absent('The record'));
    const mine = await create();
    expect((await ask({ recordId: mine, tenantId: server.south.id })).errors?.[0]?.message).toBe(
      'The company was not found.',
    );
  });
});

describe('the whole history of a record', () => {
  const whole = `query ($data: FilterAuditLogsForRecordInput!) { filterAuditLogsForRecord(data: $data) {
    total totalOfAll isLast people { name } logs { id action user { name } source { kind file records } line { kind index } comment
      changes { what key oldValue newValue } } } }`;
  type Entry = {
    action: string;
    source: { kind: string; records: number | null } | null;
    line: { kind: string; index: number | null } | null;
    comment: number | null;
    changes: Change[];
  };
  type Whole = {
    total: number;
    totalOfAll: number;
    isLast: boolean;
    people: { name: string }[];
    logs: Entry[];
  };
  async function readWhole(filterInput: object, who = ana, pagination?: object): Promise<Whole> {
    const { data, errors } = await server.ask(whole, who, {
      data: { filterInput: { withLines: true, ...filterInput }, ...(pagination && { pagination }) },
    });
    expect(errors).toBeUndefined();
    return data?.['filterAuditLogsForRecord'] as Whole;
  }

  async function aKindOfLine(): Promise<{ type: number; item: number; priority: number }> {
    const { id: tenant, types, lists } = server.north;
    const idOf = async (text: string, values: unknown[]) =>
      Number((await server.query(text, values))[0]?.['id']);
    const type = await idOf(
      `insert into line_item_type (tenant_id, record_type_id, name) values ($1, $2, 'Parts') returning id`,
      [tenant, types.orders],
    );
    const field = (name: string, dataType: string, list: number | null) =>
      idOf(
        `insert into line_item_field (tenant_id, line_item_type_id, name, data_type, list_id, position)
         values ($1, $2, $3, $4, $5, 1) returning id`,
        [tenant, type, name, dataType, list],
      );
    await grant('line item access');
    await grant('edit line items');
    return {
      type,
      item: await field('Item', 'string', null),
      priority: await field('Priority', 'dropdown', lists.priorities),
    };
  }

  const grant = (action: MenuAction) =>
    server.query(
      `insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [
        server.north.id,
        server.north.roles.manager,
        server.north.menuItems.orders,
        menuActionId(action),
        action,
      ],
    );

  const saveLine = (data: object, who = ana) =>
    server.ask(
      `mutation ($data: [LineItemsRowInput!]!) { createOrUpdateManyLineItems(data: $data) { lineItemsRow { id } refusal { message } } }`,
      who,
      { data: [data] },
    );

  test('of a record that is years old is whole, whether the newest months fill the page or not', async () => {
    const id = await create();
    await server.query(`update record set created_at = now() - interval '4 years' where id = $1`, [id]);
    await server.query(
      `insert into audit_log (id, at, tenant_id, entity, entity_id, record_type_id, action, changes)
       select audit_month_start(at) + n, at, $2, 'record', $1, $3, 'update',
              jsonb_build_object('description', jsonb_build_array('Old ' || n, 'Old ' || n + 1))
       from (select n, (now() at time zone 'UTC') - make_interval(months => 40 - n) as at from generate_series(1, 30) n) old`,
      [id, server.north.id, server.north.types.orders],
    );
    const page = async (offset: number, limit: number) => {
      const { data, errors } = await server.ask(
        `query ($data: FilterAuditLogsForRecordInput!) { filterAuditLogsForRecord(data: $data) { total isLast logs { changes { newValue } } } }`,
        ana,
        { data: { filterInput: { recordId: id }, pagination: { offset, limit } } },
      );
      expect(errors).toBeUndefined();
      return data?.['filterAuditLogsForRecord'] as {
        total: number;
        isLast: boolean;
        logs: { changes: { newValue: string }[] }[];
      };
    };
    const seen = ({ logs }: Awaited<ReturnType<typeof page>>) =>
      logs.map(({ changes }) => changes[0]?.newValue);
    expect(await page(0, 25)).toMatchObject({ total: 31, isLast: false });
    expect(seen(await page(0, 3))).toEqual([undefined, 'Old 31', 'Old 30']);
    await update(id, { description: 'New' });
    expect(seen(await page(0, 1))).toEqual(['New']);
    expect(await page(25, 25)).toMatchObject({ total: 32, isLast: true });
    expect(seen(await page(25, 25)).at(-1)).toBe('Old 2');
  });

  test('each entry says from where it was made, and what a client may not say is not kept', async () => {
    const id = await create();
    for (const source of ['RECORD_GRID', 'RECORD_PAGE', 'UNDO', 'IMPORT', '{"kind":"IMPORT"}'])
      await update(id, { description: source }, { ...ana, source });
    const other = await create();
    await grant('bulk update');
    const { errors } = await server.ask(
      `mutation ($ids: [Id!]!, $data: UpdateBulkRecordInput!) { updateBulkRecordHeader(ids: $ids, data: $data) { id } }`,
      { ...ana, source: 'RECORD_GRID' },
      { ids: [id, other], data: { description: 'Both' } },
    );
    expect(errors).toBeUndefined();
    const { logs } = await readWhole({ recordId: id });
    expect(logs.map(({ source }) => source && [source.kind, source.records])).toEqual([
      ['BULK_CHANGE', 2],
      null,
      null,
      ['UNDO', null],
      ['RECORD_PAGE', null],
      ['RECORD_GRID', null],
      null,
    ]);
    const grid = await readWhole({ recordId: id, sources: ['RECORD_GRID', 'UNDO'] });
    expect([grid.total, grid.totalOfAll, grid.logs.length]).toEqual([2, 7, 2]);
  });

  test('lines stand among it by kind and row, in names, for those who may see lines', async () => {
    const { item, priority } = await aKindOfLine();
    const id = await create();
    const given = (lineItemsByTypeFiledsId: number, value: string) => ({ lineItemsByTypeFiledsId, value });
    const { data } = await saveLine({ recordHeaderId: id, lineItemsFields: [given(item, 'Bolt')] });
    const rowId = (data as { createOrUpdateManyLineItems: { lineItemsRow: { id: number } }[] })
      .createOrUpdateManyLineItems[0]!.lineItemsRow.id;
    const high = String(server.north.listValues.high);
    await saveLine({ recordHeaderId: id, rowId, lineItemsFields: [given(priority, high)] });
    await update(id, { description: 'After the lines' });
    const { logs, total, people } = await readWhole({ recordId: id });
    expect(total).toBe(4);
    expect(people).toEqual([{ name: 'Ana Test' }]);
    expect(logs.map(({ action, line }) => [action, line?.kind ?? null, line?.index ?? null])).toEqual([
      ['update', null, null],
      ['update', 'Parts', 1],
      ['create', 'Parts', 1],
      ['create', null, null],
    ]);
    expect(logs[1]?.changes).toEqual([
      { what: 'Priority', key: `f${priority}`, oldValue: null, newValue: 'High' },
    ]);
    expect((await readWhole({ recordId: id, what: ['lines'] })).total).toBe(2);
    expect((await readWhole({ recordId: id, what: ['description'] })).total).toBe(1);
    expect((await readWhole({ recordId: id, what: ['record'] })).total).toBe(1);
    expect((await readWhole({ recordId: id, withLines: false })).totalOfAll).toBe(2);
    // Bob may see no lines, and no description either.
    const his = await readWhole({ recordId: id }, bob);
    expect([his.totalOfAll, his.logs.map(({ action }) => action)]).toEqual([1, ['create']]);
    await saveLine({ recordHeaderId: id, rowId, enabled: false });
    expect((await readWhole({ recordId: id })).logs[0]).toMatchObject({
      action: 'delete',
      line: { kind: 'Parts', index: null },
    });
  });

  test('what became of comments stands among it when it is asked for, without the words of one that was deleted', async () => {
    const id = await create();
    const inGrid = { recordId: id, recordTypeId: server.north.types.orders };
    const ask = async (name: string, data: object) => {
      const input = name[0]!.toUpperCase() + name.slice(1);
      const document = `mutation ($data: ${input}Input!) { ${name}(data: $data) { id } }`;
      const { data: answer, errors } = await server.ask(document, ana, { data });
      expect(errors).toBeUndefined();
      return (answer![name] as { id: number }).id;
    };
    const kept = await ask('createComment', { ...inGrid, text: 'First words', idempotencyKey: 'kept' });
    await ask('updateComment', { id: kept, text: 'Better words' });
    const gone = await ask('createComment', { ...inGrid, text: 'A secret', idempotencyKey: 'gone' });
    await ask('deleteComment', { id: gone });
    const told = async (who: Credentials) =>
      (await readWhole({ recordId: id, withComments: true }, who)).logs
        .slice(0, -1)
        .map(({ action, comment, changes: [change] }) => [
          action,
          comment,
          change?.oldValue,
          change?.newValue,
        ]);
    const all = [
      ['delete', gone, null, null],
      ['create', gone, null, null],
      ['update', kept, 'First words', 'Better words'],
      ['create', kept, null, 'First words'],
    ];
    expect([await told(ana), await told(bob)]).toEqual([all, all]);
    expect((await readWhole({ recordId: id, withComments: true, what: ['comments'] })).total).toBe(4);
    expect((await readWhole({ recordId: id, withComments: true, what: ['record'] })).total).toBe(1);
    expect((await readWhole({ recordId: id })).totalOfAll).toBe(1);
  });

  test('by field, person and moment; what is hidden is no field, and its people are not named', async () => {
    const id = await create();
    const { margin, weight } = server.north.fields;
    const give = (fieldId: number, value: string) => ({
      additionalFields: [{ recordAdditionalFieldByTypeId: fieldId, value }],
    });
    await update(id, give(weight, '2'));
    await update(id, give(margin, '99'));
    expect((await readWhole({ recordId: id, what: [`f${margin}`] })).total).toBe(1);
    const refused = await server.ask(whole, bob, {
      data: { filterInput: { recordId: id, what: [`f${margin}`] } },
    });
    const unknown = await server.ask(whole, bob, {
      data: { filterInput: { recordId: id, what: ['f999999'] } },
    });
    expect(refused.errors?.[0]?.message).toBe(`There is no field 'f${margin}' here.`);
    expect(unknown.errors?.[0]?.extensions).toEqual(refused.errors?.[0]?.extensions);
    expect((await readWhole({ recordId: id, userIds: [server.people.ana] })).total).toBe(3);
    expect((await readWhole({ recordId: id, userIds: [server.people.sue] })).total).toBe(0);
    expect((await readWhole({ recordId: id, since: '2100-01-01T00:00:00Z' })).total).toBe(0);
    expect((await readWhole({ recordId: id, what: ['files'] })).total).toBe(0);
    const first = await readWhole({ recordId: id }, ana, { offset: 0, limit: 2 });
    const rest = await readWhole({ recordId: id }, ana, { offset: 2, limit: 2 });
    expect([first.isLast, first.logs.length, rest.isLast, rest.logs.length]).toEqual([false, 2, true, 1]);
  });
});
