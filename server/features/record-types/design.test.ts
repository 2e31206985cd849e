import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { dataTypes } from '@rowhouse/domain/fields/data-types.ts';
import { whyNotMenuEntry } from '@rowhouse/domain/menu/edit-menu.ts';
import { needsList } from '@rowhouse/domain/record-types/rules.ts';
import { aTenant } from '../../seed/builders.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof build>>;
let ana: Credentials;
let bob: Credentials;
let count = 0;
beforeAll(async () => {
  server = await startTestServer();
  world = await build();
  ana = await server.enter('ana', world.tenant);
  bob = await server.enter('bob', world.tenant);
});
afterAll(() => server.close());

const build = () =>
  server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: 'Designed', bucket: 9 });
    const administrator = await tenant.withRole({ name: 'Administrator', administers: true });
    await tenant.withMember(server.people.ana, administrator);
    const clerk = await tenant.withRole({ name: 'Clerk', defaultFieldAccess: 'ViewOnly' });
    await tenant.withMember(server.people.bob, clerk);
    const colours = await tenant.withList({ name: 'Colours', values: ['Red', 'Blue'] });
    const site = await tenant.withObject({ name: 'Site', properties: [{ name: 'Town', displayable: true }] });
    const other = await aTenant(connection, { name: 'Designed elsewhere', bucket: 9 });
    const foreign = await other.withRecordType({ name: 'Foreign' });
    return { tenant, clerk, colours, site, foreign };
  });

type Part = { id: number; version: number; name: string; enabled: boolean };
type Design = Part & {
  recordsTotal: number;
  menuPath: string | null;
  relatedRecordTypes: number[];
  fields: (Part & {
    dataType: string;
    required: boolean;
    help: string | null;
    defaultValue: string | null;
    isSlow: boolean;
  })[];
  statuses: (Part & { closes: boolean; isFirst: boolean })[];
  problemCodes: Part[];
  lineTypes: (Part & { fields: (Part & { dataType: string; required: boolean })[] })[];
  numbering: { version: number; prefix: string; nextNumber: number; enabled: boolean } | null;
};
const parts = `id name isSuper enabled version recordsTotal menuPath relatedRecordTypes
  fields { id version name dataType required defaultValue help section visibility enabled listId objectDefinitionId isSlow }
  statuses { id version name enabled closes isFirst } problemCodes { id version name enabled }
  lineTypes { id version name description visibility enabled fields { id version name dataType required enabled listId } }
  numbering { version prefix nextNumber padding byYear enabled }`;

async function send(name: string, data: object, who: Credentials = ana) {
  const input = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const kind = name.startsWith('find') ? 'query' : 'mutation';
  const answer = await server.ask(`${kind} ($data: ${input}!) { ${name}(data: $data) { ${parts} } }`, who, {
    data,
  });
  const [error] = answer.errors ?? [];
  return {
    made: answer.data?.[name] as Design,
    refusal: error && { code: error.extensions['code'], message: error.message },
    field: error?.extensions['field'],
    details: error?.extensions,
  };
}

async function register(recordType: number, given: object = {}, who: Credentials = ana) {
  const answer = await server.ask(
    `mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id recordNumber version } }`,
    who,
    { data: { recordType, ...given } },
  );
  const made = answer.data?.['registerRecordHeader'] as { id: number; recordNumber: number; version: number };
  return { made, refusal: answer.errors?.[0]?.message };
}
const complete = () => ({
  description: 'As it came',
  issuedByCompanyName: 'One',
  issuedToCompanyName: 'Two',
  poNumber: 7,
  recordDate: '2026-01-05',
  statusId: type.statuses[0]?.id,
  problemCodeId: type.problemCodes[0]?.id,
});

let type: Design;
beforeEach(async () => {
  count += 1;
  const { made, refusal } = await send('createRecordType', {
    name: `Orders ${count}`,
    fields: [
      { name: 'Weight', dataType: 'decimal' },
      { name: 'Colour', dataType: 'dropdown', listId: world.colours.id },
    ],
    statuses: [
      { name: 'Open', isFirst: true },
      { name: 'Done', closes: true },
    ],
    problemCodes: [{ name: 'None' }, { name: 'Late' }],
    lineTypes: [{ name: 'Lines', fields: [{ name: 'Item', dataType: 'string', required: true }] }],
    menu: { sectionName: `Section ${count}` },
  });
  if (refusal !== undefined) throw new Error(refusal.message);
  type = made;
});
const update = (data: object, who: Credentials = ana) =>
  send('updateRecordType', { id: type.id, ...data }, who);
const idNamed = (name: string): number => type.fields.find((field) => field.name === name)?.id ?? 0;

describe('a record type made from nothing', () => {
  test('is reached from the menu at once, and takes records', async () => {
    expect(type).toMatchObject({
      version: 1,
      recordsTotal: 0,
      menuPath: `records/section-${count}/orders-${count}`,
      statuses: [
        { name: 'Open', isFirst: true },
        { name: 'Done', closes: true },
      ],
      lineTypes: [{ name: 'Lines', fields: [{ name: 'Item', required: true }] }],
    });
    expect(await register(type.id, { ...complete(), recordNumber: 1 })).toMatchObject({
      made: { recordNumber: 1 },
    });
    const found = (await fieldsSeen(ana))?.[0];
    expect(found).toMatchObject({ name: 'Weight', access: 'Editable' });
  });

  test('has an address without its accents, which the menu can be saved with however long the name', async () => {
    const made = async (name: string, sectionName: string) =>
      (await send('createRecordType', { name, menu: { sectionName } })).made?.menuPath;
    expect(await made('Große Aufträge', 'Verkäufe')).toBe('records/verkaufe/grosse-auftrage');
    const [, section, item] = (await made('Long name '.repeat(9), 'Section '.repeat(7)))?.split('/') ?? [];
    for (const route of [section, item])
      expect(whyNotMenuEntry({ name: 'Entry', route: route ?? '' })).toBeNull();
  });

  test('is nothing to other roles until somebody grants it', async () => {
    expect(await fieldsSeen(bob)).toBeUndefined();
    await server.database.asOwnerOf(world.tenant.id, (connection) =>
      connection.query(
        `insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name)
         select tenant_id, $2, id, 1, 'view' from menu_item where record_type_id = $1`,
        [type.id, world.clerk],
      ),
    );
    // Their role sees fields without a line of their own: those of a new type are closed by one.
    expect(await fieldsSeen(bob)).toEqual([]);
  });

  test('is for administrators alone', async () => {
    const refused = { code: 'FORBIDDEN' };
    expect((await send('createRecordType', { name: 'Mine' }, bob)).refusal).toMatchObject(refused);
    expect((await update({ fields: [] }, bob)).refusal).toMatchObject(refused);
    expect((await send('findRecordTypeDesign', { id: type.id }, bob)).refusal).toMatchObject(refused);
  });

  test('of another company is not there', async () => {
    for (const id of [world.foreign.id, 999_999]) {
      const refused = { code: 'NOT_FOUND', message: 'The record type was not found.' };
      expect((await send('findRecordTypeDesign', { id })).refusal).toEqual(refused);
      expect((await send('updateRecordType', { id, fields: [] })).refusal).toEqual(refused);
    }
  });

  test.each([
    [
      'a name that is there, as people read it',
      { name: ' oRDERS 1 ' },
      'There is a record type “oRDERS 1” already.',
      'name',
    ],
    ['a name of one letter', { name: 'O' }, 'The name has at least 2 characters.', 'name'],
    [
      'two fields of one name',
      {
        fields: [
          { name: 'A', dataType: 'string' },
          { name: ' a', dataType: 'date' },
        ],
      },
      'There is “a” already.',
      'fields.1.name',
    ],
    [
      'a field as every record has it',
      { fields: [{ name: 'status', dataType: 'string' }] },
      'Every record has “Status” already.',
      'fields.0.name',
    ],
    [
      'choices without a list',
      { fields: [{ name: 'A', dataType: 'multiselect' }] },
      'Choose the list that its values come from.',
      'fields.0.listId',
    ],
    [
      'an object without its definition',
      { fields: [{ name: 'A', dataType: 'object' }] },
      'Choose the object that it holds.',
      'fields.0.objectDefinitionId',
    ],
    [
      'an unknown data type',
      { fields: [{ name: 'A', dataType: 'colour' }] },
      'Choose a data type.',
      'fields.0.dataType',
    ],
    [
      'a default that is no value',
      { fields: [{ name: 'A', dataType: 'number', defaultValue: 'x' }] },
      'Should be numeric',
      'fields.0.defaultValue',
    ],
    [
      'two first statuses',
      {
        statuses: [
          { name: 'A', isFirst: true },
          { name: 'B', isFirst: true },
        ],
      },
      'Records begin with one status.',
      'statuses.1.isFirst',
    ],
    [
      'a prefix that is no number',
      { numbering: { prefix: 'PO-' } },
      'The prefix is up to 6 digits, the first not 0: a record number is a number.',
      'numbering.prefix',
    ],
    [
      'fields of a super type',
      { isSuper: true, fields: [{ name: 'A', dataType: 'string' }] },
      'A super type shows what the types that it gathers have: nothing of it is its own.',
      'isSuper',
    ],
  ])('is refused with %s', async (_what, given, message, field) => {
    const answer = await send('createRecordType', { name: `Other ${count}`, ...given });
    expect(answer).toMatchObject({ refusal: { code: 'INVALID', message }, field });
  });

  test('takes every data type, and gives each a place', async () => {
    const fields = dataTypes.map((dataType) => ({
      name: `Of ${dataType}`,
      dataType,
      ...(needsList(dataType) && { listId: world.colours.id }),
      ...(dataType === 'object' && { objectDefinitionId: world.site.id }),
    }));
    const { made, refusal } = await send('createRecordType', { name: `Everything ${count}`, fields });
    expect(refusal).toBeUndefined();
    expect(made.fields.map(({ dataType }) => dataType)).toEqual([...dataTypes]);
    expect(made.fields.filter(({ isSlow }) => isSlow)).toEqual([]);
  });

  test('keeps a field whose data type has no typed column left among the slow ones, and says so', async () => {
    const fields = Array.from({ length: 11 }, (_, index) => ({
      name: `Choice ${index}`,
      dataType: 'multiselect',
      listId: world.colours.id,
    }));
    const { made } = await send('createRecordType', { name: `Choices ${count}`, fields });
    expect(made.fields.filter(({ isSlow }) => isSlow).map(({ name }) => name)).toEqual(['Choice 10']);
  });
});

async function fieldsSeen(who: Credentials) {
  const answer = await server.ask(
    'query ($id: Id!) { getSaasRecordFieldsByRecordTypes(recordType: $id) { id name access required help section defaultValue } }',
    who,
    { id: type.id },
  );
  const fields = answer.data?.['getSaasRecordFieldsByRecordTypes'] as
    | { id: number; name: string }[]
    | undefined;
  return fields?.filter(({ id }) => id !== 0);
}

describe('the fields of a type', () => {
  test('are renamed, described and moved, and stay the same fields', async () => {
    const [weight, colour] = type.fields;
    const { made } = await update({
      fields: [
        { id: weight?.id, version: 1, name: 'Gross weight', help: 'With the pallet', section: 'Freight' },
        { name: 'Buyer', dataType: 'string', defaultValue: 'Nobody' },
      ],
      fieldOrder: { from: [weight?.id, colour?.id], to: [-1, colour?.id, weight?.id] },
    });
    expect(made.fields.map(({ name, version }) => [name, version])).toEqual([
      ['Buyer', 1],
      ['Colour', 1],
      ['Gross weight', 2],
    ]);
    expect(made.fields[2]?.id).toBe(weight?.id);
    const seen = await fieldsSeen(ana);
    expect(seen).toMatchObject([
      { name: 'Buyer', defaultValue: 'Nobody' },
      { name: 'Colour' },
      { name: 'Gross weight', help: 'With the pallet', section: 'Freight' },
    ]);
  });

  test('are required with a default, or from now on, where records are empty', async () => {
    await register(type.id, { ...complete(), recordNumber: 5 });
    const required = { id: idNamed('Weight'), version: 1, required: true };
    const refused = await update({ fields: [required] });
    expect(refused.refusal?.message).toBe(
      `One record of ${type.name} has no value here: give them one, or require it from now on.`,
    );
    expect(refused.field).toBe('fields.0.required');
    expect((await update({ fields: [{ name: 'New', dataType: 'date', required: true }] })).field).toBe(
      'fields.0.required',
    );
    expect(
      (await update({ fields: [{ ...required, requiredFromNow: true }] })).made.fields[0]?.required,
    ).toBe(true);
    expect((await register(type.id, { ...complete(), recordNumber: 6 })).refusal).toBe('Weight is required');
  });

  test('fill new records with their default where nothing is said', async () => {
    const [red] = world.colours.values.values();
    await update({
      fields: [
        { id: idNamed('Weight'), version: 1, required: true, defaultValue: '12.5' },
        { id: idNamed('Colour'), version: 1, defaultValue: String(red) },
      ],
    });
    const { made, refusal } = await register(type.id, { ...complete(), recordNumber: 9 });
    expect(refusal).toBeUndefined();
    expect(await valuesOf(made.id)).toEqual({ Weight: '12.5', Colour: String(red) });
  });

  test('do not change their data type, list or object', async () => {
    const { refusal, field } = await update({
      fields: [{ id: idNamed('Weight'), version: 1, dataType: 'string' }],
    });
    expect(refusal?.message).toContain('Change type…');
    expect(field).toBe('fields.0.dataType');
  });

  test('that are switched off keep their values; who saves into one is told which', async () => {
    const weight = idNamed('Weight');
    const { made: record } = await register(type.id, {
      ...complete(),
      recordNumber: 3,
      additionalFields: [{ recordAdditionalFieldByTypeId: weight, value: '4' }],
    });
    await update({ fields: [{ id: weight, version: 1, enabled: false }] });
    const save = () =>
      server.ask('mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }', ana, {
        data: {
          id: record.id,
          version: record.version,
          additionalFields: [{ recordAdditionalFieldByTypeId: weight, value: '5' }],
        },
      });
    expect((await save()).errors?.[0]?.message).toBe(
      '“Weight” was switched off meanwhile: what you wrote is not saved. An administrator can switch it on again.',
    );
    const { made } = await update({ fields: [{ id: weight, version: 2, enabled: true }] });
    expect(made.fields.find(({ id }) => id === weight)?.enabled).toBe(true);
    expect(await valuesOf(record.id)).toMatchObject({ Weight: '4' });
  });
});

async function valuesOf(id: number): Promise<Record<string, string>> {
  const answer = await server.ask(
    `query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) {
       records { id additionalFields { tag value } } } }`,
    ana,
    { data: { recordTypeId: type.id } },
  );
  const found = answer.data?.['filterAndSortRecordHeader'] as
    | { records: { id: number; additionalFields: { tag: string; value: string }[] }[] }
    | undefined;
  const { made } = await send('findRecordTypeDesign', { id: type.id });
  const names = new Map(made.fields.map((field) => [String(field.id), field.name]));
  const values = found?.records.find((record) => record.id === id)?.additionalFields ?? [];
  return Object.fromEntries(
    values
      .filter(({ value }) => value != null)
      .map(({ tag, value }) => [names.get(tag.split(';')[2] ?? '') ?? tag, value]),
  );
}

describe('two administrators at once', () => {
  test('change different things of one type, and both stand', async () => {
    const [weight, colour] = type.fields;
    await update({ fields: [{ id: weight?.id, version: 1, name: 'Mass' }] });
    await update({ fields: [{ name: 'Added meanwhile', dataType: 'string' }] });
    const { made, refusal } = await update({
      fields: [{ id: colour?.id, version: 1, help: 'Of the frame' }],
      fieldOrder: { from: [weight?.id, colour?.id], to: [colour?.id, weight?.id] },
    });
    expect(refusal).toBeUndefined();
    expect(made.fields.map(({ name }) => name)).toEqual(['Colour', 'Added meanwhile', 'Mass']);
  });

  test('change the same thing, and the second is asked', async () => {
    const weight = type.fields[0]?.id;
    await update({ fields: [{ id: weight, version: 1, name: 'Mass' }] });
    const second = await update({ fields: [{ id: weight, version: 1, name: 'Load' }] });
    expect(second.refusal).toEqual({
      code: 'CONFLICT',
      message: 'Somebody has changed “Mass” since you opened it.',
    });
    expect(second.details?.['details']).toMatchObject({
      current: { id: type.id, fields: [{ name: 'Mass', version: 2 }, {}] },
    });
    const ids = type.fields.map(({ id }) => id);
    const turned = { fieldOrder: { from: ids, to: ids.toReversed() } };
    expect((await update(turned)).refusal).toBeUndefined();
    expect((await update(turned)).refusal?.message).toBe(
      'Somebody has changed the order of the fields since you opened it.',
    );
    await update({ version: 1, name: `Renamed ${count}` });
    expect((await update({ version: 1, enabled: false })).refusal?.code).toBe('CONFLICT');
  });

  test('give the same name at the same moment: one of them has it', async () => {
    const answers = await Promise.all(
      ['1', '2', '3'].map(() => send('createRecordType', { name: `At once ${count}` })),
    );
    expect(answers.filter(({ refusal }) => refusal === undefined)).toHaveLength(1);
  });
});

test('statuses, problem codes and lines are changed as fields are', async () => {
  const [open, done] = type.statuses;
  const [none] = type.problemCodes;
  const [lines] = type.lineTypes;
  const item = lines?.fields[0];
  const { made, refusal } = await update({
    statuses: [{ id: done?.id, version: 1, isFirst: true, closes: false }, { name: 'Held' }],
    statusOrder: { from: [open?.id, done?.id], to: [done?.id, -1, open?.id] },
    problemCodes: [{ id: none?.id, version: 1, enabled: false }],
    lineTypes: [
      {
        id: lines?.id,
        version: 1,
        name: 'Positions',
        fields: [
          { id: item?.id, version: 1, required: false },
          { name: 'Quantity', dataType: 'number', required: true },
        ],
        fieldOrder: { from: [item?.id], to: [-1, item?.id] },
      },
      { name: 'Charges', fields: [{ name: 'Amount', dataType: 'currency' }] },
    ],
  });
  expect(refusal).toBeUndefined();
  expect(made.statuses).toMatchObject([
    { name: 'Done', isFirst: true, closes: false },
    { name: 'Held' },
    { name: 'Open', isFirst: false },
  ]);
  expect(made.problemCodes).toMatchObject([{ name: 'None', enabled: false }, { name: 'Late' }]);
  // What there is only one of is chosen, as the first status is.
  const seen = await server.ask(
    'query ($id: Id!) { getSaasRecordFieldsByRecordTypes(recordType: $id) { key defaultValue } }',
    ana,
    { id: type.id },
  );
  expect(seen.data?.['getSaasRecordFieldsByRecordTypes']).toEqual(
    expect.arrayContaining([
      { key: 'status', defaultValue: String(done?.id) },
      { key: 'problemCode', defaultValue: String(made.problemCodes[1]?.id) },
    ]),
  );
  expect(made.lineTypes).toMatchObject([
    {
      name: 'Positions',
      fields: [
        { name: 'Quantity', required: true },
        { name: 'Item', required: false },
      ],
    },
    { name: 'Charges', fields: [{ name: 'Amount' }] },
  ]);
});

test('a super type gathers others, in an order that can be changed', async () => {
  const { made: second } = await send('createRecordType', { name: `Bills ${count}` });
  const { made: all } = await send('createRecordType', {
    name: `All ${count}`,
    isSuper: true,
    relatedRecordTypes: [type.id, second.id],
  });
  expect(all.relatedRecordTypes).toEqual([type.id, second.id]);
  const gather = (relatedRecordTypes: number[], version: number) =>
    send('updateRecordType', { id: all.id, version, relatedRecordTypes });
  expect((await gather([second.id, type.id], 1)).made.relatedRecordTypes).toEqual([second.id, type.id]);
  expect((await gather([second.id], 2)).made.relatedRecordTypes).toEqual([second.id]);
  expect((await gather([world.foreign.id], 3)).refusal?.code).toBe('NOT_FOUND');
});

test('a type that is switched off is nowhere, keeps its records, and comes back', async () => {
  await register(type.id, { ...complete(), recordNumber: 1 });
  await update({ version: 1, enabled: false });
  expect((await register(type.id, { ...complete(), recordNumber: 2 })).refusal).toBe(
    'The record type was not found.',
  );
  expect((await update({ version: 2, enabled: true })).made).toMatchObject({
    enabled: true,
    recordsTotal: 1,
  });
  expect((await register(type.id, { ...complete(), recordNumber: 2 })).made.recordNumber).toBe(2);
});

test('every change is in the audit log, by whom, and an order once for all that moved', async () => {
  const [weight, colour] = type.fields;
  await update({
    fields: [{ id: weight?.id, version: 1, name: 'Mass' }],
    fieldOrder: { from: [weight?.id, colour?.id], to: [colour?.id, weight?.id] },
  });
  const rows = await server.query(
    `select entity, action, user_id::int as user_id, changes from audit_log
     where entity = 'field' and entity_id = $1 or entity = 'record_type' and entity_id = $2 order by id`,
    [weight?.id, type.id],
  );
  expect(rows).toMatchObject([
    { entity: 'record_type', action: 'insert', user_id: server.people.ana },
    { entity: 'field', action: 'insert', changes: { name: [null, 'Weight'] } },
    { entity: 'field', action: 'update', changes: { name: ['Weight', 'Mass'] } },
    {
      entity: 'record_type',
      action: 'update',
      changes: {
        field_order: [
          [weight?.id, colour?.id],
          [colour?.id, weight?.id],
        ],
      },
    },
  ]);
});
