import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const build = () =>
  server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: 'Made', bucket: 8 });
    const administrator = await tenant.withRole({
      name: 'Administrator',
      administers: true,
      defaultFieldAccess: 'Editable',
    });
    await tenant.withMember(server.people.ana, administrator);
    await tenant.withMember(server.people.bob, await tenant.withRole({ name: 'Clerk' }));
    const grades = await tenant.withList({ name: 'Grades', values: ['A', 'B'] });
    const depot = await tenant.withObject({
      name: 'Depot',
      properties: [
        { name: 'Town', displayable: true },
        { name: 'Weight', dataType: 'number' },
        { name: 'Remark', dataType: 'textarea' },
      ],
    });
    const depots = await tenant.withList({
      name: 'Depots',
      listType: 'Object',
      object: depot,
      values: [{ value: 'North', properties: { Town: 'Oslo', Weight: '12' } }],
    });
    const crates = await tenant.withRecordType({
      name: 'Crates',
      fields: [{ name: 'Place', dataType: 'object', object: depot }],
    });
    const item = { name: 'Crates', route: 'crates', recordType: crates };
    const section = { name: 'Section', route: 'section', items: [item] };
    const items = await tenant.withMenu([{ name: 'Group', route: 'group', sections: [section] }]);
    for (const id of items.values()) await tenant.withActions(administrator, id, ['view']);
    const text = (values: Readonly<Record<string, string>>) =>
      JSON.stringify(
        Object.fromEntries(
          Object.entries(values).map(([name, value]) => [String(depot.properties.get(name)), value]),
        ),
      );
    await tenant.withRecords(crates, [
      { recordNumber: 1, fields: { Place: text({ Town: 'Bergen', Remark: 'wet' }) } },
      { recordNumber: 2, fields: { Place: text({ Town: 'Oslo' }) } },
      { recordNumber: 3 },
    ]);
    const other = await aTenant(connection, { name: 'Not ours', bucket: 8 });
    const foreign = await other.withObject({ name: 'Theirs', properties: [{ name: 'Secret' }] });
    const foreignList = await other.withList({ name: 'Their list' });
    return { tenant, grades, depot, depots, crates, foreign, foreignList };
  });

type Property = {
  id: number;
  name: string;
  dataType: string;
  isRequired: boolean;
  isDisplayable: boolean;
  enabled: boolean;
  listType: { id: number } | null;
};
type Definition = { id: number; name: string; enabled: boolean; version: number; properties: Property[] };
const parts = `id name enabled version
  properties { id name dataType isRequired isDisplayable enabled order listType { id listName } }`;

async function send(name: string, data: object, who = ana) {
  const input = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const answer = await server.ask(`mutation ($data: ${input}!) { ${name}(data: $data) { ${parts} } }`, who, {
    data,
  });
  const [error] = answer.errors ?? [];
  return {
    made: answer.data?.[name] as Definition,
    refusal: error && { code: error.extensions['code'], message: error.message },
    field: error?.extensions['field'],
  };
}
const all = async (who = ana) => {
  const answer = await server.ask(`{ getObjectDefinitions { ${parts} } }`, who);
  return {
    definitions: answer.data?.['getObjectDefinitions'] as Definition[],
    code: answer.errors?.[0]?.extensions['code'],
  };
};
const use = async (id: number, who = ana) =>
  server.ask(
    `query ($data: FindObjectUseInput!) { findObjectUse(data: $data) { fields { name recordType } lists { name }
      records listValues properties { propertyId records listValues } } }`,
    who,
    { data: { id } },
  );

const plain = { isRequired: false, isDisplayable: false, enabled: true, dataType: 'string' };
let count = 0;
const make = async (...properties: object[]) =>
  (
    await send('createObjectDefinition', {
      name: `Thing ${(count += 1)}`,
      properties: properties.map((given) => ({ ...plain, ...given })),
    })
  ).made;
/** As the contract takes it back. */
const drafts = ({ properties }: Definition) =>
  properties.map(({ id, name, dataType, isRequired, isDisplayable, enabled, listType }) => ({
    id,
    name,
    dataType,
    isRequired,
    isDisplayable,
    enabled,
    listId: listType?.id ?? null,
  }));

describe('objects that a company makes', () => {
  test('are made with their properties, and listed by name', async () => {
    const made = await make(
      { name: 'Colour', isDisplayable: true },
      { name: 'Grade', dataType: 'dropdown', listId: world.grades.id, isRequired: true },
    );
    expect(made.properties).toMatchObject([
      { name: 'Colour', order: 1, isDisplayable: true, listType: null },
      { name: 'Grade', order: 2, isRequired: true, listType: { listName: 'Grades' } },
    ]);
    const { definitions } = await all();
    expect(definitions.find(({ id }) => id === made.id)).toEqual(made);
  });

  test('are for administrators alone', async () => {
    expect((await all(bob)).code).toBe('FORBIDDEN');
    const forbidden = { code: 'FORBIDDEN' };
    expect(
      (await send('createObjectDefinition', { name: 'Mine', properties: [] }, bob)).refusal,
    ).toMatchObject(forbidden);
    const { id } = world.depot;
    expect(
      (await send('updateObjectDefinition', { id, version: 1, name: 'Mine' }, bob)).refusal,
    ).toMatchObject(forbidden);
    expect((await use(id, bob)).errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
  });

  test('of another company are not there, nor are its properties and lists', async () => {
    const absent = { code: 'NOT_FOUND', message: 'The object was not found.' };
    const { foreign, foreignList } = world;
    expect(
      (await send('updateObjectDefinition', { id: foreign.id, version: 1, name: 'Ours' })).refusal,
    ).toEqual(absent);
    expect((await use(foreign.id)).errors?.[0]?.message).toBe(absent.message);
    const made = await make({ name: 'One' });
    const change = { id: made.id, version: 1 };
    const theirs = { ...plain, id: foreign.properties.get('Secret'), name: 'Secret' };
    expect((await send('updateObjectDefinition', { ...change, properties: [theirs] })).refusal).toEqual({
      code: 'NOT_FOUND',
      message: 'The property was not found.',
    });
    const listed = { ...plain, name: 'Choice', dataType: 'dropdown', listId: foreignList.id };
    expect((await send('updateObjectDefinition', { ...change, properties: [listed] })).refusal).toEqual({
      code: 'NOT_FOUND',
      message: 'The list was not found.',
    });
    expect((await all()).definitions.map(({ name }) => name)).not.toContain('Theirs');
  });

  test('are refused with the sentence, at what is at fault', async () => {
    const refusalOf = async (name: string, ...properties: object[]) => {
      const { refusal, field } = await send('createObjectDefinition', {
        name,
        properties: properties.map((given) => ({ ...plain, ...given })),
      });
      return [refusal?.message, field];
    };
    expect(await refusalOf('X')).toEqual(['The name has at least 2 characters.', 'name']);
    expect(await refusalOf('dEPOT')).toEqual(['There is an object “dEPOT” already.', 'name']);
    expect(await refusalOf('Empty', { name: ' ' })).toEqual(['A property has no name.', 'properties.0']);
    expect(await refusalOf('Twice', { name: 'One' }, { name: ' one' })).toEqual([
      '“one” stands in the object twice.',
      'properties.1',
    ]);
    expect(await refusalOf('Listless', { name: 'Grade', dataType: 'dropdown' })).toEqual([
      'Choose the list that Grade is chosen from.',
      'properties.0',
    ]);
    for (const dataType of ['object', 'attachment', 'colour'])
      expect(await refusalOf('Strange', { name: 'It', dataType })).toEqual([
        'Choose what It holds.',
        'properties.0',
      ]);
  });

  test('are renamed, disabled and put in another order, and a rename touches nothing else', async () => {
    const made = await make({ name: 'One' }, { name: 'Two' });
    const [one, two] = drafts(made);
    const { made: after } = await send('updateObjectDefinition', {
      id: made.id,
      version: made.version,
      name: 'Renamed',
      enabled: false,
      properties: [two, { ...one, name: 'First' }],
    });
    expect(after).toMatchObject({ name: 'Renamed', enabled: false, version: made.version + 1 });
    expect(after.properties.map(({ id, name }) => [id, name])).toEqual([
      [two?.id, 'Two'],
      [one?.id, 'First'],
    ]);
  });

  test('a property that is not named is kept, disabled, after the others', async () => {
    const made = await make({ name: 'One' }, { name: 'Two' });
    const { made: after } = await send('updateObjectDefinition', {
      id: made.id,
      version: made.version,
      properties: drafts(made).slice(1),
    });
    expect(after.properties.map(({ name, enabled }) => [name, enabled])).toEqual([
      ['Two', true],
      ['One', false],
    ]);
  });

  test('are changed by who has seen the latest', async () => {
    const made = await make({ name: 'One' });
    await send('updateObjectDefinition', { id: made.id, version: made.version, name: 'By the first' });
    const { refusal } = await send('updateObjectDefinition', {
      id: made.id,
      version: made.version,
      name: 'By the second',
    });
    expect(refusal).toEqual({
      code: 'CONFLICT',
      message: 'Somebody has changed this object since you opened it.',
    });
  });

  test('two at once: one wins, the other is asked', async () => {
    const made = await make({ name: 'One' });
    const answers = await Promise.all(
      ['Left', 'Right'].map((name) =>
        send('updateObjectDefinition', { id: made.id, version: made.version, name: `${name} ${made.id}` }),
      ),
    );
    expect(answers.map(({ refusal }) => refusal?.code).toSorted()).toEqual(['CONFLICT', undefined]);
  });
});

describe('objects that are used', () => {
  const depot = async () => (await all()).definitions.find(({ id }) => id === world.depot.id)!;

  test('are counted by property: those of records and those of lists', async () => {
    const id = (name: string) => world.depot.properties.get(name);
    expect((await use(world.depot.id)).data?.['findObjectUse']).toEqual({
      fields: [{ name: 'Place', recordType: 'Crates' }],
      lists: [{ name: 'Depots' }],
      records: 2,
      listValues: 1,
      properties: [
        { propertyId: id('Town'), records: 2, listValues: 1 },
        { propertyId: id('Weight'), records: 0, listValues: 1 },
        { propertyId: id('Remark'), records: 1, listValues: 0 },
      ],
    });
  });

  test('a property with values keeps what it holds; one without takes another', async () => {
    const current = await depot();
    const change = (name: string, dataType: string) =>
      drafts(current).map((draft) => (draft.name === name ? { ...draft, dataType } : draft));
    const { refusal, field } = await send('updateObjectDefinition', {
      id: current.id,
      version: current.version,
      properties: change('Weight', 'string'),
    });
    expect(refusal?.message).toBe(
      'Weight has a value in 1 value of a list: its type is changed by “Change type…” beside the property, which says first what becomes of them.',
    );
    expect(field).toBe('properties.1');
    const made = await make({ name: 'Loose' });
    const [loose] = drafts(made);
    const { made: after } = await send('updateObjectDefinition', {
      id: made.id,
      version: made.version,
      properties: [{ ...loose, dataType: 'number' }],
    });
    expect(after.properties[0]?.dataType).toBe('number');
  });

  test('a change is there for the next request of everybody, and its audit says who, what and the order by name', async () => {
    const current = await depot();
    const [last] = await server.query('select coalesce(max(id), 0) as id from audit_log', []);
    const [town, weight, remark] = drafts(current);
    await send('updateObjectDefinition', {
      id: current.id,
      version: current.version,
      properties: [weight, { ...town, name: 'City' }, { ...remark, enabled: false }],
    });
    const { data } = await server.ask(
      'query ($ids: [Id!]!) { findObjectProperty(data: { objectDefinitionIds: $ids }) { name enabled } }',
      ana,
      { ids: [current.id] },
    );
    expect(data?.['findObjectProperty']).toEqual([
      { name: 'Weight', enabled: true },
      { name: 'City', enabled: true },
      { name: 'Remark', enabled: false },
    ]);
    const entries = await server.query(
      'select entity, user_id::int as user, changes from audit_log where id > $1 order by entity, id',
      [last?.['id']],
    );
    const user = server.people.ana;
    expect(entries).toEqual([
      {
        entity: 'object_definition',
        user,
        changes: {
          order: ['Town, Weight', 'Weight, City'],
          // By which it goes back.
          property_order: [
            [town!.id, weight!.id],
            [weight!.id, town!.id],
          ],
        },
      },
      { entity: 'object_property', user, changes: { name: ['Town', 'City'] } },
      { entity: 'object_property', user, changes: { enabled: [true, false] } },
    ]);
  });
});
