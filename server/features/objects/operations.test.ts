import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const properties =
  'query ($ids: [Id!]!) { findObjectProperty(data: { objectDefinitionIds: $ids }) { id objectDefinitionId name dataType isRequired isDisplayable order enabled listType { id listName } } }';

test('gives the properties of a definition in their order', async () => {
  const { siteDefinition, city, zone } = server.north.objects;
  const plain = { objectDefinitionId: siteDefinition, isRequired: false, enabled: true };
  expect(
    (
      await server.ask(properties, await server.enter('bob', server.north), {
        ids: [siteDefinition, siteDefinition],
      })
    ).data,
  ).toEqual({
    findObjectProperty: [
      { ...plain, id: city, name: 'City', dataType: 'string', isDisplayable: true, order: 1, listType: null },
      {
        ...plain,
        id: zone,
        name: 'Zone',
        dataType: 'dropdown',
        isDisplayable: false,
        order: 2,
        listType: { id: server.north.lists.priorities, listName: 'Priorities' },
      },
    ],
  });
});

test('those of another tenant are absent, as are those that nobody has', async () => {
  const bob = await server.enter('bob', server.north);
  for (const id of [server.south.objects.siteDefinition, 999_999]) {
    expect((await server.ask(properties, bob, { ids: [id] })).data).toEqual({ findObjectProperty: [] });
  }
});

test('needs a tenant entered', async () => {
  expect(
    (await server.ask(properties, await server.signIn('bob'), { ids: [1] })).errors?.[0]?.extensions['code'],
  ).toBe('UNAUTHENTICATED');
});
