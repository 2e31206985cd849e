import { randomBytes, scryptSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  guessesAnAccount,
  strangeGuessesAnAccount,
  mailedCodeLifetimeMs,
} from '@rowhouse/domain/identity/limits.ts';
import {
  password,
  readCall,
  readRefusal,
  serviceTokenOf,
  signInOutcome,
  startSignInServer,
  ticketOf,
} from '../../../testing/security/sign-in-server.ts';
import type { SignInServer } from '../../../testing/security/sign-in-server.ts';

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

const newPassword = 'battery staple';
const codeIn = (text: string) => /^\d{6}$/m.exec(text)?.[0] ?? '';
const tokenIn = (text: string) => /&token=([\w-]+)/.exec(text)?.[1] ?? '';
const isLive = async (service: string) =>
  (await server.call('security-state', {}, { service })).status === 200;
const signIn = async (email: string, given: string) =>
  signInOutcome(await server.call('sign-in', { email, password: given }));

async function forget(email: string): Promise<string> {
  expect((await server.call('forgot-password', { email })).body).toBe('{"done":true}');
  return server.mailTo(email.trim().toLowerCase());
}

describe('a forgotten password', () => {
  test('is set anew by the code in the mail, once; sessions, devices and half-done sign-ins end', async () => {
    const person = await server.aPersonWithTotp();
    const { email } = person;
    const signedIn = await server.call('verify-code', {
      ticket: await ticketOf(server, email),
      kind: 'TOTP',
      code: person.code(),
      rememberDevice: true,
    });
    const { cookie } = signedIn;
    const answer = readCall('verify-code', signedIn);
    const service = 'serviceToken' in answer ? answer.serviceToken : '';
    const ticket = await ticketOf(server, email);
    expect(await isLive(service)).toBe(true);

    const text = await forget(` ${email.toUpperCase()} `);
    const code = codeIn(text);
    expect(text).toContain(`http://localhost/reset#email=${encodeURIComponent(email)}&token=`);
    const reset = { email, code, password: newPassword };
    expect((await server.call('reset-password', reset)).body).toBe('{"done":true}');
    expect(await server.mailTo(email)).toContain('was changed just now');

    expect(await isLive(service)).toBe(false);
    const half = { ticket, kind: 'TOTP', code: person.code(1), rememberDevice: false } as const;
    expect(readRefusal(await server.call('verify-code', half)).details).toEqual({ reason: 'TicketOver' });
    expect(await signIn(email, password)).toBe('UNAUTHENTICATED');
    const remembered = await server.call('sign-in', { email, password: newPassword }, { cookie });
    expect(signInOutcome(remembered)).toBe('TOTP_REQUIRED');
    expect((await server.call('reset-password', reset)).status).toBe(401);
  });

  test('the newest code alone is good, for 10 minutes', async () => {
    const { email } = await server.aPersonWithoutTotp();
    const first = codeIn(await forget(email));
    server.clock.at += 1;
    const second = codeIn(await forget(email));
    const reset = (code: string) => server.call('reset-password', { email, code, password: newPassword });
    expect((await reset(first)).status).toBe(401);
    server.clock.at += mailedCodeLifetimeMs;
    expect((await reset(second)).status).toBe(401);
    const third = codeIn(await forget(email));
    server.clock.at += mailedCodeLifetimeMs - 1;
    expect((await reset(third)).status).toBe(200);
  });

  test('of nobody, of a disabled person and of a provider is answered alike, and mails nothing', async () => {
    const [off, elsewhere] = [await server.aPersonWithoutTotp(), await server.aPersonWithoutTotp()];
    await server.query('update app_user set enabled = false where id = $1', [off.userId]);
    await server.query(`update auth_account set "providerId" = 'oidc', password = null where "userId" = $1`, [
      elsewhere.authUserId,
    ]);
    const emails = ['nobody.here@example.com', off.email, elsewhere.email];
    const before = server.mails().length;
    for (const email of emails)
      expect((await server.call('forgot-password', { email })).body).toBe('{"done":true}');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.mails()).toHaveLength(before);
  });

  test('the link of the mail opens it where every code is refused, once, and a later mail takes nothing from it', async () => {
    const { email } = await server.aPersonWithoutTotp();
    const token = tokenIn(await forget(email));
    for (let index = 0; index <= guessesAnAccount; index += 1)
      await server.call('reset-password', { email, code: 'x', password: newPassword });
    const codeOfLater = codeIn(await forget(email));
    const byCode = await server.call('reset-password', { email, code: codeOfLater, password: newPassword });
    expect(byCode.status).toBe(429);
    const byLink = (token: string) => server.call('reset-password', { email, token, password: newPassword });
    expect((await byLink(`${token.slice(0, -2)}xx`)).status).toBe(401);
    expect((await byLink(token)).status).toBe(200);
    expect(await signIn(email, newPassword)).toBe('TOTP_SETUP_NEEDED');
    expect((await byLink(token)).status).toBe(401);
  });

  test('a link is of its email alone, for 10 minutes; a code and a link together are refused', async () => {
    const { email } = await server.aPersonWithoutTotp();
    const other = await server.aPersonWithoutTotp();
    const token = tokenIn(await forget(email));
    const ask = (body: object) => server.call('reset-password', { password: newPassword, ...body });
    expect((await ask({ email: other.email, token })).status).toBe(401);
    expect((await ask({ email, token, code: '123456' })).status).toBe(400);
    expect((await ask({ email })).status).toBe(400);
    server.clock.at += mailedCodeLifetimeMs;
    expect((await ask({ email, token })).status).toBe(401);
  });

  test(`${guessesAnAccount} codes are looked at`, async () => {
    const { email } = await server.aPersonWithoutTotp();
    const code = codeIn(await forget(email));
    const tries = await Promise.all(
      Array.from({ length: 20 }, () =>
        server.call('reset-password', { email, code: 'x', password: newPassword }),
      ),
    );
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(guessesAnAccount);
    expect((await server.call('reset-password', { email, code, password: newPassword })).status).toBe(429);
    expect(await signIn(email, password)).toBe('TOTP_SETUP_NEEDED');
  });

  test('opens the door again to whom wrong passwords had shut out', async () => {
    const { email } = await server.aPersonWithoutTotp();
    for (let index = 0; index <= strangeGuessesAnAccount; index += 1) await signIn(email, 'wrong horse');
    expect(await signIn(email, password)).toBe('LIMITED');
    const code = codeIn(await forget(email));
    await server.call('reset-password', { email, code, password: newPassword });
    expect(await signIn(email, newPassword)).toBe('TOTP_SETUP_NEEDED');
  });

  test('a weak one is not taken, and costs no code', async () => {
    const { email } = await server.aPersonWithoutTotp();
    const code = codeIn(await forget(email));
    const weak = await server.call('reset-password', { email, code, password: 'short' });
    expect(readRefusal(weak)).toEqual({
      code: 'INVALID',
      field: 'password',
      message: 'Use at least 8 characters for the password.',
    });
    expect((await server.call('reset-password', { email, code, password: newPassword })).status).toBe(200);
  });
});

describe('changing the password', () => {
  test('ends every session, mails, and answers a new one that proved what the old one had', async () => {
    const { email, userId } = await server.aPersonWithoutTotp();
    const [service, other] = [await serviceTokenOf(server, email), await serviceTokenOf(server, email)];
    const answer = readCall(
      'change-password',
      await server.call('change-password', { password, newPassword }, { service }),
    );
    expect(answer).toMatchObject({ outcome: 'TOTP_SETUP_NEEDED', email });
    const fresh = 'serviceToken' in answer ? answer.serviceToken : '';
    expect(server.tokens.verifyService(fresh).userId).toBe(userId);
    expect([await isLive(service), await isLive(other), await isLive(fresh)]).toEqual([false, false, true]);
    expect(await server.mailTo(email)).toContain('was changed just now');
    expect([await signIn(email, password), await signIn(email, newPassword)]).toEqual([
      'UNAUTHENTICATED',
      'TOTP_SETUP_NEEDED',
    ]);
  });

  test('needs the current one, and changes nothing without', async () => {
    const { email } = await server.aPersonWithoutTotp();
    const service = await serviceTokenOf(server, email);
    const wrong = await server.call('change-password', { password: 'wrong horse', newPassword }, { service });
    expect(wrong.status).toBe(400);
    expect(readRefusal(wrong)).toEqual({
      code: 'INVALID',
      field: 'password',
      message: 'That is not your current password. Try again.',
    });
    expect(await isLive(service)).toBe(true);
    expect(await signIn(email, password)).toBe('TOTP_SETUP_NEEDED');
  });

  test('of somebody whose provider keeps it is not possible', async () => {
    const { email, authUserId } = await server.aPersonWithoutTotp();
    const service = await serviceTokenOf(server, email);
    await server.query(`update auth_account set "providerId" = 'oidc', password = null where "userId" = $1`, [
      authUserId,
    ]);
    const answer = await server.call('change-password', { password, newPassword }, { service });
    expect([answer.status, readRefusal(answer).code]).toEqual([403, 'FORBIDDEN']);
    const state = readCall('security-state', await server.call('security-state', {}, { service }));
    expect(state.hasPassword).toBe(false);
  });
});

test('a hash of the older form is taken, and made new at a right sign-in', async () => {
  const { email, authUserId } = await server.aPersonWithoutTotp();
  const salt = randomBytes(16).toString('hex');
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 67_108_864 };
  const old = `${salt}:${scryptSync(password, salt, 64, cost).toString('hex')}`;
  await server.query('update auth_account set password = $2 where "userId" = $1', [authUserId, old]);
  const stored = async () =>
    (await server.query('select password from auth_account where "userId" = $1', [authUserId]))[0]?.[
      'password'
    ];
  expect(await signIn(email, 'wrong horse')).toBe('UNAUTHENTICATED');
  expect(await stored()).toBe(old);
  const both = await Promise.all([signIn(email, password), signIn(email, password)]);
  expect(both).toEqual(['TOTP_SETUP_NEEDED', 'TOTP_SETUP_NEEDED']);
  expect(await stored()).toMatch(/^\$argon2id\$/);
  expect(await signIn(email, password)).toBe('TOTP_SETUP_NEEDED');
});
