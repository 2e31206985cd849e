import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startCognitoServer } from '../../testing/cognito-server.ts';
import type { CognitoServer } from '../../testing/cognito-server.ts';
import { startOidcServer } from '../../testing/oidc-server.ts';
import type { OidcPerson, OidcServer } from '../../testing/oidc-server.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { TestDatabase } from '../../testing/test-database.ts';
import { createTwoTenants } from '../../testing/two-tenants.ts';
import type { TwoTenants } from '../../testing/two-tenants.ts';
import { createApplication } from '../application.ts';
import type { Application } from '../application.ts';
import type { IdentityConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import { createMailer } from '../platform/mail/create-mailer.ts';
import { openFolderStorage } from '../platform/object-storage/object-storage.ts';
import { openProviders } from './open-providers.ts';

// The whole way over HTTP, as a browser goes it: to the provider's own pages and back, or through Cognito.
const linkBase = 'https://rowhouse.example.com';
const clock = { at: Date.now(), now: () => clock.at };
const password = 'Correct-horse-7';

let oidc: OidcServer;
let cognito: CognitoServer;
let own: TestDatabase;
let world: TwoTenants;
let app: Application['app'];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-cloud-'));
  [oidc, cognito, own] = await Promise.all([
    startOidcServer({ callbackUrls: [`${linkBase}/auth/oidc/callback`] }),
    startCognitoServer(clock),
    openTestDatabase(),
  ]);
  const identityConfig: IdentityConfig = {
    cognito: cognito.config,
    oidc: {
      issuer: oidc.issuer,
      clientId: oidc.clientId,
      clientSecret: oidc.clientSecret,
      scopes: 'openid email profile',
      label: 'Continue with Acme',
    },
    passwords: true,
    registration: true,
    mfaSkipExemptEmail: null,
  };
  const log = createLog('silent');
  const mailer = createMailer({ smtpUrl: undefined, from: 'rowhouse@example.com', mailbox: true }, { log });
  const parts = {
    database: own.database,
    clock,
    log,
    mailer,
    linkBase,
    secret: 'the secret of these tests, long enough',
  };
  const application = createApplication({
    ...parts,
    storage: openFolderStorage(folder),
    identityConfig,
    providers: await openProviders(identityConfig, parts),
    tokenLifetimeMs: 86_400_000,
    countBudgetMs: 1000,
    explorer: false,
    proxyHops: 0,
    clientDist: folder,
  });
  ({ app } = application);
  await app.ready();
  world = await createTwoTenants(own.database, application.identity);
});
afterAll(async () => {
  await app.close();
  await Promise.all([oidc.close(), cognito.close()]);
  await own.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  oidc.rewriteTokens(null);
  clock.at = Date.now();
});

const query = (text: string, values: readonly unknown[] = []) =>
  own.database.asOwnerOfAll(async (connection) => (await connection.query(text, values)).rows);

async function call(name: string, payload: object, token?: string) {
  const answer = await app.inject({
    method: 'POST',
    url: `/auth/${name}`,
    headers: {
      ...(token !== undefined && { authorization: token }),
      // The browser that came back with a ticket has it in a cookie as well.
      ...(name === 'redeem' && {
        cookie: `__Host-rh_redeem=${String((payload as { ticket?: unknown }).ticket)}`,
      }),
    },
    payload,
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>(), cookies: answer.cookies };
}

async function ask(document: string, token: unknown) {
  const answer = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: String(token) },
    payload: { query: document },
  });
  return answer.json<{
    data: Record<string, unknown> | null;
    errors?: { extensions: Record<string, unknown> }[];
  }>();
}

const tenantsOf = async (token: unknown) => {
  const { data } = await ask('{ getUserDetails { tenants { tenant { name } role { name } } } }', token);
  return (data!['getUserDetails'] as { tenants: unknown[] }).tenants;
};

const enter = (tenantId: number, token: unknown) =>
  ask(`mutation { SaasTenantLogin(data: { tenantId: ${tenantId} }) { token } }`, token);

async function invite(email: string, role = world.north.roles.clerk): Promise<void> {
  await query(
    `insert into invitation (tenant_id, email, role_id, token_hash, invited_by, expires_at)
     values ($1, $2, $3, gen_random_uuid()::text, $4, now() + interval '7 days')`,
    [world.north.id, email, role, world.people.ana],
  );
}

let subjects = 0;
function aPerson(changes: Partial<OidcPerson> = {}): OidcPerson {
  subjects += 1;
  const person = {
    subject: `subject-${subjects}`,
    email: `cloud-${subjects}@example.com`,
    emailVerified: true,
    firstName: 'Cleo',
    lastName: 'Cloud',
    ...changes,
  };
  oidc.put(person);
  return person;
}

const withoutBase = (address: string) => address.slice(linkBase.length);

async function begin() {
  const begun = await app.inject({ url: '/auth/oidc/start' });
  const cookie = begun.cookies[0]!;
  expect(begun.statusCode).toBe(302);
  expect(cookie).toMatchObject({
    name: '__Host-rh_oidc',
    httpOnly: true,
    sameSite: 'Lax',
    secure: true,
    path: '/',
  });
  return { url: begun.headers.location!, cookies: { [cookie.name]: decodeURIComponent(cookie.value) } };
}

async function comeBack(backAt: string, cookies: Record<string, string>) {
  const back = await app.inject({ url: withoutBase(backAt), cookies });
  expect(back.statusCode).toBe(302);
  const location = new URL(back.headers.location!, linkBase);
  expect(location.origin + location.pathname).toBe(`${linkBase}/login`);
  return new URLSearchParams(location.hash.slice(1));
}

/** From the button to the ticket, or to the sentence of a refusal. */
async function goThrough(person: OidcPerson, answer?: 'refuse') {
  const { url, cookies } = await begin();
  return comeBack(await oidc.signIn(url, person.email, answer), cookies);
}

async function signIn(person: OidcPerson) {
  const ticket = (await goThrough(person)).get('ticket');
  return call('redeem', { ticket });
}

describe('by an OpenID provider', () => {
  test('the sign-in page offers it', async () => {
    expect((await call('methods', {})).body).toMatchObject({
      passwords: true,
      provider: { label: 'Continue with Acme', path: '/auth/oidc/start' },
    });
  });

  test('an invited person is let in, as what they were invited as', async () => {
    const person = aPerson();
    await invite(person.email.toUpperCase());
    const { status, body } = await signIn(person);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { outcome: 'TOTP_SETUP_NEEDED', maySkip: true, email: person.email },
    });
    expect(await tenantsOf(body['serviceToken'])).toEqual([
      { tenant: { name: 'North' }, role: { name: 'Clerk' } },
    ]);
    const [row] = await query('select first_name, last_name, validated from app_user where email = $1', [
      person.email,
    ]);
    expect(row).toEqual({ first_name: 'Cleo', last_name: 'Cloud', validated: true });
  });

  test('a person who is known here by the verified email is the same person', async () => {
    const { body } = await signIn(aPerson({ email: 'bob@example.com' }));
    expect(body['email']).toBe('bob@example.com');
    expect(await tenantsOf(body['serviceToken'])).toEqual([
      { tenant: { name: 'North' }, role: { name: 'Clerk' } },
    ]);
  });

  test('an email that is not verified opens nothing, whoever has it here', async () => {
    for (const email of ['sue@example.com', 'invited@example.com']) {
      await invite('invited@example.com').catch(() => {});
      const { status, body } = await signIn(aPerson({ email, emailVerified: false }));
      expect({ status, message: body['message'] }).toEqual({
        status: 403,
        message: 'Your sign-in provider has not verified your email. Verify it there, and sign in again.',
      });
    }
    const linked = await query(
      `select from auth_account a join app_user p on p.auth_user_id = a."userId"
       where p.email = 'sue@example.com' and a."providerId" = 'oidc'`,
    );
    expect(linked).toEqual([]);
  });

  test('nobody who is not invited is let in, and nothing of them stays', async () => {
    const person = aPerson();
    const { status, body } = await signIn(person);
    expect({ status, message: body['message'] }).toEqual({
      status: 403,
      message: 'Nobody has invited this account here yet. Ask an administrator of your company.',
    });
    expect(await query('select from auth_user where email = $1', [person.email])).toEqual([]);
  });

  test('the subject stays the person although the email changes', async () => {
    const person = aPerson();
    await invite(person.email);
    await signIn(person);
    const renamed = { ...person, email: 'renamed@example.com', emailVerified: false };
    oidc.put(renamed);
    const again = await signIn(renamed);
    expect(again).toMatchObject({ status: 200, body: { email: person.email } });
  });

  test('who is disabled here is refused', async () => {
    const person = aPerson();
    await invite(person.email);
    await signIn(person);
    await query('update app_user set enabled = false where email = $1', [person.email]);
    const { status, body } = await signIn(person);
    expect([401, 403]).toContain(status);
    expect(body).not.toHaveProperty('serviceToken');
  });

  test('a refused consent comes back as a sentence', async () => {
    const told = await goThrough(aPerson(), 'refuse');
    expect([...told]).toEqual([['refused', 'The sign-in was cancelled or refused. Nothing was changed.']]);
  });

  test('a callback counts once, in the browser that began, and a ticket once', async () => {
    const person = aPerson();
    await invite(person.email);
    const { url, cookies } = await begin();
    const backAt = await oidc.signIn(url, person.email);
    const other = await begin();
    const [[name = '', kept = ''] = []] = Object.entries(cookies);
    // The last one is what another subdomain could set.
    for (const wrong of [
      {},
      other.cookies,
      { [name]: 'forged' },
      { [name]: `${kept}x` },
      { rh_oidc: kept },
    ]) {
      expect((await comeBack(backAt, wrong)).get('refused')).toMatch(
        /^(This sign-in was begun|The answer of)/,
      );
    }
    const ticket = (await comeBack(backAt, cookies)).get('ticket');
    expect((await comeBack(backAt, cookies)).get('refused')).toMatch(/took too long, or it was used already/);
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('redeem', { ticket })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
  });

  test('a ticket is worth nothing else, and nothing after a minute', async () => {
    const person = aPerson();
    await invite(person.email);
    const ticket = (await goThrough(person)).get('ticket')!;
    const asCode = { ticket, kind: 'TOTP', code: '123456', rememberDevice: false };
    expect((await call('verify-code', asCode)).status).toBe(401);
    expect((await call('security-state', {}, ticket)).status).toBe(401);
    clock.at += 61_000;
    expect((await call('redeem', { ticket })).status).toBe(401);
  });

  test('a company that requires two-factor has it from the provider, or from here', async () => {
    const person = aPerson();
    await invite(person.email);
    await query('update tenant set mfa_required = true where id = $1', [world.north.id]);
    try {
      const alone = (await signIn(person)).body;
      const refused = await enter(world.north.id, alone['serviceToken']);
      expect(refused.errors?.[0]?.extensions).toMatchObject({
        code: 'FORBIDDEN',
        details: { reason: 'MfaRequired' },
      });

      oidc.twistTokens(({ claims }) => (claims['amr'] = ['pwd', 'mfa']));
      const both = await signIn(person);
      expect(both.body['outcome']).toBe('SIGNED_IN');
      expect((await enter(world.north.id, both.body['serviceToken'])).errors).toBeUndefined();
      oidc.rewriteTokens(null);

      const token = String(alone['serviceToken']);
      const { secret } = (await call('setup-totp', {}, token)).body;
      const codeOf = () => new TOTP({ secret: String(secret) }).generate({ timestamp: clock.at });
      expect((await call('verify-totp', { code: codeOf(), rememberDevice: false }, token)).status).toBe(200);
      expect((await enter(world.north.id, token)).errors).toBeUndefined();

      const asked = (await signIn(person)).body;
      expect(asked).toMatchObject({ outcome: 'TOTP_REQUIRED', backupCodes: true });
      clock.at += 30_000;
      const verified = await call('verify-code', {
        ticket: asked['ticket'],
        kind: 'TOTP',
        code: codeOf(),
        rememberDevice: false,
      });
      expect(verified.body['outcome']).toBe('SIGNED_IN');
      expect((await enter(world.north.id, verified.body['serviceToken'])).errors).toBeUndefined();
    } finally {
      await query('update tenant set mfa_required = false where id = $1', [world.north.id]);
    }
  });

  test('has no password here', async () => {
    const person = aPerson();
    await invite(person.email);
    const token = String((await signIn(person)).body['serviceToken']);
    expect((await call('security-state', {}, token)).body['hasPassword']).toBe(false);
    const change = { password, newPassword: 'Another-horse-8' };
    expect(await call('change-password', change, token)).toMatchObject({ status: 403 });
  });
});

describe('by Cognito', () => {
  const signInBy = (email: string, given = password) => call('sign-in', { email, password: given });

  async function register(email: string) {
    const { data } = await ask(
      `mutation { SaasUserSignUp(data: { email: "${email}", password: "${password}", firstName: "Cora", lastName: "Cloud" }) { id } }`,
      '',
    );
    const registrationId = (data!['SaasUserSignUp'] as { id: string }).id;
    const asked = await signInBy(email);
    expect(asked.body).toEqual({ outcome: 'CONFIRMATION_REQUIRED', registrationId });
    const code = cognito.lastCode(email);
    expect((await call('confirm-registration', { registrationId, code: '000000' })).status).toBe(401);
    expect((await call('confirm-registration', { registrationId, code })).body).toEqual({ done: true });
    await cognito.verifyEmail(email);
  }

  test('from the sign-up to the tenant of an invitation', async () => {
    const email = 'cora@example.com';
    await invite(email);
    await register(email);
    expect((await signInBy(email, 'wrong')).status).toBe(401);
    const { body } = await signInBy(email);
    expect(body).toMatchObject({ outcome: 'TOTP_SETUP_NEEDED', email });
    expect(await tenantsOf(body['serviceToken'])).toEqual([
      { tenant: { name: 'North' }, role: { name: 'Clerk' } },
    ]);
    expect(
      await query(`select from auth_account where password is not null and "providerId" = 'cognito'`),
    ).toEqual([]);
  });

  test('two-factor from the set-up to the next sign-in', async () => {
    const email = 'cyra@example.com';
    await register(email);
    const token = String((await signInBy(email)).body['serviceToken']);
    const { secret } = (await call('setup-totp', {}, token)).body;
    const codeOf = () => new TOTP({ secret: String(secret) }).generate();
    const verified = await call('verify-totp', { code: codeOf(), rememberDevice: true }, token);
    expect(verified.body).toEqual({ backupCodes: [] });
    const asked = (await signInBy(email)).body;
    expect(asked).toMatchObject({ outcome: 'TOTP_REQUIRED', backupCodes: false });
    const answer = { ticket: asked['ticket'], rememberDevice: false };
    expect((await call('verify-code', { ...answer, kind: 'BACKUP', code: 'AAAAA-AAAAA' })).status).toBe(401);
    expect((await call('verify-code', { ...answer, kind: 'TOTP', code: '000000' })).status).toBe(401);
    const entered = await call('verify-code', { ...answer, kind: 'TOTP', code: codeOf() });
    expect(entered.body['outcome']).toBe('SIGNED_IN');
    const state = await call('security-state', {}, String(entered.body['serviceToken']));
    expect(state.body).toMatchObject({
      hasPassword: true,
      totp: { isPreferred: true },
      backupCodesLeft: null,
      devices: [],
    });
  });

  test('a forgotten password, and a changed one', async () => {
    const email = 'cyan@example.com';
    await register(email);
    const token = String((await signInBy(email)).body['serviceToken']);
    await call('forgot-password', { email });
    await expect.poll(() => cognito.mailsTo(email)).toBe(2);
    const reset = { email, code: cognito.lastCode(email), password: 'Another-horse-8' };
    expect((await call('reset-password', reset)).body).toEqual({ done: true });
    expect((await call('security-state', {}, token)).status).toBe(401);
    const again = String((await signInBy(email, 'Another-horse-8')).body['serviceToken']);
    const change = { password: 'Another-horse-8', newPassword: 'Third-horse-9' };
    const changed = await call('change-password', change, again);
    expect(changed.status).toBe(200);
    expect((await call('security-state', {}, again)).status).toBe(401);
    expect((await call('security-state', {}, String(changed.body['serviceToken']))).status).toBe(200);
    expect((await signInBy(email, 'Third-horse-9')).status).toBe(200);
  });

  test('an email that is verified nowhere, and one that nobody has invited, are refused', async () => {
    const make = (email: string, verified: string) =>
      cognito.admin
        .adminCreateUser({
          UserPoolId: cognito.config.userPoolId,
          Username: email,
          TemporaryPassword: password,
          MessageAction: 'SUPPRESS',
          UserAttributes: [
            { Name: 'email', Value: email },
            ...(verified === 'true' ? [{ Name: 'email_verified', Value: verified }] : []),
          ],
        })
        .then(() => signInBy(email));
    for (const [email, verified] of [
      ['sue@example.com', 'false'],
      ['nobody@example.com', 'true'],
    ] as const) {
      const asked = await make(email, verified);
      expect(asked.body['outcome']).toBe('NEW_PASSWORD_REQUIRED');
      const chosen = { ticket: asked.body['ticket'], password: 'Another-horse-8' };
      expect((await call('new-password', chosen)).status).toBe(403);
    }
  });
});
