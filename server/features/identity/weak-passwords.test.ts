import { afterAll, beforeAll, expect, test } from 'vitest';
import { guessesAnAccount } from '@rowhouse/domain/identity/limits.ts';
import {
  password,
  readRefusal,
  signInOutcome,
  startSignInServer,
} from '../../../testing/security/sign-in-server.ts';
import type { SignInServer } from '../../../testing/security/sign-in-server.ts';

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

const message =
  'Many people use this password, so it is tried first. Choose another: a few words are easy to keep in mind.';
const refused = (field: string) => ({ code: 'INVALID', message, field });
const common = ['password', 'PassWord123', '12345678', 'qwertyuiop', ' Sunshine1 '];

test.each(common)('an account is not made with %j', async (weak) => {
  const answer = await server.ask(
    'mutation ($data: userAuthentication!) { SaasUserSignUp(data: $data) { id } }',
    {},
    { data: { email: 'weak@example.com', password: weak, firstName: 'W', lastName: 'K' } },
  );
  expect(answer.errors?.[0]).toMatchObject({ message, extensions: { code: 'INVALID', field: 'password' } });
  expect(await server.query(`select from registration where email = 'weak@example.com'`)).toHaveLength(0);
});

test('a reset refuses it without spending the code, nor a guess', async () => {
  const { email } = await server.aPersonWithoutTotp();
  await server.call('forgot-password', { email });
  const code = /^\d{6}$/m.exec(await server.mailTo(email))?.[0] ?? '';
  for (let tried = 0; tried <= guessesAnAccount; tried += 1)
    expect(
      readRefusal(await server.call('reset-password', { email, code, password: 'Password1' })),
    ).toMatchObject(refused('password'));
  const right = { email, code, password: 'a few words of mine' };
  expect((await server.call('reset-password', right)).status).toBe(200);
});

test('a change refuses it and keeps the old one', async () => {
  const { email } = await server.aPersonWithoutTotp();
  const signedIn = await server.call('sign-in', { email, password });
  const { serviceToken: service } = JSON.parse(signedIn.body) as { serviceToken: string };
  const change = await server.call('change-password', { password, newPassword: 'iloveyou' }, { service });
  expect(readRefusal(change)).toMatchObject(refused('newPassword'));
  expect(signInOutcome(await server.call('sign-in', { email, password }))).toBe('TOTP_SETUP_NEEDED');
});

test('an account by the command line has none either', async () => {
  await expect(server.identity.createAccount('cli@example.com', 'password1')).rejects.toThrow(message);
});
