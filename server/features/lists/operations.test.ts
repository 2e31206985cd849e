import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { absent, startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let bob: Credentials;
let ana: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  [bob, ana] = [await server.enter('bob', server.north), await server.enter('ana', server.north)];
});
afterAll(() => server.close());

const values =
  'query ($data: FindListValuesInput!) { findListValues(data: $data) { id value order enabled listId userValue { id firstName lastName name } dynamicObjectValue { id objectValues { value tag objectProperty { id name isDisplayable dataType order enabled } } } createdAt updatedAt } }';
const codes =
  'query ($id: Id!) { findProblemCodeByRecordType(data: { recordType: $id }) { id name enabled recordType { id } } }';
const statuses =
  'query ($ids: [Id!]!) { findRecordStatusByRecordType(data: { recordTypes: $ids }) { name recordType { id } } }';
const allStatuses = '{ getRecordStatusByRecordType { name recordType { id } } }';

type Named = { name: string; recordType: { id: number } };
const namesOf = (answer: Record<string, unknown> | null, operation: string) =>
  ((answer?.[operation] ?? []) as Named[]).map((choice) => choice.name);

describe('findListValues', () => {
  const ask = async (data: object) =>
    (await server.ask(values, bob, { data })).data?.['findListValues'] as Record<string, unknown>[];

  test('gives the values of a list in their order, disabled ones too', async () => {
    const found = await ask({ listId: server.north.lists.priorities });
    expect(found.map((value) => [value['value'], value['enabled'], value['order']])).toEqual([
      ['High', true, 1],
      ['Low', false, 2],
    ]);
    expect(found[0]).toMatchObject({
      listId: server.north.lists.priorities,
      userValue: null,
      dynamicObjectValue: null,
    });
    expect(found[0]?.['createdAt']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('of a list of users names the person', async () => {
    expect((await ask({ listIds: [server.north.lists.carriers] }))[0]?.['userValue']).toEqual({
      id: server.people.bob,
      firstName: 'Bob',
      lastName: 'Test',
      name: 'Bob Test',
    });
  });

  test('of a list of objects gives each property its value', async () => {
    const { sites } = server.north.lists;
    const { city } = server.north.objects;
    const { site } = server.north.listValues;
    expect((await ask({ ids: [site] }))[0]?.['dynamicObjectValue']).toEqual({
      id: site,
      objectValues: [
        {
          value: 'North City',
          tag: `${sites};${site};${city}`,
          objectProperty: {
            id: city,
            name: 'City',
            isDisplayable: true,
            dataType: 'string',
            order: 1,
            enabled: true,
          },
        },
      ],
    });
  });

  test('names each value once, however it is asked for', async () => {
    const { priorities, carriers } = server.north.lists;
    const found = await ask({
      listId: priorities,
      listIds: [priorities, carriers],
      ids: [server.north.listValues.high],
    });
    expect(found.map((value) => value['value'])).toEqual(['High', 'Low', 'own driver']);
  });

  test('of another tenant are absent, as are those that nobody has', async () => {
    for (const { lists, listValues } of [
      server.south,
      { lists: { priorities: 999_999 }, listValues: { high: 999_999 } },
    ]) {
      expect(await ask({ listId: lists.priorities })).toEqual([]);
      expect(await ask({ ids: [listValues.high] })).toEqual([]);
    }
  });

  test('of a list that was switched off are gone', async () => {
    await server.query('update list set enabled = false where id = $1', [server.north.lists.priorities]);
    expect(await ask({ listId: server.north.lists.priorities, ids: [server.north.listValues.high] })).toEqual(
      [],
    );
    await server.query('update list set enabled = true where id = $1', [server.north.lists.priorities]);
  });

  test('asked for nothing is refused', async () => {
    expect((await server.ask(values, bob, { data: {} })).errors?.[0]?.message).toBe(
      'Name the lists or the values that you ask for.',
    );
  });
});

describe('statuses and problem codes', () => {
  test('of a type come by name, whatever the case', async () => {
    const { orders } = server.north.types;
    expect(
      namesOf((await server.ask(codes, ana, { id: orders })).data, 'findProblemCodeByRecordType'),
    ).toEqual(['broken', 'Late']);
    expect(
      namesOf((await server.ask(statuses, bob, { ids: [orders] })).data, 'findRecordStatusByRecordType'),
    ).toEqual(['Done', 'Ready', 'sent']);
  });

  test('of a super type are gathered from its types and merged', async () => {
    const { documents, orders } = server.north.types;
    expect(
      namesOf((await server.ask(codes, ana, { id: documents })).data, 'findProblemCodeByRecordType'),
    ).toEqual(['broken', 'Disputed', 'Late']);
    const merged = ['Done', 'open', 'Paid', 'Ready', 'sent'];
    expect(
      namesOf(
        (await server.ask(statuses, bob, { ids: [documents, orders] })).data,
        'findRecordStatusByRecordType',
      ),
    ).toEqual(merged);
    expect(namesOf((await server.ask(allStatuses, bob)).data, 'getRecordStatusByRecordType')).toEqual(merged);
    expect(namesOf((await server.ask(allStatuses, ana)).data, 'getRecordStatusByRecordType')).toContain(
      'Hidden',
    );
  });

  test('of a field that the role may not see are not told', async () => {
    expect((await server.ask(codes, bob, { id: server.north.types.orders })).data).toEqual({
      findProblemCodeByRecordType: [],
    });
  });

  test('of types without a grant, of another tenant and of nobody: the same answer', async () => {
    for (const id of [server.north.types.secrets, server.south.types.orders, 999_999]) {
      expect(await server.ask(codes, bob, { id })).toEqual(absent('The record type'));
      expect(await server.ask(statuses, bob, { ids: [server.north.types.orders, id] })).toEqual(
        absent('The record type'),
      );
    }
  });

  test('need a tenant entered', async () => {
    const { service } = await server.signIn('bob');
    for (const document of [
      allStatuses,
      '{ findListValues(data: { listId: 1 }) { id } }',
      '{ findProblemCodeByRecordType(data: { recordType: 1 }) { id } }',
    ]) {
      expect((await server.ask(document, { service })).errors?.[0]?.extensions['code']).toBe(
        'UNAUTHENTICATED',
      );
    }
  });
});
