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

const one = 'query ($data: FindSaasUserInput!) { findSaasUser(data: $data) { id name roles { name } } }';
const byEmail = 'query ($data: UserFindInput!) { UserFind(data: $data) { id name } }';
const askOne = async (data: object) => server.ask(one, await server.enter('bob', server.north), { data });
const askByEmail = async (email: string) =>
  server.ask(byEmail, await server.enter('bob', server.north), { data: { email } });

test('finds one member by id or by email, in whatever spelling', async () => {
  const ana = { id: server.people.ana, name: 'Ana Test', roles: [{ name: 'Manager' }] };
  for (const data of [
    { id: server.people.ana },
    { email: ' ANA@example.com' },
    { id: server.people.ana, email: 'ana@example.com' },
  ]) {
    expect((await askOne(data)).data).toEqual({ findSaasUser: ana });
  }
  expect((await askByEmail('Ana@Example.com')).data).toEqual({ UserFind: { id: ana.id, name: ana.name } });
});

test('finds nobody of another tenant, and nobody where id and email disagree', async () => {
  for (const data of [
    { id: server.people.sue },
    { email: 'sue@example.com' },
    { id: 999_999 },
    { email: '' },
    { id: server.people.ana, email: 'bob@example.com' },
  ]) {
    expect((await askOne(data)).data).toEqual({ findSaasUser: null });
  }
  for (const email of ['sue@example.com', 'nobody@example.com', '', '%'])
    expect((await askByEmail(email)).data).toEqual({ UserFind: null });
});

test('one is found by something', async () => {
  expect((await askOne({})).errors?.[0]).toMatchObject({
    message: 'Give the id or the email of the person.',
    extensions: { code: 'INVALID', field: 'id' },
  });
});

test('finding one needs a tenant entered', async () => {
  const credentials = await server.signIn('bob');
  for (const [document, data] of [
    [one, { id: server.people.bob }],
    [byEmail, { email: 'bob@example.com' }],
  ] as const) {
    const answer = await server.ask(document, credentials, { data });
    expect(answer.errors?.[0]?.extensions['code']).toBe('UNAUTHENTICATED');
  }
});

test('shows email and phone of colleagues to roles that have a use for them', async () => {
  const { north, people } = server;
  const phone = '[1,2025550199]';
  await server.query('update app_user set phone = $2 where id = any($1)', [[people.ana, people.bob], phone]);
  await server.query('update membership set version = version + 1 where tenant_id = $1', [north.id]);
  const contacts = async (who: 'ana' | 'bob') => {
    const answer = await server.ask(users, await server.enter(who, north));
    const found = answer.data?.['getSaasUsers'] as { name: string; email: string; phone: string }[];
    return found.map((user) => [user.name, user.email, user.phone]);
  };
  const whole = [
    ['Ana Test', 'ana@example.com', phone],
    ['Bob Test', 'bob@example.com', phone],
  ];
  expect(await contacts('ana')).toEqual(whole);
  expect(await contacts('bob')).toEqual([['Ana Test', 'ana@example.com', null], whole[1]]);

  await server.query('delete from role_menu_item_action where tenant_id = $1 and role_id = $2', [
    north.id,
    north.roles.clerk,
  ]);
  expect(await contacts('bob')).toEqual([['Ana Test', null, null], whole[1]]);
  // Nobody is found by an email that may not be seen: it would be an answer to whether it is right.
  for (const data of [{ email: 'ana@example.com' }, { id: people.ana, email: 'ana@example.com' }])
    expect((await askOne(data)).data).toEqual({ findSaasUser: null });
  expect((await askByEmail('ana@example.com')).data).toEqual({ UserFind: null });
  expect((await askOne({ id: people.ana })).data).toMatchObject({ findSaasUser: { name: 'Ana Test' } });
  expect((await askByEmail('bob@example.com')).data).toMatchObject({ UserFind: { name: 'Bob Test' } });
});
