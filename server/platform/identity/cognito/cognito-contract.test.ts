import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import {
  CognitoFault,
  expectDevice,
  poolUser,
  secretHash,
  startCognitoRecording,
} from '../../../../testing/cognito-recording.ts';
import type { CognitoRecording } from '../../../../testing/cognito-recording.ts';
import { openTestDatabase } from '../../../../testing/test-database.ts';
import type { TestDatabase } from '../../../../testing/test-database.ts';
import { createLog } from '../../log.ts';
import { createCognitoProvider } from './cognito-provider.ts';
import type { PasswordAnswer, Proved, ProviderSession } from '../identity-provider.ts';

// What the service is asked, byte for byte of its API reference: nothing here has met Amazon's own.
const clock = { at: Date.parse('2026-11-03T09:05:07Z'), now: () => clock.at };
const secret = 'the secret of these tests, long enough';
const { email, sub } = poolUser;
const password = 'Correct-horse-7';
const form = { email, password, firstName: 'Ada', lastName: 'Lovelace', phone: '[1,5551234567]' };
const device = { key: 'eu-central-1_a1b2c3d4-5678-90ab-cdef-111111111111', groupKey: '-AbCdEfGh' };

let service: CognitoRecording;
let own: TestDatabase;
let provider: ReturnType<typeof createCognitoProvider>;
let client: { ClientId: string };

beforeAll(async () => {
  [service, own] = await Promise.all([startCognitoRecording(clock), openTestDatabase()]);
  provider = createCognitoProvider(service.config, {
    database: own.database,
    clock,
    log: createLog('silent'),
    secret,
  });
  client = { ClientId: service.config.clientId };
});
afterAll(async () => {
  await service.close();
  await own.close();
});
beforeEach(() => {
  clock.at = Date.parse('2026-11-03T09:05:07Z');
  service.takeCalls();
});
afterEach(() => {
  const mistakes = service.mistakes.splice(0);
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
});

const hashOf = (username: string) => secretHash(service.config, username);
const aboutUser = () => ({ ...client, Username: email, SecretHash: hashOf(email) });

async function refusal(work: () => Promise<unknown>): Promise<Refusal> {
  const error = await work().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Refusal);
  return error as Refusal;
}

const expectProved = (answer: PasswordAnswer | { outcome: 'WRONG' | 'OVER' }): Proved => {
  expect(answer.outcome).toBe('PROVED');
  return answer as Proved;
};

async function signIn(options: Parameters<CognitoRecording['tokens']>[0] = {}): Promise<ProviderSession> {
  service.answer('InitiateAuth', await service.tokens(options));
  const { tokens } = expectProved(await provider.checkPassword(email, password, null));
  service.takeCalls();
  return { authUserId: 'one', email, tokens };
}

describe('signing in', () => {
  test('by password', async () => {
    service.answer('InitiateAuth', await service.tokens());
    expect(await provider.checkPassword(email, password, null)).toEqual({
      outcome: 'PROVED',
      account: { subject: sub, email, emailVerified: true, firstName: 'Ada', lastName: 'Lovelace' },
      secondFactor: false,
      tokens: { accessToken: expect.any(String), refreshToken: 'the-refresh-token', username: sub },
    });
    expect(service.takeCalls()).toEqual([
      {
        call: 'InitiateAuth',
        body: {
          ...client,
          AuthFlow: 'USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME: email, PASSWORD: password, SECRET_HASH: hashOf(email) },
        },
      },
    ]);
  });

  test('by a client without a secret, nothing is hashed', async () => {
    const publicly = createCognitoProvider(
      { ...service.config, clientSecret: undefined },
      { database: own.database, clock, log: createLog('silent'), secret },
    );
    service.answer('InitiateAuth', await service.tokens());
    await publicly.checkPassword(email, password, null);
    expect(service.takeCalls()[0]!.body['AuthParameters']).toEqual({ USERNAME: email, PASSWORD: password });
    service.answer('ForgotPassword', {});
    await publicly.forgotPassword(email);
    await publicly.settle();
    expect(service.takeCalls()[0]!.body).toEqual({ ...client, Username: email });
  });

  test('with a code, under the name that the pool gave', async () => {
    service.answer('InitiateAuth', {
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      ChallengeParameters: { USER_ID_FOR_SRP: sub },
      Session: 'a-session-of-the-pool',
    });
    const asked = await provider.checkPassword(email, password, null);
    if (asked.outcome !== 'TOTP_REQUIRED') throw new Error(asked.outcome);
    service.takeCalls();
    service.answer('RespondToAuthChallenge', await service.tokens());
    expect(expectProved(await provider.answerTotp(asked.challenge, '123 456')).secondFactor).toBe(true);
    expect(service.takeCalls()).toEqual([
      {
        call: 'RespondToAuthChallenge',
        body: {
          ...client,
          ChallengeName: 'SOFTWARE_TOKEN_MFA',
          Session: 'a-session-of-the-pool',
          ChallengeResponses: {
            USERNAME: sub,
            SOFTWARE_TOKEN_MFA_CODE: '123456',
            SECRET_HASH: hashOf(sub),
          },
        },
      },
    ]);
    for (const [fault, outcome] of [
      [new CognitoFault('CodeMismatchException', 'Invalid code received for user'), 'WRONG'],
      [new CognitoFault('ExpiredCodeException', 'Your software token has already been used once.'), 'WRONG'],
      [
        new CognitoFault('NotAuthorizedException', 'Invalid session for the user, session is expired.'),
        'OVER',
      ],
    ] as const) {
      service.answer('RespondToAuthChallenge', fault);
      expect(await provider.answerTotp(asked.challenge, '123456')).toEqual({ outcome });
    }
    service.takeCalls();
    expect(await provider.answerTotp(asked.challenge, 'letters')).toEqual({ outcome: 'WRONG' });
    expect(service.takeCalls()).toEqual([]);
  });

  test('chooses the authenticator app where there is a choice', async () => {
    service.answer('InitiateAuth', {
      ChallengeName: 'SELECT_MFA_TYPE',
      ChallengeParameters: { USER_ID_FOR_SRP: sub, MFAS_CAN_CHOOSE: '["SMS_MFA","SOFTWARE_TOKEN_MFA"]' },
      Session: 'first',
    });
    service.answer('RespondToAuthChallenge', {
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      ChallengeParameters: { USER_ID_FOR_SRP: sub },
      Session: 'second',
    });
    const asked = await provider.checkPassword(email, password, null);
    if (asked.outcome !== 'TOTP_REQUIRED') throw new Error(asked.outcome);
    expect(JSON.parse(asked.challenge)).toMatchObject({ session: 'second', username: sub });
    expect(service.takeCalls()[1]!.body).toEqual({
      ...client,
      ChallengeName: 'SELECT_MFA_TYPE',
      Session: 'first',
      ChallengeResponses: { USERNAME: sub, ANSWER: 'SOFTWARE_TOKEN_MFA', SECRET_HASH: hashOf(sub) },
    });
  });

  test('replaces a password that an administrator gave', async () => {
    service.answer('InitiateAuth', {
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      ChallengeParameters: { USER_ID_FOR_SRP: sub, requiredAttributes: '[]', userAttributes: '{}' },
      Session: 'given',
    });
    const asked = await provider.checkPassword(email, password, null);
    if (asked.outcome !== 'NEW_PASSWORD_REQUIRED') throw new Error(asked.outcome);
    service.takeCalls();
    service.answer('RespondToAuthChallenge', await service.tokens());
    expectProved(await provider.answerNewPassword(asked.challenge, 'Brand-new-9'));
    expect(service.takeCalls()[0]!.body).toEqual({
      ...client,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: 'given',
      ChallengeResponses: { USERNAME: sub, NEW_PASSWORD: 'Brand-new-9', SECRET_HASH: hashOf(sub) },
    });
  });

  test.each([
    ['MFA_SETUP', /must set up two-factor sign-in before it can enter/],
    ['SMS_MFA', /a kind of two-factor sign-in that is not taken here/],
    ['EMAIL_OTP', /a kind of two-factor sign-in that is not taken here/],
    ['CUSTOM_CHALLENGE', /a kind of two-factor sign-in that is not taken here/],
  ])('%s cannot be answered, and says so', async (ChallengeName, message) => {
    service.answer('InitiateAuth', { ChallengeName, ChallengeParameters: {}, Session: 'any' });
    expect(await refusal(() => provider.checkPassword(email, password, null))).toMatchObject({
      code: 'FORBIDDEN',
      message,
    });
  });
});

describe('what the service refuses', () => {
  const outcomes: [string, string, unknown][] = [
    ['NotAuthorizedException', 'Incorrect username or password.', { outcome: 'WRONG' }],
    ['NotAuthorizedException', 'User is disabled.', { outcome: 'WRONG' }],
    ['UserNotFoundException', 'User does not exist.', { outcome: 'WRONG' }],
  ];
  test.each(outcomes)('at a sign-in %s (%s)', async (name, message, outcome) => {
    service.answer('InitiateAuth', new CognitoFault(name, message));
    expect(await provider.checkPassword(email, 'wrong', null)).toEqual(outcome);
  });

  const limited = { code: 'LIMITED', message: /^Too many attempts\. Try again in/ };
  const misconfigured = { code: 'UNAVAILABLE', message: /does not accept Rowhouse as it is set up/ };
  const unreachable = { code: 'UNAVAILABLE', message: /cannot be reached/ };
  const refusals: [string, string, object, number?][] = [
    ['NotAuthorizedException', 'Password attempts exceeded', limited],
    ['TooManyRequestsException', 'Rate exceeded', limited],
    ['LimitExceededException', 'Attempt limit exceeded, please try after some time.', limited],
    ['NotAuthorizedException', 'Unable to verify secret hash for client the-client', misconfigured],
    [
      'NotAuthorizedException',
      'Client the-client is configured with secret but SECRET_HASH was not received',
      misconfigured,
    ],
    ['InvalidParameterException', 'USER_PASSWORD_AUTH flow not enabled for this client', misconfigured],
    ['ResourceNotFoundException', 'User pool client the-client does not exist.', misconfigured],
    [
      'PasswordResetRequiredException',
      'Password reset required for the user',
      { code: 'UNAUTHENTICATED', message: /needs a new password/ },
    ],
    ['InternalErrorException', 'Oh dear', unreachable, 500],
    ['SomethingNewException', 'Oh dear', unreachable],
  ];
  test.each(refusals)('%s (%s)', async (name, message, expected, status) => {
    service.answer('InitiateAuth', new CognitoFault(name, message, status));
    const refused = await refusal(() => provider.checkPassword(email, password, null));
    expect(refused).toMatchObject(expected);
    expect(refused.message).not.toContain(message);
  });

  test('every limit tells how long', async () => {
    service.answer('InitiateAuth', new CognitoFault('TooManyRequestsException'));
    const { context } = await refusal(() => provider.checkPassword(email, password, null));
    expect(context.details).toEqual({ retryAfterMs: 60_000 });
  });

  test.each([
    [
      'Password did not conform with policy: Password must have uppercase characters',
      'The password must have uppercase characters.',
    ],
    [
      'Password did not conform with policy: Password must have symbol characters',
      'The password must have symbol characters.',
    ],
    ['Password did not conform with policy: Password not long enough', 'Use a longer password.'],
    [
      'Provided password cannot be used for security reasons.',
      'This password is not allowed here. Choose another one.',
    ],
  ])('%s', async (said, sentence) => {
    service.answer('SignUp', new CognitoFault('InvalidPasswordException', said));
    expect(await refusal(() => provider.signUp(form))).toMatchObject({
      code: 'INVALID',
      message: sentence,
      context: { field: 'password' },
    });
  });

  test.each<[string, Parameters<CognitoRecording['tokens']>, object]>([
    ['for another client', [{ id: { aud: 'another' } }], misconfigured],
    [
      'of another pool',
      [{ id: { iss: 'https://cognito-idp.eu-central-1.amazonaws.com/another' } }],
      misconfigured,
    ],
    ['that is an access token', [{ id: { token_use: 'access' } }], misconfigured],
    ['that is over', [{ id: { exp: 1 } }], misconfigured],
    ['of a key that is not the pool’s', [{}, { strangeKey: true }], misconfigured],
    ['with an access token for another client', [{ access: { client_id: 'another' } }], misconfigured],
    ['with an access token of somebody else', [{ access: { sub: 'another' } }], misconfigured],
    ['with an id token in the place of the access token', [{ access: { token_use: 'id' } }], misconfigured],
    ['without an email', [{ id: { email: undefined } }], misconfigured],
  ])('an id token %s', async (_name, tokens, expected) => {
    service.answer('InitiateAuth', await service.tokens(...tokens));
    expect(await refusal(() => provider.checkPassword(email, password, null))).toMatchObject(expected);
  });

  test('an email is verified only where the token says true', async () => {
    for (const claim of ['true', 1, false, undefined]) {
      service.answer('InitiateAuth', await service.tokens({ id: { email_verified: claim } }));
      const { account } = expectProved(await provider.checkPassword(email, password, null));
      expect(account.emailVerified).toBe(false);
    }
  });
});

describe('signing up', () => {
  test('asks with names, and never with the phone', async () => {
    service.answer('SignUp', { UserConfirmed: false, UserSub: sub });
    const { registrationId } = await provider.signUp(form);
    service.answer('ConfirmSignUp', {});
    expect(await provider.confirmSignUp(registrationId, '123456')).toBe('RIGHT');
    expect(service.takeCalls()).toEqual([
      {
        call: 'SignUp',
        body: {
          ...aboutUser(),
          Password: password,
          UserAttributes: [
            { Name: 'email', Value: email },
            { Name: 'given_name', Value: 'Ada' },
            { Name: 'family_name', Value: 'Lovelace' },
          ],
        },
      },
      { call: 'ConfirmSignUp', body: { ...aboutUser(), ConfirmationCode: '123456' } },
    ]);
  });

  test.each([
    ['CodeMismatchException', 'WRONG'],
    ['ExpiredCodeException', 'OVER'],
    ['NotAuthorizedException', 'OVER'],
    ['AliasExistsException', 'OVER'],
    ['UserNotFoundException', 'WRONG'],
  ])('a code that meets %s is %s', async (name, outcome) => {
    service.answer('SignUp', { UserConfirmed: false, UserSub: sub });
    const { registrationId } = await provider.signUp(form);
    service.answer('ConfirmSignUp', new CognitoFault(name));
    expect(await provider.confirmSignUp(registrationId, '123456')).toBe(outcome);
  });

  test('sends the code again, to whom it went first', async () => {
    service.answer('SignUp', { UserConfirmed: false, UserSub: sub });
    const { registrationId } = await provider.signUp(form);
    service.takeCalls();
    service.answer('ResendConfirmationCode', { CodeDeliveryDetails: { DeliveryMedium: 'EMAIL' } });
    await provider.resendCode(registrationId);
    await provider.settle();
    expect(service.takeCalls()).toEqual([{ call: 'ResendConfirmationCode', body: aboutUser() }]);
    await provider.resendCode('nobody');
    await provider.settle();
    expect(service.takeCalls()).toEqual([]);
    service.answer('ResendConfirmationCode', new CognitoFault('LimitExceededException'));
    await provider.resendCode(registrationId);
    await provider.settle();
  });

  test('again under the same password: the code goes out again, and confirms', async () => {
    service.answer(
      'SignUp',
      new CognitoFault('UsernameExistsException', 'An account with the given email already exists.'),
    );
    service.answer('InitiateAuth', new CognitoFault('UserNotConfirmedException', 'User is not confirmed.'));
    service.answer('ResendConfirmationCode', {});
    service.answer('ConfirmSignUp', {});
    const { registrationId } = await provider.signUp(form);
    await provider.settle();
    expect(service.takeCalls().map(({ call }) => call)).toEqual([
      'SignUp',
      'InitiateAuth',
      'ResendConfirmationCode',
    ]);
    expect(await provider.confirmSignUp(registrationId, '123456')).toBe('RIGHT');
  });

  test('again under another password: nothing is sent, nothing confirms', async () => {
    service.answer('SignUp', new CognitoFault('UsernameExistsException'));
    service.answer(
      'InitiateAuth',
      new CognitoFault('NotAuthorizedException', 'Incorrect username or password.'),
    );
    const { registrationId } = await provider.signUp(form);
    await provider.resendCode(registrationId);
    await provider.settle();
    expect(await provider.confirmSignUp(registrationId, '123456')).toBe('WRONG');
    expect(service.takeCalls().map(({ call }) => call)).toEqual(['SignUp', 'InitiateAuth']);
  });
});

describe('passwords', () => {
  test('are forgotten and reset', async () => {
    service.answer('ForgotPassword', {});
    service.answer('ConfirmForgotPassword', {});
    await provider.forgotPassword(email);
    await provider.settle();
    expect(await provider.resetPassword(email, { code: '123456' }, 'Brand-new-9')).toBe('RIGHT');
    expect(service.takeCalls()).toEqual([
      { call: 'ForgotPassword', body: aboutUser() },
      {
        call: 'ConfirmForgotPassword',
        body: { ...aboutUser(), ConfirmationCode: '123456', Password: 'Brand-new-9' },
      },
    ]);
  });

  test.each([
    'UserNotFoundException',
    'InvalidParameterException',
    'NotAuthorizedException',
    'LimitExceededException',
  ])('forgetting one tells nobody of %s', async (name) => {
    service.answer('ForgotPassword', new CognitoFault(name));
    expect(await provider.forgotPassword(email)).toBeUndefined();
    await provider.settle();
  });

  test.each([
    ['CodeMismatchException', 'WRONG'],
    ['UserNotFoundException', 'WRONG'],
    ['NotAuthorizedException', 'WRONG'],
    ['ExpiredCodeException', 'OVER'],
  ])('a reset that meets %s is %s', async (name, outcome) => {
    service.answer('ConfirmForgotPassword', new CognitoFault(name));
    expect(await provider.resetPassword(email, { code: '123456' }, 'Brand-new-9')).toBe(outcome);
  });

  test('are changed by whoever has the current one', async () => {
    const session = await signIn();
    service.answer('ChangePassword', {});
    service.answer('ListDevices', { Devices: [] });
    expect(await provider.changePassword(session, password, 'Brand-new-9')).toBe(true);
    expect(service.takeCalls()).toEqual([
      {
        call: 'ChangePassword',
        body: {
          AccessToken: session.tokens!['accessToken'],
          PreviousPassword: password,
          ProposedPassword: 'Brand-new-9',
        },
      },
      { call: 'ListDevices', body: { AccessToken: session.tokens!['accessToken'], Limit: 60 } },
    ]);
    service.answer(
      'ChangePassword',
      new CognitoFault('NotAuthorizedException', 'Incorrect username or password.'),
    );
    expect(await provider.changePassword(session, 'wrong', 'Brand-new-9')).toBe(false);
    service.answer(
      'ChangePassword',
      new CognitoFault('NotAuthorizedException', 'Access Token has been revoked'),
    );
    const refused = await refusal(() => provider.changePassword(session, password, 'Brand-new-9'));
    expect(refused).toMatchObject({ code: 'UNAUTHENTICATED', message: /session has ended/ });
  });
});

describe('sessions', () => {
  test('an access token that is over is refreshed by the name and the device of its session, once', async () => {
    const session = await signIn({ device });
    clock.at += 2 * 3_600_000;
    const { AuthenticationResult } = await service.tokens();
    const { AccessToken } = AuthenticationResult as { AccessToken: string };
    service.answer('InitiateAuth', { AuthenticationResult: { AccessToken, ExpiresIn: 3600 } });
    service.answer('GetUser', { Username: sub, UserAttributes: [] });
    await Promise.all([
      provider.secondFactor.isPreferred(session),
      provider.secondFactor.isPreferred(session),
    ]);
    await provider.secondFactor.isPreferred(session);
    expect(service.takeCalls()).toEqual([
      {
        call: 'InitiateAuth',
        body: {
          ...client,
          AuthFlow: 'REFRESH_TOKEN_AUTH',
          AuthParameters: {
            REFRESH_TOKEN: 'the-refresh-token',
            SECRET_HASH: hashOf(sub),
            DEVICE_KEY: device.key,
          },
        },
      },
      { call: 'GetUser', body: { AccessToken } },
      { call: 'GetUser', body: { AccessToken } },
      { call: 'GetUser', body: { AccessToken } },
    ]);
  });

  test('one that the pool has revoked has ended', async () => {
    const session = await signIn({ access: { exp: Math.floor(clock.at / 1000) + 40 } });
    service.answer(
      'InitiateAuth',
      new CognitoFault('NotAuthorizedException', 'Refresh Token has been revoked'),
    );
    const other = { ...session, tokens: { ...session.tokens, refreshToken: 'a-revoked-one' } };
    for (let each = 0; each < 2; each += 1) {
      expect(await refusal(() => provider.secondFactor.isPreferred(other))).toMatchObject({
        code: 'UNAUTHENTICATED',
        message: /session has ended/,
      });
    }
    expect(service.takeCalls()).toHaveLength(2);
  });

  test('all of a person are ended', async () => {
    const session = await signIn();
    service.answer('GlobalSignOut', {});
    await provider.signOutEverywhere(session);
    expect(service.takeCalls()).toEqual([
      { call: 'GlobalSignOut', body: { AccessToken: session.tokens!['accessToken'] } },
    ]);
    service.answer('GlobalSignOut', new CognitoFault('NotAuthorizedException', 'Incorrect'));
    await provider.signOutEverywhere(session);
    service.takeCalls();
    await provider.signOutEverywhere({ ...session, tokens: null });
    expect(service.takeCalls()).toEqual([]);
    clock.at += 2 * 3_600_000;
    service.answer(
      'InitiateAuth',
      new CognitoFault('NotAuthorizedException', 'Refresh Token has been revoked'),
    );
    await provider.signOutEverywhere({ ...session, tokens: { ...session.tokens, refreshToken: 'ended' } });
    expect(service.takeCalls().map(({ call }) => call)).toEqual(['InitiateAuth']);
  });
});

describe('the second factor', () => {
  test('is set up, verified, preferred and disabled', async () => {
    const session = await signIn();
    const AccessToken = session.tokens!['accessToken'];
    const { secondFactor } = provider;
    service.answer('AssociateSoftwareToken', { SecretCode: 'JBSWY3DPEHPK3PXP' });
    service.answer('VerifySoftwareToken', { Status: 'SUCCESS' });
    service.answer('SetUserMFAPreference', {});
    service.answer('ListDevices', { Devices: [] });
    expect((await secondFactor.setUp(session)).secret).toBe('JBSWY3DPEHPK3PXP');
    expect(await secondFactor.verify(session, '123456')).toEqual({ outcome: 'RIGHT', backupCodes: [] });
    await secondFactor.setPreferred(session, false);
    expect(service.takeCalls()).toEqual([
      { call: 'AssociateSoftwareToken', body: { AccessToken } },
      { call: 'VerifySoftwareToken', body: { AccessToken, UserCode: '123456' } },
      { call: 'ListDevices', body: { AccessToken, Limit: 60 } },
      {
        call: 'SetUserMFAPreference',
        body: { AccessToken, SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } },
      },
      { call: 'ListDevices', body: { AccessToken, Limit: 60 } },
      {
        call: 'SetUserMFAPreference',
        body: { AccessToken, SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false } },
      },
    ]);
  });

  test.each([
    [new CognitoFault('EnableSoftwareTokenMFAException', 'Code mismatch'), 'WRONG'],
    [new CognitoFault('CodeMismatchException'), 'WRONG'],
    [new CognitoFault('ExpiredCodeException', 'Your software token has already been used once.'), 'WRONG'],
    [new CognitoFault('InvalidParameterException'), 'OVER'],
  ] as const)('a code that meets %j is %s', async (fault, outcome) => {
    const session = await signIn();
    service.answer('VerifySoftwareToken', fault);
    expect(await provider.secondFactor.spendTotp(session, '123456')).toBe(outcome);
  });

  test('is the pool’s to say', async () => {
    const session = await signIn();
    for (const [user, preferred] of [
      [{ PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' }, true],
      [{ UserMFASettingList: ['SMS_MFA', 'SOFTWARE_TOKEN_MFA'] }, true],
      [{ PreferredMfaSetting: 'SMS_MFA', UserMFASettingList: ['SMS_MFA'] }, false],
      [{}, false],
    ] as const) {
      service.answer('GetUser', { Username: sub, UserAttributes: [], ...user });
      expect(await provider.secondFactor.isPreferred(session)).toBe(preferred);
    }
  });

  test('is reset for whoever lost it, by the key of the installation', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLE');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'example');
    service.answer('AdminSetUserMFAPreference', {});
    service.answer('AdminListDevices', { Devices: [{ DeviceKey: device.key }] });
    service.answer('AdminForgetDevice', {});
    await provider.secondFactor.reset({ authUserId: 'one', email, tokens: null });
    const of = { UserPoolId: service.config.userPoolId, Username: email };
    expect(service.takeCalls()).toEqual([
      {
        call: 'AdminSetUserMFAPreference',
        body: { ...of, SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false } },
      },
      { call: 'AdminListDevices', body: { ...of, Limit: 60 } },
      { call: 'AdminForgetDevice', body: { ...of, DeviceKey: device.key } },
    ]);
    vi.unstubAllEnvs();
  });
});

describe('devices', () => {
  const remember = async () => {
    const session = await signIn({ device });
    service.answer('ConfirmDevice', { UserConfirmationNecessary: true });
    service.answer('UpdateDeviceStatus', {});
    const seen = { name: 'Firefox on Linux', address: '192.0.2.1' };
    const token = await provider.secondFactor.rememberDevice(session, seen);
    const calls = service.takeCalls();
    const told = calls[0]!.body['DeviceSecretVerifierConfig'] as { Salt: string; PasswordVerifier: string };
    return { session, token: token!, calls, told };
  };

  test('one is remembered', async () => {
    const { session, token, calls } = await remember();
    const AccessToken = session.tokens!['accessToken'];
    expect(calls).toEqual([
      {
        call: 'ConfirmDevice',
        body: {
          AccessToken,
          DeviceKey: device.key,
          DeviceName: 'Firefox on Linux',
          DeviceSecretVerifierConfig: {
            Salt: expect.stringMatching(/^[\w+/]+=*$/),
            PasswordVerifier: expect.stringMatching(/^[\w+/]{500,}=*$/),
          },
        },
      },
      {
        call: 'UpdateDeviceStatus',
        body: { AccessToken, DeviceKey: device.key, DeviceRememberedStatus: 'remembered' },
      },
    ]);
    expect(token).not.toContain(device.key);
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain(device.groupKey);
  });

  test('one is not where the pool does not track them, or knows it already', async () => {
    const seen = { name: 'Firefox', address: '192.0.2.1' };
    expect(await provider.secondFactor.rememberDevice(await signIn(), seen)).toBeNull();
    const session = await signIn({ device });
    for (const name of [
      'InvalidParameterException',
      'InvalidUserPoolConfigurationException',
      'ResourceNotFoundException',
    ]) {
      service.answer('ConfirmDevice', new CognitoFault(name));
      expect(await provider.secondFactor.rememberDevice(session, seen)).toBeNull();
    }
  });

  test('a remembered one signs in without a code, by a proof of its password', async () => {
    const { token, told } = await remember();
    const expected = expectDevice(device, told);
    service.answer('InitiateAuth', {
      ChallengeName: 'DEVICE_SRP_AUTH',
      ChallengeParameters: { USER_ID_FOR_SRP: sub },
      Session: 'first',
    });
    let publicValue = '';
    const tokens = await service.tokens();
    service.answer('RespondToAuthChallenge', (body) => {
      const responses = body['ChallengeResponses'] as Record<string, string>;
      if (body['ChallengeName'] === 'DEVICE_SRP_AUTH') {
        publicValue = responses['SRP_A']!;
        return {
          ChallengeName: 'DEVICE_PASSWORD_VERIFIER',
          ChallengeParameters: expected.challenge,
          Session: 'second',
        };
      }
      return expected.isProved(publicValue, responses)
        ? tokens
        : new CognitoFault('NotAuthorizedException', 'Incorrect username or password.');
    });
    service.answer('GetUser', {
      Username: sub,
      UserAttributes: [],
      UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
    });
    const proved = expectProved(await provider.checkPassword(email, password, token));
    expect(proved.secondFactor).toBe(true);
    expect(proved.tokens).toMatchObject({ deviceKey: device.key, deviceGroupKey: device.groupKey });
    const calls = service.takeCalls();
    expect(calls[0]!.body['AuthParameters']).toEqual({
      USERNAME: email,
      PASSWORD: password,
      SECRET_HASH: hashOf(email),
      DEVICE_KEY: device.key,
    });
    expect(calls.slice(1).map(({ body }) => body)).toEqual([
      {
        ...client,
        ChallengeName: 'DEVICE_SRP_AUTH',
        Session: 'first',
        ChallengeResponses: {
          USERNAME: sub,
          SECRET_HASH: hashOf(sub),
          DEVICE_KEY: device.key,
          SRP_A: expect.stringMatching(/^[0-9a-f]{700,768}$/),
        },
      },
      {
        ...client,
        ChallengeName: 'DEVICE_PASSWORD_VERIFIER',
        Session: 'second',
        ChallengeResponses: {
          USERNAME: sub,
          SECRET_HASH: hashOf(sub),
          DEVICE_KEY: device.key,
          PASSWORD_CLAIM_SECRET_BLOCK: expected.challenge.SECRET_BLOCK,
          PASSWORD_CLAIM_SIGNATURE: expect.stringMatching(/^[\w+/]{43}=$/),
          TIMESTAMP: 'Tue Nov 3 09:05:07 UTC 2026',
        },
      },
      { AccessToken: expect.any(String) },
    ]);
    // Without two-factor at the pool, a device stands in for nothing.
    service.answer('GetUser', { Username: sub, UserAttributes: [] });
    expect(expectProved(await provider.checkPassword(email, password, token)).secondFactor).toBe(false);
  });

  test('one that proves nothing, or was forgotten, is asked for the code again', async () => {
    const { token } = await remember();
    const asked = (body: Record<string, unknown>) =>
      (body['AuthParameters'] as Record<string, string>)['DEVICE_KEY'];
    const totp = {
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      ChallengeParameters: { USER_ID_FOR_SRP: sub },
      Session: 'any',
    };
    service.answer(
      'RespondToAuthChallenge',
      new CognitoFault('NotAuthorizedException', 'Incorrect username or password.'),
    );
    for (const answer of [
      { ChallengeName: 'DEVICE_SRP_AUTH', ChallengeParameters: {}, Session: 'any' },
      new CognitoFault('ResourceNotFoundException', 'Device does not exist.'),
    ]) {
      service.answer('InitiateAuth', (body) => (asked(body) === undefined ? totp : answer));
      expect((await provider.checkPassword(email, password, token)).outcome).toBe('TOTP_REQUIRED');
    }
  });

  test('a proof that the service spoils on purpose is not given', async () => {
    const { token } = await remember();
    service.answer('InitiateAuth', (body) =>
      'DEVICE_KEY' in (body['AuthParameters'] as object)
        ? { ChallengeName: 'DEVICE_SRP_AUTH', ChallengeParameters: {}, Session: 'any' }
        : new CognitoFault('NotAuthorizedException', 'Incorrect username or password.'),
    );
    service.answer('RespondToAuthChallenge', {
      ChallengeName: 'DEVICE_PASSWORD_VERIFIER',
      ChallengeParameters: { SALT: 'ab', SRP_B: '0', SECRET_BLOCK: 'AAAA' },
      Session: 'any',
    });
    expect((await provider.checkPassword(email, password, token)).outcome).toBe('WRONG');
    expect(service.takeCalls().map(({ call }) => call)).toEqual([
      'InitiateAuth',
      'RespondToAuthChallenge',
      'InitiateAuth',
    ]);
  });

  test('are listed, the last used first, without those that nobody asked to remember', async () => {
    const { session, token } = await remember();
    const at = (day: number) => Date.UTC(2026, 10, day) / 1000;
    const known = (DeviceKey: string, day: number, status: string) => ({
      DeviceKey,
      DeviceAttributes: [
        { Name: 'device_status', Value: 'valid' },
        { Name: 'device_name', Value: `Named ${day}` },
        { Name: 'dev:device_remembered_status', Value: status },
      ],
      DeviceCreateDate: at(1),
      DeviceLastModifiedDate: at(1),
      DeviceLastAuthenticatedDate: at(day),
    });
    service.answer('ListDevices', {
      Devices: [
        known('old', 1, 'remembered'),
        known(device.key, 3, 'remembered'),
        known('passing', 2, 'not_remembered'),
      ],
    });
    const listed = await provider.secondFactor.listDevices(session, token);
    const shared = { createdAt: new Date(at(1) * 1000), expiresAt: null };
    expect(listed).toEqual([
      { ...shared, id: device.key, name: 'Named 3', isPresent: true, lastUsedAt: new Date(at(3) * 1000) },
      { ...shared, id: 'old', name: 'Named 1', isPresent: false, lastUsedAt: new Date(at(1) * 1000) },
    ]);
    service.answer('ListDevices', new CognitoFault('InvalidUserPoolConfigurationException'));
    expect(await provider.secondFactor.listDevices(session, null)).toEqual([]);
  });

  test('are forgotten, one or all', async () => {
    const { session, token } = await remember();
    const AccessToken = session.tokens!['accessToken'];
    service.answer('ForgetDevice', {});
    expect(await provider.secondFactor.forgetDevice(session, 'old')).toBe(true);
    service.answer('ForgetDevice', new CognitoFault('ResourceNotFoundException'));
    expect(await provider.secondFactor.forgetDevice(session, 'another')).toBe(false);
    expect(service.takeCalls()).toEqual([
      { call: 'ForgetDevice', body: { AccessToken, DeviceKey: 'old' } },
      { call: 'ForgetDevice', body: { AccessToken, DeviceKey: 'another' } },
    ]);
    service.answer('SetUserMFAPreference', {});
    service.answer('ListDevices', { Devices: [{ DeviceKey: 'one' }, { DeviceKey: device.key }] });
    await provider.secondFactor.reset(session);
    expect(service.takeCalls().slice(0, -1)).toEqual([
      { call: 'ListDevices', body: { AccessToken, Limit: 60 } },
      { call: 'ForgetDevice', body: { AccessToken, DeviceKey: 'one' } },
      // That of the current session, whose tokens need it.
      {
        call: 'UpdateDeviceStatus',
        body: { AccessToken, DeviceKey: device.key, DeviceRememberedStatus: 'not_remembered' },
      },
    ]);
    service.answer('GetDevice', { Device: { DeviceKey: device.key, DeviceAttributes: [] } });
    expect(await provider.secondFactor.isRemembered(session, token)).toBe(true);
    service.answer('GetDevice', new CognitoFault('ResourceNotFoundException'));
    expect(await provider.secondFactor.isRemembered(session, token)).toBe(false);
    expect(await provider.secondFactor.isRemembered(session, 'not ours')).toBe(false);
  });
});
