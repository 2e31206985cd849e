// Fields of lines that are required, read only or shown when the line meets a condition, held on every way of writing lines.
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { findViewer } from '@rowhouse/domain/access/find-viewer.ts';
import { createLineRule } from '@rowhouse/domain/import/beginning.ts';
import { recordTypeId, sessionId, userId } from '@rowhouse/domain/kernel/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer } from './test-server.ts';
import type { Credentials, TestServer } from './test-server.ts';
import type { MemberContext } from '@rowhouse/server/graphql/operation.ts';
import { loadTenantConfig } from '@rowhouse/server/platform/tenant-config/load-tenant-config.ts';
import { aTenant } from '@rowhouse/server/seed/builders.ts';
import { judgeArrivals } from '@rowhouse/server/features/transmissions/carry.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof createWorld>>;
/** Administers. */
let ana: Credentials;
let bob: Credentials;

const required = 'Drawing is required when Kind equals Custom.';
const closed = 'Price is read only when Agreed is checked.';
const hidden = 'Size is filled only when Kind equals Custom.';
const approval = 'Approver is required when Amount is greater than 1000.';

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld();
  ana = await server.enter('ana', world.tenant);
  bob = await server.enter('bob', world.tenant);
  await ask(saveType, {
    id: world.orders.id,
    fieldConditions: [
      { field: key('Drawing'), kind: 'REQUIRED', conditions: isCustom() },
      { field: key('Price'), kind: 'READ_ONLY', conditions: [condition('Agreed', 'checked')] },
      { field: key('Size'), kind: 'SHOWN', conditions: isCustom() },
      { field: key('Approver'), kind: 'REQUIRED', conditions: [condition('Amount', 'greaterThan', '1000')] },
    ],
  });
});
afterAll(() => server.close());

function createWorld() {
  const { people } = server;
  return server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: 'Line conditions', bucket: 5 });
    const manager = await tenant.withRole({
      name: 'Manager',
      defaultFieldAccess: 'Editable',
      administers: true,
    });
    const clerk = await tenant.withRole({ name: 'Clerk', defaultFieldAccess: 'Editable' });
    await tenant.withMember(people.ana, manager);
    await tenant.withMember(people.bob, clerk);
    const orders = await tenant.withRecordType({
      name: 'Orders',
      statuses: ['Draft'],
      fields: [{ name: 'Sizes', dataType: 'decimal', formula: 'sum(Lines.Size)' }],
      lines: {
        name: 'Lines',
        fields: [
          { name: 'Product', dataType: 'string' },
          { name: 'Kind', dataType: 'string' },
          { name: 'Drawing', dataType: 'string' },
          { name: 'Size', dataType: 'decimal', required: true },
          { name: 'Agreed', dataType: 'checkbox' },
          { name: 'Price', dataType: 'currency' },
          { name: 'Quantity', dataType: 'number' },
          { name: 'Amount', dataType: 'currency', formula: 'Price * Quantity' },
          { name: 'Approver', dataType: 'string' },
        ],
      },
    });
    const menu = await tenant.withMenu([
      {
        name: 'Group',
        route: 'group',
        sections: [
          {
            name: 'Section',
            route: 'section',
            items: [{ name: 'Orders', route: 'orders', recordType: orders }],
          },
        ],
      },
    ]);
    for (const id of menu.values())
      for (const role of [manager, clerk])
        await tenant.withActions(role, id, ['view', 'line item access', 'edit line items']);
    return { tenant, orders };
  });
}

const field = (name: string): number => world.orders.lines?.fields.get(name)?.id ?? 0;
const key = (name: string): string => `l${field(name)}`;
const condition = (name: string, operator: string, value?: string) => ({
  field: key(name),
  operator,
  ...(value !== undefined && { value }),
  logicOperator: 'AND',
});
const isCustom = () => [condition('Kind', 'equals', 'Custom')];

type Values = Readonly<Record<string, string | null>>;
const given = (values: Values) =>
  Object.entries(values).map(([name, value]) => ({ lineItemsByTypeFiledsId: field(name), value }));

async function ask<Result>(document: string, data: object, who: Credentials = ana): Promise<Result> {
  const answer = await server.ask(document, who, { data });
  expect(answer.errors).toBeUndefined();
  return Object.values(answer.data ?? {})[0] as Result;
}
const refusal = async (document: string, data: object, who: Credentials = bob) =>
  (await server.ask(document, who, { data })).errors?.[0]?.message ?? null;

const saveType = `mutation ($data: UpdateRecordTypeInput!) { updateRecordType(data: $data) {
  fieldConditions { id version field kind } lineTypes { id version fields { id version name } } } }`;
const design = `query ($data: FindRecordTypeDesignInput!) { findRecordTypeDesign(data: $data) {
  fieldConditions { id version field kind conditions { field operator value } } } }`;
type Kept = {
  fieldConditions: { id: number; version: number; field: string; kind: string }[];
  lineTypes: { id: number; version: number; fields: { id: number; version: number; name: string }[] }[];
};
const creating = `mutation ($data: CreateLineItemsInput!) { createLineItems(data: $data) { lineItemsRow { id version } } }`;
const updating = `mutation ($data: UpdateLineItemsInput!) { updateLineItems(data: $data) { lineItemsRow { id version } auditEntryId } }`;
const many = `mutation ($data: [LineItemsRowInput!]!) { createOrUpdateManyLineItems(data: $data) {
  lineItemsRow { id } refusal { code message lineItemsByTypeFiledsId } auditEntryId } }`;
type Saved = {
  lineItemsRow: { id: number } | null;
  refusal: { code: string; message: string; lineItemsByTypeFiledsId: number | null } | null;
  auditEntryId: number | null;
};

let lastNumber = 0;
/** A record with one line, as the seed writes it: no condition is asked. */
async function line(values: Record<string, string>): Promise<{ record: number; row: number }> {
  const [record = 0] = await world.tenant.withRecords(
    world.orders,
    [{ recordNumber: (lastNumber += 1), status: 'Draft', lines: [values] }],
    server.people.ana,
  );
  const [found] = await server.query('select id::int from line_item where record_id = $1', [record]);
  return { record, row: Number(found?.['id']) };
}
async function valuesOf(row: number): Promise<Record<string, string>> {
  const [found] = await server.query('select field_values from line_item where id = $1', [row]);
  const kept = (found?.['field_values'] ?? {}) as Record<string, string>;
  return Object.fromEntries(
    [...(world.orders.lines?.fields ?? [])].flatMap(([name, { id }]) =>
      kept[id] === undefined ? [] : [[name, kept[id]]],
    ),
  );
}
const change = ({ record, row }: { record: number; row: number }, values: Values) => ({
  recordHeaderId: record,
  rowId: row,
  lineItemsFields: given(values),
});
const getConfig = async () => {
  const config = await loadTenantConfig(server.database, world.tenant.id as never);
  if (config === null) throw new Error('The company is not there.');
  return config;
};

describe('conditions of fields of lines', () => {
  test('are kept with those of the record, and told to who sees the lines', async () => {
    const { fieldConditions } = await ask<Kept>(design, { id: world.orders.id });
    expect(fieldConditions.map(({ field: of, kind }) => [of, kind])).toEqual([
      [key('Drawing'), 'REQUIRED'],
      [key('Price'), 'READ_ONLY'],
      [key('Size'), 'SHOWN'],
      [key('Approver'), 'REQUIRED'],
    ]);
    const types = await ask<{ rules: object[] }[]>(
      `query ($data: FindLineItemsByTypeInput) { findAllLineItemsByType(data: $data) {
         rules { recordType field name kind reading words conditions { field operator value } } } }`,
      { recordType: world.orders.id },
      bob,
    );
    expect(types[0]?.rules).toHaveLength(4);
    expect(types[0]?.rules[0]).toEqual({
      recordType: world.orders.id,
      field: key('Drawing'),
      name: 'Drawing',
      kind: 'REQUIRED',
      reading: 'READABLE',
      words: 'Kind equals Custom',
      conditions: [{ field: key('Kind'), operator: 'equals', value: 'Custom' }],
    });
    const rules = `query ($data: FindFieldRulesInput!) { findFieldRules(data: $data) { field } }`;
    expect(await ask(rules, { recordTypes: [world.orders.id] }, bob)).toEqual([]);
  });

  test('are refused to others, twice, over other things than the line, and by ids of others', async () => {
    const data = (one: object) => ({ id: world.orders.id, fieldConditions: [one] });
    const wanted = { field: key('Quantity'), kind: 'REQUIRED', conditions: isCustom() };
    expect(await refusal(saveType, data(wanted))).toMatch(/^Only an administrator/);
    expect(await refusal(saveType, data({ ...wanted, field: key('Drawing') }), ana)).toBe(
      'Drawing has such a condition already.',
    );
    const over = (of: string) => ({ ...isCustom()[0], field: of, operator: 'isNotEmpty', value: null });
    for (const other of ['status', 'l999999'])
      expect(await refusal(saveType, data({ ...wanted, conditions: [over(other)] }), ana)).toBe(
        'Choose a field.',
      );
    expect(
      await refusal(
        saveType,
        data({ field: 'dueDate', kind: 'READ_ONLY', conditions: [over(key('Kind'))] }),
        ana,
      ),
    ).toBe('Choose a field.');
    expect(await refusal(saveType, data({ ...wanted, field: key('Amount') }), ana)).toBe(
      'Amount is computed: nobody fills it.',
    );
    expect(await refusal(saveType, data({ ...wanted, field: key('Kind') }), ana)).toBe(
      'Whether Kind is required cannot depend on itself.',
    );
    const [type] = await server.query(
      `insert into line_item_type (tenant_id, record_type_id, name) values ($1, $2, 'Parts') returning id`,
      [server.north.id, server.north.types.orders],
    );
    const [foreign] = await server.query(
      `insert into line_item_field (tenant_id, line_item_type_id, name, data_type) values ($1, $2, 'Part', 'string') returning id`,
      [server.north.id, type?.['id']],
    );
    const [other] = await server.query(
      `insert into field_condition (tenant_id, record_type_id, line_item_field_id, kind, conditions)
       values ($1, $2, $3, 'READ_ONLY', '[]') returning id`,
      [server.north.id, server.north.types.orders, foreign?.['id']],
    );
    const of = (id: unknown) => refusal(saveType, data({ id, version: 1, enabled: false }), ana);
    expect(await of(Number(other?.['id']))).toBe(await of(999_999));
    const ofField = (id: unknown) => refusal(saveType, data({ ...wanted, field: `l${String(id)}` }), ana);
    expect(await ofField(foreign?.['id'])).toBe(await ofField(999_999));
    const asking = (id: unknown) =>
      refusal(saveType, data({ ...wanted, conditions: [over(`l${String(id)}`)] }), ana);
    expect(await asking(foreign?.['id'])).toBe(await asking(999_999));
  });

  test('keep the fields that they ask for from being switched off', async () => {
    const { lineTypes } = await ask<Kept>(saveType, { id: world.orders.id });
    const [kind] = lineTypes;
    const version = kind?.fields.find(({ name }) => name === 'Agreed')?.version;
    const off = { id: field('Agreed'), version, enabled: false };
    const data = {
      id: world.orders.id,
      lineTypes: [{ id: kind?.id, version: kind?.version, fields: [off] }],
    };
    expect(await refusal(saveType, data, ana)).toBe('Agreed cannot be switched off: Price depends on it.');
  });

  test('are named in the audit log, and go back from it', async () => {
    const conditions = [condition('Product', 'equals', 'a')];
    const made = await ask<Kept>(saveType, {
      id: world.orders.id,
      fieldConditions: [{ field: key('Quantity'), kind: 'READ_ONLY', conditions }],
    });
    const logs = `query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) {
      logs { id subject mayPutBack changes { what newValue } } } }`;
    type Logs = {
      logs: {
        id: number;
        subject: string;
        mayPutBack: boolean;
        changes: { what: string; newValue: string }[];
      }[];
    };
    const [entry] = (await ask<Logs>(logs, { limit: 1 })).logs;
    expect(entry).toMatchObject({
      subject: 'Condition Read only when, Quantity of Lines',
      mayPutBack: true,
    });
    expect(entry?.changes).toContainEqual({ what: 'Conditions', newValue: 'Product equals a' });
    expect(JSON.stringify(entry?.changes)).not.toMatch(/l\d+|line_item/);
    const put = `mutation ($data: PutBackConfigurationInput!) { putBackConfiguration(data: $data) { whyNot } }`;
    expect(await ask(put, { id: entry?.id })).toEqual({ whyNot: null });
    expect((await ask<Kept>(design, { id: world.orders.id })).fieldConditions).toHaveLength(4);
    const [taken] = (await ask<Logs>(logs, { limit: 1 })).logs;
    expect(await ask(put, { id: taken?.id })).toEqual({ whyNot: null });
    const { fieldConditions } = await ask<Kept>(design, { id: world.orders.id });
    expect(fieldConditions.at(-1)).toMatchObject({ field: key('Quantity'), kind: 'READ_ONLY' });
    const { id, version } = fieldConditions.at(-1) ?? made.fieldConditions[0]!;
    await ask(saveType, { id: world.orders.id, fieldConditions: [{ id, version, enabled: false }] });
  });
});

type Line = { record: number; row: number };

/** Each a way to make a custom line without its drawing, and what it says. */
const paths: Readonly<Record<string, (line: Line) => Promise<string | null>>> = {
  'by one new line': ({ record }) =>
    refusal(creating, { recordHeaderId: record, lineItemsFields: given({ Kind: 'Custom', Size: '1' }) }),
  'by a change of one': (of) => refusal(updating, change(of, { Kind: 'Custom', Size: '1' })),
  'with the empty value in the same change': (of) =>
    refusal(updating, change(of, { Kind: 'Custom', Size: '1', Drawing: ' ' })),
  async 'by many at once'({ record, row }) {
    const answer = await server.ask(many, bob, {
      data: [
        { recordHeaderId: record, lineItemsFields: given({ Kind: 'Custom', Size: '1' }) },
        change({ record, row }, { Kind: 'Custom', Size: '1' }),
        { recordHeaderId: record, lineItemsFields: given({ Product: 'Good' }) },
      ],
    });
    const [made, changed, good] = (answer.data?.['createOrUpdateManyLineItems'] ?? []) as Saved[];
    expect(good?.refusal).toBeNull();
    expect(made?.refusal).toEqual(changed?.refusal);
    expect(made?.refusal).toMatchObject({ code: 'INVALID', lineItemsByTypeFiledsId: field('Drawing') });
    return changed?.refusal?.message ?? null;
  },
  async 'by a file on the command line'() {
    const config = await getConfig();
    const type = config.lineItemTypes.get(world.orders.lines?.id ?? 0);
    const judge = createLineRule(config, type!, userId(server.people.bob));
    const judged = judge({ [field('Kind')]: 'Custom', [field('Size')]: '1' });
    return 'fault' in judged ? judged.fault.sentence : null;
  },
  async 'by a record of another company'() {
    const config = await getConfig();
    const viewer = findViewer(config, userId(server.people.bob), sessionId(''))!;
    const typeId = recordTypeId(world.orders.id);
    const authorise = () => findAuthorisedRecordType(config, viewer, typeId)!;
    const item = (number: number, name: string) =>
      ({ number, name, dataType: 'string', currency: null, isLine: true, choices: null }) as const;
    const [arrival] = judgeArrivals(
      [
        {
          values: [],
          lines: [
            [
              { item: 1, value: 'Custom' },
              { item: 2, value: '1' },
            ],
          ],
        },
      ],
      {
        typeId,
        items: [item(1, 'Kind'), item(2, 'Size')],
        settings: {
          targetStatusField: null,
          targetStatusValue: null,
          pairs: [
            { item: 1, field: key('Kind') },
            { item: 2, field: key('Size') },
          ],
          translations: [],
        },
      },
      { findRefusal: () => null } as never,
      { config, viewer, authorise } as unknown as MemberContext,
    );
    return arrival?.fault instanceof Error ? arrival.fault.message : null;
  },
  async 'by putting back'(of) {
    const { auditEntryId } = await makeAndTakeCustom(of);
    const put = `mutation ($data: PutBackInput!) { putBack(data: $data) { done rows { key whyNot } } }`;
    const kind = `line ${of.row} f${field('Kind')}`;
    const answer = await ask<{ done: boolean; rows: { key: string; whyNot: string }[] }>(
      put,
      { recordId: of.record, entries: [auditEntryId], keys: [kind] },
      bob,
    );
    expect(answer.done).toBe(false);
    return answer.rows.find((one) => one.key === kind)?.whyNot ?? null;
  },
  async 'by an undo'(of) {
    const { auditEntryId } = await makeAndTakeCustom(of);
    const undo = `mutation ($data: UndoChangesInput!) { undoChanges(data: $data) { outcome rows { key whyNot } } }`;
    const answer = await ask<{ outcome: string; rows: { whyNot: string | null }[] }[]>(
      undo,
      { records: [{ recordId: of.record, entries: [auditEntryId] }] },
      bob,
    );
    return answer[0]?.rows.find(({ whyNot }) => whyNot !== null)?.whyNot ?? null;
  },
};

/** It was custom, and is so no more; its drawing went afterwards. Answers the entry that would make it custom again. */
async function makeAndTakeCustom(of: Line) {
  await ask(updating, change(of, { Kind: 'Custom', Size: '1', Drawing: 'D1' }), bob);
  const answer = await ask<{ auditEntryId: number }>(updating, change(of, { Kind: 'Plain' }), bob);
  await ask(updating, change(of, { Drawing: null }), bob);
  return answer;
}

describe('what is required is held', () => {
  for (const [name, path] of Object.entries(paths))
    test(`${name}`, async () => {
      const of = await line({ Product: 'Frame' });
      expect(await path(of)).toBe(required);
      expect((await valuesOf(of.row))['Kind']).not.toBe('Custom');
    });

  test('of computed values as the change leaves them', async () => {
    const of = await line({ Product: 'Frame', Price: '100', Quantity: '1' });
    expect(await refusal(updating, change(of, { Quantity: '11' }))).toBe(approval);
    await ask(updating, change(of, { Quantity: '11', Approver: 'Sue' }), bob);
    expect(await refusal(updating, change(of, { Approver: null }))).toBe(approval);
    await ask(updating, change(of, { Approver: null, Quantity: '10' }), bob);
  });

  test('and a line that lacks it already is asked for it by a change that touches it', async () => {
    const of = await line({ Kind: 'Custom', Size: '2', Product: 'Frame' });
    await ask(updating, change(of, { Product: 'Fork' }), bob);
    expect(await refusal(updating, change(of, { Drawing: '' }))).toBeNull();
    await ask(updating, change(of, { Drawing: 'D1' }), bob);
    expect(await refusal(updating, change(of, { Drawing: '' }))).toBe(required);
    // It goes, and comes back, as it is.
    const other = await line({ Kind: 'Custom', Product: 'Rim' });
    const there = { recordHeaderId: other.record, rowId: other.row };
    await ask(updating, { ...there, enabled: false }, bob);
    await ask(updating, { ...there, enabled: true }, bob);
  });
});

describe('what is read only is held', () => {
  test('by what is saved, by what the change makes of it, and not against the same value', async () => {
    const of = await line({ Product: 'Frame', Price: '5', Agreed: 'true' });
    expect(await refusal(updating, change(of, { Price: '6' }))).toBe(closed);
    expect(await refusal(updating, change(of, { Agreed: 'false', Price: '6' }))).toBe(closed);
    await ask(updating, change(of, { Product: 'Fork', Price: '5.00' }), bob);
    await ask(updating, change(of, { Agreed: 'false' }), bob);
    expect(await refusal(updating, change(of, { Agreed: 'true', Price: '7' }))).toBe(
      'Price is read only when Agreed is checked: save it before.',
    );
    await ask(updating, change(of, { Price: '7' }), bob);
    const made = { recordHeaderId: of.record, lineItemsFields: given({ Agreed: 'true', Price: '5' }) };
    expect(await refusal(creating, made)).toBe(closed);
  });
});

describe('what is not shown', () => {
  test('is neither filled nor required, and keeps what it holds, in lines and in sums', async () => {
    const { record } = await line({ Product: 'Frame' });
    const made = (values: Values) => ({ recordHeaderId: record, lineItemsFields: given(values) });
    await ask(creating, made({ Product: 'Plain' }), bob);
    expect(await refusal(creating, made({ Product: 'Plain', Size: '3' }))).toBe(hidden);
    expect(await refusal(creating, made({ Kind: 'Custom', Drawing: 'D' }))).toBe('Size is required');
    const { lineItemsRow } = await ask<{ lineItemsRow: { id: number } }>(
      creating,
      made({ Kind: 'Custom', Drawing: 'D', Size: '3' }),
      bob,
    );
    const of = { record, row: lineItemsRow.id };
    await ask(updating, change(of, { Kind: 'Plain' }), bob);
    expect(await refusal(updating, change(of, { Size: '4' }))).toBe(hidden);
    expect(await valuesOf(of.row)).toMatchObject({ Kind: 'Plain', Size: '3' });
    const found = await ask<{ value: string; lineItemsByTypeFileds: { id: number } }[]>(
      `query ($data: FindLineItemsInput!) { findLineItems(data: $data) { value lineItemsByTypeFileds { id } } }`,
      { recordHeadersIds: [record] },
      bob,
    );
    expect(
      found.filter((one) => one.lineItemsByTypeFileds.id === field('Size')).map(({ value }) => value),
    ).toEqual(['3']);
    const sum = `query ($ids: [Id!]!) { findRecordHeader(data: { ids: $ids }) { records { additionalFields { value } } } }`;
    const page = await server.ask(sum, bob, { ids: [record] });
    expect(JSON.stringify(page.data)).toContain('"value":"3"');
  });
});

test('a condition that cannot be read closes, and says who can mend it', async () => {
  const broken = JSON.stringify([{ field: 'l999999', operator: 'equals', value: 'x', logicOperator: 'AND' }]);
  const [kept] = await server.query(
    `insert into field_condition (tenant_id, record_type_id, line_item_field_id, kind, conditions)
     values ($1, $2, $3, 'READ_ONLY', $4::jsonb) returning id`,
    [world.tenant.id, world.orders.id, field('Quantity'), broken],
  );
  const of = await line({ Product: 'Frame' });
  expect(await refusal(updating, change(of, { Quantity: '2' }))).toBe(
    'Quantity is read only: its condition cannot be read. An administrator can mend it.',
  );
  await server.query('update field_condition set enabled = false where id = $1', [kept?.['id']]);
});
