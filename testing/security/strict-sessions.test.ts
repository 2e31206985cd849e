// What a session may, and for how long: the second factor that a company requires, devices that skip the code, and the
// sessions and devices of others.
import { deviceLifetimeMs } from '@rowhouse/domain/identity/limits.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf } from './guarded-server.ts';
import {
  password,
  readCall,
  serviceTokenOf,
  signInOutcome,
  startSignInServer,
  ticketOf,
} from './sign-in-server.ts';
import type { PersonWithTotp, SignInServer } from './sign-in-server.ts';

let server: SignInServer;
beforeAll(async () => (server = await startSignInServer({ cheapPasswords: true })));
afterAll(() => server.close());

/** With the code, and remembered where it is asked for. */
async function signInWithCode(person: PersonWithTotp, rememberDevice = false) {
  const ticket = await ticketOf(server, person.email);
  const answer = await server.call('verify-code', {
    ticket,
    kind: 'TOTP',
    code: person.code(),
    rememberDevice,
  });
  const signedIn = readCall('verify-code', answer);
  if (signedIn.outcome !== 'SIGNED_IN') throw new Error(`Not signed in: ${signedIn.outcome}`);
  // The code is spent: the next one is of another step.
  server.clock.at += 60_000;
  return { service: signedIn.serviceToken, cookie: answer.cookie };
}

const join = (userId: number) =>
  server.query('insert into membership (tenant_id, user_id, role_id) values ($1, $2, $3)', [
    server.north.id,
    userId,
    server.north.roles.manager,
  ]);
const requireTwoFactor = (required: boolean) =>
  server.query('update tenant set mfa_required = $2 where id = $1', [server.north.id, required]);

async function enterNorth(service: string) {
  const answer = await server.ask(
    'mutation ($data: TenantLoginInput!) { SaasTenantLogin(data: $data) { token } }',
    { service },
    { data: { tenantId: server.north.id } },
  );
  const login = answer.data?.['SaasTenantLogin'] as { token: string } | undefined;
  const reason = answer.errors?.[0]?.extensions['details'];
  return { credentials: { service, backend: login?.token, tenant: server.north.id }, reason };
}
const askNorth = async (credentials: Awaited<ReturnType<typeof enterNorth>>['credentials']) =>
  outcomeOf(await server.send('{ getSaasUsers { id } }', {}, credentials));

describe('a company that requires two-factor', () => {
  test('is not entered with the password alone, and what was entered before is shut at once', async () => {
    const person = await server.aPersonWithoutTotp();
    await join(person.userId);
    const service = await serviceTokenOf(server, person.email);
    const before = await enterNorth(service);
    expect(await askNorth(before.credentials)).toBe('answers');
    await requireTwoFactor(true);
    try {
      expect(await askNorth(before.credentials)).toBe('FORBIDDEN');
      expect((await enterNorth(service)).reason).toEqual({ reason: 'MfaRequired' });
      // Nor by putting it off, whatever the counter says.
      expect((await server.call('skip-mfa', {}, { service })).status).toBe(200);
      expect(await askNorth(before.credentials)).toBe('FORBIDDEN');
    } finally {
      await requireTwoFactor(false);
    }
  });

  test('is entered with the code, and left when two-factor is turned off, from every session', async () => {
    const person = await server.aPersonWithTotp();
    await join(person.userId);
    const one = await signInWithCode(person);
    const other = await signInWithCode(person);
    await requireTwoFactor(true);
    try {
      const [first, second] = [await enterNorth(one.service), await enterNorth(other.service)];
      expect(await askNorth(first.credentials)).toBe('answers');
      const off = await server.call('set-preferred-mfa', { preferred: 'NONE', code: person.code() }, one);
      expect(off.status).toBe(200);
      expect(await askNorth(first.credentials)).toBe('FORBIDDEN');
      expect(await askNorth(second.credentials)).toBe('FORBIDDEN');
    } finally {
      await requireTwoFactor(false);
    }
  });

  test('is not entered by a password that was given before two-factor was turned on elsewhere', async () => {
    const person = await server.aPersonWithTotp();
    await join(person.userId);
    await server.query('update auth_totp set preferred = false where auth_user_id = $1', [person.authUserId]);
    const service = await serviceTokenOf(server, person.email);
    await server.query('update auth_totp set preferred = true where auth_user_id = $1', [person.authUserId]);
    await requireTwoFactor(true);
    try {
      expect((await enterNorth(service)).reason).toEqual({ reason: 'MfaRequired' });
      // Nor does that session replace the second factor by one of its own.
      for (const call of ['setup-totp', 'verify-totp'] as const) {
        const body = call === 'setup-totp' ? {} : { code: '000000', rememberDevice: true };
        expect((await server.call(call, body, { service })).status).toBe(409);
      }
    } finally {
      await requireTwoFactor(false);
    }
  });
});

describe('a remembered device', () => {
  const signIn = async (person: PersonWithTotp, cookie: string | undefined, given = password) =>
    signInOutcome(await server.call('sign-in', { email: person.email, password: given }, { cookie }));

  test('skips the code for 30 days, never the password', async () => {
    const person = await server.aPersonWithTotp();
    const { cookie } = await signInWithCode(person, true);
    expect(await signIn(person, cookie)).toBe('SIGNED_IN');
    expect(await signIn(person, cookie, 'not the password')).toBe('UNAUTHENTICATED');
    expect(await signIn(person, undefined)).toBe('TOTP_REQUIRED');
    server.clock.at += deviceLifetimeMs;
    expect(await signIn(person, cookie)).toBe('TOTP_REQUIRED');
  });

  test('is forgotten with a new password, whoever set it', async () => {
    const person = await server.aPersonWithTotp();
    const { cookie, service } = await signInWithCode(person, true);
    const changed = await server.call(
      'change-password',
      { password, newPassword: 'another horse' },
      { service },
    );
    expect(changed.status).toBe(200);
    expect(await signIn(person, cookie, 'another horse')).toBe('TOTP_REQUIRED');

    const other = await server.aPersonWithTotp();
    const remembered = await signInWithCode(other, true);
    await server.call('forgot-password', { email: other.email });
    const code = /^\d{6}$/m.exec(await server.mailTo(other.email))?.[0];
    const reset = await server.call('reset-password', {
      email: other.email,
      code,
      password: 'another horse',
    });
    expect(reset.status).toBe(200);
    expect(await signIn(other, remembered.cookie, 'another horse')).toBe('TOTP_REQUIRED');
    expect((await server.call('security-state', {}, { service: remembered.service })).status).toBe(401);
  });

  test('is kept from scripts and from other sites', async () => {
    const person = await server.aPersonWithTotp();
    const ticket = await ticketOf(server, person.email);
    const { headers } = await server.app.inject({
      method: 'POST',
      url: '/auth/verify-code',
      payload: { ticket, kind: 'TOTP', code: person.code(), rememberDevice: true },
    });
    const [browser, device] = [headers['set-cookie']].flat();
    expect(browser).toMatch(
      /^rh_browser_[\w-]{12}=[\w-]{22}\.[\w-]{43}; Path=\/auth; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    );
    expect(device).toMatch(/^rh_device=[\w-]{43}; Path=\/auth; Max-Age=2592000; HttpOnly; SameSite=Strict$/);
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('sessions and devices of somebody else', () => {
  test('are not there, and stay', async () => {
    const owner = await server.aPersonWithTotp();
    const { service, cookie } = await signInWithCode(owner, true);
    const state = readCall('security-state', await server.call('security-state', {}, { service, cookie }));
    const [session] = state.sessions;
    const [device] = state.devices;
    expect([session?.isPresent, device?.isPresent]).toEqual([true, true]);

    const thief = await server.aPersonWithoutTotp();
    const stranger = { service: await serviceTokenOf(server, thief.email), cookie };
    for (const [call, foreign, nobodys] of [
      ['end-session', { sessionId: session?.id, password }, { sessionId: 'x'.repeat(24), password }],
      ['forget-device', { deviceId: device?.id }, { deviceId: '00000000-0000-0000-0000-000000000000' }],
    ] as const) {
      const answer = await server.call(call, foreign, stranger);
      expect(answer).toEqual(await server.call(call, nobodys, stranger));
      expect(answer.status).toBe(404);
    }
    const own = readCall('security-state', await server.call('security-state', {}, stranger));
    expect(own.devices).toEqual([]);
    expect(JSON.stringify(own)).not.toContain(owner.email);
    await server.call('sign-out-everywhere', { here: true, password }, stranger);
    expect((await server.call('security-state', {}, { service })).status).toBe(200);
    expect(signInOutcome(await server.call('sign-in', { email: owner.email, password }, { cookie }))).toBe(
      'SIGNED_IN',
    );
  });
});
