import { afterAll, beforeAll, expect, test } from 'vitest';
import { absent, startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const recordType =
  'query ($id: Id!) { findRecordType(data: { id: $id }) { id name isSuper relatedRecordTypes { id name } } }';

test('a super type names the types that it gathers, in their order', async () => {
  const { documents, orders, bills } = server.north.types;
  const bob = await server.enter('bob', server.north);
  expect((await server.ask(recordType, bob, { id: documents })).data).toEqual({
    findRecordType: {
      id: documents,
      name: 'All Documents',
      isSuper: true,
      relatedRecordTypes: [
        { id: orders, name: 'Orders' },
        { id: bills, name: 'Bills' },
      ],
    },
  });
  expect((await server.ask(recordType, bob, { id: orders })).data).toEqual({
    findRecordType: { id: orders, name: 'Orders', isSuper: false, relatedRecordTypes: [] },
  });
});

test('without a menu item, of another tenant and of nobody: the same answer', async () => {
  const bob = await server.enter('bob', server.north);
  for (const id of [server.north.types.secrets, server.south.types.orders, 999_999]) {
    expect(await server.ask(recordType, bob, { id })).toEqual(absent('The record type'));
  }
});

test('needs a tenant entered', async () => {
  expect(
    (await server.ask(recordType, await server.signIn('bob'), { id: 1 })).errors?.[0]?.extensions['code'],
  ).toBe('UNAUTHENTICATED');
});
