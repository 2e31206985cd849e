import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { startCognitoServer } from '../../../../testing/cognito-server.ts';
import type { CognitoServer } from '../../../../testing/cognito-server.ts';
import { openTestDatabase } from '../../../../testing/test-database.ts';
import type { TestDatabase } from '../../../../testing/test-database.ts';
import { createLog } from '../../log.ts';
import { createCognitoProvider } from './cognito-provider.ts';
import type { PasswordAnswer, Proved, ProviderSession } from '../identity-provider.ts';

// Against cognito-local; what it does not have is in cognito-contract.test.ts.
const clock = { at: Date.now(), now: () => clock.at };
const password = 'Correct-horse-7';
const log = createLog('silent');

let server: CognitoServer;
let own: TestDatabase;
let provider: ReturnType<typeof createCognitoProvider>;
let people = 0;

beforeAll(async () => {
  [server, own] = await Promise.all([startCognitoServer(clock), openTestDatabase()]);
  provider = create();
});
afterAll(async () => {
  await server.close();
  await own.close();
});
beforeEach(() => {
  clock.at = Date.now();
});

const create = (changes: Partial<typeof server.config> = {}) =>
  createCognitoProvider({ ...server.config, ...changes }, { database: own.database, clock, log, secret });
const secret = 'the secret of these tests, long enough';

const newEmail = () => `person-${(people += 1)}@example.com`;
const form = (email: string) => ({ email, password, firstName: 'Ada', lastName: 'Lovelace', phone: null });

async function register(email = newEmail()): Promise<string> {
  const { registrationId } = await provider.signUp(form(email));
  expect(await provider.confirmSignUp(registrationId, server.lastCode(email))).toBe('RIGHT');
  await server.verifyEmail(email);
  return email;
}

const expectProved = (answer: PasswordAnswer | { outcome: 'WRONG' | 'OVER' }): Proved => {
  expect(answer.outcome).toBe('PROVED');
  return answer as Proved;
};

async function signIn(email: string, given = password): Promise<ProviderSession> {
  const { tokens } = expectProved(await provider.checkPassword(email, given, null));
  return { authUserId: 'one', email, tokens };
}

const codeOf = (totpSecret: string) => new TOTP({ secret: totpSecret }).generate();

async function refusal(work: () => Promise<unknown>): Promise<Refusal> {
  const error = await work().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Refusal);
  return error as Refusal;
}

describe('signing up', () => {
  test('waits for the code, then lets the person in', async () => {
    const email = newEmail();
    const { registrationId } = await provider.signUp(form(email));
    expect(registrationId).toMatch(/^[\w-]{24}$/);
    expect(await provider.checkPassword(email, password, null)).toEqual({ outcome: 'CONFIRMATION_REQUIRED' });
    expect(await provider.findRegistration(email)).toBe(registrationId);

    expect(await provider.confirmSignUp(registrationId, '000000x')).toBe('WRONG');
    expect(await provider.confirmSignUp('nobody', server.lastCode(email))).toBe('WRONG');
    const code = server.lastCode(email);
    expect(await provider.confirmSignUp(registrationId, ` ${code.slice(0, 3)} ${code.slice(3)}`)).toBe(
      'RIGHT',
    );
    expect(await provider.confirmSignUp(registrationId, code)).toBe('WRONG');
    expect(await provider.findRegistration(email)).toBeNull();

    await server.verifyEmail(email);
    expect(await provider.checkPassword(email, password, null)).toEqual({
      outcome: 'PROVED',
      account: {
        subject: expect.stringMatching(/^[0-9a-f-]{36}$/),
        email,
        emailVerified: true,
        firstName: null,
        lastName: null,
      },
      secondFactor: false,
      tokens: {
        accessToken: expect.any(String),
        refreshToken: expect.any(String),
        username: expect.any(String),
      },
    });
  });

  test('an email that is not verified is told as such', async () => {
    const email = newEmail();
    const { registrationId } = await provider.signUp(form(email));
    await provider.confirmSignUp(registrationId, server.lastCode(email));
    expect(expectProved(await provider.checkPassword(email, password, null)).account.emailVerified).toBe(
      false,
    );
  });

  test('the same answer for an email that has an account, and no mail, no code and no way in by it', async () => {
    const email = await register();
    const mails = server.mailsTo(email);
    const { registrationId } = await provider.signUp({ ...form(email), password: 'Another-horse-8' });
    await provider.settle();
    expect(registrationId).toMatch(/^[\w-]{24}$/);
    expect(server.mailsTo(email)).toBe(mails);
    expect(await provider.findRegistration(email)).toBeNull();
    expect(await provider.confirmSignUp(registrationId, server.lastCode(email))).toBe('WRONG');
    expect((await provider.checkPassword(email, 'Another-horse-8', null)).outcome).toBe('WRONG');
  });

  test('a password that a stranger left under an email is not confirmed by its owner', async () => {
    const email = newEmail();
    const stranger = await provider.signUp({ ...form(email), password: 'Strangers-horse-1' });
    const owner = await provider.signUp(form(email));
    await provider.settle();
    expect(await provider.confirmSignUp(owner.registrationId, server.lastCode(email))).toBe('WRONG');
    expect(await provider.findRegistration(email)).toBe(stranger.registrationId);
  });

  test('the row keeps no password', async () => {
    const email = newEmail();
    const { registrationId } = await provider.signUp({ ...form(email), phone: '[1,5551234567]' });
    const { rows } = await own.database.asHome((connection) =>
      connection.query('select * from registration where id = $1', [registrationId]),
    );
    expect(rows[0]).toMatchObject({
      email,
      password_hash: null,
      first_name: 'Ada',
      last_name: 'Lovelace',
      phone: '[1,5551234567]',
    });
  });

  test('who signed up elsewhere can confirm here, once the password was right', async () => {
    const email = newEmail();
    await server.admin.signUp({ ClientId: server.config.clientId, Username: email, Password: password });
    expect(await provider.findRegistration(email)).toBeNull();
    expect((await provider.checkPassword(email, password, null)).outcome).toBe('CONFIRMATION_REQUIRED');
    const id = await provider.findRegistration(email);
    expect(await provider.confirmSignUp(id!, server.lastCode(email))).toBe('RIGHT');
  });

  test('a registration is over after a day', async () => {
    const email = newEmail();
    const { registrationId } = await provider.signUp(form(email));
    clock.at += 25 * 3_600_000;
    expect(await provider.confirmSignUp(registrationId, server.lastCode(email))).toBe('WRONG');
    expect(await provider.findRegistration(email)).toBeNull();
  });
});

describe('passwords', () => {
  test('wrong ones and unknown people get the same answer', async () => {
    const email = await register();
    const wrong = { outcome: 'WRONG' };
    expect(await provider.checkPassword(email, 'not this', null)).toEqual(wrong);
    expect(await provider.checkPassword(newEmail(), password, null)).toEqual(wrong);
  });

  test('a device that is none is not asked for', async () => {
    const email = await register();
    expectProved(await provider.checkPassword(email, password, 'no-device'));
  });

  test('are set anew by a code that was mailed', async () => {
    const email = await register();
    await provider.forgotPassword(email);
    await provider.settle();
    const code = server.lastCode(email);
    expect(await provider.resetPassword(email, { code: '000000x' }, 'Brand-new-9')).toBe('WRONG');
    expect(await provider.resetPassword(newEmail(), { code }, 'Brand-new-9')).toBe('WRONG');
    expect(await provider.resetPassword(email, { code }, 'Brand-new-9')).toBe('RIGHT');
    expect(await provider.resetPassword(email, { code }, 'Brand-new-9')).toBe('WRONG');
    await signIn(email, 'Brand-new-9');
    expect((await provider.checkPassword(email, password, null)).outcome).toBe('WRONG');
  });

  test('forgetting one says nothing of who is known', async () => {
    const nobody = newEmail();
    expect(await provider.forgotPassword(nobody)).toBeUndefined();
    await provider.settle();
    expect(server.mailsTo(nobody)).toBe(0);
  });

  test('are changed by whoever is signed in', async () => {
    const email = await register();
    const session = await signIn(email);
    expect(await provider.changePassword(session, password, 'Brand-new-9')).toBe(true);
    await signIn(email, 'Brand-new-9');
  });

  test('one that an administrator gave is replaced at the first sign-in', async () => {
    const email = newEmail();
    await server.admin.adminCreateUser({
      UserPoolId: server.config.userPoolId,
      Username: email,
      TemporaryPassword: 'Given-by-admin-1',
      MessageAction: 'SUPPRESS',
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
      ],
    });
    const answer = await provider.checkPassword(email, 'Given-by-admin-1', null);
    if (answer.outcome !== 'NEW_PASSWORD_REQUIRED') throw new Error(`The answer is ${answer.outcome}.`);
    expectProved(await provider.answerNewPassword(answer.challenge, password));
    await signIn(email);
  });
});

describe('the second factor', () => {
  async function enrol() {
    const email = await register();
    const session = await signIn(email);
    const setUp = await provider.secondFactor.setUp(session);
    return { email, session, ...setUp };
  }

  test('is set up, asked for, preferred no more, and preferred again', async () => {
    const { secondFactor } = provider;
    const { email, session, secret: totpSecret, uri } = await enrol();
    expect(uri).toContain(`secret=${totpSecret}`);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Rowhouse:person-\d+%40example\.com\?issuer=Rowhouse/);
    expect(await secondFactor.isPreferred(session)).toBe(false);
    expect(await secondFactor.verify(session, 'abc')).toEqual({ outcome: 'WRONG', backupCodes: [] });
    expect(await secondFactor.verify(session, '000000')).toEqual({ outcome: 'WRONG', backupCodes: [] });
    expect(await secondFactor.verify(session, codeOf(totpSecret))).toEqual({
      outcome: 'RIGHT',
      backupCodes: [],
    });
    expect(await secondFactor.isPreferred(session)).toBe(true);

    const asked = await provider.checkPassword(email, password, null);
    if (asked.outcome !== 'TOTP_REQUIRED') throw new Error(`The answer is ${asked.outcome}.`);
    expect(asked.challenge).not.toContain(password);
    expect(await provider.answerTotp(asked.challenge, '000000')).toEqual({ outcome: 'WRONG' });
    const code = codeOf(totpSecret);
    const proved = expectProved(
      await provider.answerTotp(asked.challenge, `${code.slice(0, 3)} ${code.slice(3)}`),
    );
    expect(proved.secondFactor).toBe(true);

    expect(await secondFactor.spendTotp(session, codeOf(totpSecret))).toBe('RIGHT');
    expect(await secondFactor.spendTotp(session, '000000')).toBe('WRONG');

    await secondFactor.setPreferred(session, false);
    expect(await secondFactor.isPreferred(session)).toBe(false);
    expect(expectProved(await provider.checkPassword(email, password, null)).secondFactor).toBe(false);
    await secondFactor.setPreferred(session, true);
    expect((await provider.checkPassword(email, password, null)).outcome).toBe('TOTP_REQUIRED');
    await secondFactor.reset(session);
    expect(await secondFactor.isPreferred(session)).toBe(false);
  });

  test('has no backup codes', async () => {
    const { secondFactor } = provider;
    const session = await signIn(await register());
    expect(secondFactor.hasBackupCodes).toBe(false);
    expect(await secondFactor.countBackupCodes(session)).toBeNull();
    expect(await secondFactor.spendBackupCode(session, 'AAAAA-AAAAA')).toBe('WRONG');
    expect((await refusal(() => secondFactor.newBackupCodes(session))).code).toBe('FORBIDDEN');
  });

  test('is not preferred before it is set up', async () => {
    const session = await signIn(await register());
    expect(await refusal(() => provider.secondFactor.setPreferred(session, true))).toMatchObject({
      code: 'CONFLICT',
      message: 'Two-factor is not set up yet. Set it up first.',
    });
    expect(await provider.secondFactor.verify(session, '123456')).toEqual({
      outcome: 'OVER',
      backupCodes: [],
    });
  });
});

describe('tokens', () => {
  test('one that is over is refreshed, once for calls at the same time', async () => {
    const session = await signIn(await register());
    clock.at += 2 * 3_600_000;
    const answers = await Promise.all([1, 2, 3].map(() => provider.secondFactor.isPreferred(session)));
    expect(answers).toEqual([false, false, false]);
  });

  test('a session whose tokens are gone, or not of this pool, has ended', async () => {
    const session = await signIn(await register());
    clock.at += 2 * 3_600_000;
    const over = { ...session, tokens: { ...session.tokens, refreshToken: 'another' } };
    for (const each of [{ ...session, tokens: null }, over]) {
      expect(await refusal(() => provider.secondFactor.isPreferred(each))).toMatchObject({
        code: 'UNAUTHENTICATED',
        message: 'Your session has ended. Please sign in again.',
      });
    }
  });

  test('what another pool signed, or was signed for another client, is not believed', async () => {
    const email = await register();
    const misconfigured = {
      code: 'UNAVAILABLE',
      message: 'The sign-in service does not accept Rowhouse as it is set up. Ask your administrator.',
    };
    const other = create({ userPoolId: 'local_another' });
    expect(await refusal(() => other.checkPassword(email, password, null))).toMatchObject(misconfigured);
    const nobody = create({ clientId: 'nobody' });
    expect(await refusal(() => nobody.checkPassword(email, password, null))).toMatchObject(misconfigured);
  });

  test('a service that cannot be reached says so', async () => {
    const away = create({ endpoint: 'http://127.0.0.1:1' });
    const unreachable = {
      code: 'UNAVAILABLE',
      message: 'The sign-in service cannot be reached. Try again in a moment.',
    };
    expect(await refusal(() => away.checkPassword('ada@example.com', password, null))).toMatchObject(
      unreachable,
    );
    expect(await refusal(() => away.signUp(form(newEmail())))).toMatchObject(unreachable);
    await away.forgotPassword('ada@example.com');
    await away.settle();
  });
});
