// A property of objects that gets another data type: foretold, done while others write, stopped, and undone with the same bytes.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { killedAfter } from '../../../testing/killed-after.ts';
import { startTestServer, type Credentials, type TestServer } from '../../../testing/test-server.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { createLog } from '../../platform/log.ts';
import { TenantConfigCache } from '../../platform/tenant-config/tenant-config-cache.ts';
import { aTenant } from '../../seed/builders.ts';
import { createRetypeRunner } from './run-retypes.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof build>>;
let ana: Credentials;
let count = 0;
beforeAll(async () => {
  server = await startTestServer({ bulkPartSize: 2 });
});
afterAll(() => server.close());
beforeEach(async () => {
  count += 1;
  world = await build();
  ana = await server.enter('ana', world.tenant);
});

const build = () =>
  server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: `Retyping objects ${count}`, bucket: 7 });
    const role = await tenant.withRole({
      name: 'Administrator',
      administers: true,
      defaultFieldAccess: 'Editable',
    });
    const clerk = await tenant.withRole({ name: 'Clerk', defaultFieldAccess: 'Editable' });
    await tenant.withMember(server.people.ana, role);
    await tenant.withMember(server.people.bob, clerk);
    const depot = await tenant.withObject({
      name: 'Depot',
      properties: [
        { name: 'Town', displayable: true },
        { name: 'Size', displayable: true },
      ],
    });
    const depots = await tenant.withList({
      name: 'Depots',
      listType: 'Object',
      object: depot,
      values: [
        { value: 'Oslo, 7.5', properties: { Town: 'Oslo', Size: '7.5' } },
        { value: 'Turku', properties: { Town: 'Turku' } },
        { value: 'Umea, small', properties: { Town: 'Umea', Size: 'small' } },
      ],
    });
    const fields = [
      { name: 'Place', dataType: 'object' as const, object: depot },
      { name: 'Other place', dataType: 'object' as const, object: depot },
      { name: 'From', dataType: 'dropdown' as const, list: depots },
      { name: 'Room', dataType: 'string' as const },
    ];
    const crates = await tenant.withRecordType({
      name: 'Crates',
      statuses: ['Open'],
      problemCodes: ['None'],
      fields,
    });
    const boxes = await tenant.withRecordType({ name: 'Boxes', fields: fields.slice(0, 1) });
    const section = (name: string, recordType: typeof crates) => ({
      name,
      route: name.toLowerCase(),
      items: [{ name, route: name.toLowerCase(), recordType }],
    });
    const items = await tenant.withMenu([
      { name: 'Work', route: 'work', sections: [section('Crates', crates), section('Boxes', boxes)] },
    ]);
    for (const item of items.values()) await tenant.withActions(role, item, ['view', 'create records']);
    const idOf = (name: string) => Number(depot.properties.get(name));
    const text = (values: Readonly<Record<string, string>>) =>
      JSON.stringify(
        Object.fromEntries(Object.entries(values).map(([name, value]) => [String(idOf(name)), value])),
      );
    const ofCrates = await tenant.withRecords(
      crates,
      [
        {
          recordNumber: 1,
          fields: { Place: text({ Town: 'Bergen', Size: '12' }), 'Other place': text({ Size: '8' }) },
        },
        { recordNumber: 2, fields: { Place: text({ Town: 'Voss', Size: 'large' }) } },
        { recordNumber: 3, enabled: false, fields: { Place: text({ Size: '$1,234.50' }) } },
      ],
      server.people.ana,
    );
    const ofBoxes = await tenant.withRecords(
      boxes,
      [{ recordNumber: 4, fields: { Place: text({ Town: 'Bodo', Size: '3' }) } }, { recordNumber: 5 }],
      server.people.ana,
    );
    const { rows } = await connection.query(
      'select id::int, name from field where tenant_id = $1 and record_type_id = $2',
      [tenant.id, crates.id],
    );
    const fieldOf = (name: string) => Number(rows.find((one) => one['name'] === name)?.['id']);
    return { tenant, depot: Number(depot.id), depots, crates, boxes, ofCrates, ofBoxes, idOf, fieldOf, role };
  });

async function ask<Result>(document: string, data: object, who = ana): Promise<Result> {
  const answer = await server.ask(document, who, { data });
  expect(answer.errors).toBeUndefined();
  return Object.values(answer.data ?? {})[0] as Result;
}
const refusal = async (document: string, data: object, who = ana) =>
  (await server.ask(document, who, { data })).errors?.map(({ message, extensions }) => [
    extensions['code'],
    message,
  ])[0];

const parts = 'id propertyId objectDefinitionId phase state total done kept changed lost again whyNot';
const reporting = `query ($data: FindPropertyRetypeReportInput!) { findPropertyRetypeReport(data: $data) {
  total done kept changed lost empty deleted next nextType inTheWay samples { outcome holder before after }
  records { typeName kept changed lost } } }`;
const starting = `mutation ($data: PropertyRetypeInput!) { startPropertyRetype(data: $data) { ${parts} } }`;
const stopping = `mutation ($data: PropertyRetypeIdInput!) { stopPropertyRetype(data: $data) { ${parts} } }`;
const undoing = `mutation ($data: PropertyRetypeIdInput!) { undoPropertyRetype(data: $data) { ${parts} } }`;
const writtenSince = `query ($data: PropertyRetypeIdInput!) { findWrittenSincePropertyRetype(data: $data) { holder recordNumber by } }`;
const defining = '{ getObjectDefinitions { id version properties { id name dataType } } }';
const updating = `mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id version } }`;
const savingList = `mutation ($data: UpdateListValuesInput!) { updateListValues(data: $data) { id } }`;

type Retype = {
  id: number;
  propertyId: number;
  phase: string;
  state: string;
  again: number;
  whyNot: string | null;
};
async function current(): Promise<Retype[]> {
  const answer = await server.ask(`{ getPropertyRetypes { ${parts} } }`, ana, {});
  expect(answer.errors).toBeUndefined();
  return answer.data?.['getPropertyRetypes'] as Retype[];
}
async function definition() {
  const answer = await server.ask(defining, ana, {});
  const all = answer.data?.['getObjectDefinitions'] as {
    id: number;
    version: number;
    properties: { id: number; name: string; dataType: string }[];
  }[];
  const own = all.find(({ id }) => id === world.depot);
  return { version: own?.version, type: own?.properties.find(({ name }) => name === 'Size')?.dataType };
}
const toWhole = (over: object = {}) => ({ propertyId: world.idOf('Size'), dataType: 'number', ...over });
const start = (over: object = {}) => ask<Retype>(starting, { version: 1, ...toWhole(), ...over });
async function untilDone(): Promise<Retype> {
  await waitFor(async () => expect((await current()).map(({ phase }) => phase)).toEqual(['KEPT']));
  return (await current())[0] as Retype;
}
const untilOver = () => waitFor(async () => expect(await current()).toEqual([]));

const stored = () =>
  server.query(
    `select r.id::int, r.record_number::int as number, r.version, r.updated_at, r.x from record r where r.tenant_id = $1 order by r.id`,
    [world.tenant.id],
  );
const listed = () =>
  server.query(
    'select id::int, value, object_values, updated_at from list_value where tenant_id = $1 order by id',
    [world.tenant.id],
  );
const bytes = async () => JSON.stringify([await stored(), await listed()]);
const entries = () =>
  server.query(
    `select count(*)::int from audit_log where tenant_id = $1 and entity in ('record', 'list_value')`,
    [world.tenant.id],
  );

/** What everybody reads of the property, by records and their fields. */
async function shown(type = world.crates, who = ana): Promise<string[]> {
  const { records } = await ask<{
    records: {
      recordNumber: number;
      additionalFields: { objectValuesByProperty: { propertyId: number; value: string }[] | null }[];
    }[];
  }>(
    `query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { records {
       recordNumber additionalFields { objectValuesByProperty { propertyId value } } } } }`,
    { recordTypeId: type.id, sort: [{ field: 'recordNumber', sort: 'ASC' }] },
    who,
  );
  return records.flatMap(({ recordNumber, additionalFields }) =>
    additionalFields.flatMap(({ objectValuesByProperty }) =>
      (objectValuesByProperty ?? []).flatMap(({ propertyId, value }) =>
        propertyId === world.idOf('Size') ? `${recordNumber}: ${value}` : [],
      ),
    ),
  );
}
const versionOf = async (index: number) =>
  Number((await stored()).find(({ id }) => id === world.ofCrates[index])?.['version']);
const change = async (index: number, field: string, given: object) => ({
  id: world.ofCrates[index],
  version: await versionOf(index),
  additionalFields: [{ recordAdditionalFieldByTypeId: world.fieldOf(field), ...given }],
});
const sized = (value: string) => ({ objectValuesByProperty: [{ propertyId: world.idOf('Size'), value }] });
const write = async (index: number, value: string, field = 'Place') =>
  ask(updating, await change(index, field, sized(value)));
/** A new record whose first object has the two values. */
const register = (size: string) =>
  ask<{ id: number }>('mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id } }', {
    recordType: world.crates.id,
    recordNumber: 40,
    description: 'New',
    issuedByCompanyName: 'One',
    issuedToCompanyName: 'Other',
    statusId: world.crates.statuses.get('Open'),
    problemCodeId: world.crates.problemCodes.get('None'),
    recordDate: '2026-01-01',
    poNumber: 5,
    additionalFields: [
      {
        recordAdditionalFieldByTypeId: world.fieldOf('Place'),
        objectValuesByProperty: [
          { propertyId: world.idOf('Town'), value: 'Moss' },
          { propertyId: world.idOf('Size'), value: size },
        ],
      },
    ],
  });

/** What the list tells of its objects, as a picker reads them. */
async function listTold(): Promise<(string | null)[]> {
  const values = await ask<
    {
      value: string;
      dynamicObjectValue: { objectValues: { value: string; objectProperty: { name: string } }[] };
    }[]
  >(
    `query ($data: FindListValuesInput!) { findListValues(data: $data) { value dynamicObjectValue { objectValues { value objectProperty { name } } } } }`,
    { listId: Number(world.depots.id) },
  );
  return values.map(
    ({ dynamicObjectValue }) =>
      dynamicObjectValue.objectValues.find(({ objectProperty }) => objectProperty.name === 'Size')?.value ??
      null,
  );
}
async function saveValue(index: number, size: string): Promise<void> {
  const found = await listed();
  const { data } = await server.ask('{ getLists { id valuesVersion } }', ana, {});
  const lists = data?.['getLists'] as { id: number; valuesVersion: number }[] | undefined;
  const list = lists?.find(({ id }) => id === Number(world.depots.id));
  await ask(savingList, {
    listId: list?.id,
    valuesVersion: list?.valuesVersion,
    values: found.map(({ id }, at) => ({
      id,
      enabled: true,
      ...(at === index && {
        objectValues: [
          { propertyId: world.idOf('Town'), value: 'Oslo' },
          { propertyId: world.idOf('Size'), value: size },
        ],
      }),
    })),
  });
}

describe('before', () => {
  // Of what takes long the report comes in several answers; here no time passes.
  beforeEach(() => {
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('the report counts the values of records and of lists, with examples of what holds them', async () => {
    expect(await ask(reporting, toWhole())).toEqual({
      total: 8,
      done: 8,
      kept: 3,
      changed: 2,
      lost: 2,
      empty: 1,
      deleted: 1,
      next: null,
      nextType: null,
      inTheWay: [],
      samples: [
        { outcome: 'kept', holder: 'Crates 1, Place', before: '12', after: '12' },
        { outcome: 'kept', holder: 'Crates 1, Other place', before: '8', after: '8' },
        { outcome: 'kept', holder: 'Boxes 4', before: '3', after: '3' },
        { outcome: 'changed', holder: 'Depots: Oslo, 7.5', before: '7.5', after: '8' },
        { outcome: 'lost', holder: 'Depots: Umea, small', before: 'small', after: '' },
        { outcome: 'lost', holder: 'Crates 2, Place', before: 'large', after: '' },
      ],
      records: [
        { typeName: 'Crates', kept: [1], changed: [], lost: [2] },
        { typeName: 'Boxes', kept: [4], changed: [], lost: [] },
      ],
    });
  });

  test('of records that somebody does not see all of, no value is told', async () => {
    await server.query('update role_menu_item_action set enabled = false where role_id = $1', [world.role]);
    expect(await ask(reporting, toWhole())).toMatchObject({
      kept: 3,
      samples: [{ holder: 'Depots: Oslo, 7.5' }, { holder: 'Depots: Umea, small' }],
      records: [{ kept: [] }, { kept: [] }],
    });
  });

  test('what cannot be is refused, and so is who does not administer', async () => {
    const bob = await server.enter('bob', world.tenant);
    expect((await refusal(reporting, toWhole(), bob))?.[0]).toBe('FORBIDDEN');
    expect((await refusal(starting, toWhole({ version: 1 }), bob))?.[0]).toBe('FORBIDDEN');
    expect(await refusal(reporting, toWhole({ dataType: 'object' }))).toEqual([
      'INVALID',
      'Choose what Size holds.',
    ]);
    expect((await refusal(starting, toWhole({ version: 1, dataType: 'string' })))?.[1]).toBe(
      '“Size” is of this type already.',
    );
    expect((await refusal(starting, toWhole({ version: 1, dataType: 'dropdown' })))?.[1]).toBe(
      'Choose the list that its values come from.',
    );
    expect((await refusal(starting, toWhole({ version: 9 })))?.[0]).toBe('CONFLICT');
    expect((await refusal(reporting, toWhole({ propertyId: 999_999_999 })))?.[0]).toBe('NOT_FOUND');
    expect(await current()).toEqual([]);
  });

  test('the properties of another company are not there, nor what becomes of them', async () => {
    const size = world.idOf('Size');
    const { id } = await start();
    await untilDone();
    count += 1;
    world = await build();
    const elsewhere = await server.enter('ana', world.tenant);
    const foreign = { propertyId: size, dataType: 'string' };
    const absent = ['NOT_FOUND', 'The property was not found.'];
    expect(await refusal(reporting, foreign, elsewhere)).toEqual(absent);
    expect(await refusal(starting, { ...foreign, version: 2 }, elsewhere)).toEqual(absent);
    for (const document of [stopping, undoing, writtenSince])
      expect(await refusal(document, { id }, elsewhere)).toEqual([
        'NOT_FOUND',
        'The change of a data type was not found.',
      ]);
    const { data } = await server.ask(`{ getPropertyRetypes { ${parts} } }`, elsewhere, {});
    expect(data).toEqual({ getPropertyRetypes: [] });
  });

  test('where a choice fills a field with it, the choice is named, and it does not begin', async () => {
    await server.query(`update field set fills = $2::jsonb where id = $1`, [
      world.fieldOf('From'),
      JSON.stringify([{ fieldId: world.fieldOf('Room'), propertyId: world.idOf('Size') }]),
    ]);
    const { inTheWay } = await ask<{ inTheWay: string[] }>(reporting, toWhole());
    expect(inTheWay).toEqual(['Crates: From']);
    expect((await refusal(starting, toWhole({ version: 1 })))?.[1]).toContain('Take it out there first.');
  });

  test('a change of a field of the same id is another', async () => {
    await start();
    const { id } = await untilDone();
    for (const document of [
      'mutation ($data: RetypeIdInput!) { stopRetype(data: $data) { id } }',
      'mutation ($data: RetypeIdInput!) { undoRetype(data: $data) { id } }',
      'query ($data: RetypeIdInput!) { findWrittenSinceRetype(data: $data) { id } }',
    ])
      expect((await refusal(document, { id }))?.[0]).toBe('NOT_FOUND');
  });
});

describe('the work', () => {
  test('what was foretold is done, read and written, and undone with the same bytes', async () => {
    const before = await bytes();
    const told = await entries();
    expect(await start()).toMatchObject({
      propertyId: world.idOf('Size'),
      objectDefinitionId: world.depot,
      total: 8,
    });
    const done = await untilDone();
    expect(done).toMatchObject({ kept: 3, changed: 2, lost: 2, done: 8 });
    expect(await definition()).toEqual({ version: 2, type: 'number' });
    expect(await shown()).toEqual(['1: 12', '1: 8']);
    expect(await shown(world.boxes)).toEqual(['4: 3']);
    expect(await listTold()).toEqual(['8', null, null]);
    expect(await entries()).toEqual(told);
    expect((await refusal(starting, toWhole({ version: 2, dataType: 'string' })))?.[0]).toBe('CONFLICT');

    // Written since: in the new type alone, and told by what stood there in it.
    expect((await refusal(updating, await change(0, 'Place', sized('twelve'))))?.[1]).toContain('Size');
    await write(0, '13');
    const [entry] = await server.query(
      `select changes from audit_log where tenant_id = $1 and entity = 'record' order by id desc limit 1`,
      [world.tenant.id],
    );
    const [town, size] = [world.idOf('Town'), world.idOf('Size')];
    expect(entry).toEqual({
      changes: {
        [`f${world.fieldOf('Place')}`]: [
          { [town]: 'Bergen', [size]: '12' },
          { [town]: 'Bergen', [size]: '13' },
        ],
      },
    });
    await saveValue(0, '21');
    expect(await listTold()).toEqual(['21', null, null]);
    const [ofList] = await server.query(
      `select changes -> 'object_values' as told from audit_log where tenant_id = $1 and entity = 'list_value' order by id desc limit 1`,
      [world.tenant.id],
    );
    expect(ofList?.['told']).toEqual([
      { [town]: 'Oslo', [size]: '8' },
      { [town]: 'Oslo', [size]: '21' },
    ]);
    const made = await register('9');
    expect(await shown()).toContain('40: 9');
    const by = expect.any(String) as string;
    expect(await ask(writtenSince, { id: done.id })).toEqual(
      expect.arrayContaining([
        { holder: 'Crates 1', recordNumber: 1, by },
        { holder: 'Depots: Oslo, 21', recordNumber: null, by },
      ]),
    );
    expect(await ask(writtenSince, { id: done.id })).toHaveLength(3);
    await ask(undoing, { id: done.id });
    await untilOver();
    expect(await definition()).toEqual({ version: 3, type: 'string' });
    expect(await shown()).toEqual(['1: 12', '1: 8', '2: large']);
    expect(await listTold()).toEqual(['7.5', null, 'small']);
    const same = (text: string) => {
      const [records = [], values = []] = JSON.parse(text) as Record<string, unknown>[][];
      return [
        records.filter(({ id }) => id !== made.id).map(({ id, x }) => ({ id, x })),
        values.map(({ id, object_values: object }) => ({ id, object })),
      ];
    };
    expect(same(await bytes())).toEqual(same(before));
    expect(await server.query('select state from field_retype where id = $1', [done.id])).toEqual([
      { state: 'UNDONE' },
    ]);
    expect(
      await server.query('select stands_beside, holds_two from object_property where id = $1', [size]),
    ).toEqual([{ stands_beside: false, holds_two: false }]);
  });

  test('an object of which nothing is shown any more is empty, is written again, and comes back', async () => {
    await server.query(
      `update record set x = jsonb_build_object($2::text, jsonb_build_object($3::text, 'huge')) where id = $1`,
      [world.ofCrates[1], String(world.fieldOf('Place')), String(world.idOf('Size'))],
    );
    await start();
    const { id } = await untilDone();
    const filtered = async (operator: string) =>
      (
        await ask<{ records: { recordNumber: number }[] }>(
          'query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { records { recordNumber } } }',
          {
            recordTypeId: world.crates.id,
            filters: [
              {
                fieldId: world.fieldOf('Place'),
                logicOperator: 'AND',
                priority: 0,
                filterCriteria: { operator },
              },
            ],
          },
        )
      ).records.map(({ recordNumber }) => recordNumber);
    expect(await filtered('isEmpty')).toEqual([2]);
    await ask(
      updating,
      await change(1, 'Place', {
        objectValuesByProperty: [
          { propertyId: world.idOf('Town'), value: 'Voss' },
          { propertyId: world.idOf('Size'), value: '' },
        ],
      }),
    );
    expect(await filtered('isEmpty')).toEqual([]);
    await ask(updating, await change(1, 'Place', { value: null }));
    await ask(updating, await change(0, 'Other place', { value: null }));
    expect(await filtered('isEmpty')).toEqual([2]);
    await ask(undoing, { id });
    await untilOver();
    expect(await filtered('isEmpty')).toEqual([]);
    expect(await shown()).toEqual(['1: 12', '1: 8', '2: huge']);
  });

  test('exports, uses and places read the type that it is of', async () => {
    await start();
    await untilDone();
    const exporting = 'query ($data: ExportRecordsInput!) { exportRecordHeaders(data: $data) { url } }';
    const { url } = await ask<{ url: string }>(exporting, {
      query: {
        recordTypeId: world.crates.id,
        enabled: false,
        filters: [],
        sort: [{ field: 'recordNumber', sort: 'ASC' }],
      },
      columns: ['recordNumber', `f${world.fieldOf('Place')}`],
    });
    const { body } = await server.app.inject({ method: 'GET', url });
    expect(body.split('\r\n').slice(1, 3)).toEqual(['1,"Bergen, 12"', '2,Voss']);
    const use = `query ($data: FindObjectUseInput!) { findObjectUse(data: $data) { properties { propertyId records listValues } } }`;
    expect(await ask(use, { id: world.depot })).toMatchObject({
      properties: expect.arrayContaining([
        { propertyId: world.idOf('Size'), records: 3, listValues: 1 },
      ]) as object[],
    });
    const impact = `query ($data: FindChangeImpactInput!) { findChangeImpact(data: $data) { impacts { lines { sentence } } } }`;
    const { impacts } = await ask<{ impacts: { lines: { sentence: string }[] }[] }>(impact, {
      changes: [{ kind: 'OBJECT_PROPERTY', id: world.idOf('Size'), takes: 'DELETE' }],
    });
    expect(impacts[0]?.lines.map(({ sentence }) => sentence)).toContain('1 record holds it');
  });

  test('what was written before reads as it was, and is not put back into the other type', async () => {
    await write(0, 'some');
    await write(0, 'more');
    await start({ dataType: 'dropdown', listId: Number(world.depots.id) });
    await untilDone();
    const [entry] = await server.query(
      `select id from audit_log where tenant_id = $1 and entity = 'record' and action = 'update' order by id desc limit 1`,
      [world.tenant.id],
    );
    const entryId = Number(entry?.['id']);
    const { logs } = await ask<{ logs: { id: number; objectsLogs: { changes: object[] }[] }[] }>(
      `query ($data: FilterAuditLogsForRecordInput!) { filterAuditLogsForRecord(data: $data) { logs { id objectsLogs { changes { oldValue newValue } } } } }`,
      { filterInput: { recordId: world.ofCrates[0] } },
    );
    expect(logs.find(({ id }) => id === entryId)?.objectsLogs[0]?.changes).toEqual([
      { oldValue: 'some', newValue: 'more' },
    ]);
  });

  test('what was written before is not put back into the other type', async () => {
    await write(0, 'some');
    await write(0, 'more');
    await start({ dataType: 'textarea' });
    await untilDone();
    const [entry] = await server.query(
      `select id from audit_log where tenant_id = $1 and entity = 'record' and action = 'update' order by id desc limit 1`,
      [world.tenant.id],
    );
    expect(
      await ask(`query ($data: PreviewPutBackInput!) { previewPutBack(data: $data) { whyNot } }`, {
        recordId: world.ofCrates[0],
        entries: [Number(entry?.['id'])],
      }),
    ).toEqual([{ whyNot: 'Place, Size is now of another type.' }]);
  });

  test('what was written since goes back within the new type', async () => {
    await start();
    const { id } = await untilDone();
    await write(0, '13');
    await write(0, '14');
    const [entry] = await server.query(
      `select id from audit_log where tenant_id = $1 and entity = 'record' and action = 'update' order by id desc limit 1`,
      [world.tenant.id],
    );
    const undone = await ask<{ outcome: string }[]>(
      `mutation ($data: UndoChangesInput!) { undoChanges(data: $data) { outcome } }`,
      { records: [{ recordId: world.ofCrates[0], entries: [Number(entry?.['id'])] }] },
    );
    expect(undone).toEqual([{ outcome: 'UPDATED' }]);
    expect(await shown()).toEqual(['1: 13', '1: 8']);
    await ask(undoing, { id });
    await untilOver();
    expect(await shown()).toEqual(['1: 12', '1: 8', '2: large']);
  });

  test('after its time the values from before go; the next change finds the first place free', async () => {
    await start();
    const { id } = await untilDone();
    await server.query(`update field_retype set keep_until = now() - interval '1 second' where id = $1`, [
      id,
    ]);
    expect((await refusal(undoing, { id }))?.[0]).toBe('CONFLICT');
    server.retypes.wake();
    await untilOver();
    const text = await bytes();
    expect(text).not.toContain(`"${world.idOf('Size')}":`);
    expect(text).not.toContain('large');
    expect(await shown()).toEqual(['1: 12', '1: 8']);
    await start({ version: 2, dataType: 'string' });
    await untilDone();
    expect(await shown()).toEqual(['1: 12', '1: 8']);
    expect(await listTold()).toEqual(['8', null, null]);
  });

  test('while it is changed its type is not changed otherwise, and a property that is deleted goes from both places', async () => {
    await beAsked();
    await runUntilKilled(12);
    await server.query('update object_property set enabled = false where id = $1', [world.idOf('Size')]);
    const deleting = `mutation ($data: DeleteObjectPropertyInput!) { deleteObjectProperty(data: $data) { id } }`;
    expect(await refusal(deleting, { id: world.idOf('Size'), version: 1 })).toEqual([
      'CONFLICT',
      'The type of “Size” is being changed. Wait until it is done, or stop it.',
    ]);
    server.retypes.wake();
    const { id } = await untilDone();
    const plain = { isRequired: false, isDisplayable: true, enabled: true };
    expect(
      (
        await refusal(
          `mutation ($data: UpdateObjectDefinitionInput!) { updateObjectDefinition(data: $data) { id } }`,
          {
            id: world.depot,
            version: 2,
            properties: [
              { ...plain, id: world.idOf('Town'), name: 'Town', dataType: 'string' },
              { ...plain, id: world.idOf('Size'), name: 'Size', dataType: 'date' },
            ],
          },
        )
      )?.[1],
    ).toContain('is being changed already');
    await ask(deleting, { id: world.idOf('Size'), version: 2 });
    expect((await refusal(undoing, { id }))?.[0]).toBe('NOT_FOUND');
    await server.query(
      `update object_property set delete_after = now() - interval '1 second' where id = $1`,
      [world.idOf('Size')],
    );
    server.propertyDeletions.wake();
    await waitFor(async () =>
      expect(await server.query('select 1 from object_property where id = $1', [world.idOf('Size')])).toEqual(
        [],
      ),
    );
    expect(await bytes()).not.toContain(`${world.idOf('Size')}":`);
  });
});

/** Asked for, and no process has begun: the server's own finds nothing more to do, and is not told. */
const beAsked = async () => {
  await server.retypes.settled();
  await server.query(
    `insert into field_retype (tenant_id, object_definition_id, field_id, name, user_id, from_type, to_type, to_slot,
       time_zone, day_first, decimal_sign, total)
     select tenant_id, object_definition_id, id, name, $2, data_type, 'number', 'beside', 'UTC', false, '.', 8
     from object_property where id = $1`,
    [world.idOf('Size'), server.people.ana],
  );
};

async function runUntilKilled(statements: number): Promise<void> {
  const { database, asked } = killedAfter(server.database, statements);
  const runner = createRetypeRunner({
    database,
    configs: new TenantConfigCache(server.database),
    log: createLog('silent'),
    formulas: { wake: () => undefined },
    partSize: 2,
  });
  runner.wake();
  await waitFor(() => expect(asked()).toBeGreaterThan(statements));
  await runner.stop();
}

describe('in between', () => {
  test('the property is of the one type or of the other, and a stop or an undo leaves every byte', async () => {
    const before = await bytes();
    const seen = new Set<unknown>();
    for (const statements of [3, 9, 24, 44, 62, 84, 110, 130]) {
      await beAsked();
      await runUntilKilled(statements);
      const [property] = await server.query(
        'select data_type, stands_beside from object_property where id = $1',
        [world.idOf('Size')],
      );
      expect(property).toEqual(
        property?.['stands_beside'] === true
          ? { data_type: 'number', stands_beside: true }
          : { data_type: 'string', stands_beside: false },
      );
      const [{ id, phase } = {}] = await current();
      seen.add(phase);
      expect(await shown()).toEqual(phase === 'KEPT' ? ['1: 12', '1: 8'] : ['1: 12', '1: 8', '2: large']);
      await ask(phase === 'KEPT' ? undoing : stopping, { id });
      await untilOver();
      expect(await bytes()).toEqual(before);
    }
    expect(seen).toContain('CONVERT');
  });

  test('an object that is written, made or emptied between two parts is in the new type at the end', async () => {
    await beAsked();
    await runUntilKilled(44);
    await write(0, '99');
    await write(0, 'nothing', 'Other place');
    await saveValue(0, '6.5');
    await register('4.5');
    expect(await listTold()).toEqual(['6.5', null, 'small']);
    server.retypes.wake();
    expect((await untilDone()).again).toBeGreaterThanOrEqual(3);
    const found = await shown();
    expect(found.slice(0, 1)).toEqual(['1: 99']);
    expect(found.at(-1)).toBe('40: 5');
    expect(found).toHaveLength(2);
    expect(await listTold()).toEqual(['7', null, null]);
  });

  test('where a choice comes to fill by it meanwhile, it waits and says so', async () => {
    await beAsked();
    await server.query(`update field set fills = $2::jsonb where id = $1`, [
      world.fieldOf('From'),
      JSON.stringify([{ fieldId: world.fieldOf('Room'), propertyId: world.idOf('Size') }]),
    ]);
    server.retypes.wake();
    await waitFor(async () =>
      expect(await current()).toMatchObject([
        {
          state: 'FAILED',
          phase: 'SWITCH',
          whyNot: expect.stringContaining('Take it out there first.') as string,
        },
      ]),
    );
    await ask(stopping, { id: (await current())[0]?.id });
    await untilOver();
  });
});
