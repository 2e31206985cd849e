// A session that nobody uses ends on the server; one that is used does not.
import { idleHeader } from '@rowhouse/domain/identity/limits.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';

const hourS = 3600;
const limitS = 4 * hourS;
const password = 'correct horse';
const details = '{ getUserDetails { id } }';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ sessionIdleMs: limitS * 1000 });
  await server.identity.setPassword(server.people.ana, password);
});
afterAll(() => server.close());

async function signIn(): Promise<string> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/auth/sign-in',
    payload: { email: 'ana@example.com', password },
  });
  return answer.json<{ serviceToken: string }>().serviceToken;
}

const sessionOf = (service: string) => server.tokens.verifyService(service).sessionId;

/** As if so many seconds had gone by for the session. */
const age = (service: string, seconds: number) =>
  server.query(
    'update auth_session set idle_ends_at = idle_ends_at - make_interval(secs => $2) where id = $1',
    [sessionOf(service), seconds],
  );

/** How many seconds are left to the session if nobody uses it. */
async function leftOf(service: string): Promise<number> {
  const [row] = await server.query(
    'select extract(epoch from idle_ends_at - now())::float8 as left from auth_session where id = $1',
    [sessionOf(service)],
  );
  return Number(row?.['left']);
}

const callAuth = async (call: string, service: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: `/auth/${call}`,
    headers: { authorization: service, ...headers },
    payload: {},
  });

const codeOf = async (document: string, credentials: object): Promise<unknown> =>
  (await server.ask(document, credentials)).errors?.[0]?.extensions['code'] ?? 'answered';

test('ends at every door, and is in no list', async () => {
  const [unused, used] = [await signIn(), await signIn()];
  const login = await server.ask(
    `mutation { SaasTenantLogin(data: { tenantId: ${server.north.id} }) { token } }`,
    { service: unused },
  );
  const token = (login.data?.['SaasTenantLogin'] as { token: string } | undefined)?.token;
  const member = { service: unused, backend: token, tenant: server.north.id };
  expect(await codeOf('{ getSaasUsers { id } }', member)).toBe('answered');
  await vi.waitFor(async () => {
    // What was noted of its use just now may come after it.
    await age(unused, limitS + 1);
    expect(await codeOf('{ getSaasUsers { id } }', member)).toBe('UNAUTHENTICATED');
  });
  expect(await codeOf(details, { service: unused })).toBe('UNAUTHENTICATED');
  const refused = await callAuth('still-here', unused);
  expect([refused.statusCode, refused.json()]).toEqual([
    401,
    { code: 'UNAUTHENTICATED', message: 'Your session has ended. Please sign in again.' },
  ]);
  const state = await callAuth('security-state', used);
  const listed = state.json<{ sessions: { id: string }[] }>().sessions.map(({ id }) => id);
  expect([listed.includes(sessionOf(unused)), listed.includes(sessionOf(used))]).toEqual([false, true]);
  await server.identity.sweep();
  expect(await server.query('select from auth_session where id = $1', [sessionOf(unused)])).toEqual([]);
  expect(await codeOf(details, { service: used })).toBe('answered');
});

test.each([
  ['a query', (service: string) => server.ask(details, { service })],
  ['a call of signing in', (service: string) => callAuth('security-state', service)],
  ['the word that somebody is there', (service: string) => callAuth('still-here', service)],
])('is moved on by %s', async (_what, use) => {
  const service = await signIn();
  await age(service, limitS - 60);
  await use(service);
  await vi.waitFor(async () => expect(await leftOf(service)).toBeGreaterThan(limitS - 600));
});

test('is moved on by what a page asks by itself only as far as somebody has touched it', async () => {
  const [left, touched] = [await signIn(), await signIn()];
  await age(left, limitS - 60);
  await age(touched, limitS - 60);
  expect((await callAuth('security-state', left, { [idleHeader]: String(limitS) })).statusCode).toBe(200);
  expect((await callAuth('security-state', touched, { [idleHeader]: String(hourS) })).statusCode).toBe(200);
  await vi.waitFor(async () => expect(await leftOf(touched)).toBeGreaterThan(2 * hourS));
  expect(await leftOf(touched)).toBeLessThanOrEqual(3 * hourS);
  expect(await leftOf(left)).toBeLessThanOrEqual(60);
});

test.each(['-1', '1e9', 'soon', '99999999'])(
  'is in use where the page says nothing that can be read: %s',
  async (said) => {
    const service = await signIn();
    await age(service, limitS - 60);
    await callAuth('still-here', service, { [idleHeader]: said });
    await vi.waitFor(async () => expect(await leftOf(service)).toBeGreaterThan(limitS - 600));
  },
);

test('ends with its tokens, however much it is used', async () => {
  const service = await signIn();
  await server.query(`update auth_session set "expiresAt" = now() - interval '1 second' where id = $1`, [
    sessionOf(service),
  ]);
  expect((await callAuth('still-here', service)).statusCode).toBe(401);
});
