import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

test('a password is good for years, and may be one of many letters of one kind', async () => {
  const { email } = await server.aPersonWithoutTotp();
  const signedIn = await server.call('sign-in', { email, password });
  const { serviceToken: service } = JSON.parse(signedIn.body) as { serviceToken: string };
  const newPassword = 'small letters and spaces alone and so many of them that none is left';
  expect((await server.call('change-password', { password, newPassword }, { service })).status).toBe(200);
  await server.query(
    `update auth_account set "createdAt" = now() - interval '5 years', "updatedAt" = now() - interval '5 years'`,
  );
  server.clock.at += 5 * 365 * 86_400_000;
  expect(signInOutcome(await server.call('sign-in', { email, password: newPassword }))).toBe(
    'TOTP_SETUP_NEEDED',
  );
  server.clock.at -= 5 * 365 * 86_400_000;
});

test('an account by the command line has none either', async () => {
  await expect(server.identity.createAccount('cli@example.com', 'password1')).rejects.toThrow(message);
});

describe('a password that is little more than what is known of the person', () => {
  const sentence =
    'This password is little more than your name, your email, or the name of the company or of Rowhouse. Choose another: a few words are easy to keep in mind.';
  const refusedForContext = (field: string) => ({ code: 'INVALID', message: sentence, field });

  test.each(['Rowhouse2026!', 'lindqvist-99', 'Maya!Maya', 'northharbor1'])(
    'makes no account: %s',
    async (weak) => {
      const answer = await server.ask(
        'mutation ($data: userAuthentication!) { SaasUserSignUp(data: $data) { id } }',
        {},
        {
          data: {
            email: 'ml@northharbor.example',
            password: weak,
            firstName: 'Mayamaya',
            lastName: 'Lindqvist',
          },
        },
      );
      expect(answer.errors?.[0]).toMatchObject({ message: sentence, extensions: { field: 'password' } });
    },
  );

  test('is refused by a change, with the name of a company of theirs', async () => {
    const person = await server.aPersonWithoutTotp();
    await server.query(`insert into membership (tenant_id, user_id, role_id) values ($1, $2, $3)`, [
      server.north.id,
      person.userId,
      server.north.roles.clerk,
    ]);
    await server.query(`update tenant set name = 'Windward Mills' where id = $1`, [server.north.id]);
    const signedIn = await server.call('sign-in', { email: person.email, password });
    const { serviceToken: service } = JSON.parse(signedIn.body) as { serviceToken: string };
    const change = (newPassword: string, current = password) =>
      server.call('change-password', { password: current, newPassword }, { service });
    expect(readRefusal(await change('Windward2026'))).toEqual(refusedForContext('newPassword'));
    // To whoever has not the password it says nothing of the person.
    expect(readRefusal(await change('Windward2026', 'not the password'))).toMatchObject({
      message: 'That is not your current password. Try again.',
    });
    expect((await change('a few words of mine')).status).toBe(200);
  });

  test('is refused by a reset, only to who has the code, which is not spent', async () => {
    const { email, name } = await server.aPersonWithoutTotp();
    const weak = `${name}-2026`.replaceAll(/\d/g, 'x');
    await server.query(`update app_user set last_name = 'Featherstone' where email = $1`, [email]);
    await server.call('forgot-password', { email });
    const code = /^\d{6}$/m.exec(await server.mailTo(email))?.[0] ?? '';
    const reset = (given: string, newPassword: string) =>
      server.call('reset-password', { email, code: given, password: newPassword });
    expect(readRefusal(await reset(code, 'Featherstone1'))).toEqual(refusedForContext('password'));
    const other = code === '000000' ? '111111' : '000000';
    expect(readRefusal(await reset(other, 'Featherstone1'))).toMatchObject({ field: 'code' });
    expect((await reset(code, `${weak} and a few words`)).status).toBe(200);
  });
});

describe('a password that somebody else made', () => {
  const first = 'made by the command line';
  const firstPerson = async () => {
    const email = `first${Math.random().toString(36).slice(2)}@example.com`;
    const { userId } = await server.identity.createAccount(email, first, { isFirstPassword: true });
    return { email, userId };
  };
  const ticketFor = async (email: string, given = first) => {
    const answer = JSON.parse((await server.call('sign-in', { email, password: given })).body) as {
      outcome: string;
      ticket: string;
    };
    expect(answer.outcome).toBe('NEW_PASSWORD_REQUIRED');
    return answer.ticket;
  };

  test('opens nothing but the choice of another, and is over then', async () => {
    const { email } = await firstPerson();
    expect(signInOutcome(await server.call('sign-in', { email, password: 'not the password' }))).toBe(
      'UNAUTHENTICATED',
    );
    const ticket = await ticketFor(email);
    for (const [weak, message] of [
      [first, 'This is the password that was given to you. Choose one of your own.'],
      ['password1', expect.stringContaining('Many people use this password')],
      ['Rowhouse2026', expect.stringContaining('little more than your name')],
    ])
      expect(readRefusal(await server.call('new-password', { ticket, password: weak }))).toEqual({
        code: 'INVALID',
        message,
        field: 'password',
      });
    const chosen = await server.call('new-password', { ticket, password: 'a few words of mine' });
    expect(signInOutcome(chosen)).toBe('TOTP_SETUP_NEEDED');
    expect(signInOutcome(await server.call('sign-in', { email, password: first }))).toBe('UNAUTHENTICATED');
    expect(signInOutcome(await server.call('sign-in', { email, password: 'a few words of mine' }))).toBe(
      'TOTP_SETUP_NEEDED',
    );
  });

  test('is replaced once, by whoever is first', async () => {
    const { email } = await firstPerson();
    const tickets = [await ticketFor(email), await ticketFor(email), await ticketFor(email)];
    const answers = await Promise.all(
      tickets.map((ticket, at) =>
        server.call('new-password', { ticket, password: `the words of ${at} here` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('is so too where it was set for somebody who had one, until they reset it by mail', async () => {
    const { email, userId } = await server.aPersonWithoutTotp();
    await server.identity.setPassword(userId, first, { isFirstPassword: true });
    await ticketFor(email);
    await server.call('forgot-password', { email });
    const code = /^\d{6}$/m.exec(await server.mailTo(email))?.[0] ?? '';
    const own = 'a few words of mine';
    expect((await server.call('reset-password', { email, code, password: own })).status).toBe(200);
    expect(signInOutcome(await server.call('sign-in', { email, password: own }))).toBe('TOTP_SETUP_NEEDED');
  });
});
