import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
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
    const tenant = await aTenant(connection, { name: 'Listed', bucket: 8 });
    const administrator = await tenant.withRole({ name: 'Administrator', administers: true });
    await tenant.withMember(server.people.ana, administrator);
    await tenant.withMember(server.people.bob, await tenant.withRole({ name: 'Clerk' }));
    const site = await tenant.withObject({ name: 'Site', properties: [{ name: 'Town', displayable: true }] });
    const sites = await tenant.withList({ name: 'Sites', listType: 'Object', object: site });
    const countries = await tenant.withList({ name: 'Countries', values: ['Chile'] });
    await connection.query('update list set backoffice_managed = true where id = $1', [countries.id]);
    const finish = await tenant.withList({ name: 'Finishes', values: ['Matt', 'Gloss', 'Raw'] });
    const parts = await tenant.withRecordType({
      name: 'Parts',
      statuses: ['Open'],
      fields: [
        { name: 'Finish', dataType: 'dropdown', list: finish },
        { name: 'Others', dataType: 'multiselect', list: finish },
        { name: 'Kept', dataType: 'dropdown', list: finish, slot: 'overflow' },
      ],
      lines: { name: 'Pieces', fields: [{ name: 'Side', dataType: 'dropdown', list: finish }] },
    });
    await tenant.withRecords(parts, [
      { recordNumber: 1, status: 'Open', fields: { Finish: 'Matt', Others: ['Matt', 'Gloss'] } },
      { recordNumber: 2, status: 'Open', fields: { Kept: 'Matt' } },
      { recordNumber: 3, status: 'Open', lines: [{ Side: 'Matt' }, { Side: 'Matt' }] },
      { recordNumber: 4, status: 'Open', enabled: false, fields: { Finish: 'Gloss' } },
    ]);
    const other = await aTenant(connection, { name: 'Elsewhere', bucket: 8 });
    const foreign = await other.withList({ name: 'Foreign', values: ['Theirs'] });
    return { tenant, sites, countries, foreign, finish };
  });

type Listed = {
  id: number;
  name: string;
  description: string;
  enabled: boolean;
  version: number;
  valuesVersion: number;
  valuesTotal: number;
  enabledValuesTotal: number;
};
const parts = `id name listName description listType backofficeManaged enabled version valuesVersion valuesTotal
  enabledValuesTotal objectDefinition { id name }`;

async function send<Answer = Listed>(name: string, data: object | null, who: Credentials = ana) {
  const input = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const document =
    data === null
      ? `{ ${name} { ${parts} } }`
      : `${name === 'findList' ? 'query' : 'mutation'} ($data: ${input}!) { ${name}(data: $data) { ${parts} } }`;
  const answer = await server.ask(document, who, data === null ? {} : { data });
  const [error] = answer.errors ?? [];
  return {
    made: answer.data?.[name] as Answer,
    refusal: error && { code: error.extensions['code'], message: error.message },
    field: error?.extensions['field'],
  };
}

async function valuesOf(listId: number, who: Credentials = ana) {
  const { data } = await server.ask(
    'query ($data: FindListValuesInput!) { findListValues(data: $data) { id value enabled version order userValue { name } } }',
    who,
    { data: { listId } },
  );
  return data?.['findListValues'] as {
    id: number;
    value: string;
    enabled: boolean;
    version: number;
    order: number;
    userValue: { name: string } | null;
  }[];
}
const shown = async (listId: number) =>
  (await valuesOf(listId)).map(({ value, enabled }) => (enabled ? value : `(${value})`));

let colours: Listed;
beforeEach(async () => {
  count += 1;
  const { made } = await send('createList', {
    name: `Colours ${count}`,
    description: 'What paint there is',
    backofficeManaged: false,
    listType: 'Value',
  });
  const values = ['Red', 'Green', 'Blue'].map((value) => ({ value, enabled: true }));
  colours = (await send('updateListValues', { listId: made.id, valuesVersion: 0, values })).made;
});
const save = (values: object[], from = colours) =>
  send('updateListValues', { listId: from.id, valuesVersion: from.valuesVersion, values });

describe('the lists of a company', () => {
  test('are listed by name with what they hold', async () => {
    const { made } = await send<Listed[]>('getLists', null);
    expect(made.map(({ name }) => name)).toContain('Countries');
    expect(made.find(({ id }) => id === colours.id)).toMatchObject({
      listName: colours.name,
      listType: 'Value',
      valuesTotal: 3,
      enabledValuesTotal: 3,
    });
    expect(made.find(({ name }) => name === 'Sites')).toMatchObject({ objectDefinition: { name: 'Site' } });
    expect((await send('findList', { id: colours.id })).made).toEqual(colours);
  });

  test('are for its administrators alone', async () => {
    const refused = { code: 'FORBIDDEN' };
    expect((await send('getLists', null, bob)).refusal).toMatchObject(refused);
    expect((await send('createList', { name: 'Mine', description: 'Mine' }, bob)).refusal).toMatchObject(
      refused,
    );
    expect(
      (await send('updateListValues', { listId: colours.id, valuesVersion: 0, values: [] }, bob)).refusal,
    ).toMatchObject(refused);
    expect(await valuesOf(colours.id, bob)).toEqual([]);
  });

  test('another company’s is not there', async () => {
    const absent = { code: 'NOT_FOUND', message: 'The list was not found.' };
    const { id } = world.foreign;
    expect((await send('findList', { id })).refusal).toEqual(absent);
    expect((await send('updateList', { id, version: 1, name: 'Ours' })).refusal).toEqual(absent);
    expect((await send('updateListValues', { listId: id, valuesVersion: 1, values: [] })).refusal).toEqual(
      absent,
    );
    const theirs = world.foreign.values.get('Theirs');
    expect((await save([{ id: theirs, enabled: true }])).refusal).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('are made by the rules of the specification’s form', async () => {
    const form = { name: 'Shapes', description: 'Of parts', backofficeManaged: false, listType: 'Value' };
    const refusalOf = async (change: object) => {
      const { refusal, field } = await send('createList', { ...form, ...change });
      return [refusal?.message, field];
    };
    expect(await refusalOf({ name: 'S' })).toEqual(['The name has at least 2 characters.', 'name']);
    expect(await refusalOf({ description: ' x ' })).toEqual([
      'The description has at least 2 characters.',
      'description',
    ]);
    expect(await refusalOf({ backofficeManaged: undefined })).toEqual([
      'backoffice managed is required',
      'backofficeManaged',
    ]);
    expect(await refusalOf({ listType: undefined })).toEqual(['List Type is required', 'listType']);
    expect(await refusalOf({ name: colours.name.toUpperCase() })).toEqual([
      `There is a list “${colours.name.toUpperCase()}” already.`,
      'name',
    ]);
  });

  test('are renamed and switched off, by who has seen the latest', async () => {
    const change = { id: colours.id, version: colours.version, name: `Paint ${count}`, enabled: false };
    const { made } = await send('updateList', change);
    expect(made).toMatchObject({
      name: `Paint ${count}`,
      enabled: false,
      description: 'What paint there is',
    });
    expect((await send('updateList', { ...change, name: 'Other' })).refusal).toEqual({
      code: 'CONFLICT',
      message: 'Somebody has changed this list since you opened it.',
    });
  });

  test('that the back office manages are left alone', async () => {
    const data = { listId: world.countries.id, valuesVersion: 1, values: [] };
    expect((await send('updateListValues', data)).refusal).toEqual({
      code: 'FORBIDDEN',
      message: 'The back office manages this list: it cannot be changed here.',
    });
    expect(await shown(world.countries.id)).toEqual(['Chile']);
  });
});

describe('the values of a list', () => {
  test('stand as they were sent: renamed, added, moved; one that was left out is kept and disabled', async () => {
    const [red, green, blue] = await valuesOf(colours.id);
    const { made } = await save([
      { id: blue?.id, value: 'Navy', enabled: true },
      { value: 'White', enabled: true },
      { id: red?.id, enabled: true },
    ]);
    expect(made).toMatchObject({ valuesTotal: 4, enabledValuesTotal: 3 });
    expect(made.valuesVersion).toBeGreaterThan(colours.valuesVersion);
    expect(Math.max(...(await valuesOf(colours.id)).map(({ version }) => version))).toBe(made.valuesVersion);
    expect(await shown(colours.id)).toEqual(['Navy', 'White', 'Red', '(Green)']);
    expect((await valuesOf(colours.id)).map(({ order }) => order)).toEqual([1, 2, 3, 4]);
    expect((await valuesOf(colours.id)).at(-1)?.id).toBe(green?.id);
  });

  test('sent as they stand are no change', async () => {
    const values = (await valuesOf(colours.id)).map(({ id, enabled }) => ({ id, enabled }));
    expect((await save(values)).made).toEqual(colours);
  });

  test('are refused when somebody changed them meanwhile, and then none is written', async () => {
    await save([{ value: 'Black', enabled: true }]);
    expect((await save([{ value: 'Grey', enabled: true }])).refusal).toMatchObject({ code: 'CONFLICT' });
    expect(await shown(colours.id)).toEqual(['Black', '(Red)', '(Green)', '(Blue)']);
  });

  test.each([
    ['empty', ' ', 'A value is empty.'],
    ['twice', ' red', '“red” stands in the list twice.'],
    ['too long', 'x'.repeat(201), 'A value has at most 200 characters.'],
  ])('that are %s are refused with the place', async (_name, value, message) => {
    const [red] = await valuesOf(colours.id);
    const answer = await save([
      { id: red?.id, enabled: true },
      { value, enabled: true },
    ]);
    expect(answer).toMatchObject({ refusal: { code: 'INVALID', message }, field: 'values.1' });
    expect(await shown(colours.id)).toEqual(['Red', 'Green', 'Blue']);
  });

  test('a value that was disabled may be there anew under its name', async () => {
    const [red] = await valuesOf(colours.id);
    await save([
      { id: red?.id, enabled: false },
      { value: 'Red', enabled: true },
    ]);
    expect(await shown(colours.id)).toEqual(['(Red)', 'Red', '(Green)', '(Blue)']);
  });

  test('of a list of users are people of the company', async () => {
    const { made } = await send('createList', {
      name: `Buyers ${count}`,
      description: 'Who buys',
      backofficeManaged: false,
      listType: 'User',
    });
    const put = (userId: number) =>
      send('updateListValues', {
        listId: made.id,
        valuesVersion: 0,
        values: [{ userId, enabled: true }],
      });
    expect((await put(server.people.sue)).refusal).toEqual({
      code: 'INVALID',
      message: 'Choose somebody of the company.',
    });
    expect((await put(server.people.bob)).refusal).toBeUndefined();
    const [buyer] = await valuesOf(made.id);
    expect(buyer?.userValue?.name).toBe(buyer?.value);
  });

  test('are audited: each value that was changed, and the order as one', async () => {
    const [red, green, blue] = await valuesOf(colours.id);
    const { rows } = await server.database.asOwnerOf(world.tenant.id, (connection) =>
      connection.query('select coalesce(max(id), 0) as last from audit_log'),
    );
    await save([
      { id: blue?.id, enabled: true },
      { id: red?.id, value: 'Rose', enabled: true },
      { id: green?.id, enabled: true },
    ]);
    const entries = await server.query(
      `select entity, entity_id::int as id, user_id::int as user, changes from audit_log where id > $1 order by entity, id`,
      [Number(rows[0]?.['last'])],
    );
    expect(entries).toEqual([
      {
        entity: 'list',
        id: colours.id,
        user: server.people.ana,
        changes: {
          order: ['Red, Green, Blue', 'Blue, Rose, Green'],
          // By these the order is put back.
          value_order: [
            [red?.id, green?.id, blue?.id],
            [blue?.id, red?.id, green?.id],
          ],
        },
      },
      {
        entity: 'list_value',
        id: red?.id,
        user: server.people.ana,
        changes: { value: ['Red', 'Rose'] },
      },
    ]);
  });
});

describe('the values of a list of objects', () => {
  const [town, seats, opened] = ['Town', 'Seats', 'Opened'];
  let list: { id: number; valuesVersion: number };
  let properties: Map<string, number>;
  beforeEach(async () => {
    const plain = { isRequired: false, isDisplayable: false, enabled: true };
    const created = await server.ask(
      `mutation ($data: CreateObjectDefinitionInput!) { createObjectDefinition(data: $data) { id properties { id name } } }`,
      ana,
      {
        data: {
          name: `Hall ${count}`,
          properties: [
            { ...plain, name: town, dataType: 'string', isRequired: true, isDisplayable: true },
            { ...plain, name: seats, dataType: 'number' },
            { ...plain, name: opened, dataType: 'date', isDisplayable: true },
          ],
        },
      },
    );
    const hall = created.data?.['createObjectDefinition'] as {
      id: number;
      properties: { id: number; name: string }[];
    };
    properties = new Map(hall.properties.map(({ id, name }) => [name, id]));
    const about = { description: 'Where it takes place', backofficeManaged: false, listType: 'Object' };
    list = (await send('createList', { ...about, name: `Halls ${count}`, objectDefinitionId: hall.id })).made;
  });
  const object = (values: Record<string, string>) => ({
    enabled: true,
    objectValues: Object.entries(values).map(([name, value]) => ({
      propertyId: properties.get(name) ?? 0,
      value,
    })),
  });
  const put = async (values: readonly object[]) => {
    const answer = await send('updateListValues', {
      listId: list.id,
      valuesVersion: list.valuesVersion,
      values,
    });
    if (answer.made !== undefined) list = answer.made;
    return answer;
  };

  test('are of an object that is chosen', async () => {
    const data = {
      name: `Nothing ${count}`,
      description: 'None',
      backofficeManaged: false,
      listType: 'Object',
    };
    expect(await send('createList', data)).toMatchObject({
      refusal: { code: 'INVALID', message: 'Choose the object that its values are.' },
      field: 'objectDefinitionId',
    });
  });

  test('are made and changed by their properties, and called as the object displays', async () => {
    await put([
      object({ [town]: 'Oslo', [seats]: '40', [opened]: '2020-05-04' }),
      object({ [town]: 'Bergen' }),
    ]);
    expect(await shown(list.id)).toEqual(['Oslo, 05/04/2020', 'Bergen']);
    const [oslo, bergen] = await valuesOf(list.id);
    await put([
      { id: bergen?.id, enabled: true },
      { id: oslo?.id, ...object({ [town]: 'Trondheim', [seats]: '41' }) },
    ]);
    expect(await shown(list.id)).toEqual(['Bergen', 'Trondheim']);
    expect(
      (await server.query('select object_values from list_value where id = $1', [oslo?.id]))[0]?.[
        'object_values'
      ],
    ).toEqual({ [String(properties.get(town))]: 'Trondheim', [String(properties.get(seats))]: '41' });
  });

  test.each([
    ['a required property that is empty', { [seats]: '4' }, 'Town is required', town],
    ['what is no number', { [town]: 'Oslo', [seats]: 'many' }, 'Seats: Should be numeric', seats],
  ])('are refused with %s', async (_name, values, message, at) => {
    expect(await put([object(values)])).toMatchObject({
      refusal: { code: 'INVALID', message },
      field: `values.0.objectValues.${properties.get(at)}`,
    });
    expect(await shown(list.id)).toEqual([]);
  });

  test('have no property of another object', async () => {
    const [theirs] = await server.query(
      `select p.id::int from object_property p where p.id <> all($1::bigint[]) limit 1`,
      [[...properties.values()]],
    );
    const foreign = { propertyId: theirs?.['id'], value: 'Oslo' };
    expect((await put([{ enabled: true, objectValues: [foreign] }])).refusal).toMatchObject({
      code: 'INVALID',
      message: `There is no property '${String(theirs?.['id'])}' here.`,
    });
  });
});

describe('one value, where it is chosen', () => {
  const saving = `mutation ($data: SaveListValueInput!) { saveListValue(data: $data) { id value } }`;
  async function saveOne(data: object, who = ana) {
    const answer = await server.ask(saving, who, { data });
    const [error] = answer.errors ?? [];
    return {
      made: answer.data?.['saveListValue'] as { id: number; value: string } | undefined,
      refusal: error && { code: error.extensions['code'], message: error.message },
    };
  }

  test('comes after those that are enabled, by the rules of the list', async () => {
    const [red] = await valuesOf(colours.id);
    await save([{ id: red?.id, enabled: true }]);
    const { made } = await saveOne({ listId: colours.id, value: ' Pink ' });
    expect(made?.value).toBe('Pink');
    expect(await shown(colours.id)).toEqual(['Red', 'Pink', '(Green)', '(Blue)']);
    expect((await valuesOf(colours.id))[1]?.id).toBe(made?.id);
    expect((await saveOne({ listId: colours.id, value: 'pink' })).refusal).toEqual({
      code: 'INVALID',
      message: '“pink” stands in the list twice.',
    });
    expect((await saveOne({ listId: colours.id, value: 'Grey' }, bob)).refusal?.code).toBe('FORBIDDEN');
    expect((await saveOne({ listId: world.countries.id, value: 'Peru' })).refusal).toEqual({
      code: 'FORBIDDEN',
      message: 'The back office manages this list: it cannot be changed here.',
    });
    expect(await shown(colours.id)).toEqual(['Red', 'Pink', '(Green)', '(Blue)']);
  });

  test('of a list of objects is made and changed by its properties, from what was read', async () => {
    const { id: listId } = world.sites;
    const [town] = await server.query(
      `select id::int from object_property where name = 'Town' order by id limit 1`,
    );
    const of = (value: string) => ({ listId, objectValues: [{ propertyId: town?.['id'], value }] });
    const { made } = await saveOne(of('Oslo'));
    expect(made?.value).toBe('Oslo');
    expect((await saveOne({ ...of('Bergen'), id: made?.id, was: 'Oslo' })).made).toEqual({
      id: made?.id,
      value: 'Bergen',
    });
    expect((await saveOne({ ...of('Moss'), id: made?.id, was: 'Oslo' })).refusal?.code).toBe('CONFLICT');
    expect(await shown(listId)).toEqual(['Bergen']);
  });
});

describe('before a value is disabled', () => {
  test('it is said how many enabled records hold it, in whatever field or line', async () => {
    const { finish } = world;
    const document = `query ($data: CountListValueUseInput!) { countListValueUse(data: $data) { id records isMore } }`;
    const ids = ['Matt', 'Gloss', 'Raw'].map((name) => finish.values.get(name) ?? 0);
    const ask = (data: object, who = ana) => server.ask(document, who, { data });
    const { data } = await ask({ listId: finish.id, valueIds: ids });
    expect(data?.['countListValueUse']).toEqual([
      { id: ids[0], records: 3, isMore: false },
      { id: ids[1], records: 1, isMore: false },
      { id: ids[2], records: 0, isMore: false },
    ]);
    const codeOf = async (asked: object, who = ana) =>
      (await ask(asked, who)).errors?.[0]?.extensions['code'];
    expect(await codeOf({ listId: finish.id, valueIds: ids }, bob)).toBe('FORBIDDEN');
    expect(await codeOf({ listId: finish.id, valueIds: [] })).toBe('INVALID');
    // A value of another list, and a list of another company, are not there.
    expect(await codeOf({ listId: colours.id, valueIds: ids })).toBe('NOT_FOUND');
    expect(await codeOf({ listId: world.foreign.id, valueIds: ids })).toBe('NOT_FOUND');
  });
});
