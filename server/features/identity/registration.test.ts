import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  guessesAnAccount,
  mailedCodeLifetimeMs,
  mailsAnAccount,
  registrationLifetimeMs,
} from '@rowhouse/domain/identity/limits.ts';
import { createMailer } from '@rowhouse/server/platform/mail/create-mailer.ts';
import { startAnother } from '../../../testing/record-model/another-application.ts';
import {
  callerOf,
  password,
  readCall,
  readRefusal,
  signInOutcome,
  startSignInServer,
} from '../../../testing/security/sign-in-server.ts';
import type { SignInServer } from '../../../testing/security/sign-in-server.ts';
import type { GraphqlAnswer } from '../../../testing/test-server.ts';
import { createLog } from '../../platform/log.ts';

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

const signUpDocument =
  'mutation ($data: userAuthentication!) { SaasUserSignUp(data: $data) { id firstName lastName email fireBaseId } }';
const formOf = (email: string) => ({
  email,
  password,
  firstName: 'Ned',
  lastName: 'New',
  phone: '[1,5035550131]',
});
const askForAccount = (email: string, changes: object = {}) =>
  server.ask(signUpDocument, {}, { data: { ...formOf(email), ...changes } });
const idOf = ({ data }: GraphqlAnswer) => (data as { SaasUserSignUp: { id: string } }).SaasUserSignUp.id;
const codeIn = (text: string) => /^\d{6}$/m.exec(text)?.[0] ?? '';

async function register(email: string) {
  const registrationId = idOf(await askForAccount(email));
  const text = await server.mailTo(email);
  return { registrationId, code: codeIn(text), text };
}
const peopleWith = (email: string) =>
  server.query(
    `select p.first_name, p.last_name, p.phone, p.validated, p.enabled from app_user p join auth_user u on u.id = p.auth_user_id
     where lower(p.email) = $1`,
    [email],
  );

describe('asking for an account', () => {
  test('mails a code, and makes nothing before it is given', async () => {
    const answer = await askForAccount(' Ned@Example.com ');
    expect(answer.data).toEqual({
      SaasUserSignUp: {
        id: expect.stringMatching(/^[\w-]{24}$/),
        firstName: 'Ned',
        lastName: 'New',
        email: 'ned@example.com',
        fireBaseId: null,
      },
    });
    const text = await server.mailTo('ned@example.com');
    // Whoever gets the mail for a registration of somebody else's has no page to confirm it on.
    expect(text).not.toContain(idOf(answer));
    // The link neither: it says the code to a page that has to know the registration, or the password.
    expect(text).toContain(
      `http://localhost/user-confirmation/link#email=ned%40example.com&code=${codeIn(text)}\n`,
    );
    expect(await peopleWith('ned@example.com')).toEqual([]);
    const [row] = await server.query('select * from registration where id = $1', [idOf(answer)]);
    expect(JSON.stringify(row)).not.toContain(codeIn(text));
    expect(JSON.stringify(row)).not.toContain(password);

    const waiting = await server.call('sign-in', { email: 'ned@example.com', password });
    expect(readCall('sign-in', waiting)).toEqual({
      outcome: 'CONFIRMATION_REQUIRED',
      registrationId: idOf(answer),
    });
    expect(
      signInOutcome(await server.call('sign-in', { email: 'ned@example.com', password: 'wrong one' })),
    ).toBe('UNAUTHENTICATED');
  });

  test('for an email that has one tells the owner, and nobody else', async () => {
    const { email } = await server.aPersonWithoutTotp();
    const { registrationId, text } = await register(email);
    expect(text).toContain('It has one already');
    expect(text).not.toMatch(/^\d{6}$/m);
    const answer = await server.call('confirm-registration', { registrationId, code: '000000' });
    expect(answer.status).toBe(401);
  });

  test.each([
    ['email', 'ned', 'Invalid format. Please enter a valid email address (e.g. name@company.com).'],
    ['password', 'short', 'Use at least 8 characters for the password.'],
    ['firstName', ' ', 'First name is a required field'],
    ['lastName', 'x'.repeat(101), 'Last name has at most 100 characters.'],
    ['phone', '[1,0035550131]', 'Should be a whole phone number'],
    ['phone', '5035550131', 'Should be a whole phone number'],
  ])('with a bad %s (%s) is refused', async (field, value, message) => {
    const { errors } = await askForAccount('bad@example.com', { [field]: value });
    expect(errors).toEqual([{ message, extensions: { code: 'INVALID', field } }]);
  });

  test('needs no phone', async () => {
    for (const phone of [null, '', undefined])
      expect((await askForAccount(`phone${String(phone)}@example.com`, { phone })).errors).toBeUndefined();
  });

  test(`is mailed ${mailsAnAccount} times in a window, then refused for a while`, async () => {
    for (let index = 0; index < mailsAnAccount; index += 1)
      expect((await askForAccount('often@example.com')).errors).toBeUndefined();
    const { errors } = await askForAccount('Often@example.com');
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'LIMITED', details: { retryAfterMs: 900_000 } });
  });
});

describe('an installation', () => {
  test('without mail promises none; one that is closed says so', async () => {
    const log = createLog('silent');
    const mailer = createMailer({ smtpUrl: undefined, from: 'x@example.com', mailbox: false }, { log });
    const own = { cognito: null, oidc: null, passwords: true, registration: true, mfaSkipExemptEmail: null };
    const mute = await startAnother(server, { mailer, log });
    const closed = await startAnother(server, { identityConfig: { ...own, registration: false } });
    try {
      const asked = { data: formOf('mute@example.com') };
      const noMail = 'This installation sends no mail yet. Ask its administrator.';
      expect((await mute.ask(signUpDocument, {}, asked)).errors?.[0]).toEqual({
        message: noMail,
        extensions: { code: 'UNAVAILABLE' },
      });
      const forgot = await callerOf(mute)('forgot-password', { email: 'mute@example.com' });
      expect([forgot.status, readRefusal(forgot).message]).toEqual([503, noMail]);
      expect(readCall('methods', await callerOf(mute)('methods', {}))).toEqual({
        passwords: true,
        registration: false,
        provider: null,
        mailboxPath: null,
      });
      expect((await closed.ask(signUpDocument, {}, asked)).errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
      expect(readCall('methods', await server.call('methods', {}))).toEqual({
        passwords: true,
        registration: true,
        provider: null,
        mailboxPath: '/mailbox',
      });
    } finally {
      await mute.close();
      await closed.close();
    }
  });
});

describe('confirming', () => {
  test('signs in whoever asks for it with the id of the registration, and no other', async () => {
    const { registrationId, code } = await register('browser@example.com');
    const other = await register('other@example.com');
    const mixed = { registrationId: other.registrationId, code, signIn: true };
    expect((await server.call('confirm-registration', mixed)).status).toBe(401);
    const answer = readCall(
      'confirm-registration',
      await server.call('confirm-registration', { registrationId, code, signIn: true }),
    );
    expect(answer).toMatchObject({ outcome: 'TOTP_SETUP_NEEDED', email: 'browser@example.com' });
    const service = 'serviceToken' in answer ? answer.serviceToken : '';
    expect((await server.ask('{ findUser { email firstName } }', { service })).data).toEqual({
      findUser: { email: 'browser@example.com', firstName: 'Ned' },
    });
    const again = await server.call('confirm-registration', { registrationId, code, signIn: true });
    expect(again.status).toBe(401);
  });

  test('makes the account, signs nobody in who does not ask for it, and works once', async () => {
    const { registrationId, code } = await register('confirm@example.com');
    const answer = await server.call('confirm-registration', { registrationId, code: ` ${code} ` });
    expect(answer.body).toBe('{"done":true}');
    expect(await peopleWith('confirm@example.com')).toEqual([
      { first_name: 'Ned', last_name: 'New', phone: '[1,5035550131]', validated: true, enabled: true },
    ]);
    const again = await server.call('confirm-registration', { registrationId, code });
    expect(readRefusal(again)).toEqual({
      code: 'UNAUTHENTICATED',
      field: 'code',
      message: 'That code is not right, or it has been used. Try the newest one.',
    });
    expect(signInOutcome(await server.call('sign-in', { email: 'confirm@example.com', password }))).toBe(
      'TOTP_SETUP_NEEDED',
    );
  });

  test('takes the person who is there already, with what is known of them', async () => {
    await server.query(`insert into app_user (email, first_name) values ('Seed@example.com', 'Sid')`);
    const { registrationId, code } = await register('seed@example.com');
    await server.call('confirm-registration', { registrationId, code });
    expect(await peopleWith('seed@example.com')).toEqual([
      { first_name: 'Sid', last_name: 'New', phone: '[1,5035550131]', validated: true, enabled: true },
    ]);
  });

  test('accepts the open invitations of the email', async () => {
    await server.query(
      `insert into invitation (tenant_id, email, role_id, token_hash, invited_by, expires_at)
       values ($1, 'Guest@Example.com', $2, 'hash of the guest', $3, now() + interval '7 days')`,
      [server.north.id, server.north.roles.clerk, server.people.mia],
    );
    const { registrationId, code } = await register('guest@example.com');
    await server.call('confirm-registration', { registrationId, code });
    expect(
      await server.query(
        `select m.tenant_id from membership m join app_user u on u.id = m.user_id where u.email = 'guest@example.com'`,
      ),
    ).toEqual([{ tenant_id: server.north.id }]);
  });

  test('a code ends after 10 minutes, and a new one takes its place', async () => {
    const { registrationId, code } = await register('late@example.com');
    server.clock.at += mailedCodeLifetimeMs - 1;
    expect((await server.call('confirm-registration', { registrationId, code: '000000' })).status).toBe(401);
    server.clock.at += 1;
    expect((await server.call('confirm-registration', { registrationId, code })).status).toBe(401);
    expect((await server.call('resend-code', { registrationId })).body).toBe('{"done":true}');
    const newest = codeIn(await server.mailTo('late@example.com'));
    server.clock.at += mailedCodeLifetimeMs - 1;
    expect((await server.call('confirm-registration', { registrationId, code: newest })).status).toBe(200);
  });

  test('the code of an earlier mail is over when a later one was sent', async () => {
    const { registrationId, code } = await register('twice@example.com');
    await server.call('resend-code', { registrationId });
    const newest = codeIn(await server.mailTo('twice@example.com'));
    expect((await server.call('confirm-registration', { registrationId, code })).status).toBe(401);
    expect((await server.call('confirm-registration', { registrationId, code: newest })).status).toBe(200);
  });

  test('of two registrations the one that is confirmed first decides; the other is gone', async () => {
    const one = await register('two@example.com');
    const other = await register('two@example.com');
    const { registrationId } = other;
    expect((await server.call('confirm-registration', { registrationId, code: one.code })).status).toBe(401);
    expect((await server.call('confirm-registration', one)).status).toBe(400);
    expect(
      (await server.call('confirm-registration', { registrationId: one.registrationId, code: one.code }))
        .status,
    ).toBe(200);
    expect((await server.call('confirm-registration', { registrationId, code: other.code })).status).toBe(
      401,
    );
  });

  test(`${guessesAnAccount} codes are looked at, over all registrations of the email`, async () => {
    const [one, other] = [await register('guess@example.com'), await register('guess@example.com')];
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        server.call('confirm-registration', {
          registrationId: (index % 2 === 0 ? one : other).registrationId,
          code: 'wrong',
        }),
      ),
    );
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(guessesAnAccount);
    const { registrationId, code } = one;
    expect((await server.call('confirm-registration', { registrationId, code })).status).toBe(429);
  });

  test('a registration ends after a day, and asking for its code says nothing', async () => {
    const { registrationId, code } = await register('old@example.com');
    server.clock.at += registrationLifetimeMs;
    expect((await server.call('confirm-registration', { registrationId, code })).status).toBe(401);
    expect((await server.call('resend-code', { registrationId })).body).toBe('{"done":true}');
    expect((await server.call('resend-code', { registrationId: 'none' })).body).toBe('{"done":true}');
    server.clock.at += 1;
    await server.identity.sweep();
    expect(await server.query('select 1 from registration where id = $1', [registrationId])).toEqual([]);
  });
});
