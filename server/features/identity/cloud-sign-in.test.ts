// What the identity makes of what a cloud provider proves. The providers here are puppets: their own tests have the
// real ones.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { startAnother } from '../../../testing/record-model/another-application.ts';
import {
  callerOf,
  password,
  readCall,
  readRefusal,
  startSignInServer,
} from '../../../testing/security/sign-in-server.ts';
import type { Call, SignInServer } from '../../../testing/security/sign-in-server.ts';
import type {
  PasswordAnswer,
  PasswordProvider,
  Proved,
  ProviderAccount,
  RedirectProvider,
} from '../../platform/identity/identity-provider.ts';
import { createOwnProviders } from '../../identity/open-providers.ts';
import { createLog } from '../../platform/log.ts';

const proved = (account: Partial<ProviderAccount> & { subject: string }, secondFactor = false): Proved => ({
  outcome: 'PROVED',
  account: { email: 'x@example.com', emailVerified: true, firstName: 'Kim', lastName: 'Cloud', ...account },
  secondFactor,
  tokens: null,
});

let server: SignInServer;
let cloud: Awaited<ReturnType<typeof startAnother>>;
let call: Call;
/** What the provider says next. */
let answer: PasswordAnswer | Refusal;
let codeAnswer: Proved | { outcome: 'WRONG' | 'OVER' } = { outcome: 'WRONG' };
const asked: unknown[] = [];

beforeAll(async () => {
  server = await startSignInServer();
  const own = createOwnProviders({
    database: server.database,
    clock: server.clock,
    log: createLog('error'),
    secret: 'the secret of the tests, long enough',
    mailer: server.mailer,
    linkBase: 'http://localhost',
  });
  const passwords: PasswordProvider = {
    ...own.passwords,
    name: 'cognito',
    async checkPassword(...given) {
      asked.push(given);
      if (answer instanceof Refusal) throw answer;
      return answer;
    },
    async answerTotp(...given) {
      asked.push(given);
      return codeAnswer;
    },
    async answerNewPassword(challenge, given) {
      asked.push([challenge, given]);
      if (given === 'refused by the pool')
        throw new Refusal('INVALID', 'Use a digit.', { field: 'password' });
      return answer as PasswordAnswer;
    },
    signUp: async () => ({ registrationId: 'of the pool' }),
  };
  const redirect: RedirectProvider = {
    name: 'oidc',
    label: 'Continue with Acme',
    begin: async (callbackUrl) => ({
      url: `https://acme.example/?to=${callbackUrl}`,
      kept: 'state and nonce',
    }),
    async finish(callbackUrl, kept) {
      asked.push([callbackUrl, kept]);
      if (answer instanceof Refusal) throw answer;
      return answer as Proved;
    },
  };
  cloud = await startAnother(server, { providers: { ...own, passwords, redirect } });
  call = callerOf(cloud);
});
afterAll(async () => {
  await cloud.close();
  await server.close();
});

const signIn = (email: string, given = password) => call('sign-in', { email, password: given });
const accountsOf = (email: string) =>
  server.query(
    `select a."providerId" as provider, a."accountId" as subject from auth_account a join app_user p on p.auth_user_id = a."userId"
     where lower(p.email) = $1 order by 1`,
    [email],
  );
const invite = (email: string, expires = "now() + interval '7 days'") =>
  server.query(
    `insert into invitation (tenant_id, email, role_id, token_hash, invited_by, expires_at)
     values ($1, $2, $3, $2, $4, ${expires})`,
    [server.north.id, email, server.north.roles.clerk, server.people.mia],
  );

test('the tokens of a provider stay on the server, and sealed', async () => {
  const { email, authUserId } = await server.aPersonWithoutTotp();
  const token = 'what the provider gave';
  answer = { ...proved({ subject: 'sub-tokens', email }), tokens: { accessToken: token } };
  const signedIn = await signIn(email);
  expect(readCall('sign-in', signedIn)).toMatchObject({ email });
  expect(JSON.stringify(signedIn)).not.toContain(token);
  const [kept] = await server.query(
    'select provider_tokens as tokens from auth_session where "userId" = $1',
    [authUserId],
  );
  expect(kept?.['tokens']).toEqual(expect.stringMatching(/^[\w-]{40,}$/));
});

describe('a first sign-in', () => {
  test('is matched to the person of the verified email, and known by its own key from then on', async () => {
    const { email, userId } = await server.aPersonWithoutTotp();
    answer = proved({ subject: 'sub-1', email });
    const first = readCall('sign-in', await signIn(email));
    expect(first).toMatchObject({ outcome: 'TOTP_SETUP_NEEDED', email });
    const service = 'serviceToken' in first ? first.serviceToken : '';
    expect(server.tokens.verifyService(service).userId).toBe(userId);
    expect(await accountsOf(email)).toEqual([
      { provider: 'cognito', subject: 'sub-1' },
      { provider: 'credential', subject: expect.any(String) },
    ]);
    // Its email has become another one since: it is the same person, and nobody else.
    const other = await server.aPersonWithoutTotp();
    answer = proved({ subject: 'sub-1', email: other.email });
    expect(readCall('sign-in', await signIn(other.email))).toMatchObject({ email });
  });

  test('is matched to an invitation, which it accepts', async () => {
    const email = 'invited.kim@example.com';
    await invite('Invited.Kim@example.com');
    answer = proved({ subject: 'sub-2', email });
    expect(readCall('sign-in', await signIn(email)).outcome).toBe('TOTP_SETUP_NEEDED');
    expect(
      await server.query(
        `select p.first_name, p.last_name, p.validated, m.tenant_id from app_user p join membership m on m.user_id = p.id
         where p.email = $1`,
        [email],
      ),
    ).toEqual([{ first_name: 'Kim', last_name: 'Cloud', validated: true, tenant_id: server.north.id }]);
  });

  test('of many at once links once', async () => {
    const { email } = await server.aPersonWithoutTotp();
    answer = proved({ subject: 'sub-many', email });
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(email)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await accountsOf(email)).toHaveLength(2);
  });

  test.each([
    ['with an email that is not verified', { emailVerified: false }, 'has not verified your email'],
    ['of somebody whom nobody has invited', { email: 'stranger@example.com' }, 'Nobody has invited'],
    ['of an invitation that is over', { email: 'over@example.com' }, 'Nobody has invited'],
  ])('%s is refused, and makes nothing', async (_what, account, sentence) => {
    const { email } = await server.aPersonWithoutTotp();
    await invite('over@example.com', "now() - interval '1 day'").catch(() => {});
    answer = proved({ subject: `refused ${sentence}`, email, ...account });
    const refused = await signIn(email);
    expect([refused.status, readRefusal(refused).message]).toEqual([403, expect.stringContaining(sentence)]);
    expect(await server.query(`select 1 from auth_account where "accountId" like 'refused%'`)).toEqual([]);
  });

  test('of a disabled person is a wrong password', async () => {
    const { email, userId } = await server.aPersonWithoutTotp();
    await server.query('update app_user set enabled = false where id = $1', [userId]);
    answer = proved({ subject: 'sub-off', email });
    expect(readRefusal(await signIn(email)).message).toBe('That email and password do not match. Try again.');
  });
});

describe('a provider that asks further', () => {
  test('for its own code gets it with its own challenge, which nobody reads', async () => {
    const { email } = await server.aPersonWithoutTotp();
    const challenge = `the state of the pool ${'x'.repeat(2500)}`;
    answer = { outcome: 'TOTP_REQUIRED', challenge };
    const step = readCall('sign-in', await signIn(email));
    if (step.outcome !== 'TOTP_REQUIRED') throw new Error(step.outcome);
    expect(step.ticket.length).toBeLessThan(100);
    const body = { ticket: step.ticket, kind: 'TOTP', code: '123456', rememberDevice: false } as const;
    codeAnswer = { outcome: 'WRONG' };
    expect((await call('verify-code', body)).status).toBe(401);
    codeAnswer = proved({ subject: 'sub-code', email }, true);
    expect(readCall('verify-code', await call('verify-code', body))).toMatchObject({
      outcome: 'SIGNED_IN',
      email,
    });
    expect(asked.at(-1)).toEqual([challenge, '123456']);
    expect((await call('verify-code', body)).status).toBe(401);
  });

  test('for a code in a challenge that is over says that the sign-in is', async () => {
    const { email } = await server.aPersonWithoutTotp();
    answer = { outcome: 'TOTP_REQUIRED', challenge: 'old' };
    const step = readCall('sign-in', await signIn(email));
    const ticket = 'ticket' in step ? step.ticket : '';
    codeAnswer = { outcome: 'OVER' };
    const over = await call('verify-code', { ticket, kind: 'TOTP', code: '1', rememberDevice: false });
    expect(readRefusal(over).details).toEqual({ reason: 'TicketOver' });
  });

  test('for a new password takes it, and keeps the ticket when it refuses one', async () => {
    const { email } = await server.aPersonWithoutTotp();
    answer = { outcome: 'NEW_PASSWORD_REQUIRED', challenge: 'first password' };
    const step = readCall('sign-in', await signIn(email));
    const ticket = 'ticket' in step ? step.ticket : '';
    expect(step.outcome).toBe('NEW_PASSWORD_REQUIRED');
    const weak = await call('new-password', { ticket, password: 'refused by the pool' });
    expect(readRefusal(weak)).toMatchObject({ message: 'Use a digit.', field: 'password' });
    answer = proved({ subject: 'sub-new', email });
    const done = await call('new-password', { ticket, password: 'battery staple' });
    expect(readCall('new-password', done)).toMatchObject({ outcome: 'TOTP_SETUP_NEEDED', email });
    expect((await call('new-password', { ticket, password: 'battery staple' })).status).toBe(401);
  });

  test('that is out of order costs no guess', async () => {
    const { email } = await server.aPersonWithoutTotp();
    answer = new Refusal('UNAVAILABLE', 'The sign-in service does not answer.');
    for (let index = 0; index < 8; index += 1) expect((await signIn(email)).status).toBe(503);
  });
});

test('an invitation leads to the provider, which proves the email itself', async () => {
  const invitationToken = 'a token of the tests';
  const { hashInvitationToken } = await import('../../identity/invitations.ts');
  await server.query(
    `insert into invitation (tenant_id, email, role_id, token_hash, invited_by, expires_at)
     values ($1, 'by.pool@example.com', $2, $3, $4, now() + interval '7 days')`,
    [server.north.id, server.north.roles.clerk, hashInvitationToken(invitationToken), server.people.mia],
  );
  const form = { token: invitationToken, password, firstName: 'Pool', lastName: 'Person' };
  expect(readCall('accept-invitation', await call('accept-invitation', form))).toEqual({
    outcome: 'CONFIRMATION_REQUIRED',
    registrationId: 'of the pool',
  });
});

describe('a provider with pages of its own', () => {
  const get = (url: string, cookie?: string) =>
    cloud.app.inject({ method: 'GET', url, headers: cookie === undefined ? {} : { cookie } });
  const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie']).split(';')[0];
  const fragmentOf = (headers: Record<string, unknown>) => String(headers['location']).split('#')[1] ?? '';

  async function comeBack() {
    const begun = await get('/auth/oidc/start');
    return get('/auth/oidc/callback?code=c&state=s', cookieOf(begun.headers));
  }

  test('is offered, and begins with a sealed cookie for the way back', async () => {
    expect(readCall('methods', await call('methods', {})).provider).toEqual({
      label: 'Continue with Acme',
      path: '/auth/oidc/start',
    });
    const { statusCode, headers } = await get('/auth/oidc/start');
    expect(statusCode).toBe(302);
    expect(headers['location']).toBe('https://acme.example/?to=http://localhost/auth/oidc/callback');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['set-cookie']).toMatch(
      /^rh_oidc=[\w-]+; Path=\/auth\/oidc; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    expect(headers['set-cookie']).not.toContain('nonce');
  });

  test('comes back with a ticket that is redeemed once, within a minute', async () => {
    const person = await server.aPersonWithoutTotp();
    answer = proved({ subject: 'oidc-1', email: person.email });
    const back = await comeBack();
    expect(back.headers['location']).toMatch(/^\/login#ticket=[\w-]{43}$/);
    const [begun, redeemable] = [back.headers['set-cookie'] ?? []].flat();
    expect(begun).toMatch(/^rh_oidc=; Path=\/auth\/oidc; Max-Age=0;/);
    expect(redeemable).toMatch(
      /^rh_redeem=[\w-]{43}; Path=\/auth\/redeem; Max-Age=60; HttpOnly; SameSite=Strict$/,
    );
    expect(asked.at(-1)).toEqual(['http://localhost/auth/oidc/callback?code=c&state=s', 'state and nonce']);
    const ticket = fragmentOf(back.headers).replace('ticket=', '');
    // A link with the ticket in it signs nobody in elsewhere.
    for (const cookie of ['rh_other=1', `rh_redeem=${'x'.repeat(43)}`])
      expect((await call('redeem', { ticket }, { cookie })).status).toBe(401);
    const tries = await Promise.all(Array.from({ length: 50 }, () => call('redeem', { ticket })));
    const right = tries.filter(({ status }) => status === 200);
    expect(right).toHaveLength(1);
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(49);
    expect(JSON.parse(right[0]?.body ?? '')).toMatchObject({
      outcome: 'TOTP_SETUP_NEEDED',
      email: person.email,
    });

    const late = fragmentOf((await comeBack()).headers).replace('ticket=', '');
    server.clock.at += 60_000;
    expect((await call('redeem', { ticket: late })).status).toBe(401);
  });

  test('our second factor is asked for, unless the provider has asked for one', async () => {
    const person = await server.aPersonWithTotp();
    const redeem = async () => {
      const ticket = fragmentOf((await comeBack()).headers).replace('ticket=', '');
      return readCall('redeem', await call('redeem', { ticket }));
    };
    answer = proved({ subject: 'oidc-2', email: person.email });
    const step = await redeem();
    if (step.outcome !== 'TOTP_REQUIRED') throw new Error(step.outcome);
    const body = { ticket: step.ticket, kind: 'TOTP', code: person.code(), rememberDevice: false } as const;
    expect(readCall('verify-code', await call('verify-code', body)).outcome).toBe('SIGNED_IN');
    answer = proved({ subject: 'oidc-2', email: person.email }, true);
    expect((await redeem()).outcome).toBe('SIGNED_IN');
  });

  test('what it refuses comes back as a sentence', async () => {
    answer = new Refusal('UNAUTHENTICATED', 'The sign-in was refused & cancelled.');
    const back = await comeBack();
    expect(decodeURIComponent(fragmentOf(back.headers))).toBe('refused=The sign-in was refused & cancelled.');
  });

  test.each([
    ['no cookie', undefined],
    ['a cookie of another make', 'rh_oidc=forged'],
    ['a broken one', 'rh_oidc=%'],
  ])('with %s nothing is finished', async (_what, cookie) => {
    const before = asked.length;
    const back = await get('/auth/oidc/callback?code=c&state=s', cookie);
    expect(fragmentOf(back.headers)).toContain('refused=');
    expect(asked).toHaveLength(before);
  });

  test('is not there where none is configured', async () => {
    const answered = await server.app.inject({ method: 'GET', url: '/auth/oidc/start' });
    expect(answered.statusCode).toBe(404);
  });
});
