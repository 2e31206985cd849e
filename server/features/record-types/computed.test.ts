// Computed fields through the front door, on each way by which records and lines are written.
import { menuActionId } from '@rowhouse/domain/menu/actions.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { aTenant } from '../../seed/builders.ts';

let server: TestServer;
let tenant: Awaited<ReturnType<typeof aTenant>>;
let other: Awaited<ReturnType<typeof aTenant>>;
let ana: Credentials;
let bob: Credentials;
let sue: Credentials;
let count = 0;
beforeAll(async () => {
  server = await startTestServer();
  await server.database.asOwnerOfAll(async (connection) => {
    tenant = await aTenant(connection, { name: 'Computing', bucket: 9 });
    const administrator = await tenant.withRole({ name: 'Administrator', administers: true });
    await tenant.withMember(server.people.ana, administrator);
    await tenant.withMember(
      server.people.bob,
      await tenant.withRole({ name: 'Clerk', defaultFieldAccess: 'ViewOnly' }),
    );
    other = await aTenant(connection, { name: 'Computing elsewhere', bucket: 9 });
    const otherAdministrator = await other.withRole({ name: 'Administrator', administers: true });
    await other.withMember(server.people.sue, otherAdministrator);
  });
  ana = await server.enter('ana', tenant);
  bob = await server.enter('bob', tenant);
  sue = await server.enter('sue', other);
});
afterAll(() => server.close());

type Part = { id: number; version: number; name: string; formula: string | null };
type Design = {
  id: number;
  version: number;
  fields: Part[];
  lineTypes: { id: number; version: number; fields: Part[] }[];
  statuses: { id: number }[];
  problemCodes: { id: number }[];
  computing: { state: string; total: number; done: number } | null;
};
const designParts = `id version statuses { id } problemCodes { id } fields { id version name formula } lineTypes { id version fields { id version name formula } }
  computing { state total done }`;

async function ask<Result>(document: string, variables: object, who = ana): Promise<Result> {
  const { data, errors } = await server.ask(document, who, variables);
  expect(errors).toBeUndefined();
  return Object.values(data ?? {})[0] as Result;
}
async function refusal(document: string, variables: object, who = ana) {
  const [error] = (await server.ask(document, who, variables)).errors ?? [];
  return { message: error?.message, field: error?.extensions['field'] };
}
const updateType = `mutation ($data: UpdateRecordTypeInput!) { updateRecordType(data: $data) { ${designParts} } }`;
const createType = `mutation ($data: CreateRecordTypeInput!) { createRecordType(data: $data) { ${designParts} } }`;

let type: Design;
const newType = (name: string) => ({
  name,
  fields: [
    { name: 'Freight', dataType: 'currency' },
    { name: 'Tax %', dataType: 'decimal' },
    { name: 'Total', dataType: 'currency', formula: 'sum(Line total) + Freight' },
    { name: 'Total with tax', dataType: 'currency', formula: 'Total * (1 + [Tax %] / 100)' },
    { name: 'Note', dataType: 'string' },
  ],
  lineTypes: [
    {
      name: 'Goods',
      fields: [
        { name: 'Quantity', dataType: 'number' },
        { name: 'Unit price', dataType: 'currency' },
        { name: 'Line total', dataType: 'currency', formula: 'Quantity * Unit price' },
      ],
    },
  ],
  statuses: [{ name: 'Open', isFirst: true }],
  problemCodes: [{ name: 'None' }],
  menu: { sectionName: name },
});
beforeEach(async () => {
  count += 1;
  type = await ask<Design>(createType, { data: newType(`Computed ${count}`) });
});
const idOf = (name: string): number =>
  [...type.fields, ...type.lineTypes.flatMap((one) => one.fields)].find((field) => field.name === name)!.id;
const field = (name: string) => type.fields.find((one) => one.name === name)!;
const give = (values: Readonly<Record<string, string | null>>) => ({
  additionalFields: Object.entries(values).map(([name, value]) => ({
    recordAdditionalFieldByTypeId: idOf(name),
    value,
  })),
});

let lastNumber = 100;
async function register(values: Readonly<Record<string, string>> = {}): Promise<number> {
  lastNumber += 1;
  const { id } = await ask<{ id: number }>(
    `mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id } }`,
    { data: { ...required(), recordType: type.id, recordNumber: lastNumber, ...give(values) } },
  );
  return id;
}
const required = () => ({
  statusId: type.statuses[0]!.id,
  problemCodeId: type.problemCodes[0]!.id,
  description: 'One',
  issuedByCompanyName: 'One',
  issuedToCompanyName: 'Two',
  poNumber: 7,
  recordDate: '2026-01-05',
});

async function read(id: number, who = ana): Promise<Record<string, string | null>> {
  const { records } = await ask<{
    records: { additionalFields: { tag: string; value: string | null }[] }[];
  }>(
    `query ($data: FindRecordHeaderInput!) { findRecordHeader(data: $data) { records { additionalFields { tag value } } } }`,
    { data: { ids: [id], recordTypeId: type.id } },
    who,
  );
  const values = new Map(
    records[0]?.additionalFields.map((one) => [Number(one.tag.split(';')[2]), one.value]),
  );
  return Object.fromEntries(type.fields.map(({ id: fieldId, name }) => [name, values.get(fieldId) ?? null]));
}
const totals = async (id: number) => {
  const { Total, 'Total with tax': withTax } = await read(id);
  return [Total, withTax];
};

type LineResult = {
  lineItemsRow: { id: number; version: number } | null;
  lineItems: { value: string; lineItemsByTypeFileds: { id: number } }[];
  refusal: { message: string } | null;
};
const saveLines = (rows: readonly object[]) =>
  ask<LineResult[]>(
    `mutation ($data: [LineItemsRowInput!]!) { createOrUpdateManyLineItems(data: $data) {
       lineItemsRow { id version } lineItems { value lineItemsByTypeFileds { id } } refusal { message } } }`,
    { data: rows },
  );
const values = (given: Readonly<Record<string, string | null>>) => ({
  lineItemsFields: Object.entries(given).map(([name, value]) => ({
    lineItemsByTypeFiledsId: idOf(name),
    value,
  })),
});
const aLine = async (record: number, quantity: string, price: string) =>
  (await saveLines([{ recordHeaderId: record, ...values({ Quantity: quantity, 'Unit price': price }) }]))[0]!;
const lineTotal = ({ lineItems }: LineResult) =>
  lineItems.find(({ lineItemsByTypeFileds: { id } }) => id === idOf('Line total'))?.value ?? null;

/** Until the records are computed again. */
const whenComputed = async () => {
  await expect
    .poll(
      async () =>
        (
          await ask<Design>(
            `query ($data: FindRecordTypeDesignInput!) { findRecordTypeDesign(data: $data) { ${designParts} } }`,
            { data: { id: type.id } },
          )
        ).computing,
      { timeout: 10_000 },
    )
    .toBeNull();
};

describe('a computed field is kept by the server', () => {
  test('when a record is made and changed', async () => {
    const id = await register({ Freight: '10', 'Tax %': '20' });
    expect(await totals(id)).toEqual(['10', '12']);
    await ask(`mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }`, {
      data: { id, ...give({ Freight: '0.1' }) },
    });
    expect(await totals(id)).toEqual(['0.1', '0.12']);
    await ask(`mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }`, {
      data: { id, ...give({ Freight: null, 'Tax %': null }) },
    });
    expect(await totals(id)).toEqual(['0', '0']);
  });

  test('when lines are made, changed, deleted and restored', async () => {
    const id = await register({ Freight: '1' });
    const first = await aLine(id, '3', '19.99');
    expect(lineTotal(first)).toBe('59.97');
    expect(await totals(id)).toEqual(['60.97', '60.97']);
    const { id: rowId } = first.lineItemsRow!;
    const [changed] = await saveLines([{ recordHeaderId: id, rowId, ...values({ Quantity: '2' }) }]);
    expect(lineTotal(changed!)).toBe('39.98');
    await aLine(id, '1', '0.02');
    expect(await totals(id)).toEqual(['41', '41']);
    await saveLines([{ recordHeaderId: id, rowId, enabled: false }]);
    expect(await totals(id)).toEqual(['1.02', '1.02']);
    await saveLines([{ recordHeaderId: id, rowId, enabled: true }]);
    expect(await totals(id)).toEqual(['41', '41']);
    await saveLines([{ recordHeaderId: id, rowId, ...values({ 'Unit price': null }) }]);
    expect(await totals(id)).toEqual(['1.02', '1.02']);
  });

  test('of two who change lines of one record at once', async () => {
    const id = await register();
    const made = await Promise.all(Array.from({ length: 8 }, () => aLine(id, '1', '1.25')));
    expect(await totals(id)).toEqual(['10', '10']);
    await Promise.all(
      made.map(({ lineItemsRow }) =>
        saveLines([{ recordHeaderId: id, rowId: lineItemsRow!.id, ...values({ Quantity: '2' }) }]),
      ),
    );
    expect(await totals(id)).toEqual(['20', '20']);
  });

  test('in a change of many records, and when a change is put back', async () => {
    const ids = [await register({ Freight: '1' }), await register({ Freight: '2', 'Tax %': '10' })];
    await aLine(ids[0]!, '2', '5');
    await ask(
      `mutation ($ids: [Id!]!, $data: UpdateBulkRecordInput!) { updateBulkRecordHeader(ids: $ids, data: $data) { outcome } }`,
      { ids, data: give({ Freight: '100' }) },
    );
    expect([await totals(ids[0]!), await totals(ids[1]!)]).toEqual([
      ['110', '110'],
      ['100', '110'],
    ]);
    const [entry] = await server.query(
      `select id from audit_log where entity = 'record' and entity_id = $1 order by id desc limit 1`,
      [ids[0]],
    );
    const preview = await ask<{ key: string; name: string }[]>(
      `query ($data: PreviewPutBackInput!) { previewPutBack(data: $data) { key name } }`,
      { data: { recordId: ids[0], entries: [Number(entry?.['id'])] } },
    );
    // What is computed follows, and is no choice of its own.
    expect(preview.map(({ name }) => name)).toEqual(['Freight']);
    await ask(`mutation ($data: PutBackInput!) { putBack(data: $data) { done } }`, {
      data: { recordId: ids[0], entries: [Number(entry?.['id'])], keys: [preview[0]!.key] },
    });
    expect(await totals(ids[0]!)).toEqual(['11', '11']);
  });

  test('when a line is put back', async () => {
    const id = await register();
    const { lineItemsRow } = await aLine(id, '2', '5');
    await saveLines([{ recordHeaderId: id, rowId: lineItemsRow!.id, ...values({ Quantity: '7' }) }]);
    expect(await totals(id)).toEqual(['35', '35']);
    const [entry] = await server.query(
      `select id from audit_log where entity = 'line_item' and entity_id = $1 order by id desc limit 1`,
      [lineItemsRow!.id],
    );
    const entries = [Number(entry?.['id'])];
    const rows = await ask<{ key: string; name: string }[]>(
      `query ($data: PreviewPutBackInput!) { previewPutBack(data: $data) { key name } }`,
      { data: { recordId: id, entries } },
    );
    expect(rows.map(({ name }) => name)).toEqual(['Goods 1, Quantity']);
    await ask(`mutation ($data: PutBackInput!) { putBack(data: $data) { done } }`, {
      data: { recordId: id, entries, keys: rows.map(({ key }) => key) },
    });
    expect(await totals(id)).toEqual(['10', '10']);
  });

  test('in all records when the formula becomes another, and after that people fill it again', async () => {
    const ids = [await register({ Freight: '1' }), await register({ Freight: '2' })];
    await aLine(ids[0]!, '2', '5');
    const lines = type.lineTypes[0]!;
    const { id, version } = lines.fields.find(({ name }) => name === 'Line total')!;
    const changed = await ask<Design>(updateType, {
      data: {
        id: type.id,
        lineTypes: [
          {
            id: lines.id,
            version: lines.version,
            fields: [{ id, version, formula: 'Quantity * Unit price * 2' }],
          },
        ],
      },
    });
    expect(changed.computing).toEqual({ state: 'RUNNING', total: 2, done: 0 });
    await whenComputed();
    expect([await totals(ids[0]!), await totals(ids[1]!)]).toEqual([
      ['21', '21'],
      ['2', '2'],
    ]);
    const total = field('Total');
    await ask(updateType, {
      data: { id: type.id, fields: [{ id: total.id, version: total.version, formula: null }] },
    });
    await ask(`mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }`, {
      data: { id: ids[0], ...give({ Total: '7' }) },
    });
    expect(await totals(ids[0]!)).toEqual(['7', '7']);
  });
});

describe('a computed field is written by nobody', () => {
  const sentence = (name: string) => `“${name}” is computed: change the fields that it is computed from.`;

  test('in records and in lines, one or many', async () => {
    const id = await register();
    const byHand = { id, ...give({ Total: '5' }) };
    expect(
      await refusal(`mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }`, {
        data: byHand,
      }),
    ).toEqual({
      message: sentence('Total'),
      field: `f${idOf('Total')}`,
    });
    expect(
      await refusal(
        `mutation ($ids: [Id!]!, $data: UpdateBulkRecordInput!) { updateBulkRecordHeader(ids: $ids, data: $data) { outcome } }`,
        { ids: [id], data: give({ Total: '5' }) },
      ),
    ).toMatchObject({ message: sentence('Total') });
    expect(
      await refusal(`mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id } }`, {
        data: { ...required(), recordType: type.id, recordNumber: 1, ...give({ Total: '5' }) },
      }),
    ).toMatchObject({ message: sentence('Total') });
    const [line] = await saveLines([{ recordHeaderId: id, ...values({ Quantity: '1', 'Line total': '5' }) }]);
    expect(line?.refusal?.message).toBe(sentence('Line total'));
  });

  test('and is shown as view only, with its formula for who sees what it names', async () => {
    const definitions = await ask<
      { key: string; access: string; isComputed: boolean; formula: string | null }[]
    >(
      `query ($recordType: Id!) { getSaasRecordFieldsByRecordTypes(recordType: $recordType) { key access isComputed formula } }`,
      { recordType: type.id },
    );
    const of = (name: string) => definitions.find(({ key }) => key === `f${idOf(name)}`);
    expect(of('Total with tax')).toEqual({
      key: `f${idOf('Total with tax')}`,
      access: 'ViewOnly',
      isComputed: true,
      formula: `[f${idOf('Total')}] * (1 + [f${idOf('Tax %')}] / 100)`,
    });
    expect(of('Freight')).toMatchObject({ access: 'Editable', isComputed: false, formula: null });
    // Who sees the lines computes their sum while a record is made.
    expect(of('Total')?.formula).toBe(`sum([l${idOf('Line total')}]) + [f${idOf('Freight')}]`);
  });
});

test('a role that does not see an input sees the result, and not the formula', async () => {
  const clerk = await server.query(
    `select r.id as role, i.id as item from role r, menu_item i
     where r.tenant_id = $1 and r.name = 'Clerk' and i.tenant_id = $1 and i.record_type_id = $2`,
    [tenant.id, type.id],
  );
  const { role, item } = clerk[0] as { role: number; item: number };
  await server.query(
    `insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name) values ($1, $2, $3, $4, 'view')`,
    [tenant.id, role, item, menuActionId('view')],
  );
  // A new field is closed to roles until somebody opens it.
  await server.query(
    `update role_field_access set access = 'ViewOnly' where tenant_id = $1 and role_id = $2 and field_id = any($3::bigint[])`,
    [tenant.id, role, [idOf('Total'), idOf('Total with tax'), idOf('Freight')]],
  );
  const id = await register({ Freight: '10', 'Tax %': '20' });
  const definitions = await ask<{ key: string; formula: string | null }[]>(
    `query ($recordType: Id!) { getSaasRecordFieldsByRecordTypes(recordType: $recordType) { key formula } }`,
    { recordType: type.id },
    bob,
  );
  expect(definitions.find(({ key }) => key === `f${idOf('Tax %')}`)).toBeUndefined();
  expect(definitions.find(({ key }) => key === `f${idOf('Total with tax')}`)).toEqual({
    key: `f${idOf('Total with tax')}`,
    formula: null,
  });
  expect(definitions.find(({ key }) => key === `f${idOf('Total')}`)?.formula).toBeNull();
  expect(await read(id, bob)).toMatchObject({ 'Total with tax': '12', 'Tax %': null });
});

describe('a formula', () => {
  const set = (name: string, formula: string) => ({
    data: { id: type.id, fields: [{ id: idOf(name), version: field(name).version, formula }] },
  });

  test('is shown by the names of its fields, which a rename does not touch', async () => {
    const lines = type.lineTypes[0]!;
    const { id, version } = lines.fields[0]!;
    const renamed = await ask<Design>(updateType, {
      data: {
        id: type.id,
        lineTypes: [
          { id: lines.id, version: lines.version, fields: [{ id, version, name: 'Pieces / box' }] },
        ],
      },
    });
    expect(renamed.lineTypes[0]!.fields[2]!.formula).toBe('[Pieces / box] * Unit price');
    expect(renamed.fields[2]!.formula).toBe('sum(Line total) + Freight');
  });

  test('is refused where it goes in a circle, names what is not there, or mixes texts and numbers', async () => {
    expect(await refusal(updateType, set('Total', '[Total with tax] * 2'))).toEqual({
      message: 'This goes in a circle: Total → Total with tax → Total.',
      field: 'fields.0.formula',
    });
    expect(await refusal(updateType, set('Total', 'Fright'))).toMatchObject({
      message: 'There is no field “Fright” here.',
    });
    expect(await refusal(updateType, set('Total', 'Note'))).toMatchObject({
      message: 'It comes to a text, and this field is currency.',
    });
    expect(await refusal(updateType, set('Note', 'Freight'))).toMatchObject({
      message: 'It comes to a number, and this field is text: add & "" to make a text of it.',
    });
  });

  test('keeps what it needs from being switched off', async () => {
    const { id, version } = field('Freight');
    expect(
      await refusal(updateType, { data: { id: type.id, fields: [{ id, version, enabled: false }] } }),
    ).toMatchObject({ message: '“Total” could not be computed any more: “Freight” is switched off.' });
  });

  test('is changed by who administers the company, and by nobody of another', async () => {
    expect(await refusal(updateType, set('Total', 'Freight'), bob)).toMatchObject({
      message: expect.stringContaining('') as string,
    });
    expect((await refusal(updateType, set('Total', 'Freight'), sue)).message).toBe(
      'The record type was not found.',
    );
    const same = await ask<Design>(
      `query ($data: FindRecordTypeDesignInput!) { findRecordTypeDesign(data: $data) { ${designParts} } }`,
      { data: { id: type.id } },
    );
    expect(same.fields[2]!.formula).toBe('sum(Line total) + Freight');
  });

  test('of another company computes nothing here', async () => {
    const mine = type;
    await register({ Freight: '3' });
    type = await ask<Design>(createType, { data: newType('Computed there') }, sue);
    const theirs = type;
    expect(theirs.id).not.toBe(mine.id);
    expect(
      (
        await server.query('select count(*)::int as passes from formula_pass where tenant_id = $1', [
          other.id,
        ])
      )[0],
    ).toEqual({ passes: 0 });
  });
});

describe('a computed text', () => {
  // What is quoted is text, whatever it would mean to the database.
  const label = `Name & if(Freight > 100, " (dear)") & ", " & Freight & "'; select $1 -- \\"`;
  beforeEach(async () => {
    type = await ask<Design>(createType, {
      data: {
        ...newType(`Labelled ${count}`),
        fields: [
          { name: 'Name', dataType: 'string' },
          { name: 'Freight', dataType: 'currency' },
          { name: 'Remarks', dataType: 'textarea' },
          { name: 'Label', dataType: 'string', formula: label },
          {
            name: 'Report',
            dataType: 'textarea',
            formula: 'Label & "\n" & Remarks & "\n" & round(sum(Line total), 2)',
          },
        ],
        lineTypes: [
          {
            name: 'Goods',
            fields: [
              { name: 'Item', dataType: 'string' },
              { name: 'Quantity', dataType: 'number' },
              { name: 'Unit price', dataType: 'currency' },
              { name: 'Line total', dataType: 'currency', formula: 'Quantity * Unit price' },
              { name: 'Line label', dataType: 'string', formula: 'Quantity & " x " & Item' },
            ],
          },
        ],
      },
    });
  });
  const end = `'; select $1 -- \\`;
  const shownOf = async (id: number) => {
    const { Label, Report } = await read(id);
    return [Label, Report];
  };
  const update = (id: number, given: Readonly<Record<string, string | null>>) =>
    ask(`mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }`, {
      data: { id, ...give(given) },
    });
  const find = async (data: object): Promise<number[]> => {
    const query = `query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { records { id } } }`;
    const { records } = await ask<{ records: { id: number }[] }>(query, {
      data: { recordTypeId: type.id, ...data },
    });
    return records.map(({ id }) => id);
  };

  test('follows the record, its lines, a change of many and what is put back', async () => {
    const id = await register({ Name: 'Desk 😀', Freight: '12.5' });
    expect(await shownOf(id)).toEqual([`Desk 😀, 12.50${end}`, `Desk 😀, 12.50${end}\n\n0.00`]);
    await update(id, { Freight: '1000', Remarks: ' "soon" ' });
    const dear = `Desk 😀 (dear), 1000.00${end}`;
    expect(await shownOf(id)).toEqual([dear, `${dear}\n "soon" \n0.00`]);

    const goods = { Item: 'Chair', Quantity: '3', 'Unit price': '19.9' };
    const [line] = await saveLines([{ recordHeaderId: id, ...values(goods) }]);
    const labelOf = ({ lineItems }: LineResult) =>
      lineItems.find(({ lineItemsByTypeFileds: { id: of } }) => of === idOf('Line label'))?.value;
    expect(labelOf(line!)).toBe('3 x Chair');
    expect(await shownOf(id)).toEqual([dear, `${dear}\n "soon" \n59.70`]);
    const rowId = line!.lineItemsRow!.id;
    const [changed] = await saveLines([{ recordHeaderId: id, rowId, ...values({ Item: null }) }]);
    expect(labelOf(changed!)).toBe('3 x');

    await ask(
      `mutation ($ids: [Id!]!, $data: UpdateBulkRecordInput!) { updateBulkRecordHeader(ids: $ids, data: $data) { outcome } }`,
      { ids: [id], data: give({ Name: null, Freight: null, Remarks: null }) },
    );
    expect(await shownOf(id)).toEqual([`, ${end.trim()}`, `, ${end}\n\n59.70`]);
    const [entry] = await server.query(
      `select id from audit_log where entity = 'record' and entity_id = $1 order by id desc limit 1`,
      [id],
    );
    const about = { recordId: id, entries: [Number(entry?.['id'])] };
    const preview = await ask<{ key: string; name: string }[]>(
      `query ($data: PreviewPutBackInput!) { previewPutBack(data: $data) { key name } }`,
      { data: about },
    );
    expect(preview.map(({ name }) => name).toSorted()).toEqual(['Freight', 'Name', 'Remarks']);
    await ask(`mutation ($data: PutBackInput!) { putBack(data: $data) { done } }`, {
      data: { ...about, keys: preview.map(({ key }) => key) },
    });
    expect(await shownOf(id)).toEqual([dear, `${dear}\n "soon" \n59.70`]);
  });

  test('is filtered, sorted, searched and exported like one that people fill', async () => {
    const table = await register({ Name: 'table', Freight: '1' });
    const desk = await register({ Name: 'Desk', Freight: '200', Remarks: 'Ümlaut' });
    const empty = await register();
    const field = `f${idOf('Label')}`;
    const filter = (operator: string, value: string) => ({
      filters: [
        { fieldId: 0, field, logicOperator: 'AND', priority: 1, filterCriteria: { operator, value } },
      ],
    });
    expect(await find(filter('contains', '(DEAR)'))).toEqual([desk]);
    expect(await find(filter('equals', `TABLE, 1.00${end}`))).toEqual([table]);
    expect(await find({ sort: [{ field, sort: 'ASC' }] })).toEqual([empty, desk, table]);
    expect(await find({ search: 'table, 1.00' })).toEqual([table]);
    const { url } = await ask<{ url: string }>(
      'query ($data: ExportRecordsInput!) { exportRecordHeaders(data: $data) { url } }',
      { data: { query: { recordTypeId: type.id, ...filter('startsWith', 'desk') }, columns: [field] } },
    );
    const { body } = await server.app.inject({ method: 'GET', url });
    expect(body).toBe(`\uFEFFLabel\r\n"Desk (dear), 200.00${end}"\r\n`);
  });

  test('is cut at the length of its field, and written by nobody', async () => {
    const id = await register({ Name: 'x'.repeat(500) });
    expect((await shownOf(id))[0]).toBe(`${'x'.repeat(499)}…`);
    const update = `mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }`;
    expect(await refusal(update, { data: { id, ...give({ Label: 'mine' }) } })).toMatchObject({
      message: '“Label” is computed: change the fields that it is computed from.',
    });
    const [line] = await saveLines([{ recordHeaderId: id, ...values({ Item: 'A', 'Line label': 'mine' }) }]);
    expect(line?.refusal?.message).toBe(
      '“Line label” is computed: change the fields that it is computed from.',
    );
  });

  test('is computed again in all records when its formula becomes another', async () => {
    const id = await register({ Name: 'Desk', Freight: '2' });
    const { version } = field('Label');
    const changed = await ask<Design>(updateType, {
      data: {
        id: type.id,
        fields: [{ id: idOf('Label'), version, formula: '“No. ” & Name & if(Freight ≥ 2, "!", "?")' }],
      },
    });
    expect(changed.fields.find(({ name }) => name === 'Label')!.formula).toBe(
      '"No. " & Name & if(Freight >= 2, "!", "?")',
    );
    await whenComputed();
    expect(await shownOf(id)).toEqual(['No. Desk!', 'No. Desk!\n\n0.00']);
  });
});
