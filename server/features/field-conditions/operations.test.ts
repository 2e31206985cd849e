// Fields that are required, read only or shown when a record meets a condition: kept by whoever administers record types, and
// held on every way of writing a record.
import { createBeginningRule } from '@rowhouse/domain/import/beginning.ts';
import { recordTypeId, userId } from '@rowhouse/domain/kernel/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { loadTenantConfig } from '../../platform/tenant-config/load-tenant-config.ts';
import { aTenant } from '../../seed/builders.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof createWorld>>;
/** Administers. */
let ana: Credentials;
/** A clerk, who does not see the secret, and may not change the total. */
let bob: Credentials;

const required = 'Tracking is required when Status is Shipped.';
const closed = 'Total is read only when Status is Shipped.';
const hidden = 'Gift note is filled only when Gift is checked.';

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld();
  ana = await server.enter('ana', world.tenant);
  bob = await server.enter('bob', world.tenant);
  const isShipped = [
    { field: 'status', operator: 'is', value: String(status('Shipped')), logicOperator: 'AND' },
  ];
  const isSecret = [{ field: key('Secret'), operator: 'equals', value: 'A', logicOperator: 'AND' }];
  await ask(saveType, {
    id: world.orders.id,
    fields: [{ id: field('Amount'), version: 1, formula: 'Quantity * 100' }],
  });
  await ask(saveType, {
    id: world.orders.id,
    fieldConditions: [
      { field: key('Tracking'), kind: 'REQUIRED', conditions: isShipped },
      { field: key('Total'), kind: 'READ_ONLY', conditions: isShipped },
      {
        field: key('Gift note'),
        kind: 'SHOWN',
        conditions: [{ field: key('Gift'), operator: 'checked', logicOperator: 'AND' }],
      },
      { field: key('Approver'), kind: 'REQUIRED', conditions: over('Amount', '1000') },
      {
        field: key('Code'),
        kind: 'READ_ONLY',
        conditions: [{ field: key('Code'), operator: 'isNotEmpty', logicOperator: 'AND' }],
      },
      { field: 'dueDate', kind: 'READ_ONLY', conditions: isSecret },
      { field: 'assignedTo', kind: 'REQUIRED', conditions: isSecret },
      { field: key('Remark'), kind: 'SHOWN', conditions: isSecret },
    ],
  });
});
afterAll(() => server.close());

const statusNames = ['Draft', 'Shipped'] as const;
type StatusName = (typeof statusNames)[number];

function createWorld() {
  const { people } = server;
  return server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: 'Conditions', bucket: 5 });
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
      statuses: [...statusNames],
      problemCodes: ['Late'],
      fields: [
        { name: 'Tracking', dataType: 'string' },
        { name: 'Total', dataType: 'currency' },
        { name: 'Gift', dataType: 'checkbox' },
        { name: 'Gift note', dataType: 'string', slot: 'overflow', required: true },
        { name: 'Secret', dataType: 'string' },
        { name: 'Code', dataType: 'string' },
        { name: 'Remark', dataType: 'string' },
        { name: 'Approver', dataType: 'string' },
        { name: 'Quantity', dataType: 'decimal' },
        { name: 'Amount', dataType: 'currency' },
      ],
    });
    await tenant.withFieldAccess(clerk, orders, [{ field: 'Secret', access: 'NotAllowed' }]);
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
        await tenant.withActions(role, id, ['view', 'create records', 'bulk update', 'soft delete']);
    return { tenant, orders };
  });
}

const status = (name: StatusName): number => world.orders.statuses.get(name) ?? 0;
const field = (name: string): number => world.orders.fields.get(name)?.id ?? 0;
const key = (name: string): string => `f${field(name)}`;
const over = (name: string, value: string) => [
  { field: key(name), operator: 'greaterThan', value, logicOperator: 'AND' },
];
const additional = (values: Readonly<Record<string, string | null>>) => ({
  additionalFields: Object.entries(values).map(([name, value]) => ({
    recordAdditionalFieldByTypeId: field(name),
    value,
  })),
});

async function ask<Result>(document: string, data: object, who: Credentials = ana): Promise<Result> {
  const answer = await server.ask(document, who, { data });
  expect(answer.errors).toBeUndefined();
  return Object.values(answer.data ?? {})[0] as Result;
}
const refusal = async (document: string, data: object, who: Credentials = ana) =>
  (await server.ask(document, who, { data })).errors?.[0]?.message ?? null;

const design = `query ($data: FindRecordTypeDesignInput!) { findRecordTypeDesign(data: $data) {
  fieldConditions { id version field kind conditions { field operator value } } } }`;
const saveType = `mutation ($data: UpdateRecordTypeInput!) { updateRecordType(data: $data) {
  fieldConditions { id version field kind } fields { id version } } }`;
type Kept = { fieldConditions: { id: number; version: number; field: string; kind: string }[] };

const registering = 'mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id } }';
const updating =
  'mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id auditEntryId } }';
const bulk = `mutation ($ids: [Id!]!, $data: UpdateBulkRecordInput!) {
  updateBulkRecordHeader(ids: $ids, data: $data) { id outcome message } }`;

let lastNumber = 0;
const newRecord = (name: StatusName, values: Readonly<Record<string, string>> = {}) => ({
  recordType: world.orders.id,
  recordNumber: (lastNumber += 1),
  description: 'One',
  issuedByCompanyName: 'One',
  issuedToCompanyName: 'Other',
  statusId: status(name),
  problemCodeId: world.orders.problemCodes.get('Late') ?? null,
  recordDate: '2026-01-01',
  poNumber: 5,
  ...additional(values),
});
/** As the seed writes it: no condition is asked. */
async function record(name: StatusName, values: Record<string, string> = {}): Promise<number> {
  const [id = 0] = await world.tenant.withRecords(
    world.orders,
    [{ recordNumber: (lastNumber += 1), status: name, fields: values }],
    server.people.ana,
  );
  return id;
}

describe('conditions of fields', () => {
  test('are kept with the design, versioned, audited, and taken away', async () => {
    const { fieldConditions } = await ask<Kept>(design, { id: world.orders.id });
    expect(fieldConditions).toHaveLength(8);
    expect(fieldConditions[0]).toMatchObject({ field: key('Tracking'), kind: 'REQUIRED', version: 1 });
    const audited = await server.query(
      `select count(*)::int as n from audit_log where tenant_id = $1 and entity = 'field_condition' and user_id = $2`,
      [world.tenant.id, server.people.ana],
    );
    expect(audited[0]?.['n']).toBeGreaterThanOrEqual(8);
    const made = await ask<Kept>(saveType, {
      id: world.orders.id,
      fieldConditions: [{ field: 'poNumber', kind: 'READ_ONLY', conditions: over('Total', '5') }],
    });
    const one = made.fieldConditions.at(-1);
    const gone = await ask<Kept>(saveType, {
      id: world.orders.id,
      fieldConditions: [{ id: one?.id, version: one?.version, enabled: false }],
    });
    expect(gone.fieldConditions).toHaveLength(8);
  });

  test('are refused to others, of another version, twice, and where they make no sense', async () => {
    const { fieldConditions } = await ask<Kept>(design, { id: world.orders.id });
    const [first] = fieldConditions;
    const data = (one: object) => ({ id: world.orders.id, fieldConditions: [one] });
    const way = { field: key('Tracking'), kind: 'REQUIRED', conditions: over('Total', '5') };
    expect(await refusal(saveType, data(way), bob)).toMatch(/^Only an administrator/);
    expect(await refusal(saveType, data({ id: first?.id, version: 99 }))).toBe(
      'Somebody has changed the conditions of “Orders” since you opened it.',
    );
    expect(await refusal(saveType, data(way))).toBe('Tracking has such a condition already.');
    expect(await refusal(saveType, data({ ...way, field: 'createdAt' }))).toBe(
      'Created At is set by the system.',
    );
    expect(await refusal(saveType, data({ ...way, field: key('Amount') }))).toBe(
      'Amount is computed: nobody fills it.',
    );
    expect(await refusal(saveType, data({ ...way, field: 'status', kind: 'SHOWN' }))).toBe(
      'Status is asked of every new record, and always shown.',
    );
    expect(await refusal(saveType, data({ ...way, field: key('Total') }))).toBe(
      'Whether Total is required cannot depend on itself.',
    );
    const day = { field: 'createdAt', operator: 'isWithin', value: 'today', logicOperator: 'AND' };
    expect(await refusal(saveType, data({ ...way, field: key('Code'), conditions: [day] }))).toBe(
      'Created At: a condition cannot depend on the day on which it is asked.',
    );
    expect(await refusal(saveType, data({ ...way, field: 'f999999' }))).toBe('The field was not found.');
    const [foreign] = await server.query(
      `insert into field_condition (tenant_id, record_type_id, base_field, kind, conditions)
       values ($1, $2, 'dueDate', 'READ_ONLY', '[]') returning id`,
      [server.north.id, server.north.types.orders],
    );
    const of = (id: unknown) => refusal(saveType, data({ id, version: 1, enabled: false }));
    expect(await of(Number(foreign?.['id']))).toBe(await of(999_999));
  });

  test('keep the fields that they ask for from being switched off', async () => {
    const { fields } = await ask<{ fields: { id: number; version: number }[] }>(saveType, {
      id: world.orders.id,
    });
    const version = fields.find(({ id }) => id === field('Gift'))?.version;
    const off = { id: field('Gift'), version, enabled: false };
    expect(await refusal(saveType, { id: world.orders.id, fields: [off] })).toBe(
      'Gift cannot be switched off: Gift note depends on it.',
    );
  });

  test('are told to a role in words, and without what it does not see', async () => {
    const document = `query ($data: FindFieldRulesInput!) { findFieldRules(data: $data) {
      field kind reading words conditions { field value } } }`;
    const rules = await ask<{ field: string; words: string; reading: string; conditions: unknown }[]>(
      document,
      { recordTypes: [world.orders.id] },
      bob,
    );
    const of = (name: string) => rules.find((rule) => rule.field === name);
    expect(of(key('Tracking'))).toMatchObject({ words: 'Status is Shipped', reading: 'READABLE' });
    expect(of('dueDate')).toMatchObject({ words: '', reading: 'HIDDEN', conditions: null });
    expect(JSON.stringify(rules)).not.toContain(key('Secret'));
  });
});

/** Each a way to move a draft to Shipped without its tracking, and what it says. */
const paths: Readonly<Record<string, (id: number) => Promise<string | null>>> = {
  'by the form': (id) => refusal(updating, { id, statusId: status('Shipped') }, bob),
  'with the empty value in the same change': (id) =>
    refusal(updating, { id, statusId: status('Shipped'), ...additional({ Tracking: null }) }, bob),
  'by many rows at once': async (id) => {
    const data = { statusId: status('Shipped') };
    const answer = await server.ask(bulk, bob, { ids: [id], data });
    const results = (answer.data?.['updateBulkRecordHeader'] ?? []) as { message: string }[];
    return results[0]?.message ?? null;
  },
  async 'by all results of a filter'(id) {
    const document = `query ($data: BulkChangeInput!) { previewBulkChange(data: $data) { refused reasons } }`;
    const found = await ask<{ reasons: string[] }>(
      document,
      { query: onlyRecord(id), values: { statusId: status('Shipped') } },
      bob,
    );
    const start = `mutation ($data: StartBulkChangeInput!) { startBulkChange(data: $data) { id } }`;
    expect(found.reasons).toEqual([required]);
    return refusal(start, { query: onlyRecord(id), values: { statusId: status('Shipped') } }, bob);
  },
  'by a new record': () => refusal(registering, newRecord('Shipped'), bob),
  async 'by a file in the browser'() {
    const judged = await judgeFile([
      ['Record Number', 'Status'],
      [String((lastNumber += 1)), 'Shipped'],
    ]);
    return judged.faults[0]?.fault ?? null;
  },
  async 'by a file that changes records'(id) {
    const [found] = await server.query('select record_number::int as number from record where id = $1', [id]);
    const judged = await judgeFile([
      ['Record Number', 'Status'],
      [String(found?.['number']), 'Shipped'],
    ]);
    return judged.faults[0]?.fault ?? null;
  },
  async 'by a file on the command line'() {
    const config = await getConfig();
    const judge = createBeginningRule(config, recordTypeId(world.orders.id), userId(server.people.bob));
    return judge(new Map([['status', String(status('Shipped'))]]));
  },
  async 'by putting back'(id) {
    await ask(updating, { id, statusId: status('Shipped'), ...additional({ Tracking: 'T1' }) });
    await ask(updating, { id, statusId: status('Draft') });
    await ask(updating, { id, ...additional({ Tracking: null }) });
    const history = `query ($data: FilterAuditLogsForRecordInput!) { filterAuditLogsForRecord(data: $data) { logs { id } } }`;
    const { logs } = await ask<{ logs: { id: number }[] }>(history, { filterInput: { recordId: id } });
    const put = `mutation ($data: PutBackInput!) { putBack(data: $data) { done rows { key whyNot } } }`;
    const answer = await ask<{ done: boolean; rows: { key: string; whyNot: string }[] }>(put, {
      recordId: id,
      entries: [logs[1]?.id],
      keys: ['status'],
    });
    expect(answer.done).toBe(false);
    return answer.rows[0]?.whyNot ?? null;
  },
  async 'by the undo of a bulk change'(id) {
    await ask(updating, { id, statusId: status('Shipped'), ...additional({ Tracking: 'T1' }) });
    const start = `mutation ($data: StartBulkChangeInput!) { startBulkChange(data: $data) { id } }`;
    const values = { statusId: status('Draft') };
    const change = await ask<{ id: number }>(start, { query: onlyRecord(id), values });
    await ended(change.id);
    await ask(updating, { id, ...additional({ Tracking: null }) });
    const undo = `mutation ($data: FindBulkChangeInput!) { undoBulkChange(data: $data) { id } }`;
    const undone = await ask<{ id: number }>(undo, { id: change.id });
    await ended(undone.id);
    const records = `query ($data: FindBulkChangeRecordsInput!) { findBulkChangeRecords(data: $data) { records { message } } }`;
    const told = await ask<{ records: { message: string }[] }>(records, { id: undone.id });
    return told.records[0]?.message ?? null;
  },
};

describe('what is required is held', () => {
  for (const [name, path] of Object.entries(paths))
    test(`${name}`, async () => {
      const id = await record('Draft', { Total: '5' });
      expect(await path(id)).toBe(required);
      const [row] = await server.query('select status_id::int as status from record where id = $1', [id]);
      expect(row?.['status']).toBe(status('Draft'));
    });

  test('of computed values as the change leaves them', async () => {
    const id = await record('Draft', { Quantity: '1' });
    const sentence = 'Approver is required when Amount is greater than 1000.';
    expect(await refusal(updating, { id, ...additional({ Quantity: '11' }) })).toBe(sentence);
    await ask(updating, { id, ...additional({ Quantity: '11', Approver: 'Sue' }) });
    expect(await refusal(updating, { id, ...additional({ Approver: null }) })).toBe(sentence);
    await ask(updating, { id, ...additional({ Approver: null, Quantity: '10' }) });
  });

  test('and a record that lacks it already is asked for it by a change that touches it', async () => {
    const id = await record('Shipped', { Total: '5' });
    await ask(updating, { id, description: 'Another thing' }, bob);
    expect(await refusal(updating, { id, ...additional({ Tracking: ' ' }) }, bob)).toBe(null);
    await ask(updating, { id, ...additional({ Tracking: 'T9' }) }, bob);
    expect(await refusal(updating, { id, ...additional({ Tracking: null }) }, bob)).toBe(required);
  });
});

describe('what is read only is held', () => {
  test('by what is saved, by what the change makes of it, and not against the same value', async () => {
    const id = await record('Shipped', { Total: '5', Tracking: 'T1' });
    expect(await refusal(updating, { id, ...additional({ Total: '6' }) })).toBe(closed);
    expect(await refusal(updating, { id, statusId: status('Draft'), ...additional({ Total: '6' }) })).toBe(
      closed,
    );
    await ask(updating, { id, description: 'Same', ...additional({ Total: '5.00' }) });
    await ask(updating, { id, statusId: status('Draft') });
    const both = { id, statusId: status('Shipped'), ...additional({ Total: '7' }) };
    expect(await refusal(updating, both)).toBe('Total is read only when Status is Shipped: save it before.');
    await ask(updating, { id, ...additional({ Total: '7' }) });
    const explain = `query ($data: ExplainAccessInput!) { explainAccess(data: $data) { isAllowed rule because } }`;
    const of = { recordTypeId: world.orders.id, recordId: id, fieldKey: key('Total') };
    expect(await ask(explain, of)).toMatchObject({ isAllowed: true });
    await ask(updating, { id, statusId: status('Shipped') });
    expect(await ask(explain, of)).toEqual({ isAllowed: false, rule: 'FIELD_CONDITION', because: closed });
  });

  test('in a new record, whose defaults and whose required fields are its own', async () => {
    const given = { Tracking: 'T1', Total: '5' };
    expect(await refusal(registering, newRecord('Shipped', given))).toBe(closed);
    await ask(registering, newRecord('Shipped', { Tracking: 'T1' }));
  });

  test('once it is filled, where it depends on itself', async () => {
    const id = await record('Draft');
    await ask(updating, { id, ...additional({ Code: 'X' }) });
    expect(await refusal(updating, { id, ...additional({ Code: 'Y' }) })).toBe(
      'Code is read only when Code is not empty.',
    );
    await ask(registering, newRecord('Draft', { Code: 'Z' }));
  });
});

describe('what is not shown', () => {
  test('is neither filled nor required, and keeps what it holds', async () => {
    await ask(registering, newRecord('Draft'));
    expect(await refusal(registering, newRecord('Draft', { 'Gift note': 'Dear' }))).toBe(hidden);
    expect(await refusal(registering, newRecord('Draft', { Gift: 'true' }))).toBe('Gift note is required');
    const { id } = await ask<{ id: number }>(
      registering,
      newRecord('Draft', { Gift: 'true', 'Gift note': 'Dear' }),
    );
    await ask(updating, { id, ...additional({ Gift: 'false' }) });
    expect(await refusal(updating, { id, ...additional({ 'Gift note': 'Sir' }) })).toBe(hidden);
    const [row] = await server.query(`select x ->> $2 as note from record where id = $1`, [
      id,
      String(field('Gift note')),
    ]);
    expect(row?.['note']).toBe('Dear');
  });
});

describe('a condition on what the role does not see', () => {
  test('is judged by the value that is there, and says neither field nor value', async () => {
    const id = await record('Draft', { Secret: 'A' });
    expect(await refusal(updating, { id, dueDate: '2027-01-01' }, bob)).toBe(
      'Due Date is read only at present.',
    );
    expect(await refusal(updating, { id, dueDate: '2027-01-01' })).toBe(
      'Due Date is read only when Secret equals A.',
    );
    const explain = `query ($data: ExplainAccessInput!) { explainAccess(data: $data) { isAllowed because } }`;
    const of = { recordTypeId: world.orders.id, recordId: id, fieldKey: 'dueDate' };
    expect(await ask(explain, of, bob)).toEqual({
      isAllowed: false,
      because: 'Due Date is read only at present.',
    });
  });

  test('answers the same bytes for every value that it is not met by', async () => {
    const ids = [await record('Draft', { Secret: 'B' }), await record('Draft', { Secret: 'C' })];
    const answers = await Promise.all(
      ids.map(async (id) => [
        await refusal(updating, { id, dueDate: '2027-01-01' }, bob),
        await refusal(updating, { id, assignedTo: null }, bob),
        await refusal(updating, { id, ...additional({ Remark: 'x' }) }, bob),
      ]),
    );
    expect(answers[0]).toEqual(answers[1]);
    // What is shown when a hidden value says so is shown to nobody who does not see the value.
    expect(answers[0]?.[2]).toBe('Remark is read only at present.');
    const met = await record('Draft', { Secret: 'A' });
    expect(await refusal(updating, { id: met, ...additional({ Remark: 'x' }) }, bob)).toBe(answers[0]?.[2]);
  });
});

const onlyRecord = (id: number) => ({
  recordTypeId: world.orders.id,
  filters: [
    {
      fieldId: 0,
      field: 'recordNumber',
      filterCriteria: { operator: 'equals', value: String(lastNumberOf(id)) },
      logicOperator: 'AND',
      priority: 0,
    },
  ],
});
/** Each path is walked by the record that was made last. */
const lastNumberOf = (_id: number): number => lastNumber;

const getConfig = async () => {
  const config = await loadTenantConfig(server.database, world.tenant.id as never);
  if (config === null) throw new Error('The company is not there.');
  return config;
};

async function judgeFile([headers, ...rows]: readonly (readonly string[])[]) {
  const create = `mutation ($data: CreateImportInput!) { createImport(data: $data) { id fieldKeys } }`;
  const { id, fieldKeys } = await ask<{ id: number; fieldKeys: (string | null)[] }>(
    create,
    { recordTypeId: world.orders.id, fileName: 'orders.csv', headers },
    bob,
  );
  const add = `mutation ($data: AddImportRowsInput!) { addImportRows(data: $data) { rowCount } }`;
  await ask(add, { id, rows: rows.map((cells, index) => ({ row: index + 2, cells })) }, bob);
  const judge = `mutation ($data: JudgeImportInput!) { judgeImport(data: $data) { faulty faults { fault } } }`;
  const columns = fieldKeys.flatMap((fieldKey, column) => (fieldKey === null ? [] : [{ column, fieldKey }]));
  return ask<{ faulty: number; faults: { fault: string }[] }>(
    judge,
    { id, columns, dayFirst: false, existing: 'UPDATE' },
    bob,
  );
}

async function ended(id: number) {
  const document = `query ($data: FindBulkChangeInput!) { findBulkChange(data: $data) { state updated refused conflicts } }`;
  for (;;) {
    const change = await ask<{ state: string }>(document, { id });
    if (change.state !== 'RUNNING') return change;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
