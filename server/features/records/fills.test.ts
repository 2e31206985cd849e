// What a choice from a list of objects fills, through the front door, on each way by which records and lines are written.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { createLineRule } from '@rowhouse/domain/import/beginning.ts';
import { loadTenantConfig } from '../../platform/tenant-config/load-tenant-config.ts';
import { aTenant } from '../../seed/builders.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof build>>;
let elsewhere: Awaited<ReturnType<typeof build>>;
/** Administers both companies. */
let ana: Credentials;
/** Sees the price and may not write it, and does not see the note. */
let bob: Credentials;
beforeAll(async () => {
  server = await startTestServer({ bulkPartSize: 10 });
  world = await build('Shop');
  elsewhere = await build('Other shop');
  ana = await server.enter('ana', world.tenant);
  bob = await server.enter('bob', world.tenant);
});
afterAll(() => server.close());

const build = (name: string) =>
  server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name, bucket: 9 });
    const administrator = await tenant.withRole({
      name: 'Administrator',
      administers: true,
      defaultFieldAccess: 'Editable',
    });
    const clerk = await tenant.withRole({ name: 'Clerk', defaultFieldAccess: 'Editable' });
    await tenant.withMember(server.people.ana, administrator);
    await tenant.withMember(server.people.bob, clerk);
    const makers = await tenant.withList({
      name: 'Makers',
      values: ['Forge', { value: 'Mill', enabled: false }],
    });
    const product = await tenant.withObject({
      name: 'Product',
      properties: [
        { name: 'Name', displayable: true },
        { name: 'Number' },
        { name: 'Price', dataType: 'currency' },
        { name: 'Maker', dataType: 'dropdown', list: makers },
        { name: 'Remark', dataType: 'textarea' },
      ],
    });
    const products = await tenant.withList({
      name: 'Products',
      listType: 'Object',
      object: product,
      values: [
        {
          value: 'Bolt',
          properties: {
            Name: 'Bolt',
            Number: 'B-1',
            Price: '2.5',
            Maker: String(makers.values.get('Forge')),
          },
        },
        {
          value: 'Nut',
          properties: {
            Name: 'Nut',
            Number: 'N-1',
            Maker: String(makers.values.get('Mill')),
            Remark: 'Small',
          },
        },
      ],
    });
    const fields = [
      {
        name: 'Product',
        dataType: 'dropdown',
        list: products,
        fills: { Number: 'Number', Price: 'Price', Maker: 'Maker', Note: 'Remark' },
      },
      { name: 'Number', dataType: 'string' },
      { name: 'Price', dataType: 'currency' },
      { name: 'Maker', dataType: 'single-select', list: makers },
      { name: 'Note', dataType: 'textarea', slot: 'overflow' },
    ] as const;
    const lineFields = [
      { name: 'Item', dataType: 'dropdown', list: products, fills: { Code: 'Number', Cost: 'Price' } },
      { name: 'Code', dataType: 'string' },
      { name: 'Cost', dataType: 'currency', required: true },
      { name: 'Count', dataType: 'number' },
      { name: 'Line total', dataType: 'currency', formula: 'Cost * Count' },
    ] as const;
    const orders = await tenant.withRecordType({
      name: 'Orders',
      statuses: ['Open'],
      problemCodes: ['None'],
      fields: [...fields, { name: 'Total', dataType: 'currency', formula: 'sum(Line total)' }],
      lines: { name: 'Lines', fields: [...lineFields] },
    });
    const menu = await tenant.withMenu([
      {
        name: 'Work',
        route: 'work',
        sections: [
          { name: 'Work', route: 'work', items: [{ name: 'Orders', route: 'orders', recordType: orders }] },
        ],
      },
    ]);
    for (const role of [administrator, clerk])
      await tenant.withActions(role, menu.get('Orders') ?? 0, [
        'view',
        'create records',
        'bulk update',
        'line item access',
        'edit line items',
      ]);
    await tenant.withFieldAccess(clerk, orders, [
      { field: 'Price', access: 'ViewOnly' },
      { field: 'Note', access: 'NotAllowed' },
    ]);
    const idOf = (field: string) =>
      Number(orders.fields.get(field)?.id ?? orders.lines?.fields.get(field)?.id);
    return {
      tenant,
      orders,
      idOf,
      property: (of: string) => Number(product.properties.get(of)),
      bolt: String(products.values.get('Bolt')),
      nut: String(products.values.get('Nut')),
      forge: String(makers.values.get('Forge')),
      products,
    };
  });

async function ask<Result>(document: string, data: object, who = ana, more: object = {}): Promise<Result> {
  const { data: answer, errors } = await server.ask(document, who, { data, ...more });
  expect(errors).toBeUndefined();
  return Object.values(answer ?? {})[0] as Result;
}
async function refusal(document: string, data: object, who = ana) {
  const [error] = (await server.ask(document, who, { data })).errors ?? [];
  return { code: error?.extensions['code'], message: error?.message, field: error?.extensions['field'] };
}

type Given = Readonly<Record<string, string | null>>;
const give = (values: Given) => ({
  additionalFields: Object.entries(values).map(([name, value]) => ({
    recordAdditionalFieldByTypeId: world.idOf(name),
    value,
  })),
});
const registerDocument = `mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id } }`;
const updateDocument = `mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }`;

let lastNumber = 100;
const sent = (values: Given) => ({
  recordType: world.orders.id,
  recordNumber: (lastNumber += 1),
  statusId: world.orders.statuses.get('Open'),
  problemCodeId: world.orders.problemCodes.get('None'),
  description: 'One',
  issuedByCompanyName: 'One',
  issuedToCompanyName: 'Two',
  poNumber: 7,
  recordDate: '2026-01-05',
  ...give(values),
});
const register = async (values: Given = {}, who = ana) =>
  (await ask<{ id: number }>(registerDocument, sent(values), who)).id;
const update = (id: number, values: Given, who = ana) => ask(updateDocument, { id, ...give(values) }, who);

async function read(id: number): Promise<Given> {
  const { records } = await ask<{ records: { additionalFields: { tag: string; value: string | null }[] }[] }>(
    `query ($data: FindRecordHeaderInput!) { findRecordHeader(data: $data) { records { additionalFields { tag value } } } }`,
    { ids: [id], recordTypeId: world.orders.id },
  );
  const values = new Map(
    records[0]?.additionalFields.map((one) => [Number(one.tag.split(';')[2]), one.value]),
  );
  return Object.fromEntries(
    ['Product', 'Number', 'Price', 'Maker', 'Note', 'Total'].map((name) => [
      name,
      values.get(world.idOf(name)) ?? null,
    ]),
  );
}

const ofBolt = () => ({ Product: world.bolt, Number: 'B-1', Price: '2.5', Maker: world.forge, Note: null });
/** It has no price, and a maker that is no longer chosen. */
const ofNut = () => ({ Product: world.nut, Number: 'N-1', Price: null, Maker: null, Note: 'Small' });

describe('a record', () => {
  test('is filled when it is made, but where something is said', async () => {
    expect(await read(await register({ Product: world.bolt }))).toMatchObject(ofBolt());
    const said = await register({ Product: world.bolt, Price: '9', Number: null });
    expect(await read(said)).toMatchObject({ ...ofBolt(), Price: '9', Number: null });
    expect(await read(await register())).toMatchObject({ Product: null, Number: null });
  });

  test('is filled over its default values, and by a choice that is one', async () => {
    const setDefault = (name: string, value: string | null) =>
      server.query('update field set default_value = $2 where id = $1', [world.idOf(name), value]);
    await setDefault('Product', world.bolt);
    await setDefault('Price', '100');
    try {
      expect(await read(await register())).toMatchObject(ofBolt());
      expect(await read(await register({ Product: null }))).toMatchObject({ Product: null, Price: '100' });
      expect(await read(await register({ Price: '6' }))).toMatchObject({ ...ofBolt(), Price: '6' });
    } finally {
      await setDefault('Product', null);
      await setDefault('Price', null);
    }
  });

  test('is filled when the choice changes, and by nothing else', async () => {
    const id = await register({ Product: world.bolt });
    await update(id, { Price: '1' });
    await update(id, { Product: world.bolt, Note: 'Mine' });
    expect(await read(id)).toMatchObject({ ...ofBolt(), Price: '1', Note: 'Mine' });
    await update(id, { Product: world.nut });
    expect(await read(id)).toMatchObject(ofNut());
    await update(id, { Product: null });
    expect(await read(id)).toMatchObject({ ...ofNut(), Product: null });
  });

  test('is filled where the role may write, and nowhere else', async () => {
    const id = await register({ Product: world.nut });
    await update(id, { Product: world.bolt }, bob);
    expect(await read(id)).toMatchObject({ ...ofBolt(), Price: null, Note: 'Small' });
    const { data } = await server.ask(
      `query ($id: Id!) { getSaasRecordFieldsByRecordTypes(recordType: $id) { id fills { fieldId propertyId } } }`,
      bob,
      { id: world.orders.id },
    );
    type Told = { id: number; fills: { fieldId: number }[] };
    const fields = (data?.['getSaasRecordFieldsByRecordTypes'] ?? []) as Told[];
    const told = fields.find((one) => one.id === world.idOf('Product'));
    expect(told?.fills.map(({ fieldId }) => fieldId)).toEqual([world.idOf('Number'), world.idOf('Maker')]);
  });

  test('tells what was filled as any change of it', async () => {
    const id = await register({ Product: world.bolt });
    await update(id, { Product: world.nut });
    const { logs } = await ask<{ logs: { changes: { what: string; newValue: string | null }[] }[] }>(
      `query ($data: FilterAuditLogsForRecordInput!) { filterAuditLogsForRecord(data: $data) { logs { changes { what newValue } } } }`,
      { filterInput: { recordId: id } },
    );
    expect(logs[0]?.changes.map(({ what }) => what).sort()).toEqual([
      'Maker',
      'Note',
      'Number',
      'Price',
      'Product',
    ]);
  });

  test('is given back as it stood by an undo, which fills nothing', async () => {
    const id = await register({ Product: world.bolt });
    await update(id, { Number: 'mine' });
    await server.ask(
      updateDocument,
      { ...ana, source: 'UNDO' },
      { data: { id, ...give({ Product: world.nut }) } },
    );
    expect(await read(id)).toMatchObject({ ...ofBolt(), Product: world.nut, Number: 'mine' });
  });
});

describe('many records', () => {
  test('are filled each where its choice changes, and given back with what was filled', async () => {
    const [one, other] = [await register({ Product: world.bolt }), await register({ Product: world.nut })];
    await update(one, { Price: '1' });
    const told = `id state updated`;
    const query = {
      recordTypeId: world.orders.id,
      enabled: true,
      filters: [
        {
          fieldId: world.idOf('Number'),
          field: `f${world.idOf('Number')}`,
          logicOperator: 'AND',
          priority: 0,
          filterCriteria: { operator: 'isNotEmpty' },
        },
      ],
    };
    const started = await ask<{ id: number }>(
      `mutation ($data: StartBulkChangeInput!) { startBulkChange(data: $data) { ${told} } }`,
      { query, values: give({ Product: world.bolt }) },
    );
    const ended = async (id: number) => {
      const find = () =>
        ask<{ state: string }>(
          `query ($data: FindBulkChangeInput!) { findBulkChange(data: $data) { ${told} } }`,
          { id },
        );
      await expect.poll(async () => (await find()).state, { timeout: 30_000 }).toBe('FINISHED');
    };
    await ended(started.id);
    expect(await read(one)).toMatchObject({ ...ofBolt(), Price: '1' });
    expect(await read(other)).toMatchObject(ofBolt());
    const undone = await ask<{ id: number }>(
      `mutation ($data: FindBulkChangeInput!) { undoBulkChange(data: $data) { ${told} } }`,
      { id: started.id },
    );
    await ended(undone.id);
    expect(await read(other)).toMatchObject(ofNut());
  });

  test('are filled by the change of up to 100', async () => {
    const ids = [await register(), await register({ Product: world.bolt, Price: '7' })];
    await server.ask(
      `mutation ($ids: [Id!]!, $data: UpdateBulkRecordInput!) { updateBulkRecordHeader(ids: $ids, data: $data) { id outcome } }`,
      ana,
      { ids, data: give({ Product: world.bolt }) },
    );
    expect(await read(ids[0]!)).toMatchObject(ofBolt());
    expect(await read(ids[1]!)).toMatchObject({ ...ofBolt(), Price: '7' });
  });

  test('are filled by a file, where a cell says nothing', async () => {
    const there = await register({ Product: world.nut });
    const numberOfThere = lastNumber;
    const headers = ['Record Number', 'Status', 'Product', 'Price'];
    const created = await ask<{ id: number; fieldKeys: (string | null)[] }>(
      `mutation ($data: CreateImportInput!) { createImport(data: $data) { id fieldKeys } }`,
      { recordTypeId: world.orders.id, fileName: 'orders.csv', headers },
    );
    const rows = [
      [String((lastNumber += 1)), 'Open', 'Bolt', ''],
      [String((lastNumber += 1)), 'Open', 'Bolt', '8'],
      [String(numberOfThere), 'Open', 'Bolt', ''],
    ];
    await ask(`mutation ($data: AddImportRowsInput!) { addImportRows(data: $data) { rowCount } }`, {
      id: created.id,
      rows: rows.map((cells, index) => ({ row: index + 2, cells })),
    });
    const { judgement, faults } = await ask<{ judgement: number; faults: unknown[] }>(
      `mutation ($data: JudgeImportInput!) { judgeImport(data: $data) { judgement faults { fault } } }`,
      {
        id: created.id,
        columns: created.fieldKeys.flatMap((fieldKey, column) =>
          fieldKey === null ? [] : [{ column, fieldKey }],
        ),
        dayFirst: false,
        existing: 'UPDATE',
      },
    );
    expect(faults).toEqual([]);
    const { bulkChangeId } = await ask<{ bulkChangeId: number }>(
      `mutation ($data: StartImportInput!) { startImport(data: $data) { bulkChangeId } }`,
      { id: created.id, judgement },
    );
    await expect
      .poll(
        async () =>
          (
            await ask<{ state: string }>(
              `query ($data: FindBulkChangeInput!) { findBulkChange(data: $data) { state } }`,
              { id: bulkChangeId },
            )
          ).state,
        { timeout: 30_000 },
      )
      .toBe('FINISHED');
    const made = await server.query(
      `select id::int from record where record_type_id = $1 and record_number = any($2) order by record_number`,
      [world.orders.id, [lastNumber - 1, lastNumber]],
    );
    expect(await read(Number(made[0]?.['id']))).toMatchObject(ofBolt());
    expect(await read(Number(made[1]?.['id']))).toMatchObject({ ...ofBolt(), Price: '8' });
    expect(await read(there)).toMatchObject({ ...ofBolt(), Note: null });
  });
});

describe('a line', () => {
  const saveLines = (rows: readonly object[], who: Credentials & { source?: string } = ana) =>
    ask<
      {
        lineItemsRow: { id: number } | null;
        lineItems: { value: string; lineItemsByTypeFileds: { id: number } }[];
        refusal: { message: string } | null;
      }[]
    >(
      `mutation ($data: [LineItemsRowInput!]!) { createOrUpdateManyLineItems(data: $data) {
         lineItemsRow { id } lineItems { value lineItemsByTypeFileds { id } } refusal { message } } }`,
      rows,
      who,
    );
  const values = (given: Given) => ({
    lineItemsFields: Object.entries(given).map(([name, value]) => ({
      lineItemsByTypeFiledsId: world.idOf(name),
      value,
    })),
  });
  const shown = ({ lineItems }: Awaited<ReturnType<typeof saveLines>>[number]) =>
    Object.fromEntries(
      ['Item', 'Code', 'Cost', 'Line total'].map((name) => [
        name,
        lineItems.find((one) => one.lineItemsByTypeFileds.id === world.idOf(name))?.value ?? null,
      ]),
    );

  test('is filled when it is made and when its choice changes, and is computed with it', async () => {
    const recordHeaderId = await register();
    const [made] = await saveLines([{ recordHeaderId, ...values({ Item: world.bolt, Count: '4' }) }]);
    expect(shown(made!)).toEqual({ Item: world.bolt, Code: 'B-1', Cost: '2.5', 'Line total': '10' });
    expect(await read(recordHeaderId)).toMatchObject({ Total: '10' });
    const rowId = made!.lineItemsRow!.id;
    const line = { recordHeaderId, rowId };
    await saveLines([{ ...line, ...values({ Cost: '3' }) }]);
    const [same] = await saveLines([{ ...line, ...values({ Item: world.bolt, Count: '2' }) }]);
    expect(shown(same!)).toEqual({ Item: world.bolt, Code: 'B-1', Cost: '3', 'Line total': '6' });
    // It has no price, and a line needs one.
    const [refused] = await saveLines([{ ...line, ...values({ Item: world.nut }) }]);
    expect(refused!.refusal?.message).toBe('Cost is required');
    const [said] = await saveLines([{ ...line, ...values({ Item: world.nut, Cost: '1' }) }]);
    expect(shown(said!)).toEqual({ Item: world.nut, Code: 'N-1', Cost: '1', 'Line total': '2' });
  });

  const saveConditions = (fieldConditions: readonly object[]) =>
    ask<{ fieldConditions: { id: number; version: number }[] }>(
      `mutation ($data: UpdateRecordTypeInput!) { updateRecordType(data: $data) { fieldConditions { id version } } }`,
      { id: world.orders.id, fieldConditions },
    );
  const withCondition = async (
    [name, kind]: readonly [name: string, kind: string],
    [asked, value]: readonly [name: string, value: string],
    work: () => Promise<void>,
  ) => {
    const conditions = [{ field: `l${world.idOf(asked)}`, operator: 'equals', value, logicOperator: 'AND' }];
    const made = await saveConditions([{ field: `l${world.idOf(name)}`, kind, conditions }]);
    await work();
    await saveConditions(made.fieldConditions.map((one) => ({ ...one, enabled: false })));
  };

  test('is filled but for what a condition closes', () =>
    withCondition(['Code', 'READ_ONLY'], ['Count', '99'], async () => {
      const recordHeaderId = await register();
      const [made] = await saveLines([{ recordHeaderId, ...values({ Code: 'Kept', Cost: '1' }) }]);
      const line = { recordHeaderId, rowId: made!.lineItemsRow!.id };
      await saveLines([{ ...line, ...values({ Count: '99' }) }]);
      const [chosen] = await saveLines([{ ...line, ...values({ Item: world.bolt }) }]);
      expect(chosen!.refusal).toBeNull();
      expect(shown(chosen!)).toMatchObject({ Item: world.bolt, Code: 'Kept', Cost: '2.5' });
    }));

  test('of a file is judged with what its choice fills, before anything is written', () =>
    withCondition(['Count', 'REQUIRED'], ['Code', 'B-1'], async () => {
      const config = (await loadTenantConfig(server.database, world.tenant.id))!;
      const kind = [...config.lineItemTypes.values()].find(
        ({ recordTypeId }) => recordTypeId === world.orders.id,
      );
      const judge = createLineRule(config, kind!, null);
      const item = { [world.idOf('Item')]: world.bolt };
      expect(judge(item)).toEqual({
        fault: { fieldId: world.idOf('Count'), sentence: 'Count is required when Code equals B-1.' },
      });
      expect(judge({ ...item, [world.idOf('Count')]: '2' })).toEqual({
        values: expect.objectContaining({ [world.idOf('Code')]: 'B-1', [world.idOf('Line total')]: '5' }),
      });
    }));
});

describe('the designer', () => {
  const parts = `id version fields { id version name fills { fieldId propertyId } }
    lineTypes { id version fields { id version name fills { fieldId propertyId } } }`;
  const createType = `mutation ($data: CreateRecordTypeInput!) { createRecordType(data: $data) { ${parts} } }`;
  const updateType = `mutation ($data: UpdateRecordTypeInput!) { updateRecordType(data: $data) { ${parts} } }`;
  type Part = { id: number; version: number; name: string; fills: { fieldId: number; propertyId: number }[] };
  type Design = { id: number; fields: Part[]; lineTypes: { id: number; version: number; fields: Part[] }[] };
  let count = 0;
  let type: Design;
  const choice = (propertyId: number, fieldId = -2) => ({
    name: 'Product',
    dataType: 'dropdown',
    listId: world.products.id,
    fills: [{ fieldId, propertyId }],
  });
  beforeEach(async () => {
    count += 1;
    type = await ask<Design>(createType, {
      name: `Designed ${count}`,
      fields: [
        choice(world.property('Price')),
        { name: 'Price', dataType: 'currency' },
        { name: 'Text', dataType: 'string' },
      ],
      lineTypes: [
        { name: 'Lines', fields: [choice(world.property('Number')), { name: 'Code', dataType: 'string' }] },
      ],
    });
  });
  const field = (name: string) => type.fields.find((one) => one.name === name)!;

  test('makes fields with what they fill, and changes it', async () => {
    expect(field('Product').fills).toEqual([
      { fieldId: field('Price').id, propertyId: world.property('Price') },
    ]);
    const [product, code] = type.lineTypes[0]!.fields;
    expect(product!.fills).toEqual([{ fieldId: code!.id, propertyId: world.property('Number') }]);
    const fills = [...field('Product').fills, { fieldId: -1, propertyId: world.property('Number') }];
    const changed = await ask<Design>(updateType, {
      id: type.id,
      fields: [
        { id: field('Product').id, version: field('Product').version, fills },
        { name: 'Number', dataType: 'string' },
      ],
    });
    const made = changed.fields.find(({ name }) => name === 'Number')!;
    const product2 = changed.fields.find(({ name }) => name === 'Product')!;
    expect(product2.fills.map(({ fieldId }) => fieldId)).toEqual([field('Price').id, made.id]);
    expect(product2.version).toBe(field('Product').version + 1);
  });

  test('refuses what does not fit, with the sentence', async () => {
    const give = (of: string, fills: object[]) =>
      refusal(updateType, {
        id: type.id,
        fields: [{ id: field(of).id, version: field(of).version, fills }],
      });
    const price = { fieldId: field('Text').id, propertyId: world.property('Price') };
    expect(await give('Product', [price])).toEqual({
      code: 'INVALID',
      message: '“Price” is currency, and “Text” is text.',
      field: 'fields.0.fills',
    });
    expect(await give('Text', [price])).toMatchObject({
      message: 'Only a choice of one value from a list of objects fills other fields.',
    });
    const twice = { fieldId: field('Price').id, propertyId: world.property('Price') };
    expect(await give('Product', [twice, twice])).toMatchObject({ message: '“Price” is filled twice.' });
    const self = { fieldId: field('Product').id, propertyId: world.property('Name') };
    expect(await give('Product', [self])).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('knows no field or property of another company', async () => {
    const give = (fill: object) =>
      refusal(updateType, {
        id: type.id,
        fields: [{ id: field('Product').id, version: field('Product').version, fills: [fill] }],
      });
    const { property, idOf } = elsewhere;
    expect(await give({ fieldId: field('Price').id, propertyId: property('Price') })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await give({ fieldId: idOf('Price'), propertyId: world.property('Price') })).toMatchObject({
      code: 'NOT_FOUND',
    });
    const [lines] = type.lineTypes;
    const [product, code] = lines!.fields;
    const inLines = (fill: object) =>
      refusal(updateType, {
        id: type.id,
        lineTypes: [
          {
            id: lines!.id,
            version: lines!.version,
            fields: [{ id: product!.id, version: product!.version, fills: [fill] }],
          },
        ],
      });
    expect(await inLines({ fieldId: code!.id, propertyId: property('Number') })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await inLines({ fieldId: idOf('Code'), propertyId: world.property('Number') })).toMatchObject({
      code: 'NOT_FOUND',
    });
    const price = { name: 'Price', dataType: 'currency' };
    const made = { name: 'Made', fields: [choice(property('Price')), price] };
    expect(await refusal(createType, made)).toMatchObject({ code: 'NOT_FOUND' });
    const madeLines = {
      name: 'Made',
      lineTypes: [{ name: 'Lines', fields: [choice(property('Price')), price] }],
    };
    expect(await refusal(createType, madeLines)).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('goes back from the history, and says it there in names', async () => {
    const { id, version } = field('Product');
    await ask(updateType, { id: type.id, fields: [{ id, version, fills: [] }] });
    const { logs } = await ask<{
      logs: { id: number; mayPutBack: boolean; changes: { what: string; oldValue: string | null }[] }[];
    }>(
      `query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) {
         logs { id mayPutBack changes { what oldValue } } } }`,
      {},
    );
    const entry = logs.find(({ changes }) =>
      changes.some(({ what }) => what === 'Fills when a value is chosen'),
    )!;
    expect(entry.changes[0]?.oldValue).toBe('Price with Price');
    expect(entry.mayPutBack).toBe(true);
    await ask(
      `mutation ($data: PutBackConfigurationInput!) { putBackConfiguration(data: $data) { whyNot } }`,
      { id: entry.id },
    );
    const design = await ask<Design>(
      `query ($data: FindRecordTypeDesignInput!) { findRecordTypeDesign(data: $data) { ${parts} } }`,
      { id: type.id },
    );
    expect(design.fields.find((one) => one.id === id)?.fills).toEqual(field('Product').fills);
  });
});
