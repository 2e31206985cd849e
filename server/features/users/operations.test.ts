import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const users =
  'query ($data: SaasUsersInput) { getSaasUsers(data: $data) { id email name firstName lastName enabled phone typeOfUser validated roles { id name } } }';
type User = { id: number; name: string; enabled: boolean };
const ask = async (data?: object) => server.ask(users, await server.enter('bob', server.north), { data });
const usersOf = async (data?: object) => (await ask(data)).data?.['getSaasUsers'] as User[];

test('lists the members of the tenant by name, and nobody of another', async () => {
  expect((await usersOf()).map((user) => user.name)).toEqual(['Ana Test', 'Bob Test']);
});

test('describes one', async () => {
  expect(await usersOf({ filter: { id: server.people.bob } })).toEqual([
    {
      id: server.people.bob,
      email: 'bob@example.com',
      name: 'Bob Test',
      firstName: 'Bob',
      lastName: 'Test',
      enabled: true,
      phone: null,
      typeOfUser: null,
      validated: true,
      roles: [{ id: server.north.roles.clerk, name: 'Clerk' }],
    },
  ]);
});

test('a person of another tenant is absent, as is nobody', async () => {
  expect(await usersOf({ filter: { id: server.people.sue } })).toEqual([]);
  expect(await usersOf({ filter: { id: 999_999 } })).toEqual([]);
});

test('comes in pages counted from 1', async () => {
  const page = async (pageSize: number, pageNumber: number) =>
    (await usersOf({ pagination: { pageSize, pageNumber } })).map((user) => user.id);
  expect([await page(1, 1), await page(1, 2), await page(1, 3)]).toEqual([
    [server.people.ana],
    [server.people.bob],
    [],
  ]);
});

test.each([
  [{ pageSize: 0, pageNumber: 1 }, 'The page size must be from 1 to 3000.'],
  [{ pageSize: 3001, pageNumber: 1 }, 'The page size must be from 1 to 3000.'],
  [{ pageSize: 1, pageNumber: 0 }, 'Pages are counted from 1.'],
])('%j is refused', async (pagination, sentence) => {
  expect((await ask({ pagination })).errors?.[0]).toMatchObject({
    message: sentence,
    extensions: { code: 'INVALID' },
  });
});

test('a member who was removed stays nameable, but not enabled', async () => {
  await server.query('update membership set enabled = false where tenant_id = $1 and user_id = $2', [
    server.north.id,
    server.people.ana,
  ]);
  expect((await usersOf()).map((user) => [user.name, user.enabled])).toEqual([
    ['Ana Test', false],
    ['Bob Test', true],
  ]);
  await server.query('update membership set enabled = true where tenant_id = $1 and user_id = $2', [
    server.north.id,
    server.people.ana,
  ]);
});

test('needs a tenant entered', async () => {
  expect((await server.ask(users, await server.signIn('bob'))).errors?.[0]?.extensions['code']).toBe(
    'UNAUTHENTICATED',
  );
});
