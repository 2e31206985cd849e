import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guessesAnAccount } from '@rowhouse/domain/identity/limits.ts';
import {
  callerOf,
  password,
  readRefusal,
  signInOutcome,
  startSignInServer,
} from '../../../testing/security/sign-in-server.ts';
import { startAnother } from '../../../testing/record-model/another-application.ts';
import { createAccounts } from '../../platform/identity/embedded/accounts.ts';
import { openConfiguredBreaches } from '../../platform/identity/embedded/breached-passwords.ts';
import type { SignInServer } from '../../../testing/security/sign-in-server.ts';

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer({ cheapPasswords: true });
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

describe('a list of stolen passwords', () => {
  const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();
  const stolen = Array.from({ length: 200 }, (_, at) => `stolen words no ${at}`);
  const sentence =
    'This password is in a list of stolen ones, so it is tried first. Choose another: a few words are easy to keep in mind.';
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-stolen-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const listOf = async (name: string, lines: readonly string[], end: string) => {
    const file = path.join(folder, name);
    await writeFile(file, lines.map((line) => line + end).join(''));
    return file;
  };

  test.each([
    ['as it is published', (hash: string, at: number) => `${hash}:${10 ** (at % 9)}`, '\r\n'],
    ['of hashes alone', (hash: string) => hash.toLowerCase(), '\n'],
  ])('%s is searched: what stands in it is refused, and nothing else', async (name, write, end) => {
    const breachedPasswords = await listOf(name, stolen.map(sha1).toSorted().map(write), end);
    const list = await openConfiguredBreaches({ breachedPasswords });
    for (const one of stolen) expect(await list?.has(one)).toBe(true);
    for (const one of stolen) expect(await list?.has(`${one}!`)).toBe(false);
  });

  test('refuses them wherever a password is chosen', async () => {
    const breachedPasswords = await listOf('door', stolen.map(sha1).toSorted(), '\n');
    const breached = await openConfiguredBreaches({ breachedPasswords });
    const other = await startAnother(server, { breached });
    try {
      const call = callerOf(other);
      const { email } = await server.aPersonWithoutTotp();
      const signedIn = await call('sign-in', { email, password });
      const { serviceToken: service } = JSON.parse(signedIn.body) as { serviceToken: string };
      const change = await call('change-password', { password, newPassword: stolen[7] }, { service });
      expect(readRefusal(change)).toEqual({ code: 'INVALID', message: sentence, field: 'newPassword' });
      await call('forgot-password', { email });
      const code = /^\d{6}$/m.exec(await server.mailTo(email))?.[0] ?? '';
      const reset = (chosen: string) => call('reset-password', { email, code, password: chosen });
      expect(readRefusal(await reset(stolen[8]!))).toMatchObject({ message: sentence, field: 'password' });
      expect((await reset('a few words of mine')).status).toBe(200);
      const accounts = createAccounts({ database: server.database, breached });
      await expect(accounts.createAccount('cli@example.com', stolen[9]!)).rejects.toThrow(sentence);
    } finally {
      await other.close();
    }
  });

  test.each([
    ['that is none', 'password\n', 'its first line is no SHA-1 hash'],
    ['that is not there', null, 'ENOENT'],
  ])('a file %s keeps the server from starting, with the reason', async (name, content, reason) => {
    const file = path.join(folder, name);
    if (content !== null) await writeFile(file, content);
    await expect(openConfiguredBreaches({ breachedPasswords: file })).rejects.toThrow(
      new RegExp(`^BREACHED_PASSWORDS is not usable: .*${reason}`),
    );
  });
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
