import { Readable } from 'node:stream';
import { keyUsedForOther } from '@rowhouse/domain/kernel/idempotency.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderPart } from '@rowhouse/domain/order-entry/sections.ts';
import { questionsOf } from '@rowhouse/domain/order-entry/sections.ts';
import { headerOf } from '@rowhouse/domain/order-entry/order-files.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { serveTestDatabase } from '../../../testing/test-server.ts';
import type { Credentials, ServedDatabase } from '../../../testing/test-server.ts';
import { orderFieldSpecs } from '../../seed/build-order-form.ts';
import { aPerson, aTenant } from '../../seed/builders.ts';
import { createAccounts } from '../../platform/identity/embedded/accounts.ts';
import { deleteTenant } from '../../platform/tenants/delete-tenant.ts';

const parts: OrderPart[] = ['opportunity', 'billing'];

/** ada administers, dan is a dealer, vic reads; in both companies there is the same form, and dan is in north alone. */
async function makeCompanies(server: ServedDatabase) {
  const create = (name: string) =>
    aPerson(
      createAccounts(server),
      { email: `${name}@example.com`, firstName: name, lastName: 'Test' },
      'correct horse',
    );
  const people = { ada: await create('ada'), dan: await create('dan'), vic: await create('vic') };
  return server.database.asOwnerOfAll(async (connection) => {
    const make = async (name: string) => {
      const tenant = await aTenant(connection, { name });
      const administrator = await tenant.withRole({
        name: 'Administrator',
        defaultFieldAccess: 'Editable',
        administers: true,
      });
      const dealer = await tenant.withRole({ name: 'Dealer', defaultFieldAccess: 'Editable' });
      const reader = await tenant.withRole({ name: 'Reader', defaultFieldAccess: 'ViewOnly' });
      const billing = await tenant.withList({
        name: 'Billing',
        values: ['Net 30', { value: 'Cash', enabled: false }],
      });
      const orders = await tenant.withRecordType({
        name: 'Dealer orders',
        statuses: ['New'],
        problemCodes: ['None'],
        fields: [...orderFieldSpecs(parts, { billing }), { name: 'Drawings', dataType: 'attachment' }],
        lines: {
          name: 'Options',
          fields: [
            { name: 'Option', dataType: 'string', required: true },
            { name: 'Quantity', dataType: 'number' },
            { name: 'Price', dataType: 'currency' },
          ],
        },
      });
      await tenant.withNumberSeries(orders, 1000);
      const menu = await tenant.withMenu([
        {
          name: 'Dealers',
          route: 'dealers',
          sections: [
            {
              name: 'Orders',
              route: 'orders',
              items: [
                { name: 'Order entry', route: 'order-entry' },
                { name: 'Dealer orders', route: 'dealer-orders', recordType: orders },
              ],
            },
          ],
        },
      ]);
      const page = menu.get('Order entry') ?? 0;
      const grid = menu.get('Dealer orders') ?? 0;
      for (const role of [administrator, dealer]) {
        await tenant.withActions(role, page, ['view']);
        await tenant.withActions(role, grid, [
          'view',
          'create records',
          'line item access',
          'edit line items',
        ]);
      }
      await tenant.withActions(reader, grid, ['view']);
      await tenant.withMember(people.ada, administrator);
      const form = await tenant.withOrderForm(orders, {
        name: `${name} dealers`,
        parts,
        problemCode: 'None',
        lines: { option: 'Option', quantity: 'Quantity', price: 'Price' },
      });
      return { tenant, id: tenant.id, bucket: tenant.bucket, orders, form, dealer, reader };
    };
    const north = await make('North');
    const south = await make('South');
    await north.tenant.withMember(people.dan, north.dealer);
    await north.tenant.withMember(people.vic, north.reader);
    return { north, south };
  });
}

let server: ServedDatabase;
let companies: Awaited<ReturnType<typeof makeCompanies>>;
let ada: Credentials;
let dan: Credentials;
let vic: Credentials;
let adaInSouth: Credentials;

beforeAll(async () => {
  server = await serveTestDatabase(await openTestDatabase());
  companies = await makeCompanies(server);
  ada = await server.enter('ada', companies.north);
  dan = await server.enter('dan', companies.north);
  vic = await server.enter('vic', companies.north);
  adaInSouth = await server.enter('ada', companies.south);
});
afterAll(() => server.close());

const right = {
  text: '4500118',
  email: 'dana@example.com',
  phone: '[1,2065550142]',
  country: 'France',
  days: '["Monday","Friday"]',
  opportunity: 'SPA-1',
} as const;
const answers = (change: Record<string, string> = {}) =>
  questionsOf(parts).map(({ key, kind }) => ({
    key,
    value: change[key] ?? (key === 'billing' ? 'Net 30' : right[kind]),
  }));

let keys = 0;
let key: string;
beforeEach(() => {
  key = `order ${++keys}`;
});

const submit = (who: Credentials, data: object = {}) =>
  server.ask(
    `mutation ($data: SubmitOrderInput!) { submitOrder(data: $data) { recordId recordTypeId recordNumber } }`,
    who,
    {
      data: {
        formId: companies.north.form,
        formVersion: 1,
        answers: answers(),
        idempotencyKey: key,
        ...data,
      },
    },
  );
type Submitted = { recordId: number; recordNumber: number };
function made(answer: Awaited<ReturnType<typeof submit>>): Submitted {
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  return answer.data?.['submitOrder'] as Submitted;
}
const refusal = (answer: Awaited<ReturnType<typeof submit>>) => {
  const [error] = answer.errors ?? [];
  return { code: error?.extensions['code'], message: error?.message, field: error?.extensions['field'] };
};
const countRecords = async () =>
  Number((await server.query(`select count(*) from record_${companies.north.bucket}`))[0]?.['count']);

describe('the forms', () => {
  const find = async (who: Credentials) =>
    (
      await server.ask(
        '{ findOrderForms { id name parts takesLines version whyNot recordType { name } choices { key values } } }',
        who,
      )
    ).data?.['findOrderForms'];

  test('are told with their parts, and with the enabled values of their lists', async () => {
    expect(await find(dan)).toEqual([
      {
        id: companies.north.form,
        name: 'North dealers',
        parts,
        takesLines: true,
        version: 1,
        whyNot: null,
        recordType: { name: 'Dealer orders' },
        choices: [{ key: 'billing', values: ['Net 30'] }],
      },
    ]);
  });

  test('are not there for a role that may not create records, and never in another company', async () => {
    expect(await find(vic)).toEqual([]);
    expect(await find(adaInSouth)).toMatchObject([{ id: companies.south.form, name: 'South dealers' }]);
  });
});

describe('an order', () => {
  test('is a record with its fields and lines', async () => {
    const lines = [
      { option: 'Hydraulic disc', quantity: 2, price: '260.00' },
      { option: 'Rim', quantity: 1 },
    ];
    const { recordId, recordNumber } = made(await submit(dan, { lines }));
    expect(recordNumber).toBeGreaterThanOrEqual(1000);
    const read = await server.ask(
      `query ($ids: [Id!]!) { findRecordHeader(data: { ids: $ids }) { records {
         recordNumber poNumber description issuedByCompanyName statusId { name } problemCodeId { name } additionalFields { value tag } } } }`,
      dan,
      { ids: [recordId] },
    );
    const page = read.data?.['findRecordHeader'] as { records: Record<string, unknown>[] } | undefined;
    const record = page?.records[0];
    expect(record).toMatchObject({
      recordNumber,
      poNumber: 4500118,
      description: 'North dealers SPA-1',
      issuedByCompanyName: '4500118',
      statusId: { name: 'New' },
      problemCodeId: { name: 'None' },
    });
    const additional = record?.['additionalFields'] as { value: string }[] | undefined;
    const values = additional?.map(({ value }) => value);
    expect(values).toEqual(expect.arrayContaining(['[1,2065550142]', 'Monday, Friday', 'France', 'SPA-1']));
    const kept = await server.query(
      'select position, field_values from line_item where record_id = $1 order by position',
      [recordId],
    );
    expect(kept.map((line) => Object.values(line['field_values'] as object))).toEqual([
      ['Hydraulic disc', '2', '260.00'],
      ['Rim', '1'],
    ]);
  });

  test('is one however often it is sent, one after the other and at once', async () => {
    const before = await countRecords();
    const lines = [{ option: 'Rim', quantity: 1 }];
    const all = await Promise.all(Array.from({ length: 8 }, () => submit(dan, { lines })));
    const again = await submit(dan, { lines });
    expect(new Set([...all, again].map((answer) => made(answer).recordNumber)).size).toBe(1);
    expect(await countRecords()).toBe(before + 1);
    const kept = await server.query('select 1 from line_item where record_id = $1', [made(again).recordId]);
    expect(kept).toHaveLength(1);
  });

  test('that was made is answered so when the form was changed since', async () => {
    const first = made(await submit(dan));
    expect(made(await submit(dan, { formVersion: 99 }))).toEqual(first);
    for (const other of [{ answers: [] }, { lines: [{ option: 'Rim', quantity: 1 }] }])
      expect(refusal(await submit(dan, other))).toEqual({
        code: 'INVALID',
        message: keyUsedForOther,
        field: 'idempotencyKey',
      });
    expect(made(await submit(dan))).toEqual(first);
  });

  test('is refused where an answer is wrong, by its question, and nothing is written', async () => {
    const before = await countRecords();
    for (const [change, field, message] of [
      [{ city: '' }, 'city', 'City is required'],
      [
        { orderContactEmail: 'x' },
        'orderContactEmail',
        'Invalid format. Please enter a valid email address (e.g. name@example.com).',
      ],
      [{ poNumber: 'PO-1' }, 'poNumber', 'PO Number have to be a valid number'],
      [{ billing: 'Cash' }, 'billing', 'Should be a value from the list'],
    ] as const)
      expect(refusal(await submit(dan, { answers: answers(change) }))).toEqual({
        code: 'INVALID',
        message,
        field,
      });
    expect(await countRecords()).toBe(before);
  });

  test('keeps to the conditions of the fields of its lines', async () => {
    const before = await countRecords();
    const { id, orders } = companies.north;
    const [option, price] = ['Option', 'Price'].map((name) => orders.lines?.fields.get(name)?.id);
    const [kept] = await server.query(
      `insert into field_condition (tenant_id, record_type_id, line_item_field_id, kind, conditions)
       values ($1, $2, $3, 'REQUIRED', $4::jsonb) returning id`,
      [
        id,
        orders.id,
        price,
        JSON.stringify([{ field: `l${option}`, operator: 'equals', value: 'Rim', logicOperator: 'AND' }]),
      ],
    );
    const unpriced = {
      lines: [
        { option: 'Hub', quantity: 1 },
        { option: 'Rim', quantity: 1 },
      ],
    };
    expect(refusal(await submit(dan, unpriced))).toMatchObject({
      code: 'INVALID',
      message: 'Rim: Price is required when Option equals Rim.',
      field: 'lines.1',
    });
    expect(await countRecords()).toBe(before);
    await server.query('update field_condition set enabled = false where id = $1', [kept?.['id']]);
  });

  test('is refused whole where a line is wrong', async () => {
    const before = await countRecords();
    const wrong = await submit(dan, {
      lines: [
        { option: 'Rim', quantity: 1 },
        { option: 'Disc', quantity: 1, price: 'much' },
      ],
    });
    expect(refusal(wrong)).toMatchObject({ code: 'INVALID', field: 'lines.1' });
    expect(refusal(await submit(dan, { lines: [{ option: 'Rim', quantity: 0 }] }))).toMatchObject({
      message: 'Rim: A quantity is 1 or more.',
    });
    expect(await countRecords()).toBe(before);
  });

  test('by a form that was changed meanwhile is refused', async () =>
    expect(refusal(await submit(dan, { formVersion: 2 }))).toMatchObject({ code: 'CONFLICT' }));

  test('is refused to a role that may not create records', async () =>
    expect(refusal(await submit(vic))).toMatchObject({ code: 'FORBIDDEN' }));

  test('by a form of another company, or of none, reads as absent', async () => {
    const foreign = await submit(dan, { formId: companies.south.form });
    expect(refusal(foreign)).toMatchObject({ code: 'NOT_FOUND', message: 'The order form was not found.' });
    expect(await submit(dan, { formId: 999_999 })).toEqual(foreign);
  });

  test('is refused to a role that may not fill a field of it, before anything is written', async () => {
    const city = companies.north.orders.fields.get('City')?.id;
    await server.query(
      `insert into role_field_access (tenant_id, role_id, record_type_id, field_id, access) values ($1, $2, $3, $4, 'ViewOnly')`,
      [companies.north.id, companies.north.dealer, companies.north.orders.id, city],
    );
    expect(refusal(await submit(dan))).toMatchObject({
      code: 'FORBIDDEN',
      message:
        'Your role may not fill all of this form. An administrator can give it access to the fields of the record type.',
    });
    await server.query('delete from role_field_access where field_id = $1', [city]);
    expect(made(await submit(dan)).recordNumber).toBeGreaterThan(0);
  });
});

describe('a form that is made', () => {
  const shape = 'id name parts problemCodeId takesLines enabled version recordType { name }';
  const create = (who: Credentials, data: object = {}) =>
    server.ask(`mutation ($data: CreateOrderFormInput!) { createOrderForm(data: $data) { ${shape} } }`, who, {
      data: {
        name: `Form ${key}`,
        recordTypeId: companies.north.orders.id,
        parts: ['billing'],
        takesLines: true,
        problemCodeId: companies.north.orders.problemCodes.get('None'),
        ...data,
      },
    });
  const update = (who: Credentials, data: object) =>
    server.ask(`mutation ($data: UpdateOrderFormInput!) { updateOrderForm(data: $data) { ${shape} } }`, who, {
      data: { name: `Form ${key}`, parts: [], takesLines: false, enabled: true, version: 1, ...data },
    });
  const idOf = (answer: Awaited<ReturnType<typeof create>>) => {
    if (answer.errors) throw new Error(JSON.stringify(answer.errors));
    return (answer.data as { createOrderForm: { id: number } }).createOrderForm.id;
  };
  const without = (keys: readonly string[]) => answers().filter((one) => !keys.includes(one.key));

  test('sends each answer to the field of its name, and is ordered by', async () => {
    const formId = idOf(await create(ada));
    const { recordId } = made(
      await submit(dan, {
        formId,
        answers: without(['opportunity', 'dealerId']),
        lines: [{ option: 'Rim', quantity: 3 }],
      }),
    );
    const kept = await server.query('select field_values from line_item where record_id = $1', [recordId]);
    expect(Object.values(kept[0]?.['field_values'] as object)).toEqual(['Rim', '3']);
  });

  test('is changed by its version, and by an old one not', async () => {
    const id = idOf(await create(ada));
    expect((await update(ada, { id })).data?.['updateOrderForm']).toMatchObject({ parts: [], version: 2 });
    expect(refusal(await update(ada, { id }))).toMatchObject({ code: 'CONFLICT' });
    expect((await update(ada, { id, version: 2, enabled: false })).errors).toBeUndefined();
    expect(refusal(await submit(dan, { formId: id, formVersion: 3 }))).toMatchObject({ code: 'NOT_FOUND' });
    const audited = await server.query(
      `select count(*) from audit_log where entity = 'order_form' and entity_id = $1 and user_id is not null`,
      [id],
    );
    expect(Number(audited[0]?.['count'])).toBe(3);
  });

  test.each([
    [{ name: ' ' }, 'name', 'A form needs a name.'],
    [{ name: 'x'.repeat(121) }, 'name', 'The name has at most 120 characters.'],
    [{ name: 'north DEALERS' }, 'name', 'There is already a form north DEALERS.'],
    [{ parts: ['wings'] }, 'parts', 'There is no such part of an order form.'],
    [
      { parts: ['salesOrder'] },
      'parts',
      'Dealer orders has no fields for these: Original Sales Order #. Add them, or leave out the part that asks them.',
    ],
    [{ problemCodeId: 999_999 }, 'problemCodeId', 'Should be a value from the list'],
  ])('is refused with %j', async (data, field, message) =>
    expect(refusal(await create(ada, data))).toEqual({ code: 'INVALID', field, message }),
  );

  test('is for administrators, of their own company', async () => {
    expect(refusal(await create(dan))).toMatchObject({ code: 'FORBIDDEN' });
    expect(refusal(await create(adaInSouth))).toMatchObject({ code: 'NOT_FOUND' });
    const foreign = await update(ada, { id: companies.south.form });
    expect(refusal(foreign)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await update(ada, { id: 999_999 })).toEqual(foreign);
  });
});

describe('the fields that a form asks for', () => {
  const addFields = (who: Credentials, recordTypeId: number, wanted: readonly string[] = ['salesOrder']) =>
    server.ask(
      `mutation ($data: AddOrderFieldsInput!) { addOrderFields(data: $data) { added inTheWay } }`,
      who,
      { data: { recordTypeId, parts: wanted } },
    );
  const makeType = async (name: string, fields: object[] = []) => {
    const answer = await server.ask(
      `mutation ($data: CreateRecordTypeInput!) { createRecordType(data: $data) { id } }`,
      ada,
      { data: { name, fields, statuses: [{ name: 'New', isFirst: true }], numbering: { nextNumber: 1 } } },
    );
    return (answer.data as { createRecordType: { id: number } }).createRecordType.id;
  };
  const fieldsOf = (typeId: number) =>
    server.query(
      'select name, data_type, enabled, id from field where record_type_id = $1 order by position, id',
      [typeId],
    );
  const untaken = async (typeId: number) => {
    const { data } = await server.ask(
      '{ findOrderFormDesigns { recordTypes { id untaken { key whyNot } } } }',
      ada,
    );
    const types = (
      data as { findOrderFormDesigns: { recordTypes: { id: number; untaken: { key: string }[] }[] } }
    ).findOrderFormDesigns.recordTypes;
    return types.find(({ id }) => id === typeId)?.untaken.map(({ key: question }) => question) ?? [];
  };

  test('are added to an empty type at once, which a form is made of and ordered by', async () => {
    const typeId = await makeType('Empty orders');
    expect(await untaken(typeId)).toContain('city');
    const answers = await Promise.all([addFields(ada, typeId, parts), addFields(ada, typeId, parts)]);
    const names = questionsOf(parts).flatMap(({ key: question, name }) =>
      question === 'poNumber' ? [] : [name],
    );
    const added = answers.map(
      ({ data }) => (data as { addOrderFields: { added: string[] } }).addOrderFields.added,
    );
    expect(added.toSorted((one, other) => other.length - one.length)).toEqual([names, []]);
    expect((await fieldsOf(typeId)).map(({ name }) => name)).toEqual(names);
    expect(await untaken(typeId)).not.toContain('city');

    const form = await server.ask(
      `mutation ($data: CreateOrderFormInput!) { createOrderForm(data: $data) { id missing } }`,
      ada,
      { data: { name: `Of ${key}`, recordTypeId: typeId, parts, takesLines: false } },
    );
    const { id: formId, missing } = (form.data as { createOrderForm: { id: number; missing: string[] } })
      .createOrderForm;
    expect(missing).toEqual([]);
    const audited = await server.query(
      `select 1 from audit_log where entity = 'field' and user_id is not null and entity_id = any($1)`,
      [(await fieldsOf(typeId)).map(({ id }) => id)],
    );
    expect(audited).toHaveLength(names.length);

    // A field that is switched off is no place for an answer: the form says so, and nothing is added beside it.
    await server.query(`update field set enabled = false where record_type_id = $1 and name = 'City'`, [
      typeId,
    ]);
    expect(refusal(await addFields(ada, typeId, parts))).toEqual({
      code: 'INVALID',
      field: 'parts',
      message: 'Nothing was added to Empty orders. “City” is switched off: switch it on in the record type.',
    });
    const designs = await server.ask('{ findOrderFormDesigns { forms { id missing } } }', ada);
    expect(designs.data).toMatchObject({
      findOrderFormDesigns: { forms: expect.arrayContaining([{ id: formId, missing: ['City'] }]) },
    });
  });

  test('are not added beside one of their name that cannot take the answer: it is named', async () => {
    const typeId = await makeType('Odd orders', [{ name: 'city', dataType: 'number' }]);
    const sentence =
      '“city” is a field of the type Whole number, which does not take the answer: rename it, or give it the type Text.';
    const first = await addFields(ada, typeId);
    expect(first.data?.['addOrderFields']).toMatchObject({
      added: expect.arrayContaining(['State', 'Original Sales Order #']),
      inTheWay: [sentence],
    });
    const before = await fieldsOf(typeId);
    expect(before.filter(({ name }) => String(name).toLowerCase() === 'city')).toHaveLength(1);
    expect(refusal(await addFields(ada, typeId)).message).toBe(
      `Nothing was added to Odd orders. ${sentence}`,
    );
    expect(await fieldsOf(typeId)).toEqual(before);
  });

  test('are for administrators, of their own company, and of parts that there are', async () => {
    const { orders } = companies.north;
    const before = await fieldsOf(orders.id);
    expect(refusal(await addFields(dan, orders.id))).toMatchObject({ code: 'FORBIDDEN' });
    const foreign = await addFields(adaInSouth, orders.id);
    expect(refusal(foreign)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await addFields(adaInSouth, 999_999)).toEqual(foreign);
    expect(refusal(await addFields(ada, orders.id, ['wings']))).toMatchObject({
      code: 'INVALID',
      message: 'There is no such part of an order form.',
    });
    expect(await fieldsOf(orders.id)).toEqual(before);
  });
});

describe('an earlier order', () => {
  const lines = [
    { option: 'Hydraulic disc', quantity: 2, price: '260.00' },
    { option: 'Rim', quantity: 1 },
  ];
  const findAll = async (who: Credentials, formId = companies.north.form) =>
    server.ask(
      'query ($data: PastOrdersInput!) { findPastOrders(data: $data) { recordId recordNumber poNumber opportunity } }',
      who,
      { data: { formId } },
    );
  const findLines = (who: Credentials, recordId: number) =>
    server.ask(
      'query ($data: PastOrderLinesInput!) { findPastOrderLines(data: $data) { lines { option quantity price } } }',
      who,
      { data: { formId: companies.north.form, recordId } },
    );

  test('is found by who made it, with its lines and the prices of then', async () => {
    const { recordId, recordNumber } = made(await submit(dan, { lines }));
    const mine = (await findAll(dan)).data?.['findPastOrders'] as object[];
    expect(mine[0]).toEqual({ recordId, recordNumber, poNumber: '4500118', opportunity: 'SPA-1' });
    expect((await findLines(dan, recordId)).data?.['findPastOrderLines']).toEqual({
      lines: [
        { option: 'Hydraulic disc', quantity: 2, price: '260.00' },
        { option: 'Rim', quantity: 1, price: null },
      ],
    });
    const ofAda = (await findAll(ada)).data?.['findPastOrders'] as { recordId: number }[];
    expect(ofAda.map((one) => one.recordId)).not.toContain(recordId);
  });

  test('is not there without the right to order, in another company, or of another type', async () => {
    const { recordId } = made(await submit(dan, { lines }));
    expect(refusal(await findAll(vic))).toMatchObject({ code: 'NOT_FOUND', field: 'formId' });
    expect(refusal(await findAll(adaInSouth))).toMatchObject({ code: 'NOT_FOUND', field: 'formId' });
    expect(refusal(await findLines(vic, recordId))).toMatchObject({ code: 'NOT_FOUND' });
    expect(refusal(await findLines(dan, 999_999_999))).toEqual({
      code: 'NOT_FOUND',
      message: 'The record was not found.',
      field: undefined,
    });
  });

  test('keeps from a role what it does not see of the record', async () => {
    made(await submit(dan, { lines }));
    const { id, dealer, orders } = companies.north;
    const hide = (column: string, field: unknown) =>
      server.query(
        `insert into role_field_access (tenant_id, role_id, record_type_id, ${column}, access)
         values ($1, $2, $3, $4, 'NotAllowed')`,
        [id, dealer, orders.id, field],
      );
    await hide('base_field', 'poNumber');
    await hide('field_id', orders.fields.get('Opportunity')?.id);
    try {
      const [last] = ((await findAll(dan)).data?.['findPastOrders'] ?? []) as object[];
      expect(last).toMatchObject({ poNumber: null, opportunity: null });
    } finally {
      await server.query('delete from role_field_access where tenant_id = $1', [id]);
    }
  });
});

describe('the files', () => {
  const header = headerOf('OPPORTUNITIES').join(',');
  const row = (number: string, name = 'Harbor fleet') =>
    `${name},${number},Harbor,Dealer,Whitfield,Dana,Approved,Ada,41880,10452,Frames,Ada,Seattle,WA,Open,No,U1,Harbor`;
  const start = (who: Credentials, data: object = {}) =>
    server.ask(
      'mutation ($data: StartOrderFileUploadInput!) { startOrderFileUpload(data: $data) { url method } }',
      who,
      { data: { kind: 'OPPORTUNITIES', fileName: 'May.csv', sizeBytes: 100, ...data } },
    );
  const send = async (content: string | Buffer | Readable, who = ada, kind = 'OPPORTUNITIES') => {
    const link = (await start(who, { kind })).data?.['startOrderFileUpload'] as { url: string };
    const answer = await server.app.inject({
      method: 'PUT',
      url: link.url,
      headers: { 'content-type': 'application/octet-stream' },
      payload: content,
    });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  };
  const find = async (who: Credentials) =>
    server.ask(
      '{ findOrderFiles { mayReplace files { kind fileName rowCount uploadedBy sizeBytes hash url } } }',
      who,
    );
  type Found = { kind: string; url: string; hash: string; rowCount: number; fileName: string };
  const filesOf = async (who: Credentials) => {
    const found = (await find(who)).data?.['findOrderFiles'] as { files: Found[] } | undefined;
    return found?.files ?? [];
  };
  const read = async (who: Credentials) => {
    const [file] = await filesOf(who);
    return server.app.inject({ method: 'GET', url: file?.url ?? '' });
  };

  test('come in, and are read by whoever may order', async () => {
    const text = `${header}\r\n${row('SPA-1')}\r\n`;
    expect(await send(text)).toEqual({ status: 200, body: { rows: 1, faults: [], faultTotal: 0 } });
    expect(await filesOf(dan)).toMatchObject([
      { kind: 'OPPORTUNITIES', fileName: 'May.csv', rowCount: 1, uploadedBy: 'ada Test' },
    ]);
    const answer = await read(dan);
    expect(answer.body).toBe(text);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="orders.csv"',
      'x-content-type-options': 'nosniff',
    });
    expect(await server.storage.open(`ais/${companies.north.id}.csv`)).not.toBeNull();
  });

  test('with something wrong are told by row, and leave the one that stands', async () => {
    await send(`${header}\n${row('SPA-1')}`);
    expect(await send(`${header}\n${row('SPA-2')}\n${row('')}`)).toEqual({
      status: 200,
      body: {
        rows: 2,
        faults: [{ row: 3, column: 'spaOppNumber', sentence: 'spaOppNumber is required' }],
        faultTotal: 1,
      },
    });
    expect((await read(dan)).body).toContain('SPA-1');
  });

  test.each([
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${header}\n${row('1', 'Café')}`, 'utf8')],
    ['UTF-16 with its mark', Buffer.from(`\uFEFF${header}\n${row('1', 'Café')}`, 'utf16le')],
    ['Windows-1252', Buffer.from(`${header}\n${row('1', 'Café')}`, 'latin1')],
  ])('in %s stand as UTF-8', async (_what, bytes) => {
    expect((await send(bytes)).body).toMatchObject({ faultTotal: 0 });
    expect((await read(dan)).body).toBe(`${header}\n${row('1', 'Café')}`);
  });

  test.each([
    ['a workbook', Buffer.from('PK\u0003\u0004rest of it', 'latin1')],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1])],
    ['nothing', Buffer.alloc(0)],
  ])('that are %s are refused', async (_what, bytes) =>
    expect(await send(bytes)).toMatchObject({ status: 400, body: { code: 'INVALID' } }),
  );

  test('of 100,000 rows come in', async () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => row(`SPA-${index}`));
    expect((await send([header, ...rows].join('\n'))).body).toMatchObject({ rows: 100_000, faultTotal: 0 });
    expect(await filesOf(ada)).toMatchObject([{ rowCount: 100_000 }]);
  });

  test('of options belong to the company of their rows', async () => {
    const options = (tenant: number) => `opportunityId,customer,option,tenant_id\nSPA-1,Harbor,Rim,${tenant}`;
    expect((await send(options(companies.south.id), ada, 'DEALER_OPTIONS')).body).toMatchObject({
      faultTotal: 1,
    });
    expect((await send(options(companies.north.id), ada, 'DEALER_OPTIONS')).body).toMatchObject({
      faultTotal: 0,
    });
  });

  describe('of options', () => {
    const bring = (rows: readonly string[]) =>
      send(
        [
          'opportunityId,customer,option,tenant_id,price,needs,excludes,group',
          ...rows.map((row) => row.replace('TENANT', String(companies.north.id))),
        ].join('\n'),
        ada,
        'DEALER_OPTIONS',
      );
    const rules = [
      'SPA-1,Harbor,Axle A,TENANT,0,,,Axle',
      'SPA-1,Harbor,Axle B,TENANT,48,,,Axle',
      'SPA-1,Harbor,Disc,TENANT,260,Axle B,,',
      'SPA-2,Harbor,Lamp,TENANT,9,,,',
    ];
    const of = (...options: string[]) => options.map((option) => ({ option, quantity: 1 }));

    test('are asked of an order by their rules, whatever sends it', async () => {
      await bring(rules);
      const before = await countRecords();
      const why = async (...options: string[]) => refusal(await submit(dan, { lines: of(...options) }));
      expect(await why('Disc')).toEqual({ code: 'INVALID', message: 'Disc needs Axle B.', field: 'lines' });
      expect(await why('Axle A', 'Axle B')).toMatchObject({ message: 'Axle A does not go with Axle B.' });
      expect(await why('Lamp')).toMatchObject({
        message: 'Lamp is not offered for this opportunity. Take it out, or choose what is offered.',
      });
      expect(await countRecords()).toBe(before);
      made(await submit(dan, { lines: of('Disc', 'Axle B') }));
    });

    test('that were replaced since are said, and the order that was made is answered as first', async () => {
      await bring(rules);
      const { hash: optionsHash } = (await filesOf(dan)).find(({ kind }) => kind === 'DEALER_OPTIONS')!;
      const sent = { lines: of('Lamp'), answers: answers({ opportunity: 'SPA-2' }), optionsHash };
      const first = made(await submit(dan, sent));
      await bring(rules.slice(0, 3));
      expect(made(await submit(dan, sent))).toEqual(first);
      expect(refusal(await submit(dan, { ...sent, idempotencyKey: `${key} again` }))).toEqual({
        code: 'CONFLICT',
        message:
          'The options of your company were replaced since you opened them. Your draft is kept: look the options through again.',
        field: 'lines',
      });
    });

    test('that cannot be read at the moment refuse the order with a sentence, and make nothing', async () => {
      await bring(rules.slice(1));
      await server.storage.remove(`ais/${companies.north.id}-dealer-options.csv`);
      const before = await countRecords();
      expect(refusal(await submit(dan, { lines: of('Axle B') }))).toMatchObject({
        code: 'UNAVAILABLE',
        message:
          'The options of your company cannot be read at this moment. Your draft is kept: please submit again in a moment.',
      });
      expect(await countRecords()).toBe(before);
    });
  });

  test('are not another company’s, and a link opens nothing but what it was made for', async () => {
    await send(`${header}\n${row('SPA-1')}`);
    expect(await filesOf(adaInSouth)).toEqual([]);
    const [file] = await filesOf(dan);
    for (const url of [`${file?.url}x`, '/order-files/', (file?.url ?? '').replace('order-files', 'files')])
      expect((await server.app.inject({ method: 'GET', url })).statusCode).toBe(404);
  });

  test('are closed to a role without the page, also by a link that was made before', async () => {
    await send(`${header}\n${row('SPA-1')}`);
    expect((await find(vic)).errors?.[0]).toMatchObject({
      message: 'Your role may not enter orders here.',
      extensions: { code: 'FORBIDDEN' },
    });
    const [file] = await filesOf(dan);
    const actions = `update role_menu_item_action set enabled = $3 where tenant_id = $1 and role_id = $2
      and menu_item_id = (select id from menu_item where tenant_id = $1 and route = 'order-entry')`;
    await server.query(actions, [companies.north.id, companies.north.dealer, false]);
    expect((await server.app.inject({ method: 'GET', url: file?.url ?? '' })).statusCode).toBe(404);
    await server.query(actions, [companies.north.id, companies.north.dealer, true]);
  });

  test('come in though something is set up meanwhile, and replace nothing where their sender may not any more', async () => {
    const sendAround = (name: string, text: string) =>
      send(
        Readable.from(
          (async function* () {
            yield Buffer.from(`${header}\n`);
            await server.query(text, [companies.north.id]);
            yield Buffer.from(row(name));
          })(),
        ),
      );
    const touch = 'update tenant set structure_version = structure_version + 1 where id = $1';
    expect(await sendAround('SPA-1', touch)).toMatchObject({ status: 200, body: { rows: 1 } });
    const before = (await read(ada)).body;
    const enable = (enabled: boolean) => `update membership set enabled = ${enabled} where tenant_id = $1
         and role_id in (select id from role where administers)`;
    const { status } = await sendAround('SPA-2', enable(false));
    await server.query(enable(true), [companies.north.id]);
    expect(status).toBe(401);
    ada = await server.enter('ada', companies.north);
    expect((await read(ada)).body).toBe(before);
  });

  test('are brought by administrators alone', async () => {
    expect((await start(dan)).errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
    const put = await server.app.inject({ method: 'PUT', url: '/order-file-uploads/forged', payload: 'x' });
    expect(put.statusCode).toBe(404);
  });

  test.each([
    [{ sizeBytes: 0 }, 'The file is empty.'],
    [{ sizeBytes: 50_000_001 }, 'The file size exceeds the 50 MB limit.'],
    [{ fileName: '/' }, 'A file needs a name.'],
  ])('are refused beforehand: %j', async (data, message) =>
    expect((await start(ada, data)).errors?.[0]?.message).toBe(message),
  );

  test('are in the audit log of the company, the same file once, and go with it', async () => {
    await send(`${header}\n${row('SPA-1')}`, adaInSouth);
    await send(`${header}\n${row('SPA-1')}`, adaInSouth);
    const entries = await server.query(
      `select count(*) from audit_log where tenant_id = $1 and entity = 'order_file' and user_id is not null`,
      [companies.south.id],
    );
    expect(Number(entries[0]?.['count'])).toBe(1);
    await deleteTenant(server, companies.south.id);
    expect(await server.storage.open(`ais/${companies.south.id}.csv`)).toBeNull();
  });
});

describe('files of an order', () => {
  const png = Buffer.from('\u0089PNG\r\n\u001a\nand the rest of a picture', 'latin1');
  let form: number;
  let drawings: number;

  beforeAll(async () => {
    drawings = companies.north.orders.fields.get('Drawings')!.id;
    const answer = await server.ask(
      'mutation ($data: CreateOrderFormInput!) { createOrderForm(data: $data) { id } }',
      ada,
      {
        data: {
          name: 'With files',
          recordTypeId: companies.north.orders.id,
          parts: [...parts, 'attachments'],
          takesLines: false,
          problemCodeId: companies.north.orders.problemCodes.get('None'),
        },
      },
    );
    form = (answer.data!['createOrderForm'] as { id: number }).id;
  });

  async function upload(who: Credentials, fileName: string): Promise<number> {
    const data = {
      recordTypeId: companies.north.orders.id,
      recordAdditionalFieldByTypeId: drawings,
      fileName,
      sizeBytes: png.length,
    };
    const started = await server.ask(
      'mutation ($data: StartFileUploadInput!) { startFileUpload(data: $data) { url } }',
      who,
      { data },
    );
    const { url } = started.data!['startFileUpload'] as { url: string };
    const headers = { 'content-type': 'application/octet-stream' };
    return (await server.app.inject({ method: 'PUT', url, headers, payload: png })).json<{ id: number }>().id;
  }
  const send = (who: Credentials, files: object[], data: object = {}) =>
    submit(who, { formId: form, files, ...data });
  const ofDrawings = (...fileIds: number[]) => [{ key: `f${drawings}`, fileIds }];
  const filesOf = async (recordId: number) => {
    const answer = await server.ask(
      'query ($data: FindRecordFilesInput!) { findRecordFiles(data: $data) { files { name recordFieldName createdByName } } }',
      dan,
      { data: { recordId, recordTypeId: companies.north.orders.id } },
    );
    return (answer.data?.['findRecordFiles'] as { files: object[] } | undefined)?.files;
  };
  const attachmentsTold = async (who: Credentials) => {
    const answer = await server.ask('{ findOrderForms { id attachments { key name required } } }', who);
    const forms = answer.data?.['findOrderForms'] as { id: number; attachments: object[] }[];
    return forms.find(({ id }) => id === form)?.attachments;
  };

  test('go into the fields of the record, in their order, and once however often it is sent', async () => {
    expect(await attachmentsTold(dan)).toEqual([
      { key: `f${drawings}`, name: 'Drawings', required: false },
      { key: 'recordFile', name: 'Record File', required: false },
    ]);
    const [plan, photo] = [await upload(dan, 'Plan.png'), await upload(dan, 'Photo.png')];
    const all = await Promise.all([1, 2, 3].map(() => send(dan, ofDrawings(photo, plan))));
    const [first] = all.map(made);
    expect(new Set(all.map((answer) => made(answer).recordId)).size).toBe(1);
    const told = { recordFieldName: 'Drawings', createdByName: 'dan Test' };
    expect(await filesOf(first!.recordId)).toEqual([
      { name: 'Photo.png', ...told },
      { name: 'Plan.png', ...told },
    ]);
    expect(refusal(await send(dan, ofDrawings(plan)))).toMatchObject({ message: keyUsedForOther });
  });

  test('are refused where the form asks for none, and of others and of nobody as absent; nothing is written', async () => {
    const before = await countRecords();
    const [own, hers] = [await upload(dan, 'Own.png'), await upload(ada, 'Hers.png')];
    const absent = { code: 'INVALID', message: 'The file was not found.', field: `f${drawings}` };
    expect(refusal(await send(dan, ofDrawings(own, hers)))).toEqual(absent);
    expect(refusal(await send(dan, ofDrawings(999_999)))).toEqual(absent);
    const none = { code: 'INVALID', message: 'This form takes no files here.' };
    expect(refusal(await send(dan, ofDrawings(own), { formId: companies.north.form }))).toMatchObject(none);
    expect(refusal(await send(dan, [{ key: 'poNumber', fileIds: [own] }]))).toMatchObject(none);
    expect(refusal(await send(dan, [...ofDrawings(own), ...ofDrawings(own)]))).toMatchObject(none);
    expect(await countRecords()).toBe(before);
    // What was refused is still the person's own.
    expect(made(await send(dan, ofDrawings(own))).recordNumber).toBeGreaterThan(0);
  });

  test('are asked of nobody whose role may not fill the field, and asked before anything is written where it is required', async () => {
    await server.query(
      `insert into role_field_access (tenant_id, role_id, record_type_id, field_id, access) values ($1, $2, $3, $4, 'ViewOnly')`,
      [companies.north.id, companies.north.dealer, companies.north.orders.id, drawings],
    );
    expect(await attachmentsTold(dan)).toEqual([{ key: 'recordFile', name: 'Record File', required: false }]);
    await server.query('delete from role_field_access where field_id = $1', [drawings]);
    await server.query('update field set required = true where id = $1', [drawings]);
    const before = await countRecords();
    expect(await attachmentsTold(dan)).toContainEqual({
      key: `f${drawings}`,
      name: 'Drawings',
      required: true,
    });
    expect(refusal(await send(dan, []))).toEqual({
      code: 'INVALID',
      message: 'Drawings is required',
      field: `f${drawings}`,
    });
    expect(await countRecords()).toBe(before);
    await server.query('update field set required = false where id = $1', [drawings]);
  });
});
