import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  newAddress,
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

const stateOf = async (service: string) =>
  readCall('security-state', await server.call('security-state', {}, { service }));
const isLive = async (service: string) =>
  (await server.call('security-state', {}, { service })).status === 200;

async function aSessionOf(person: { authUserId: string; userId: number }): Promise<string> {
  const { rows } = await server.database.asHome((connection) =>
    connection.query(
      `insert into auth_session (id, token, "userId", "expiresAt", "updatedAt")
       select gen_random_uuid()::text, gen_random_uuid()::text, $1, now() + interval '1 day', now() returning id`,
      [person.authUserId],
    ),
  );
  const sessionId = String(rows[0]?.['id']) as never;
  return server.tokens.issueService({ userId: person.userId as never, sessionId }).token;
}

test('the state of an account says what stands open, and shows no secret', async () => {
  const { email } = await server.aPersonWithoutTotp();
  const answer = await server.app.inject({
    method: 'POST',
    url: '/auth/sign-in',
    remoteAddress: '198.51.100.7',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' },
    payload: { email, password },
  });
  const { serviceToken: service } = answer.json<{ serviceToken: string }>();
  await serviceTokenOf(server, email);
  const { sessionId } = server.tokens.verifyService(service);
  const answered = await server.call('security-state', {}, { service });
  const state = readCall('security-state', answered);
  expect(state).toMatchObject({
    email,
    hasPassword: true,
    totp: { isPreferred: false, isRequired: false },
    maySkip: true,
    devices: [],
  });
  expect(state.sessions).toHaveLength(2);
  expect(state.sessions.filter(({ isPresent }) => isPresent)).toEqual([
    {
      id: sessionId,
      isPresent: true,
      address: '198.51.100.7',
      device: 'Firefox on Linux',
      startedAt: expect.stringMatching(/Z$/),
    },
  ]);
  expect(state.events.map(({ what }) => what)).toEqual(['Signed in', 'Signed in', 'The account was made']);
  expect(answered.body).not.toMatch(/argon2|token/i);
});

test('signing in again in a browser ends the session that it had, and no other one', async () => {
  const person = await server.aPersonWithTotp();
  const [former, elsewhere] = [await aSessionOf(person), await aSessionOf(person)];
  const signIn = (given: string) =>
    server.call('sign-in', { email: person.email, password: given }, { service: former });
  expect(signInOutcome(await signIn('not the password'))).toBe('UNAUTHENTICATED');
  const half = readCall('sign-in', await signIn(password));
  const ticket = 'ticket' in half ? half.ticket : '';
  // Half of a sign-in has not taken its place yet.
  expect(await isLive(former)).toBe(true);
  const code = { ticket, kind: 'TOTP', code: person.code(), rememberDevice: false };
  const whole = readCall('verify-code', await server.call('verify-code', code, { service: former }));
  const fresh = 'serviceToken' in whole ? whole.serviceToken : '';
  expect([await isLive(former), await isLive(fresh), await isLive(elsewhere)]).toEqual([false, true, true]);
  // A forged token ends nothing.
  const other = await server.aPersonWithoutTotp();
  await server.call('sign-in', { email: other.email, password }, { service: `${fresh}x` });
  expect(await isLive(fresh)).toBe(true);
});

test('wrong passwords that shut somebody out are told to them', async () => {
  const { email } = await server.aPersonWithoutTotp();
  const service = await serviceTokenOf(server, email);
  const address = newAddress();
  for (let index = 0; index < 6; index += 1)
    await server.call('sign-in', { email, password: 'wrong one' }, { address });
  await expect
    .poll(async () => (await stateOf(service)).events[0]?.what)
    .toBe('Sign-in was refused after too many wrong passwords');
});

describe('ending sessions', () => {
  test('one ends at once, and none of another person', async () => {
    const [one, other] = [await server.aPersonWithoutTotp(), await server.aPersonWithoutTotp()];
    const [here, there] = [await serviceTokenOf(server, one.email), await serviceTokenOf(server, one.email)];
    const foreign = await serviceTokenOf(server, other.email);
    const { sessionId } = server.tokens.verifyService(foreign);
    const notFound = await server.call('end-session', { sessionId, password }, { service: here });
    const absent = await server.call('end-session', { sessionId: 'none', password }, { service: here });
    expect([notFound.status, notFound.body]).toEqual([404, absent.body]);
    expect(await isLive(foreign)).toBe(true);

    const mine = server.tokens.verifyService(there).sessionId;
    expect((await server.call('end-session', { sessionId: mine, password }, { service: here })).body).toBe(
      '{"done":true}',
    );
    expect([await isLive(here), await isLive(there)]).toEqual([true, false]);
  });

  test('all others end, the current one too when it is wished, and what was half done', async () => {
    const person = await server.aPersonWithTotp();
    const [here, there, elsewhere] = [
      await aSessionOf(person),
      await aSessionOf(person),
      await aSessionOf(person),
    ];
    const ticket = await ticketOf(server, person.email);
    const ended = await server.call('sign-out-everywhere', { here: false, password }, { service: here });
    expect(readCall('sign-out-everywhere', ended)).toEqual({ ended: 2 });
    expect([await isLive(here), await isLive(there), await isLive(elsewhere)]).toEqual([true, false, false]);
    const half = { ticket, kind: 'TOTP', code: person.code(), rememberDevice: false } as const;
    expect(readRefusal(await server.call('verify-code', half)).details).toEqual({ reason: 'TicketOver' });

    const all = await server.call('sign-out-everywhere', { here: true, password }, { service: here });
    expect(readCall('sign-out-everywhere', all)).toEqual({ ended: 1 });
    const over = await server.call('security-state', {}, { service: here });
    expect(readRefusal(over)).toEqual({
      code: 'UNAUTHENTICATED',
      message: 'Your session has ended. Please sign in again.',
    });
  });

  test.each([
    ['end-session', (sessionId: string) => ({ sessionId })],
    ['sign-out-everywhere', () => ({ here: false })],
    ['sign-out-everywhere', () => ({ here: true })],
  ] as const)('%s asks for the password once more, and guesses of it are counted', async (call, bodyOf) => {
    const { email } = await server.aPersonWithoutTotp();
    const [here, there] = [await serviceTokenOf(server, email), await serviceTokenOf(server, email)];
    const body = bodyOf(server.tokens.verifyService(there).sessionId);
    expect((await stateOf(here)).proof).toBe('PASSWORD');
    expect(readRefusal(await server.call(call, body, { service: here }))).toEqual({
      code: 'INVALID',
      message: 'Password is a required field',
      field: 'password',
    });
    const address = newAddress();
    const guess = () => server.call(call, { ...body, password: 'wrong one' }, { service: here, address });
    expect(readRefusal(await guess())).toEqual({
      code: 'INVALID',
      message: 'That is not your current password. Try again.',
      field: 'password',
    });
    for (let at = 1; at < 5; at += 1) await guess();
    expect((await guess()).status).toBe(429);
    expect([await isLive(here), await isLive(there)]).toEqual([true, true]);
    const right = { ...body, password };
    expect((await server.call(call, right, { service: here })).status).toBe(200);
    expect(await isLive(there)).toBe(false);
  });

  test('who has no password here proves it by a code, or by having just come from the provider', async () => {
    const person = await server.aPersonWithTotp();
    const [service, there] = [await aSessionOf(person), await aSessionOf(person)];
    await server.query(`delete from auth_account where "userId" = $1`, [person.authUserId]);
    expect((await stateOf(service)).proof).toBe('CODE');
    const { sessionId } = server.tokens.verifyService(there);
    const end = (more: object) => server.call('end-session', { sessionId, ...more }, { service });
    expect(readRefusal(await end({ password }))).toMatchObject({ field: 'code' });
    expect(readRefusal(await end({ code: '000000' }))).toMatchObject({
      code: 'UNAUTHENTICATED',
      field: 'code',
    });
    expect(await isLive(there)).toBe(true);
    expect((await end({ code: person.code() })).status).toBe(200);
    expect(await isLive(there)).toBe(false);

    await server.query('delete from auth_totp where auth_user_id = $1', [person.authUserId]);
    const others = { here: false };
    expect((await stateOf(service)).proof).toBe('NONE');
    expect((await server.call('sign-out-everywhere', others, { service })).status).toBe(200);
    await server.query(
      `update auth_session set "createdAt" = "createdAt" - interval '11 minutes' where "userId" = $1`,
      [person.authUserId],
    );
    expect(readRefusal(await server.call('sign-out-everywhere', others, { service }))).toEqual({
      code: 'FORBIDDEN',
      message: 'Sign out and in again first: it shows that it is you.',
    });
  });

  test('who has shown once more who it is, by a code too, reads of it, and it holds for the one session', async () => {
    const person = await server.aPersonWithTotp();
    const [here, there] = [await aSessionOf(person), await aSessionOf(person)];
    await server.query(`delete from auth_account where "userId" = $1`, [person.authUserId]);
    expect(readRefusal(await server.call('prove', { password }, { service: here }))).toMatchObject({
      field: 'code',
    });
    const isShown = (service: string) =>
      server.identity.requireProof(server.tokens.verifyService(service)).then(
        () => true,
        (refusal: { context: { details?: object } }) => refusal.context.details,
      );
    const needed = { reason: 'ProofNeeded', proof: 'CODE' };
    expect(await isShown(here)).toEqual(needed);
    expect((await server.call('prove', { code: person.code() }, { service: here })).status).toBe(200);
    expect([await isShown(here), await isShown(there)]).toEqual([true, needed]);
    expect((await stateOf(here)).events[0]?.what).toBe('Showed once more who it is');
  });

  test('signing out is noted once', async () => {
    const { email } = await server.aPersonWithoutTotp();
    const [one, other] = [await serviceTokenOf(server, email), await serviceTokenOf(server, email)];
    for (let index = 0; index < 2; index += 1)
      await server.ask('mutation { SaasUserLogout }', { service: one });
    expect((await stateOf(other)).events.filter(({ what }) => what === 'Signed out')).toHaveLength(1);
  });
});

test('a device is forgotten by its owner alone, and asks for the code again', async () => {
  const [person, other] = [await server.aPersonWithTotp(), await server.aPersonWithTotp()];
  const remember = async (who: typeof person) => {
    const ticket = await ticketOf(server, who.email);
    const body = { ticket, kind: 'TOTP', code: who.code(), rememberDevice: true } as const;
    const answered = await server.call('verify-code', body);
    const answer = readCall('verify-code', answered);
    return { cookie: answered.cookie, service: 'serviceToken' in answer ? answer.serviceToken : '' };
  };
  const [mine, theirs] = [await remember(person), await remember(other)];
  const { devices } = await stateOf(mine.service);
  expect(devices).toHaveLength(1);
  const deviceId = devices[0]?.id ?? '';
  const foreign = await server.call('forget-device', { deviceId }, { service: theirs.service });
  const absent = await server.call('forget-device', { deviceId: 'none' }, { service: theirs.service });
  expect([foreign.status, foreign.body]).toEqual([404, absent.body]);
  const signInRemembered = async () =>
    signInOutcome(await server.call('sign-in', { email: person.email, password }, { cookie: mine.cookie }));
  expect(await signInRemembered()).toBe('SIGNED_IN');
  expect((await server.call('forget-device', { deviceId }, { service: mine.service })).status).toBe(200);
  expect(await signInRemembered()).toBe('TOTP_REQUIRED');
});
