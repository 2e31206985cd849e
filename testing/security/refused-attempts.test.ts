// What somebody tried and was not let do stands in the log, without a secret, and does not fill the disk.
import { createLog } from '@rowhouse/server/platform/log.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestServer } from '../test-server.ts';
import type { TestServer } from '../test-server.ts';

const password = 'correct horse';
const lines: string[] = [];
const events = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
const logged = (event: string) => events().filter((line) => line['event'] === event);
const theOne = (event: string) =>
  vi.waitFor(() => {
    expect(logged(event)).toHaveLength(1);
    return logged(event)[0];
  });

let server: TestServer;
beforeEach(() => (lines.length = 0));
// Budgets are of a process: a server of its own for the test that spends one.
const start = (options: { proxyHops?: number } = {}) =>
  startTestServer({
    ...options,
    log: createLog('info', { write: (line: string) => void lines.push(line) }),
  });
beforeAll(async () => {
  server = await start();
  await server.identity.setPassword(server.people.ana, password);
});
afterAll(() => server.close());

const post = (url: string, payload: object | string, headers: Record<string, string> = {}, to = server) =>
  to.app.inject({ method: 'POST', url, remoteAddress: '198.51.100.7', headers, payload });

test('a wrong password, with the account and without what was typed', async () => {
  await post('/auth/sign-in', { email: 'ana@example.com', password: 'not the password' });
  const [row] = await server.query('select auth_user_id from app_user where id = $1', [server.people.ana]);
  expect(await theOne('wrong-secret')).toMatchObject({
    level: 40,
    address: '198.51.100.7',
    kind: 'password',
    account: row?.['auth_user_id'],
    isKnownBrowser: false,
    msg: 'a password or a code was wrong',
  });
  expect(lines.join('')).not.toContain('not the password');
});

test('a wrong password of nobody, without the email', async () => {
  await post('/auth/sign-in', { email: 'stranger.nobody@example.com', password: 'not the password' });
  expect(await theOne('wrong-secret')).toMatchObject({ account: null });
  expect(lines.join('')).not.toContain('stranger.nobody');
});

test('a wrong code of the mail', async () => {
  await post('/auth/reset-password', { email: 'ana@example.com', code: '000000', password: 'a new horse' });
  expect(await theOne('wrong-secret')).toMatchObject({ kind: 'reset' });
});

test.each([
  [0, '198.51.100.7'],
  [1, '192.0.2.4'],
])(
  'behind %i proxies the address is %s, whatever somebody wrote into the header',
  async (proxyHops, address) => {
    const own = await start({ proxyHops });
    try {
      const forwarded = { 'x-forwarded-for': '203.0.113.9, 192.0.2.4', 'x-real-ip': '203.0.113.9' };
      await post('/auth/sign-in', { email: 'ana@example.com', password: 'not the password' }, forwarded, own);
      expect(await theOne('wrong-secret')).toMatchObject({ address });
    } finally {
      await own.close();
    }
  },
);

test('somebody who has to wait', async () => {
  const guess = () => post('/auth/reset-password', { email: 'bob@example.com', code: '000000', password });
  while ((await guess()).statusCode !== 429);
  expect(await theOne('too-many-attempts')).toMatchObject({ route: '/auth/reset-password' });
});

test('a forged token, at an operation and at a call of signing in', async () => {
  const forged = `${(await server.signIn('ana')).service ?? ''}x`;
  await server.ask('{ getUserDetails { id } }', { service: forged });
  expect(await theOne('not-signed-in')).toMatchObject({
    operation: 'getUserDetails',
    code: 'UNAUTHENTICATED',
  });
  await post('/auth/security-state', {}, { authorization: forged });
  expect(logged('not-signed-in')[1]).toMatchObject({ route: '/auth/security-state' });
  expect(lines.join('')).not.toContain(forged.slice(-20));
});

test('the ordinary end of a session once, as no warning, and with whose it was', async () => {
  const bob = await server.enter('bob', server.north);
  const { bob: userId } = server.people;
  const askAll = async () => {
    for (const name of ['getUserDetails', 'findSaasMembers', 'getUserDetails'])
      await server.ask(`{ ${name} { id } }`, bob);
    await server.ask('{ getUserDetails { id } }', { service: bob.service });
    await post('/auth/security-state', {}, { authorization: bob.service ?? '' });
  };
  await server.query('delete from auth_session where id = $1', [
    server.tokens.verifyService(bob.service ?? '').sessionId,
  ]);
  await askAll();
  expect(await theOne('session-over')).toMatchObject({
    level: 30,
    userId,
    tenantId: server.north.id,
    operation: 'getUserDetails',
  });
  server.clock.at += 2 * 86_400_000;
  await askAll();
  server.clock.at -= 2 * 86_400_000;
  expect(logged('session-over')).toHaveLength(1);
  expect(logged('not-signed-in')).toEqual([]);
  // Genuine tokens that do not belong together, or a company that is not theirs, are no ordinary end.
  const other = await server.enter('bob', server.north);
  await server.ask('{ findSaasMembers { id } }', { ...bob, service: other.service });
  await server.ask('{ findSaasMembers { id } }', { ...other, tenant: server.south.id });
  expect(logged('not-signed-in')).toHaveLength(2);
  expect(logged('session-over')).toHaveLength(1);
  // A window that has been told of the end has no tokens any more, and asks for this and that before it leaves.
  for (let at = 0; at < 3; at += 1) await server.ask('{ getUserDetails { id } }', {});
  expect(logged('not-signed-in').map(({ level }) => level)).toEqual([40, 40, 30]);
});

test('what a role may not do, and what is of another company, with who tried', async () => {
  const bob = await server.enter('bob', server.north);
  await server.ask('{ findSaasMembers { id } }', bob);
  const tried = { userId: server.people.bob, tenantId: server.north.id };
  expect(await theOne('access-refused')).toMatchObject({
    ...tried,
    operation: 'findSaasMembers',
    code: 'FORBIDDEN',
  });
  await server.ask(
    'query ($data: FilterAndSortInput!, $pagination: PaginationInput) { filterAndSortRecordHeader(data: $data, pagination: $pagination) { total } }',
    bob,
    { data: { recordTypeId: 999_999_999, enabled: true }, pagination: { offset: 0, limit: 1 } },
  );
  expect(logged('access-refused')[1]).toMatchObject({ ...tried, code: 'NOT_FOUND' });
});

test('a link that opens nothing', async () => {
  await server.app.inject({ method: 'GET', url: '/files/forged.link' });
  expect(await theOne('access-refused')).toMatchObject({ route: '/files/*', status: 404 });
  expect(lines.join('')).not.toContain('forged.link');
});

test.each([
  ['a document above the limits', () => post('/graphql', { query: `{ ${'a: __typename '.repeat(40)} }` })],
  ['an operation that is none', () => post('/graphql', { query: '{ dropEverything }' })],
  ['a body that is not JSON', () => post('/graphql', '{', { 'content-type': 'application/json' })],
  ['a form of another site', () => post('/graphql', 'query=1', { 'content-type': 'text/plain' })],
  ['a call with more in it', () => post('/auth/sign-in', { email: 'a@b.example', password, admin: true })],
])('%s', async (_what, send) => {
  await send();
  expect(await theOne('input-refused')).toMatchObject({ address: expect.any(String) });
  expect(lines.join('')).not.toContain('dropEverything');
});

test('a stranger who tries without end fills no disk, and hides nothing that a member tries', async () => {
  const own = await start();
  try {
    for (let at = 0; at < 150; at += 1) await own.app.inject({ method: 'GET', url: `/files/forged.${at}` });
    expect(logged('access-refused').length).toBeGreaterThanOrEqual(100);
    expect(logged('access-refused').length).toBeLessThan(130);
    const bob = await own.enter('bob', own.north);
    await own.ask('{ findSaasMembers { id } }', bob);
    expect(logged('access-refused').at(-1)).toMatchObject({ operation: 'findSaasMembers' });
  } finally {
    await own.close();
  }
});
