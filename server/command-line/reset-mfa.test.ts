// What the command leaves behind, on a database server; that it is typed right is tested in rowhouse.test.ts.
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { TestDatabase } from '../../testing/test-database.ts';
import { systemClock } from '../platform/clock.ts';
import { createIdentityEvents } from '../platform/identity/identity-events.ts';
import { createSecondFactor } from '../identity/second-factor/create-second-factor.ts';
import { runCommand } from './rowhouse.ts';

const secret = 'the secret of these tests, long enough';
const email = 'maya@example.com';
const said: string[] = [];
let copy: TestDatabase;

const query = async (text: string, values: unknown[] = []) =>
  (await copy.database.asHome((connection) => connection.query(text, values))).rows;

beforeAll(async () => {
  copy = await openTestDatabase();
  for (const [id, providers] of [
    ['maya', ['credential']],
    ['carl', ['cognito']],
    ['olga', ['oidc']],
  ] as const) {
    await query('insert into auth_user (id, name, email, "emailVerified") values ($1, $1, $2, true)', [
      id,
      `${id}@example.com`,
    ]);
    await query('insert into app_user (email, auth_user_id) values ($2, $1)', [id, `${id}@example.com`]);
    for (const provider of providers)
      await query(
        `insert into auth_account (id, "accountId", "providerId", "userId", "updatedAt") values ($1, $1, $2, $1, now())`,
        [id, provider],
      );
    for (const device of ['laptop', 'phone'])
      await query(
        `insert into auth_session (id, "expiresAt", token, "updatedAt", "userId") values ($1, now() + interval '1 day', $1, now(), $2)`,
        [`${id} ${device}`, id],
      );
  }
  await query(`insert into app_user (email) values ('nora@example.com')`);
});
// The next file of this process starts servers, and hands them its environment.
afterAll(() => void vi.unstubAllEnvs());
afterAll(() => copy.close());
beforeEach(() => {
  said.length = 0;
  vi.stubEnv('DATABASE_URL', copy.url);
  vi.stubEnv('SECRET', secret);
  vi.stubEnv('NODE_ENV', 'test');
  const hear = (text: unknown) => void said.push(String(text));
  vi.spyOn(console, 'log').mockImplementation(hear);
  vi.spyOn(console, 'error').mockImplementation(hear);
});

const run = async (...words: string[]) => ({
  code: await runCommand(['reset-mfa', ...words]),
  text: said.join('\n'),
});
const sessionsOf = (id: string) => query('select id from auth_session where "userId" = $1', [id]);

/** As typed at a terminal. */
async function atTerminal<Answer>(line: string, work: () => Promise<Answer>): Promise<Answer> {
  const keyboard = Object.assign(new PassThrough(), { isTTY: true });
  keyboard.write(`${line}\n`);
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(keyboard as unknown as typeof process.stdin);
  const screen = Object.assign(new PassThrough(), { isTTY: true });
  vi.spyOn(process, 'stdout', 'get').mockReturnValue(screen as unknown as typeof process.stdout);
  return work();
}

test('the second factor and the sessions go, and it is noted who did it', async () => {
  const factor = createSecondFactor({ database: copy.database, clock: systemClock, secret });
  const maya = { authUserId: 'maya', email, tokens: null };
  await factor.setUp(maya);
  await query('update auth_totp set secret = pending_secret, preferred = true');
  const device = String(
    await factor.rememberDevice(maya, { name: 'Firefox on Linux', address: '203.0.113.9' }),
  );
  expect(await factor.isPreferred(maya)).toBe(true);

  expect(await atTerminal('zoe@example.com', () => run('--email', email))).toMatchObject({
    code: 1,
    text: expect.stringContaining('not the same email. Nothing was reset.'),
  });
  expect(await factor.isPreferred(maya)).toBe(true);
  expect(await sessionsOf('maya')).toHaveLength(2);

  expect(await atTerminal(' Maya@Example.com ', () => run('--email', email))).toMatchObject({
    code: 0,
    text: expect.stringContaining('2 sessions were ended. The password stays.'),
  });
  expect(await factor.isPreferred(maya)).toBe(false);
  expect(await factor.isRemembered(maya, device)).toBe(false);
  expect(await sessionsOf('maya')).toEqual([]);
  // What was half done, between the password and the code, is over as well.
  expect(await query(`select sign_in_version from auth_user where id = 'maya'`)).toEqual([
    { sign_in_version: 2 },
  ]);
  expect(await sessionsOf('olga')).toHaveLength(2);
  const events = await createIdentityEvents(copy.database).list('maya', 9);
  expect(events.map(({ what }) => what)).toEqual(['Two-factor was reset by an administrator']);
  expect(await query('select actor from identity_event')).toEqual([{ actor: 'command line' }]);
});

test('whoever signs in by an OpenID provider has the second factor here too', async () => {
  expect(await run('--email', 'olga@example.com', '--yes')).toMatchObject({ code: 0 });
  expect(await sessionsOf('olga')).toEqual([]);
});

test('whoever signs in by Cognito has it there', async () => {
  const { code, text } = await run('--email', 'carl@example.com', '--yes');
  expect(code).toBe(1);
  expect(text).toContain('carl@example.com signs in by Amazon Cognito');
  expect(text).toContain('admin-set-user-mfa-preference');
  expect(await sessionsOf('carl')).toHaveLength(2);
});

test('a person without an account has nothing to reset', async () => {
  expect(await run('--email', 'nora@example.com', '--yes')).toMatchObject({
    code: 1,
    text: expect.stringContaining('has never signed in'),
  });
});
