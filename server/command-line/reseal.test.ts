// What the command leaves behind, and what doctor says before and after; that sign-ins survive it is tested in
// server/identity/changed-secret.test.ts.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { TestDatabase } from '../../testing/test-database.ts';
import { sealUses } from '../platform/seal-uses.ts';
import { seal, unseal } from '../platform/secret.ts';
import { runCommand } from './rowhouse.ts';

const former = 'the secret that was, and is long enough';
const current = 'the secret that is, and is long enough too';
const said: string[] = [];
let copy: TestDatabase;

const query = async (text: string, values: unknown[] = []) =>
  (await copy.database.asOwnerOfAll((connection) => connection.query(text, values))).rows;

beforeAll(async () => {
  copy = await openTestDatabase();
  for (const [id, secret] of [
    ['maya', former],
    ['olga', former],
    ['nora', current],
    ['lost', 'yet another secret, which nobody knows any more'],
  ] as const) {
    await query('insert into auth_user (id, name, email, "emailVerified") values ($1, $1, $2, true)', [
      id,
      `${id}@example.com`,
    ]);
    await query(
      'insert into auth_totp (auth_user_id, secret, verified_at, preferred) values ($1, $2, now(), true)',
      [id, seal(secret, sealUses.totp(id), `of ${id}`)],
    );
  }
});
// The next file of this process starts servers, and hands them its environment.
afterAll(() => void vi.unstubAllEnvs());
afterAll(() => copy.close());
beforeEach(() => {
  vi.stubEnv('DATABASE_URL', copy.url);
  vi.stubEnv('SECRET', current);
  vi.stubEnv('SECRET_BEFORE', former);
  vi.stubEnv('NODE_ENV', 'test');
  const hear = (text: unknown) => void said.push(String(text));
  vi.spyOn(console, 'log').mockImplementation(hear);
  vi.spyOn(console, 'error').mockImplementation(hear);
});

async function run(command: string) {
  said.length = 0;
  return { code: await runCommand([command]), text: said.join('\n') };
}
const opened = async (id: string) => {
  const [row] = await query('select secret from auth_totp where auth_user_id = $1', [id]);
  return unseal(current, sealUses.totp(id), String(row?.['secret']));
};

test('without the secret before nothing is done, and with the current one in its place either', async () => {
  vi.stubEnv('SECRET_BEFORE', '');
  expect(await run('reseal')).toEqual({
    code: 1,
    text: 'SECRET_BEFORE is not set: let it name the secret before the current one.',
  });
  vi.stubEnv('SECRET_BEFORE', current);
  expect(await run('reseal')).toEqual({
    code: 1,
    text: 'SECRET_BEFORE is the secret that is in use: it is to be the one before it.',
  });
  expect(await opened('maya')).toBeNull();
});

test('what stands under it is sealed anew, once, and doctor follows', async () => {
  const lost = /^warn {2}1 second factors were sealed with another secret and open nothing/m;
  const before = (await run('doctor')).text;
  expect(before).toMatch(
    /^warn {2}2 second factors still stand under SECRET_BEFORE: npm run rowhouse -- reseal/m,
  );
  expect(before).toMatch(lost);
  expect(await run('reseal')).toEqual({
    code: 0,
    text: '2 values were sealed anew. Nothing stands under the secret before any more.',
  });
  expect([await opened('maya'), await opened('olga'), await opened('nora'), await opened('lost')]).toEqual([
    'of maya',
    'of olga',
    'of nora',
    null,
  ]);
  expect(await run('reseal')).toEqual({ code: 0, text: 'Nothing stands under the secret before any more.' });
  const after = (await run('doctor')).text;
  expect(after).toMatch(/^warn {2}Nothing is sealed with SECRET_BEFORE any more\./m);
  expect(after).toMatch(lost);
  await query(`delete from auth_totp where auth_user_id = 'lost'`);
  vi.stubEnv('SECRET_BEFORE', '');
  expect((await run('doctor')).text).toContain(
    'What is sealed in the database opens with the current secret',
  );
});
