// Amounts say what they are in: by the field, else by the record type, else by the company.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readZip } from '../../../testing/read-zip.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { aTenant } from '../../seed/builders.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof build>>;
let ana: Credentials;
let bob: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  world = await build();
  ana = await server.enter('ana', world.tenant);
  bob = await server.enter('bob', world.tenant);
});
afterAll(() => server.close());
beforeEach(async () => {
  for (const table of ['record_type', 'field', 'line_item_field', 'object_property'])
    await server.query(`update ${table} set currency = null`);
});

function build() {
  return server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: 'Amounts', bucket: 8, currency: 'EUR' });
    const administrator = await tenant.withRole({
      name: 'Administrator',
      administers: true,
      defaultFieldAccess: 'Editable',
    });
    const clerk = await tenant.withRole({ name: 'Clerk', defaultFieldAccess: 'Editable' });
    await tenant.withMember(server.people.ana, administrator);
    await tenant.withMember(server.people.bob, clerk);
    const freight = await tenant.withObject({
      name: 'Freight',
      properties: [
        { name: 'Carrier', displayable: true },
        { name: 'Cost', dataType: 'currency' },
      ],
    });
    const type = (name: string) =>
      tenant.withRecordType({
        name,
        fields: [
          { name: 'Total', dataType: 'currency' },
          { name: 'Duty', dataType: 'currency' },
          { name: 'Weight', dataType: 'decimal' },
          { name: 'Freight', dataType: 'object', object: freight },
        ],
        lines: { name: 'Positions', fields: [{ name: 'Price', dataType: 'currency' }] },
      });
    const orders = await type('Orders');
    const bills = await type('Bills');
    const papers = await tenant.withSuperRecordType('Papers', [orders, bills]);
    const items = await tenant.withMenu([
      {
        name: 'Group',
        route: 'group',
        sections: [
          {
            name: 'Section',
            route: 'section',
            items: [orders, bills, papers].map((recordType) => ({
              name: recordType.name,
              route: recordType.name.toLowerCase(),
              recordType,
            })),
          },
        ],
      },
    ]);
    for (const role of [administrator, clerk])
      for (const item of items.values()) await tenant.withActions(role, item, ['view', 'line item access']);
    await tenant.withRecords(orders, [{ recordNumber: 1, fields: { Total: '12.5', Duty: '1' } }]);
    const other = await aTenant(connection, { name: 'Elsewhere', bucket: 8 });
    const foreign = await other.withRecordType({
      name: 'Foreign',
      fields: [{ name: 'Total', dataType: 'currency' }],
    });
    return { tenant, orders, bills, papers, freight, foreign };
  });
}

type Amounts = { kind: string; id: number; name: string; within: string | null; currency: string | null };
const parts = 'kind id name within currency';

const change = (credentials: Credentials, data: object) =>
  server.ask(
    `mutation ($data: UpdateCurrencyInput!) { updateCurrency(data: $data) { ${parts} } }`,
    credentials,
    { data },
  );
const changed = async (kind: string, id: number | undefined, currency: string | null) => {
  const { data, errors } = await change(ana, { kind, id, currency });

  expect(errors).toBeUndefined();
  return data?.['updateCurrency'] as Amounts[];
};

/** By the names of the fields, as grid and form are told. */
async function fieldsOf(typeId: number): Promise<Record<string, string | null>> {
  const { data } = await server.ask(
    'query ($id: Id!) { getSaasRecordFieldsByRecordTypes(recordType: $id) { name currency } }',
    bob,
    { id: typeId },
  );
  const fields = data?.['getSaasRecordFieldsByRecordTypes'] as { name: string; currency: string | null }[];
  return Object.fromEntries(fields.map(({ name, currency }) => [name, currency]));
}

const fieldId = (name: string) => world.orders.fields.get(name)?.id;

test('all that holds amounts is told to an administrator, with what was chosen for it', async () => {
  await changed('Field', fieldId('Duty'), 'CHF');
  const { data } = await server.ask(`{ findCurrencies { ${parts} } }`, ana);
  const found = ((data ?? {})['findCurrencies'] as Amounts[]).map(({ kind, name, within, currency }) => [
    kind,
    name,
    within,
    currency,
  ]);
  expect(found).toEqual([
    ['RecordType', 'Bills', null, null],
    ['Field', 'Total', 'Bills', null],
    ['Field', 'Duty', 'Bills', null],
    ['LineItemField', 'Price', 'Positions', null],
    ['RecordType', 'Orders', null, null],
    ['Field', 'Total', 'Orders', null],
    ['Field', 'Duty', 'Orders', 'CHF'],
    ['LineItemField', 'Price', 'Positions', null],
    ['ObjectProperty', 'Cost', 'Freight', null],
  ]);
});

test('a field has its own, else that of its type, else that of the company', async () => {
  const { orders, bills } = world;
  expect(await fieldsOf(orders.id)).toMatchObject({ Total: 'EUR', Duty: 'EUR', Weight: null });
  await changed('RecordType', orders.id, 'JPY');
  await changed('Field', fieldId('Duty'), 'CHF');
  expect(await fieldsOf(orders.id)).toMatchObject({ Total: 'JPY', Duty: 'CHF', Weight: null });
  expect(await fieldsOf(bills.id)).toMatchObject({ Total: 'EUR', Duty: 'EUR' });
  await changed('RecordType', orders.id, null);
  expect(await fieldsOf(orders.id)).toMatchObject({ Total: 'EUR', Duty: 'CHF' });
});

test('lines and objects say theirs as well', async () => {
  const { orders, freight } = world;
  const ask = async () => {
    const lines = await server.ask(
      `query ($data: FindLineItemsByTypeInput) {
        findAllLineItemsByType(data: $data) { lineItemsByTypeFileds { name currency } } }`,
      bob,
      { data: { recordType: orders.id } },
    );
    const objects = await server.ask(
      'query ($data: FindObjectPropertyInput!) { findObjectProperty(data: $data) { name currency } }',
      bob,
      { data: { objectDefinitionIds: [freight.id] } },
    );
    return JSON.stringify([lines.data, objects.data]);
  };
  await changed('RecordType', orders.id, 'JPY');
  expect(await ask()).toContain('{"name":"Price","currency":"JPY"}');
  expect(await ask()).toContain('{"name":"Carrier","currency":null},{"name":"Cost","currency":"EUR"}');
  await changed('LineItemField', orders.lines?.fields.get('Price')?.id, 'GBP');
  await changed('ObjectProperty', freight.properties.get('Cost'), 'SEK');
  expect(await ask()).toContain('{"name":"Price","currency":"GBP"}');
  expect(await ask()).toContain('{"name":"Cost","currency":"SEK"}');
});

describe('the heads of an export say it, and no amount is another,', () => {
  async function exported(format: 'CSV' | 'XLSX'): Promise<Buffer> {
    await changed('Field', fieldId('Duty'), 'CHF');
    const columns = ['Total', 'Duty'].map((name) => `f${fieldId(name)}`);
    const { data } = await server.ask(
      'query ($data: ExportRecordsInput!) { exportRecordHeaders(data: $data) { url } }',
      ana,
      { data: { query: { recordTypeId: world.orders.id }, columns, format } },
    );
    const { url } = (data ?? {})['exportRecordHeaders'] as { url: string };
    return (await server.app.inject(url)).rawPayload;
  }

  test('as CSV', async () => {
    const csv = await exported('CSV');
    expect(csv.toString()).toBe('\uFEFFTotal (EUR),Duty (CHF)\r\n12.50,1.00\r\n');
  });

  test('as a workbook', async () => {
    const sheet = readZip(await exported('XLSX')).find(({ name }) => name === 'xl/worksheets/sheet1.xml');
    expect(sheet?.content.toString()).toMatch(/Total \(EUR\).*Duty \(CHF\).*<v>12\.5<\/v>.*<v>1<\/v>/);
  });
});

test('a super type has no column of amounts in two currencies', async () => {
  expect(await fieldsOf(world.papers.id)).toMatchObject({ Total: 'EUR', Duty: 'EUR' });
  await changed('Field', fieldId('Duty'), 'CHF');
  const fields = await fieldsOf(world.papers.id);
  expect(fields).toMatchObject({ Total: 'EUR' });
  expect(fields).not.toHaveProperty('Duty');
});

test('who changed it, and from what, is noted', async () => {
  await changed('Field', fieldId('Duty'), 'CHF');
  await changed('Field', fieldId('Duty'), 'CHF');
  const noted = await server.query(
    `select tenant_id, user_id::int, entity_id::int, action, changes from audit_log where entity = 'field' and entity_id = $1
     order by id desc`,
    [fieldId('Duty')],
  );
  expect(noted[0]).toEqual({
    tenant_id: world.tenant.id,
    user_id: server.people.ana,
    entity_id: fieldId('Duty'),
    action: 'update',
    changes: { currency: [null, 'CHF'] },
  });
});

describe('refused', () => {
  test('is whoever does not administer the company', async () => {
    const answers = [
      await server.ask(`{ findCurrencies { ${parts} } }`, bob),
      await change(bob, { kind: 'RecordType', id: world.orders.id, currency: 'CHF' }),
    ];
    expect(answers.map(({ errors }) => errors?.[0]?.extensions['code'])).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    expect(await fieldsOf(world.orders.id)).toMatchObject({ Total: 'EUR' });
  });

  test.each(['XXX', 'eur', '', "EUR'; drop table field; --"])(
    'is %j, which is no currency',
    async (currency) => {
      const answer = await change(ana, { kind: 'RecordType', id: world.orders.id, currency });
      expect(answer.errors?.[0]).toMatchObject({
        message: 'Choose one of the currencies in the list.',
        extensions: { code: 'INVALID', field: 'currency' },
      });
    },
  );

  test('is what holds no amounts, what is of another company, and what is not there, alike', async () => {
    const { foreign, papers } = world;
    const cases: [kind: string, id: number | undefined][] = [
      ['RecordType', foreign.id],
      ['RecordType', papers.id],
      ['RecordType', 999_999],
      ['Field', foreign.fields.get('Total')?.id],
      ['Field', fieldId('Weight')],
      ['LineItemField', 999_999],
      ['ObjectProperty', world.freight.properties.get('Carrier')],
    ];
    for (const [kind, id] of cases) {
      const { errors } = await change(ana, { kind, id, currency: 'CHF' });
      expect([kind, errors?.[0]?.extensions['code']]).toEqual([kind, 'NOT_FOUND']);
    }
    expect(await server.query(`select id from record_type where currency is not null`)).toEqual([]);
  });
});
