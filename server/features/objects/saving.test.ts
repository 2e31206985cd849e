// An object is changed property by property through the update of its record: judged, versioned, audited, announced.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { aTenant } from '../../seed/builders.ts';
import type { BuiltObject } from '../../seed/build-list.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof build>>;
let ana: Credentials;
let bob: Credentials;
let sue: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  world = await build('Packers', 6);
  ana = await server.enter('ana', world.tenant);
  bob = await server.enter('bob', world.tenant);
  sue = await server.enter('sue', world.tenant);
});
afterAll(() => server.close());

const idOf = (object: BuiltObject, name: string): number => object.properties.get(name) ?? 0;

function build(name: string, bucket: number) {
  return server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name, bucket });
    const manager = await tenant.withRole({ name: 'Manager', defaultFieldAccess: 'Editable' });
    const reader = await tenant.withRole({ name: 'Reader', defaultFieldAccess: 'ViewOnly' });
    const stranger = await tenant.withRole({ name: 'Stranger' });
    const { people } = server;
    await tenant.withMember(people.ana, manager);
    await tenant.withMember(people.bob, reader);
    await tenant.withMember(people.sue, stranger);
    const grades = await tenant.withList({
      name: 'Grades',
      values: ['Good', { value: 'Poor', enabled: false }],
    });
    const colours = await tenant.withList({ name: 'Colours', values: ['Red'] });
    const packing = await tenant.withObject({
      name: 'Packing',
      properties: [
        { name: 'Material', required: true, displayable: true },
        { name: 'Pieces', dataType: 'number', displayable: true },
        { name: 'Guide', dataType: 'url' },
        { name: 'Packed on', dataType: 'date' },
        { name: 'Sealed at', dataType: 'datetime' },
        { name: 'Returnable', dataType: 'checkbox' },
        { name: 'Grade', dataType: 'dropdown', list: grades },
        { name: 'Seal', enabled: false },
      ],
    });
    const other = await tenant.withObject({ name: 'Other', properties: [{ name: 'Elsewhere' }] });
    const dock = await tenant.withObject({ name: 'Dock', properties: [{ name: 'Gate', displayable: true }] });
    const docks = await tenant.withList({
      name: 'Docks',
      listType: 'Object',
      object: dock,
      values: [{ value: 'North', properties: { Gate: 'N 1' } }],
    });
    const orders = await tenant.withRecordType({
      name: 'Orders',
      statuses: ['Open'],
      problemCodes: ['None'],
      fields: [
        { name: 'Packing', dataType: 'object', object: packing },
        { name: 'Dock', dataType: 'dropdown', list: docks },
        { name: 'Needed', dataType: 'object', object: other, required: true },
        { name: 'Note', dataType: 'string' },
      ],
    });
    const items = await tenant.withMenu([
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
    for (const item of items.values())
      for (const role of [manager, reader, stranger])
        await tenant.withActions(role, item, ['view', 'create records', 'soft delete', 'bulk update']);
    await tenant.withFieldAccess(stranger, orders, [{ field: 'Note', access: 'Editable' }]);
    const text = (values: Readonly<Record<string, string>>) =>
      JSON.stringify(
        Object.fromEntries(Object.entries(values).map(([key, value]) => [idOf(packing, key), value])),
      );
    const [one = 0, two = 0, empty = 0, three = 0] = await tenant.withRecords(orders, [
      {
        recordNumber: 1,
        status: 'Open',
        fields: { Packing: text({ Material: 'Crate', Pieces: '4', Seal: 'S-1' }), Dock: 'North' },
      },
      { recordNumber: 2, status: 'Open', fields: { Packing: text({ Pieces: '9' }) } },
      { recordNumber: 3, status: 'Open' },
      { recordNumber: 4, status: 'Open' },
    ]);
    return { tenant, orders, packing, other, dock, grades, colours, one, two, empty, three };
  });
}

const answered = 'id version additionalFields { tag value objectValuesByProperty { propertyId value } }';
const update = `mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { ${answered} } }`;
const register = `mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { ${answered} } }`;
const find = `query ($id: Id!) { findRecordHeader(data: { ids: [$id] }) { records { ${answered} } } }`;

type Answered = { id: number; version: number; additionalFields: { tag: string; value: string }[] };

const fieldId = (name: string): number => world.orders.fields.get(name)?.id ?? 0;
const property = (name: string): number => idOf(world.packing, name);

async function read(id: number, viewer = ana): Promise<Answered> {
  const answer = await server.ask(find, viewer, { id });
  const page = answer.data?.['findRecordHeader'] as { records: Answered[] } | undefined;
  if (page?.records[0] === undefined) throw new Error(`The record ${id} was not found.`);
  return page.records[0];
}

/** By the properties' names. */
function packingOf({ additionalFields }: Answered): Record<string, string> | null {
  const found = additionalFields.find(({ tag }) => tag.endsWith(`;${fieldId('Packing')}`));
  if (found === undefined) return null;
  const names = new Map([...world.packing.properties].map(([name, id]) => [String(id), name]));
  const values = Object.entries(JSON.parse(found.value) as Record<string, string>);
  return Object.fromEntries(values.map(([id, value]) => [names.get(id) ?? id, value]));
}

type Given = { propertyId: number; value?: string | null }[];
const given = (values: Readonly<Record<string, string | null>>): Given =>
  Object.entries(values).map(([name, value]) => ({ propertyId: property(name), value }));

async function send(id: number, input: object, viewer = ana, field = 'Packing') {
  const { version } = await read(id, ana);
  const additionalFields = [{ recordAdditionalFieldByTypeId: fieldId(field), ...input }];
  return server.ask(update, viewer, { data: { id, version, additionalFields } });
}

const sendProperties = (id: number, values: Readonly<Record<string, string | null>>, viewer = ana) =>
  send(id, { objectValuesByProperty: given(values) }, viewer);

async function saved(answer: Promise<{ data: unknown; errors?: unknown }>): Promise<Answered> {
  const { data, errors } = await answer;
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return (data as { updateRecordHeader: Answered }).updateRecordHeader;
}

async function refused(answer: ReturnType<typeof server.ask>) {
  const { errors } = await answer;
  return { message: errors?.[0]?.message, ...errors?.[0]?.extensions };
}

test('changes the properties that are given; the others, disabled ones too, stay', async () => {
  const record = await saved(
    sendProperties(world.one, {
      Pieces: '12',
      'Packed on': '2026-02-28',
      'Sealed at': '2026-02-28T15:30:00.000Z',
      Returnable: 'true',
      Guide: 'packing.example/7',
      Grade: String(world.grades.values.get('Good')),
    }),
  );
  expect(packingOf(record)).toEqual({
    Material: 'Crate',
    Pieces: '12',
    Guide: 'https://packing.example/7',
    'Packed on': '2026-02-28',
    'Sealed at': '2026-02-28T15:30:00.000Z',
    Returnable: 'true',
    Grade: String(world.grades.values.get('Good')),
    Seal: 'S-1',
  });
  expect(await read(world.one)).toEqual(record);
  expect(
    packingOf(await saved(sendProperties(world.one, { Grade: null, 'Packed on': '' }))),
  ).not.toHaveProperty('Grade');
});

test('is kept as the builders keep it, audited whole, and written back by its text', async () => {
  const before = await read(world.two);
  const after = await saved(sendProperties(world.two, { Material: 'Pallet' }));
  const [row] = await server.query(
    `select jsonb_typeof(x -> $2) as kind, x -> $2 as kept from record_${world.tenant.bucket} where id = $1`,
    [world.two, String(fieldId('Packing'))],
  );
  const kept = { [property('Material')]: 'Pallet', [property('Pieces')]: '9' };
  expect(row).toEqual({ kind: 'object', kept });
  const [entry] = await server.query(
    `select action, changes from audit_log where entity = 'record' and entity_id = $1 order by id desc limit 1`,
    [world.two],
  );
  expect(entry).toEqual({
    action: 'update',
    changes: { [`f${fieldId('Packing')}`]: [{ [property('Pieces')]: '9' }, kept] },
  });

  // An undo writes the text that was read before, whatever the editor would ask of it.
  const value = before.additionalFields.find(({ tag }) => tag.endsWith(`;${fieldId('Packing')}`))?.value;
  expect(await refused(send(world.two, { value }))).toMatchObject({ message: 'Material is required' });
  const whole = JSON.stringify({ [property('Material')]: 'Crate' });
  expect(packingOf(await saved(send(world.two, { value: whole })))).toEqual({ Material: 'Crate' });
  expect(packingOf(await saved(send(world.two, { value: null })))).toBeNull();
  expect(after.version).toBe(before.version + 1);
});

test('is given to a new record', async () => {
  const data = {
    recordType: world.orders.id,
    recordNumber: 40,
    description: 'New',
    issuedByCompanyName: 'One',
    issuedToCompanyName: 'Other',
    statusId: world.orders.statuses.get('Open'),
    problemCodeId: world.orders.problemCodes.get('None'),
    recordDate: '2026-01-01',
    poNumber: 5,
    additionalFields: [
      {
        recordAdditionalFieldByTypeId: fieldId('Packing'),
        objectValuesByProperty: given({ Material: 'Carton' }),
      },
      {
        recordAdditionalFieldByTypeId: fieldId('Needed'),
        objectValuesByProperty: [{ propertyId: idOf(world.other, 'Elsewhere'), value: 'here' }],
      },
    ],
  };
  const answer = await server.ask(register, ana, { data });
  expect(packingOf(answer.data?.['registerRecordHeader'] as Answered)).toEqual({ Material: 'Carton' });
  const without = { ...data, additionalFields: data.additionalFields.slice(0, 1) };
  expect(await refused(server.ask(register, ana, { data: without }))).toMatchObject({
    code: 'INVALID',
    message: 'Needed is required',
  });
});

test('what is wrong is said of its property, and nothing is changed', async () => {
  const before = await read(world.one);
  const good = String(world.grades.values.get('Good'));
  const cases: [string, string | null, string][] = [
    ['Material', '', 'Material is required'],
    ['Material', 'x'.repeat(501), 'Material: Should have at most 500 characters'],
    ['Guide', null, 'Guide is required'],
    ['Guide', 'javascript:alert(1)', 'Guide: Should be a web address'],
    ['Pieces', 'four', 'Pieces: Should be numeric'],
    ['Pieces', '1.000,5', 'Pieces: Should be a whole number'],
    ['Pieces', '4.5', 'Pieces: Should be a whole number'],
    ['Pieces', '9007199254740993', 'Pieces: Should be numeric'],
    ['Packed on', '2026-02-30', 'Packed on: Invalid date format'],
    ['Sealed at', '2026-02-28', 'Sealed at: Invalid date format'],
    ['Returnable', 'yes', 'Returnable: Should be true or false'],
    ['Grade', 'Good', 'Grade: Should be a value from the list'],
    ['Grade', String(world.colours.values.get('Red')), 'Grade: Should be a value from the list'],
    ['Grade', String(world.grades.values.get('Poor')), 'Grade: This value is disabled and cannot be chosen.'],
    ['Seal', 'S-2', 'Seal is disabled and cannot be changed.'],
  ];
  for (const [name, value, message] of cases) {
    expect(await refused(sendProperties(world.one, { [name]: value }))).toEqual({
      message,
      code: 'INVALID',
      field: `f${fieldId('Packing')}`,
      details: { propertyId: property(name) },
    });
  }
  const unknown = [idOf(world.other, 'Elsewhere'), 999_999].map(async (propertyId) => {
    const answer = await refused(send(world.one, { objectValuesByProperty: [{ propertyId, value: good }] }));
    return JSON.stringify(answer).replaceAll(String(propertyId), '#');
  });
  expect(new Set(await Promise.all(unknown))).toEqual(
    new Set([
      JSON.stringify({
        message: "There is no property '#' here.",
        code: 'INVALID',
        field: `f${fieldId('Packing')}`,
        details: { propertyId: '#' },
      }).replace('"#"', '#'),
    ]),
  );
  const twice = [...given({ Pieces: '1' }), ...given({ Pieces: '2' })];
  const shapes: [object, string, string?][] = [
    [{ objectValuesByProperty: twice }, 'Pieces is given twice.'],
    [{ value: 'a crate' }, 'Packing: Should be an object'],
    [{ value: '[]' }, 'Packing: Should be an object'],
    [{ value: `{"${property('Material')}":{}}` }, 'Should be an object of texts'],
    [{ value: '{"city":"Lyon"}' }, "There is no property '0' here."],
    [
      { value: '{"1":"x"}', objectValuesByProperty: twice },
      'Packing is given by its value or by its properties, not by both.',
    ],
    [{ objectValuesByProperty: [] }, 'Note is no object.', 'Note'],
    [{ objectValuesByProperty: [] }, 'Contact the List Administrator', 'Dock'],
    [{ value: '{}' }, 'Needed is required', 'Needed'],
  ];
  for (const [input, message, field = 'Packing'] of shapes) {
    expect(await refused(send(world.one, input, ana, field))).toMatchObject({ message, code: 'INVALID' });
  }
  expect(await read(world.one)).toEqual(before);
});

test('who may only see the field is refused, and to whom it is hidden it is not there', async () => {
  expect(await refused(sendProperties(world.one, { Pieces: '1' }, bob))).toMatchObject({
    code: 'FORBIDDEN',
    message: 'Packing is read-only for your role.',
    field: `f${fieldId('Packing')}`,
  });
  const hidden = await refused(sendProperties(world.one, { Pieces: '1' }, sue));
  expect(hidden).toMatchObject({
    code: 'INVALID',
    message: `There is no field 'f${fieldId('Packing')}' here.`,
  });
  expect(JSON.stringify(hidden)).not.toContain('Packing');
  expect((await read(world.one, sue)).additionalFields).toEqual([]);
  const foreign = await server.enter('ana', server.north);
  expect(await refused(sendProperties(world.one, { Pieces: '1' }, foreign))).toEqual({
    message: 'The record was not found.',
    code: 'NOT_FOUND',
  });
});

test('a change of an older version is refused with the object as it stands', async () => {
  const { version } = await read(world.one);
  await saved(sendProperties(world.one, { Pieces: '31' }));
  const additionalFields = [
    {
      recordAdditionalFieldByTypeId: fieldId('Packing'),
      objectValuesByProperty: given({ Pieces: '32' }),
    },
  ];
  const stale = await refused(
    server.ask(update, ana, { data: { id: world.one, version, additionalFields } }),
  );
  expect(stale).toMatchObject({ code: 'CONFLICT', details: { current: { version: version + 1 } } });
  const { current } = (stale as unknown as { details: { current: Answered } }).details;
  expect(packingOf(current)).toMatchObject({ Pieces: '31' });
});

test('an export shows what the cells display', async () => {
  await saved(sendProperties(world.one, { Material: 'Crate', Pieces: '1200' }));
  const data = {
    query: {
      recordTypeId: world.orders.id,
      enabled: false,
      filters: [],
      sort: [{ field: 'recordNumber', sort: 'ASC' }],
    },
    columns: ['recordNumber', `f${fieldId('Packing')}`, `f${fieldId('Dock')}`],
  };
  const exporting = 'query ($data: ExportRecordsInput!) { exportRecordHeaders(data: $data) { url } }';
  const answer = await server.ask(exporting, ana, { data });
  const link = answer.data?.['exportRecordHeaders'] as { url: string } | undefined;
  const { body } = await server.app.inject({ method: 'GET', url: link?.url ?? '' });
  expect(body.split('\r\n').slice(0, 4)).toEqual([
    '\uFEFFRecord Number,Packing,Dock',
    '1,"Crate, 1200",N 1',
    '2,,',
    '3,,',
  ]);
});

test('a filter tells objects that are empty from those that are not', async () => {
  const count = async (operator: string) => {
    const filter = {
      fieldId: fieldId('Packing'),
      logicOperator: 'AND',
      priority: 0,
      filterCriteria: { operator },
    };
    const answer = await server.ask(
      'query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { records { id } } }',
      ana,
      { data: { recordTypeId: world.orders.id, filters: [filter] } },
    );
    const page = answer.data?.['filterAndSortRecordHeader'] as { records: { id: number }[] } | undefined;
    return page?.records.map(({ id }) => id);
  };
  await saved(send(world.two, { value: null }));
  expect(await count('isEmpty')).toEqual(expect.arrayContaining([world.two, world.empty]));
  expect(await count('isNotEmpty')).toContain(world.one);
  expect(await count('isNotEmpty')).not.toContain(world.two);
});

test('a field says the definition of its objects, its own or those of its list', async () => {
  const answer = await server.ask(
    'query ($id: Id!) { getSaasRecordFieldsByRecordTypes(recordType: $id) { name listType { dataType } objectDefinition { id } } }',
    ana,
    { id: world.orders.id },
  );
  const fields = answer.data?.['getSaasRecordFieldsByRecordTypes'] as { name: string }[];
  const named = (name: string) => fields.find((field) => field.name === name);
  expect(named('Packing')).toMatchObject({ listType: null, objectDefinition: { id: world.packing.id } });
  expect(named('Dock')).toMatchObject({
    listType: { dataType: 'Object' },
    objectDefinition: { id: world.dock.id },
  });
  expect(named('Note')).toMatchObject({ objectDefinition: null });
});

test('goes back property by property: what somebody wrote into another one since stays', async () => {
  const document = `mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { version auditEntryId } }`;
  const write = async (values: Readonly<Record<string, string | null>>) => {
    const additionalFields = [
      { recordAdditionalFieldByTypeId: fieldId('Packing'), objectValuesByProperty: given(values) },
    ];
    const { data, errors } = await server.ask(document, ana, { data: { id: world.three, additionalFields } });
    expect(errors).toBeUndefined();
    return (data as { updateRecordHeader: { auditEntryId: number } }).updateRecordHeader.auditEntryId;
  };
  const { good, poor } = {
    good: String(world.grades.values.get('Good')),
    poor: String(world.grades.values.get('Poor')),
  };
  type Row = { key: string; name: string; now: string | null; to: string | null; whyNot: string | null };
  const undo = async (entries: number[]) => {
    const { data, errors } = await server.ask(
      `mutation ($data: UndoChangesInput!) { undoChanges(data: $data) { outcome rows { key name now to whyNot } } }`,
      ana,
      { data: { records: [{ recordId: world.three, entries }] } },
    );
    expect(errors).toBeUndefined();
    return (data as { undoChanges: { outcome: string; rows: Row[] }[] }).undoChanges[0]!;
  };
  const first = await write({ Material: 'Crate', Pieces: '4', Grade: good });
  const second = await write({ Pieces: '5', Grade: null, Guide: 'https://a.example' });
  await write({ Guide: 'https://b.example' });
  const undone = await undo([second]);
  expect(undone.outcome).toBe('UPDATED');
  expect(
    undone.rows.map(({ name, now, to, whyNot }) => [name, now, to, whyNot?.replace(/ by.*/, '')]),
  ).toEqual([
    ['Packing, Pieces', '5', '4', undefined],
    ['Packing, Grade', null, 'Good', undefined],
    ['Packing, Guide', 'https://b.example', null, 'Superseded'],
  ]);
  expect(packingOf(await read(world.three))).toEqual({
    Material: 'Crate',
    Pieces: '4',
    Grade: good,
    Guide: 'https://b.example',
  });
  // What is required stays while anything else does.
  const made = await undo([first]);
  expect(made.rows.find(({ name }) => name === 'Packing, Material')?.whyNot).toBe('Material is required');
  // A value of the list that was disabled is no choice any more.
  await server.query('update list_value set enabled = true where id = $1', [poor]);
  await write({ Grade: poor });
  await server.query('update list_value set enabled = false where id = $1', [poor]);
  const cleared = await write({ Grade: null });
  expect((await undo([cleared])).rows[0]?.whyNot).toBe('“Poor (Disabled)” can no longer be chosen.');
});
