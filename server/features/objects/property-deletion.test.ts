// A property that goes: refused while it is in use, gone everywhere at once, put back with every value, and what is left of it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { throughOwner } from '../../../testing/through-owner.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { createLog } from '../../platform/log.ts';
import { aTenant } from '../../seed/builders.ts';
import { createPropertyDeletionRunner } from './run-property-deletions.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof build>>;
let ana: Credentials;
let bob: Credentials;
let count = 0;
beforeAll(async () => {
  server = await startTestServer({ bulkPartSize: 2 });
});
afterAll(() => server.close());
beforeEach(async () => {
  count += 1;
  world = await build();
  ana = await server.enter('ana', world.tenant);
  bob = await server.enter('bob', world.tenant);
});

const build = () =>
  server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: `Losing ${count}`, bucket: 7 });
    const administrator = await tenant.withRole({
      name: 'Administrator',
      administers: true,
      defaultFieldAccess: 'Editable',
    });
    const clerk = await tenant.withRole({ name: 'Clerk', defaultFieldAccess: 'Editable' });
    await tenant.withMember(server.people.ana, administrator);
    await tenant.withMember(server.people.bob, clerk);
    const depot = await tenant.withObject({
      name: 'Depot',
      properties: [{ name: 'Town', displayable: true }, { name: 'Gate' }, { name: 'Remark', enabled: false }],
    });
    const depots = await tenant.withList({
      name: 'Depots',
      listType: 'Object',
      object: depot,
      values: [
        { value: 'Oslo', properties: { Town: 'Oslo', Remark: 'old' } },
        { value: 'Turku', properties: { Town: 'Turku' } },
        { value: 'Umea', properties: { Town: 'Umea', Remark: 'new' } },
      ],
    });
    const fields = [
      { name: 'Place', dataType: 'object' as const, object: depot },
      { name: 'Other place', dataType: 'object' as const, object: depot },
      { name: 'From', dataType: 'dropdown' as const, list: depots },
    ];
    const crates = await tenant.withRecordType({ name: 'Crates', fields });
    const boxes = await tenant.withRecordType({ name: 'Boxes', fields: fields.slice(0, 1) });
    const section = (name: string, recordType: typeof crates) => ({
      name,
      route: name.toLowerCase(),
      items: [{ name, route: name.toLowerCase(), recordType }],
    });
    const items = await tenant.withMenu([
      { name: 'Work', route: 'work', sections: [section('Crates', crates), section('Boxes', boxes)] },
    ]);
    for (const item of items.values())
      for (const role of [administrator, clerk]) await tenant.withActions(role, item, ['view']);
    const idOf = (name: string) => Number(depot.properties.get(name));
    const text = (values: Readonly<Record<string, string>>) =>
      JSON.stringify(
        Object.fromEntries(Object.entries(values).map(([name, value]) => [String(idOf(name)), value])),
      );
    const ofCrates = await tenant.withRecords(
      crates,
      [1, 2, 3].map((recordNumber) => ({
        recordNumber,
        enabled: recordNumber !== 3,
        fields: {
          Place: text({ Town: 'Bergen', Remark: `wet ${recordNumber}` }),
          ...(recordNumber === 2 && { 'Other place': text({ Remark: 'alone' }) }),
        },
      })),
      server.people.ana,
    );
    const ofBoxes = await tenant.withRecords(
      boxes,
      [{ recordNumber: 4, fields: { Place: text({ Town: 'Bodo', Remark: 'dry' }) } }, { recordNumber: 5 }],
      server.people.ana,
    );
    const { rows } = await connection.query(
      `select f.id::int, f.name from field f where f.record_type_id = $1`,
      [crates.id],
    );
    const fieldOf = (name: string) => Number(rows.find((one) => one['name'] === name)?.['id']);
    return { tenant, depot: Number(depot.id), depots, crates, boxes, ofCrates, ofBoxes, idOf, fieldOf };
  });

const parts = `id version properties { id name enabled } deletedProperties { id name dataType state total done }`;
type Definition = {
  id: number;
  version: number;
  properties: { id: number; name: string; enabled: boolean }[];
  deletedProperties: { id: number; name: string; state: string; total: number }[];
};
const deleting = `mutation ($data: DeleteObjectPropertyInput!) { deleteObjectProperty(data: $data) { ${parts} } }`;
const takingBack = `mutation ($data: TakeBackObjectPropertyInput!) { takeBackObjectProperty(data: $data) { ${parts} } }`;

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
const remove = (name = 'Remark') => ask<Definition>(deleting, { id: world.idOf(name), version: 1 });

const stored = () =>
  server.query(`select r.id::int, r.version, r.x from record r where r.tenant_id = $1 order by r.id`, [
    world.tenant.id,
  ]);
const listed = () =>
  server.query(`select v.value, v.object_values from list_value v where v.tenant_id = $1 order by v.id`, [
    world.tenant.id,
  ]);
const history = () =>
  server.query(`select entity, action from audit_log where tenant_id = $1 and entity <> 'object_property'`, [
    world.tenant.id,
  ]);
const stateOf = async () =>
  (
    await server.query(
      'select state, total, done, emptied from property_deletion where property_id = $1 order by id desc',
      [world.idOf('Remark')],
    )
  )[0];
const passTime = () =>
  server.query(`update object_property set delete_after = now() - interval '1 second' where id = $1`, [
    world.idOf('Remark'),
  ]);
async function untilGone(): Promise<void> {
  await passTime();
  server.propertyDeletions.wake();
  await waitFor(async () => expect((await stateOf())?.['state']).toBe('FINISHED'));
}

/** What the object of the first crate is told as. */
async function told(who = ana) {
  const { data } = await server.ask(
    `query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { records {
       additionalFields { tag value objectValue { objectValues { value objectProperty { name } } } objectValuesByProperty { propertyId value } } } } }`,
    who,
    { data: { recordTypeId: world.crates.id } },
  );
  return JSON.stringify(data);
}
const updating = `mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id version } }`;
const changed = (value: object, record = world.ofCrates[0] ?? 0, version = 1) => ({
  id: record,
  version,
  additionalFields: [{ recordAdditionalFieldByTypeId: world.fieldOf('Place'), ...value }],
});

describe('before it happens', () => {
  test('one that is in use is disabled first, and one that another has changed is not deleted', async () => {
    expect(await refusal(deleting, { id: world.idOf('Gate'), version: 1 })).toEqual([
      'CONFLICT',
      '“Gate” is in use. Disable it first, then delete it.',
    ]);
    expect(await refusal(deleting, { id: world.idOf('Remark'), version: 2 })).toEqual([
      'CONFLICT',
      'Somebody has changed this object since you opened it.',
    ]);
    expect((await refusal(deleting, { id: world.idOf('Remark'), version: 1 }, bob))?.[0]).toBe('FORBIDDEN');
    expect(await refusal(takingBack, { id: world.idOf('Remark') })).toEqual([
      'CONFLICT',
      'This property is not being deleted.',
    ]);
  });

  test('what it takes is counted: records, values of lists, and where it stands', async () => {
    const use = `query ($data: FindObjectUseInput!) { findObjectUse(data: $data) { properties { propertyId records listValues } } }`;
    const { properties } = await ask<{ properties: object[] }>(use, { id: world.depot });
    expect(properties).toContainEqual({ propertyId: world.idOf('Remark'), records: 4, listValues: 2 });
    const impact = `query ($data: FindChangeImpactInput!) { findChangeImpact(data: $data) { impacts { name lines { sentence } } } }`;
    expect(
      await ask(impact, {
        changes: [{ kind: 'OBJECT_PROPERTY', id: world.idOf('Remark'), takes: 'DELETE' }],
      }),
    ).toEqual({
      impacts: [
        {
          name: 'Remark',
          lines: [
            { sentence: '2 records hold it' },
            { sentence: '1 record holds it' },
            { sentence: '1 record holds it' },
            { sentence: '1 list has it' },
          ],
        },
      ],
    });
  });
});

describe('within its time', () => {
  test('it is told to nobody, and comes back with every value', async () => {
    const before = [await stored(), await listed()];
    expect(await told(bob)).toContain('wet 1');
    const { properties, deletedProperties, version } = await remove();
    expect(properties.map(({ name }) => name)).toEqual(['Town', 'Gate']);
    expect(deletedProperties).toMatchObject([
      { id: world.idOf('Remark'), name: 'Remark', state: 'WAITING', total: 8 },
    ]);
    expect(version).toBe(2);
    for (const who of [ana, bob]) {
      expect(await told(who)).toContain('Bergen');
      expect(await told(who)).not.toMatch(/wet|Remark/);
      expect(await told(who)).not.toContain(`"propertyId":${world.idOf('Remark')}`);
    }
    const { data } = await server.ask(
      `query ($ids: [Id!]!) { findObjectProperty(data: { objectDefinitionIds: $ids }) { name } }`,
      bob,
      { ids: [world.depot] },
    );
    expect(data?.['findObjectProperty']).toEqual([{ name: 'Town' }, { name: 'Gate' }]);
    expect(await refusal(deleting, { id: world.idOf('Remark'), version: 2 })).toEqual([
      'CONFLICT',
      '“Remark” is being deleted already.',
    ]);
    const back = await ask<Definition>(takingBack, { id: world.idOf('Remark') });
    expect(back.properties).toContainEqual({ id: world.idOf('Remark'), name: 'Remark', enabled: false });
    expect(back).toMatchObject({ deletedProperties: [], version: 3 });
    expect([await stored(), await listed()]).toEqual(before);
  });

  test('a change of the object leaves what it held of it, and a text that was read before is taken', async () => {
    await remove();
    const [town, remark] = [String(world.idOf('Town')), String(world.idOf('Remark'))];
    await ask(
      updating,
      changed({ objectValuesByProperty: [{ propertyId: world.idOf('Town'), value: 'Voss' }] }),
    );
    await ask(
      updating,
      changed({ value: JSON.stringify({ [town]: 'Moss', [remark]: 'read before' }) }, undefined, 2),
    );
    expect(((await stored())[0]!['x'] as Record<string, unknown>)[world.fieldOf('Place')]).toEqual({
      [town]: 'Moss',
      [remark]: 'wet 1',
    });
    expect(
      (
        await refusal(
          updating,
          changed(
            { objectValuesByProperty: [{ propertyId: world.idOf('Remark'), value: 'x' }] },
            undefined,
            3,
          ),
        )
      )?.[1],
    ).toContain(`There is no property '${remark}' here.`);
  });

  test('a save of the object takes none of it along, and its name may be given again', async () => {
    await remove();
    const update = `mutation ($data: UpdateObjectDefinitionInput!) { updateObjectDefinition(data: $data) { ${parts} } }`;
    const plain = { isRequired: false, isDisplayable: false, enabled: true, dataType: 'string' };
    const { properties, deletedProperties } = await ask<Definition>(update, {
      id: world.depot,
      version: 2,
      properties: [
        { ...plain, id: world.idOf('Town'), name: 'Town', isDisplayable: true },
        { ...plain, id: world.idOf('Gate'), name: 'Gate' },
        { ...plain, name: 'Remark' },
      ],
    });
    expect(properties.map(({ name }) => name)).toEqual(['Town', 'Gate', 'Remark']);
    expect(deletedProperties).toHaveLength(1);
    expect(
      (
        await refusal(update, {
          id: world.depot,
          version: 3,
          properties: [{ ...plain, id: world.idOf('Remark'), name: 'Remark' }],
        })
      )?.[0],
    ).toBe('NOT_FOUND');
  });
});

describe('when its time is over', () => {
  test('every object loses it, without a version or an entry, and nothing else of them', async () => {
    await remove();
    const [records, values, entries] = [await stored(), await listed(), await history()];
    await untilGone();
    expect(await stateOf()).toMatchObject({ total: 8, done: 8, emptied: 7 });
    const remark = String(world.idOf('Remark'));
    const without = (one: Record<string, unknown> | null) => {
      const { [remark]: _, ...left } = one ?? {};
      return left;
    };
    const emptied = records.map((record) => {
      const objects = Object.entries((record['x'] ?? {}) as Record<string, Record<string, unknown>>).flatMap(
        ([field, object]) => {
          const left = without(object);
          return Object.keys(left).length === 0 ? [] : [[field, left]];
        },
      );
      return { ...record, x: objects.length === 0 ? null : Object.fromEntries(objects) };
    });
    expect(JSON.stringify(records)).toContain('alone');
    expect(await stored()).toEqual(emptied);
    expect(await listed()).toEqual(
      values.map((value) => ({
        ...value,
        object_values: without(value['object_values'] as Record<string, unknown>),
      })),
    );
    expect(await history()).toEqual(entries);
    const [property] = await server.query('select from object_property where id = $1', [
      world.idOf('Remark'),
    ]);
    expect(property).toBeUndefined();
    expect(await refusal(takingBack, { id: world.idOf('Remark') })).toEqual([
      'NOT_FOUND',
      'The property was not found.',
    ]);
  });

  test('the history is read by its name, by who administers the company', async () => {
    await server.query('update object_property set enabled = true where id = $1', [world.idOf('Remark')]);
    await ask(
      updating,
      changed({ objectValuesByProperty: [{ propertyId: world.idOf('Remark'), value: 'soaked' }] }),
    );
    await server.query('update object_property set enabled = false where id = $1', [world.idOf('Remark')]);
    await remove();
    const asking = `query ($data: FilterAuditLogsForRecordInput!) { filterAuditLogsForRecord(data: $data) { logs { objectsLogs { changes { what newValue } } } } }`;
    const read = async (who: Credentials) =>
      JSON.stringify(
        await server.ask(asking, who, { data: { filterInput: { recordId: world.ofCrates[0] } } }),
      );
    for (const isOver of [false, true]) {
      if (isOver) await untilGone();
      expect(await read(ana)).toContain('"what":"Remark (deleted)","newValue":"soaked"');
      expect(await read(bob)).not.toMatch(/Remark|soaked/);
    }
    const { logs } = await ask<{ logs: { action: string; subject: string }[] }>(
      `query ($data: FindAuditLogsInput!) { findAuditLogs(data: $data) { logs { action subject } } }`,
      {},
    );
    expect(logs[0]).toMatchObject({ action: 'delete', subject: 'Property Remark (deleted)' });
  });

  test('it goes on where a process stopped, and cannot be put back then', async () => {
    await remove();
    await passTime();
    let statements = 0;
    const failing = throughOwner(server.database, (connection) => ({
      query(text, values) {
        statements += 1;
        if (statements > 14) throw new Error('The process is killed.');
        return connection.query(text, values);
      },
    }));
    const first = createPropertyDeletionRunner({ database: failing, log: createLog('silent'), partSize: 2 });
    first.wake();
    await waitFor(() => expect(statements).toBeGreaterThanOrEqual(14));
    await first.stop();
    expect((await stateOf())?.['state']).toBe('RUNNING');
    expect(await refusal(takingBack, { id: world.idOf('Remark') })).toEqual([
      'CONFLICT',
      '“Remark” is being emptied: what is gone cannot be taken back.',
    ]);
    await untilGone();
    expect(JSON.stringify([await stored(), await listed()])).not.toMatch(/wet|alone|dry|old/);
  });
});
