import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mostMfaSkips, ticketLifetimeMs } from '@rowhouse/domain/identity/limits.ts';
import type { AuthCall, AuthInput } from '@rowhouse/domain/identity/auth-calls.ts';
import { startAnother } from '../../../testing/record-model/another-application.ts';
import {
  callerOf,
  password,
  readCall,
  readRefusal,
  serviceTokenOf,
  signInOutcome,
  startSignInServer,
  stepMs,
  ticketOf,
} from '../../../testing/security/sign-in-server.ts';
import type { PersonWithTotp, SignInServer } from '../../../testing/security/sign-in-server.ts';

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer({ cheapPasswords: true });
});
afterAll(() => server.close());

const codeOf = (secret: string) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: server.clock.at });
const nextStep = () => {
  server.clock.at += stepMs;
};
const ask = <Call extends AuthCall>(call: Call, body: AuthInput<Call>, service: string) =>
  server.call(call, body, { service });
const stateOf = async (service: string) =>
  readCall('security-state', await ask('security-state', {}, service));
const secondFactorOf = async (service: string) => {
  const { sessionId } = server.tokens.verifyService(service);
  return (await server.query('select second_factor from auth_session where id = $1', [sessionId]))[0]?.[
    'second_factor'
  ];
};

async function signIn(person: PersonWithTotp, rememberDevice = false) {
  nextStep();
  const ticket = await ticketOf(server, person.email);
  const body = { ticket, kind: 'TOTP', code: person.code(), rememberDevice } as const;
  const answered = await server.call('verify-code', body);
  const answer = readCall('verify-code', answered);
  if (answer.outcome !== 'SIGNED_IN') throw new Error(answer.outcome);
  return { service: answer.serviceToken, cookie: answered.cookie, answered };
}

describe('setting it up', () => {
  test('gives a secret once it is proved, backup codes once, and a session that counts as two-factor', async () => {
    const { email } = await server.aPersonWithoutTotp();
    const service = await serviceTokenOf(server, email);
    const { secret, uri } = readCall('setup-totp', await ask('setup-totp', {}, service));
    expect(uri).toContain(`secret=${secret}`);
    // Nothing is asked for before it is proved.
    expect(signInOutcome(await server.call('sign-in', { email, password }))).toBe('TOTP_SETUP_NEEDED');
    const wrong = await ask('verify-totp', { code: '000000', rememberDevice: false }, service);
    expect(readRefusal(wrong)).toMatchObject({ code: 'UNAUTHENTICATED', field: 'code' });
    expect(await secondFactorOf(service)).toBe(false);

    const verified = await ask('verify-totp', { code: codeOf(secret), rememberDevice: true }, service);
    const { backupCodes } = readCall('verify-totp', verified);
    expect(new Set(backupCodes).size).toBe(10);
    expect(await secondFactorOf(service)).toBe(true);
    expect(verified.cookie).toMatch(/^rh_device=/);
    const remembered = await server.call('sign-in', { email, password }, { cookie: verified.cookie });
    expect(signInOutcome(remembered)).toBe('SIGNED_IN');
    expect(signInOutcome(await server.call('sign-in', { email, password }))).toBe('TOTP_REQUIRED');
    expect(await stateOf(service)).toMatchObject({
      totp: { isPreferred: true, isRequired: false },
      backupCodesLeft: 10,
      devices: [{ isPresent: false, name: expect.any(String) }],
    });
  });

  test('does not replace the one that is on, unless it was proved', async () => {
    const { email } = await server.aPersonWithoutTotp();
    const [service, before] = [await serviceTokenOf(server, email), await serviceTokenOf(server, email)];
    const first = readCall('setup-totp', await ask('setup-totp', {}, service));
    readCall(
      'verify-totp',
      await ask('verify-totp', { code: codeOf(first.secret), rememberDevice: false }, service),
    );
    // A session that knew the password alone.
    expect(readRefusal(await ask('setup-totp', {}, before)).code).toBe('CONFLICT');
    expect(
      readRefusal(await ask('verify-totp', { code: codeOf(first.secret), rememberDevice: false }, before))
        .code,
    ).toBe('CONFLICT');
    const second = readCall('setup-totp', await ask('setup-totp', {}, service));
    expect(second.secret).not.toBe(first.secret);
    nextStep();
    expect(
      (await ask('verify-totp', { code: codeOf(second.secret), rememberDevice: false }, service)).status,
    ).toBe(200);
  });
});

describe('signing in with it', () => {
  test('takes the code after the password, and the cookie of a remembered device in its place', async () => {
    const person = await server.aPersonWithTotp();
    const answer = readCall('sign-in', await server.call('sign-in', { email: person.email, password }));
    expect(answer).toEqual({ outcome: 'TOTP_REQUIRED', ticket: expect.any(String), backupCodes: true });
    const { service, cookie, answered } = await signIn(person, true);
    expect(JSON.parse(answered.body)).toEqual({
      outcome: 'SIGNED_IN',
      serviceToken: service,
      expiresAt: expect.any(String),
      email: person.email,
    });
    expect(await secondFactorOf(service)).toBe(true);

    const again = readCall(
      'sign-in',
      await server.call('sign-in', { email: person.email, password }, { cookie }),
    );
    expect(again.outcome).toBe('SIGNED_IN');
    expect(await secondFactorOf('serviceToken' in again ? again.serviceToken : '')).toBe(true);
    // The cookie alone is nothing, and nobody else's.
    expect(
      signInOutcome(await server.call('sign-in', { email: person.email, password: 'wrong one' }, { cookie })),
    ).toBe('UNAUTHENTICATED');
    const other = await server.aPersonWithTotp();
    expect(signInOutcome(await server.call('sign-in', { email: other.email, password }, { cookie }))).toBe(
      'TOTP_REQUIRED',
    );
  });

  test('the cookie is kept from scripts and other sites, for 30 days', async () => {
    const person = await server.aPersonWithTotp();
    nextStep();
    const ticket = await ticketOf(server, person.email);
    const payload = { ticket, kind: 'TOTP', code: person.code(), rememberDevice: true };
    const answer = await server.app.inject({ method: 'POST', url: '/auth/verify-code', payload });
    expect([answer.headers['set-cookie']].flat().at(-1)).toMatch(
      /^rh_device=[\w-]+; Path=\/auth; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    );
    const secure = await startAnother(server, { linkBase: 'https://rowhouse.example' });
    try {
      nextStep();
      const again = { ...payload, ticket: await ticketOf(server, person.email), code: person.code() };
      const { headers } = await secure.app.inject({
        method: 'POST',
        url: '/auth/verify-code',
        payload: again,
      });
      const cookies = [headers['set-cookie']].flat().map(String);
      for (const cookie of cookies) {
        expect(cookie).toMatch(/^__Host-rh_/);
        expect(cookie).toMatch(/; Path=\/; .*; HttpOnly; SameSite=Strict; Secure$/);
        expect(cookie).not.toMatch(/; Domain=/i);
      }
      const signInWith = async (cookie: string) => {
        const answered = await secure.app.inject({
          method: 'POST',
          url: '/auth/sign-in',
          headers: { cookie },
          payload: { email: person.email, password },
        });
        return answered.json<{ outcome: string }>().outcome;
      };
      const device = cookies.at(-1)?.split(';')[0] ?? '';
      expect(await signInWith(device)).toBe('SIGNED_IN');
      // As another subdomain could set it.
      expect(await signInWith(device.replace('__Host-', ''))).toBe('TOTP_REQUIRED');
    } finally {
      await secure.close();
    }
  });

  test('a ticket lives five minutes', async () => {
    const person = await server.aPersonWithTotp();
    const body = { kind: 'TOTP', rememberDevice: false } as const;
    const early = await ticketOf(server, person.email);
    server.clock.at += ticketLifetimeMs - 1;
    expect((await server.call('verify-code', { ...body, ticket: early, code: person.code() })).status).toBe(
      200,
    );
    const late = await ticketOf(server, person.email);
    server.clock.at += ticketLifetimeMs;
    const answer = await server.call('verify-code', { ...body, ticket: late, code: person.code() });
    expect([answer.status, readRefusal(answer).details]).toEqual([401, { reason: 'TicketOver' }]);
  });

  test('a backup code serves in place of the app, once, however it is written', async () => {
    const person = await server.aPersonWithTotp();
    const [code = ''] = person.backupCodes;
    const use = async (ticket: string) =>
      server.call('verify-code', {
        ticket,
        kind: 'BACKUP',
        code: code.toLowerCase().replace('-', ' '),
        rememberDevice: false,
      });
    const answer = readCall('verify-code', await use(await ticketOf(server, person.email)));
    expect(answer.outcome).toBe('SIGNED_IN');
    expect((await use(await ticketOf(server, person.email))).status).toBe(401);
    const state = await stateOf('serviceToken' in answer ? answer.serviceToken : '');
    expect(state.backupCodesLeft).toBe(9);
    expect(state.events[0]?.what).toBe('Signed in with a backup code');
  });
});

describe('with a code', () => {
  test('it is turned off for every session, and on again', async () => {
    const person = await server.aPersonWithTotp();
    const [{ service }, other] = [await signIn(person), await signIn(person)];
    nextStep();
    const off = await ask('set-preferred-mfa', { preferred: 'NONE', code: person.code() }, service);
    expect(off.body).toBe('{"done":true}');
    expect([await secondFactorOf(service), await secondFactorOf(other.service)]).toEqual([false, false]);
    expect(signInOutcome(await server.call('sign-in', { email: person.email, password }))).toBe(
      'TOTP_SETUP_NEEDED',
    );
    nextStep();
    const on = await ask('set-preferred-mfa', { preferred: 'TOTP', code: person.code() }, service);
    expect(on.status).toBe(200);
    expect([await secondFactorOf(service), await secondFactorOf(other.service)]).toEqual([true, false]);
    const told = (await stateOf(service)).events.map(({ what }) => what);
    expect(told.filter((what) => what.startsWith('Two-factor'))).toEqual([
      'Two-factor was turned on',
      'Two-factor was turned off',
    ]);
  });

  test('or a backup code, when the phone is what was lost', async () => {
    const person = await server.aPersonWithTotp();
    const { service } = await signIn(person);
    const [code = ''] = person.backupCodes;
    expect((await ask('set-preferred-mfa', { preferred: 'NONE', code }, service)).status).toBe(200);
  });

  test('backup codes are made anew, and the old ones are over', async () => {
    const person = await server.aPersonWithTotp();
    const { service } = await signIn(person);
    nextStep();
    const made = readCall(
      'new-backup-codes',
      await ask('new-backup-codes', { code: person.code() }, service),
    );
    expect(made.backupCodes).toHaveLength(10);
    const [old = ''] = person.backupCodes;
    const wrong = await ask('set-preferred-mfa', { preferred: 'NONE', code: old }, service);
    expect(wrong.status).toBe(401);
    expect((await ask('new-backup-codes', { code: person.code() }, service)).status).toBe(401);
  });

  test('of somebody who has none nothing is turned on', async () => {
    const { email } = await server.aPersonWithoutTotp();
    const service = await serviceTokenOf(server, email);
    for (const code of ['123456', 'AAAAA-AAAAA']) {
      expect((await ask('set-preferred-mfa', { preferred: 'TOTP', code }, service)).status).toBe(401);
      expect((await ask('new-backup-codes', { code }, service)).status).toBe(401);
    }
  });
});

describe('putting it off', () => {
  const skip = (service: string) => ask('skip-mfa', {}, service);

  test(`is counted, and not offered above ${mostMfaSkips}`, async () => {
    const { email, authUserId } = await server.aPersonWithoutTotp();
    const service = await serviceTokenOf(server, email);
    expect(readCall('skip-mfa', await skip(service))).toEqual({ maySkip: true });
    await server.query('update auth_user set mfa_skips = $2 where id = $1', [authUserId, mostMfaSkips]);
    expect(readCall('skip-mfa', await skip(service))).toEqual({ maySkip: false });
    const refused = await skip(service);
    expect([refused.status, readRefusal(refused).message]).toEqual([
      403,
      'Two-factor cannot be put off any longer. Set it up to go on.',
    ]);
    const answer = readCall('sign-in', await server.call('sign-in', { email, password }));
    expect(answer).toMatchObject({ outcome: 'TOTP_SETUP_NEEDED', maySkip: false });
    expect((await stateOf(service)).maySkip).toBe(false);
  });

  test.each([
    [mostMfaSkips, true],
    [mostMfaSkips + 1, false],
  ])('after %i times is offered: %s', async (skips, maySkip) => {
    const { email, authUserId } = await server.aPersonWithoutTotp();
    await server.query('update auth_user set mfa_skips = $2 where id = $1', [authUserId, skips]);
    const answer = readCall('sign-in', await server.call('sign-in', { email, password }));
    expect(answer).toMatchObject({ outcome: 'TOTP_SETUP_NEEDED', maySkip });
    const service = 'serviceToken' in answer ? answer.serviceToken : '';
    expect((await stateOf(service)).maySkip).toBe(maySkip);
    expect((await skip(service)).status).toBe(maySkip ? 200 : 403);
  });

  test('is not asked of a demo account, unless a company requires two-factor', async () => {
    const { email, userId } = await server.aPersonWithoutTotp();
    await server.query('update app_user set is_demo = true where id = $1', [userId]);
    const answer = readCall('sign-in', await server.call('sign-in', { email, password }));
    expect(answer).toMatchObject({ outcome: 'SIGNED_IN', email });
    const service = 'serviceToken' in answer ? answer.serviceToken : '';
    await server.query('insert into membership (tenant_id, user_id, role_id) values ($1, $2, $3)', [
      server.north.id,
      userId,
      server.north.roles.clerk,
    ]);
    await server.query('update tenant set mfa_required = true where id = $1', [server.north.id]);
    try {
      const entered = await server.ask(
        'mutation ($data: TenantLoginInput!) { SaasTenantLogin(data: $data) { token } }',
        { service },
        { data: { tenantId: server.north.id } },
      );
      expect(entered.errors?.[0]?.extensions['details']).toEqual({ reason: 'MfaRequired' });
    } finally {
      await server.query('update tenant set mfa_required = false where id = $1', [server.north.id]);
    }
  });

  test('is always offered to the exempt account', async () => {
    const { email, authUserId } = await server.aPersonWithoutTotp();
    await server.query('update auth_user set mfa_skips = $2 where id = $1', [authUserId, mostMfaSkips + 1]);
    const own = { cognito: null, oidc: null, passwords: true, registration: true };
    const exempting = await startAnother(server, { identityConfig: { ...own, mfaSkipExemptEmail: email } });
    try {
      const call = callerOf(exempting);
      const answer = readCall('sign-in', await call('sign-in', { email, password }));
      expect(answer).toMatchObject({ outcome: 'TOTP_SETUP_NEEDED', maySkip: true });
      const service = 'serviceToken' in answer ? answer.serviceToken : '';
      expect(readCall('skip-mfa', await call('skip-mfa', {}, { service }))).toEqual({ maySkip: true });
    } finally {
      await exempting.close();
    }
  });
});

describe('a company that requires it', () => {
  const tenantLogin = 'mutation ($id: Id!) { SaasTenantLogin(data: { tenantId: $id }) { token } }';
  const login = 'mutation { SaasUserLogin { token tenant { id } } }';
  const memberQuery = '{ SaasMyRoleMenuItemActions { menuItemId } }';
  const mfaRequired = {
    message: 'This company requires two-factor sign-in. Set it up to go on.',
    extensions: { code: 'FORBIDDEN', details: { reason: 'MfaRequired' } },
  };

  test('lets nobody in without, from the next request on, whatever the client says', async () => {
    const { north, people } = server;
    const before = await server.enter('cleo', north);
    expect((await server.ask(memberQuery, before)).errors).toBeUndefined();
    await server.query('update tenant set mfa_required = true where id = $1', [north.id]);

    expect((await server.ask(memberQuery, before)).errors).toEqual([mfaRequired]);
    const { service } = await server.signIn('cleo');
    expect((await server.ask(tenantLogin, { service }, { id: north.id })).errors).toEqual([mfaRequired]);
    expect((await server.ask(login, { service, tenant: north.id })).data).toEqual({
      SaasUserLogin: { token: null, tenant: null },
    });
    expect((await stateOf(service ?? '')).totp).toEqual({ isPreferred: false, isRequired: true });

    // Rightly signed, but not of such a session.
    const claims = server.tokens.verifyService(service ?? '');
    const backend = server.tokens.issueBackend({
      ...claims,
      tenantId: north.id as never,
      roleId: north.roles.clerk as never,
      membershipVersion: 1,
    }).token;
    expect((await server.ask(memberQuery, { service, backend })).errors).toEqual([mfaRequired]);

    const { secret } = readCall('setup-totp', await ask('setup-totp', {}, service ?? ''));
    const verify = { code: codeOf(secret), rememberDevice: false };
    expect((await ask('verify-totp', verify, service ?? '')).status).toBe(200);
    expect((await server.ask(tenantLogin, { service }, { id: north.id })).data).toMatchObject({
      SaasTenantLogin: { token: expect.any(String) },
    });
    expect((await server.ask(memberQuery, { service, backend })).errors).toBeUndefined();

    nextStep();
    const off = { preferred: 'NONE', code: codeOf(secret) } as const;
    expect((await ask('set-preferred-mfa', off, service ?? '')).status).toBe(200);
    expect((await server.ask(memberQuery, { service, backend })).errors).toEqual([mfaRequired]);

    await server.query('update tenant set mfa_required = false where id = $1', [north.id]);
    expect((await server.ask(memberQuery, before)).errors).toBeUndefined();
    expect(people.cleo).toBe(claims.userId);
  });
});
