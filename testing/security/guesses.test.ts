// Guesses are counted, whoever counts: in any spelling, at any pace, at any process; and nobody's guesses shut out
// the browsers in which somebody has signed in, nor their recovery.
import {
  guessesAnAccount,
  guessesAnAddress,
  guessWindowMs,
  longStrangeGuessPauseMs,
  mailsAnAccount,
  mostWrongInARow,
  strangeGuessesAnAccount,
  strangeGuessPauseMs,
} from '@rowhouse/domain/identity/limits.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAnother } from '../record-model/another-application.ts';
import { expectFairAnswer } from './fair-answer.ts';
import { outcomeOf, readAnswer, sendBody } from './guarded-server.ts';
import type { RawAnswer } from './guarded-server.ts';
import {
  callerOf,
  countBy,
  newAddress,
  password,
  readRefusal,
  sendCall,
  serviceTokenOf,
  signInOutcome,
  startSignInServer,
  ticketOf,
  times,
} from './sign-in-server.ts';
import type { Call, CallAnswer, PersonWithTotp, SignInServer } from './sign-in-server.ts';

let server: SignInServer;
let another: Awaited<ReturnType<typeof startAnother>>;
let otherCall: Call;
beforeAll(async () => {
  server = await startSignInServer({ cheapPasswords: true });
  another = await startAnother(server);
  otherCall = callerOf(another);
});
afterAll(async () => {
  await another.close();
  await server.close();
});

/** Every second one at the other process. */
const callOf = (index: number): Call => (index % 2 === 0 ? server.call : otherCall);
const wrong = (index: number) => `wrong horse ${index}`;
const byOutcome = (answers: readonly CallAnswer[]) => countBy(answers, signInOutcome);

/** The wait is told in the sentence, in the details and in the header, and they agree. */
function expectWait(answer: CallAnswer): void {
  expectFairAnswer(answer);
  expect(answer.status).toBe(429);
  const { code, message, details } = readRefusal(answer);
  expect(code).toBe('LIMITED');
  const waitMs = Number(details?.['retryAfterMs']);
  expect(waitMs).toBeGreaterThan(0);
  expect(waitMs).toBeLessThanOrEqual(guessWindowMs);
  expect(Number(answer.retryAfter)).toBe(Math.ceil(waitMs / 1000));
  const words = waitMs < 59_001 ? /(\d+) second/ : /(\d+) minute/;
  const told = Number(words.exec(message)?.[1]) * (waitMs < 59_001 ? 1000 : 60_000);
  expect(told).toBeGreaterThanOrEqual(waitMs);
}

describe('passwords', () => {
  test('of an address five are looked at, then not even the right one; the wait is told and kept', async () => {
    const { email } = await server.aPersonWithoutTotp();
    const address = newAddress();
    for (let guess = 0; guess < guessesAnAccount; guess += 1) {
      const answer = await callOf(guess)('sign-in', { email, password: wrong(guess) }, { address });
      expect(answer.status).toBe(401);
    }
    const right = () => server.call('sign-in', { email, password }, { address });
    const refused = await right();
    expectWait(refused);
    const waitMs = Number(readRefusal(refused).details?.['retryAfterMs']);
    server.clock.at += waitMs - 1;
    expectWait(await right());
    server.clock.at += 1;
    expect(signInOutcome(await right())).toBe('TOTP_SETUP_NEEDED');
  });

  test('the wait does not begin anew with each try', async () => {
    const { email } = await server.aPersonWithoutTotp();
    const from = { address: newAddress() };
    const tryOnce = (given: string) => server.call('sign-in', { email, password: given }, from);
    await times(guessesAnAccount, (index) => tryOnce(wrong(index)));
    server.clock.at += guessWindowMs / 2;
    for (let index = 0; index < 10; index += 1) expectWait(await tryOnce(password));
    server.clock.at += guessWindowMs / 2;
    expect(signInOutcome(await tryOnce(password))).toBe('TOTP_SETUP_NEEDED');
  });

  const looked = strangeGuessesAnAccount + 1;

  test('of 50 at once, from 50 addresses at two processes, twenty are looked at and one in each pause', async () => {
    const { email } = await server.aPersonWithoutTotp();
    const guess = (index: number) => callOf(index)('sign-in', { email, password: wrong(index) });
    expect(byOutcome(await times(50, guess))).toEqual({ UNAUTHENTICATED: looked, LIMITED: 50 - looked });
    server.clock.at += strangeGuessPauseMs;
    expect(byOutcome(await times(20, guess))).toEqual({ UNAUTHENTICATED: 1, LIMITED: 19 });
    // Slowed, not shut: the owner gets in from anywhere.
    server.clock.at += strangeGuessPauseMs;
    expect(signInOutcome(await server.call('sign-in', { email, password }))).toBe('TOTP_SETUP_NEEDED');
  });

  test('a browser that has signed in is shut out by nobody else, and has five of its own', async () => {
    const { email } = await server.aPersonWithoutTotp();
    const { browser } = await server.call('sign-in', { email, password });
    const address = newAddress();
    await times(50, (index) => callOf(index)('sign-in', { email, password: wrong(index) }));
    await times(10, (index) => callOf(index)('sign-in', { email, password: wrong(index) }, { address }));
    const known = (given: string) =>
      server.call('sign-in', { email, password: given }, { address, cookie: browser });
    expect(signInOutcome(await known(password))).toBe('TOTP_SETUP_NEEDED');
    for (let guess = 0; guess < guessesAnAccount; guess += 1)
      expect((await known(wrong(guess))).status).toBe(401);
    expectWait(await known(password));
  });

  test('a cookie of another account, or a made-up one, is no known browser', async () => {
    const { email } = await server.aPersonWithoutTotp();
    const other = await server.aPersonWithoutTotp();
    const { browser } = await server.call('sign-in', { email: other.email, password });
    const own = (await server.call('sign-in', { email, password })).browser?.split('=')[0];
    const cookies = [browser, `${own}=${browser?.split('=')[1]}`, `${own}=a.b`, `${own}=`];
    await times(50, (index) => server.call('sign-in', { email, password: wrong(index) }));
    for (const cookie of cookies) expectWait(await server.call('sign-in', { email, password }, { cookie }));
  });

  test('of a hundred wrong ones in a row the owner is told, once, and the pause grows', async () => {
    const { email } = await server.aPersonWithoutTotp();
    for (let round = 0; round < mostWrongInARow / strangeGuessesAnAccount; round += 1) {
      await times(strangeGuessesAnAccount, (index) =>
        server.call('sign-in', { email, password: wrong(round * 100 + index) }),
      );
      if (round < 4) server.clock.at += guessWindowMs;
    }
    expect(await server.mailTo(email)).toContain('a hundred times in a row');
    const guess = () => server.call('sign-in', { email, password: wrong(1) });
    expect((await guess()).status).toBe(401);
    server.clock.at += strangeGuessPauseMs;
    expectWait(await guess());
    server.clock.at += longStrangeGuessPauseMs;
    expect(signInOutcome(await server.call('sign-in', { email, password }))).toBe('TOTP_SETUP_NEEDED');
    expect(server.mails().filter(({ to, text }) => to === email && text.includes('in a row'))).toHaveLength(
      1,
    );
  });

  test('an email in other letters is the same account', async () => {
    const { email } = await server.aPersonWithoutTotp();
    const spellings = [
      email.toUpperCase(),
      ` ${email}`,
      `${email} `,
      email.replace('e', 'E'),
      `\t${email}\n`,
    ];
    const address = newAddress();
    const answers = await times(20, (index) =>
      server.call(
        'sign-in',
        { email: spellings[index % spellings.length], password: wrong(index) },
        { address },
      ),
    );
    expect(byOutcome(answers)).toEqual({ UNAUTHENTICATED: guessesAnAccount, LIMITED: 20 - guessesAnAccount });
  });

  test('a batch is no request, and none of it is looked at', async () => {
    const { email } = await server.aPersonWithoutTotp();
    const batch = Array.from({ length: 20 }, () => ({ email, password }));
    const bodies = [
      JSON.stringify(batch),
      JSON.stringify({ batch }),
      JSON.stringify({ email, password: [password, 'another'] }),
      JSON.stringify({ email: [email, email], password }),
      `{"email":"${email}","password":"one","password":"${password}","more":1}`,
    ];
    for (const body of bodies) {
      const answer = await sendCall(server, 'sign-in', body);
      expectFairAnswer(answer, body);
      expect(answer.status).toBe(400);
    }
    expect(signInOutcome(await server.call('sign-in', { email, password }))).toBe('TOTP_SETUP_NEEDED');
  });

  test('another account is not locked, and a right password forgets the wrong ones', async () => {
    const locked = await server.aPersonWithoutTotp();
    const other = await server.aPersonWithoutTotp();
    const address = newAddress();
    await times(guessesAnAccount, (index) =>
      server.call('sign-in', { email: locked.email, password: wrong(index) }, { address }),
    );
    expectWait(await server.call('sign-in', { email: locked.email, password }, { address }));
    for (let round = 0; round < 3; round += 1) {
      await times(guessesAnAccount - 1, (index) =>
        server.call('sign-in', { email: other.email, password: wrong(index) }),
      );
      const answer = await server.call('sign-in', { email: other.email, password }, { address });
      expect(signInOutcome(answer)).toBe('TOTP_SETUP_NEEDED');
    }
  });

  test('an address has 50, whatever the accounts; another address goes on', async () => {
    const { email } = await server.aPersonWithoutTotp();
    const address = newAddress();
    const answers: CallAnswer[] = [];
    // Ten at once: more would wait for their turn, and be refused for that.
    for (let round = 0; round < guessesAnAddress / 10 + 1; round += 1) {
      const some = await times(10, (index) =>
        callOf(index)('sign-in', { email: `nobody${round}${index}@example.com`, password }, { address }),
      );
      answers.push(...some);
    }
    expect(byOutcome(answers)).toEqual({ UNAUTHENTICATED: guessesAnAddress, LIMITED: 10 });
    expectWait(await server.call('sign-in', { email, password }, { address }));
    expect(signInOutcome(await server.call('sign-in', { email, password }))).toBe('TOTP_SETUP_NEEDED');
  });

  test('the current password is guessed no more often by whoever has a session', async () => {
    const { email } = await server.aPersonWithoutTotp();
    const service = await serviceTokenOf(server, email);
    const address = newAddress();
    const answers = await times(20, (index) =>
      callOf(index)(
        'change-password',
        { password: wrong(index), newPassword: 'another horse' },
        { service, address },
      ),
    );
    expect(byOutcome(answers)).toEqual({ INVALID: guessesAnAccount, LIMITED: 20 - guessesAnAccount });
  });
});

describe('codes of the second factor', () => {
  /** No code of now or near it. */
  const wrongCode = (person: PersonWithTotp, index: number): string => {
    const near = new Set([-2, -1, 0, 1, 2].map((steps) => person.code(steps)));
    for (let code = index * 31; ; code += 1) {
      const digits = String(code % 1_000_000).padStart(6, '0');
      if (!near.has(digits)) return digits;
    }
  };
  const verify = (call: Call, ticket: string, code: string, kind: 'TOTP' | 'BACKUP' = 'TOTP') =>
    call('verify-code', { ticket, kind, code, rememberDevice: false });

  test('five are looked at, though the password is given again in between', async () => {
    const person = await server.aPersonWithTotp();
    for (let guess = 0; guess < guessesAnAccount; guess += 1) {
      const ticket = await ticketOf(server, person.email);
      const answer = await verify(callOf(guess), ticket, wrongCode(person, guess));
      expect(answer.status).toBe(401);
      expect(readRefusal(answer).field).toBe('code');
    }
    const ticket = await ticketOf(server, person.email);
    const refused = await verify(server.call, ticket, person.code());
    expectWait(refused);
    expectWait(await verify(server.call, ticket, person.backupCodes[0] ?? '', 'BACKUP'));
    server.clock.at += Number(readRefusal(refused).details?.['retryAfterMs']);
    expect(
      signInOutcome(await verify(server.call, await ticketOf(server, person.email), person.code())),
    ).toBe('SIGNED_IN');
  });

  test('of 50 at once, of both kinds, with a ticket each, from 50 addresses at two processes, five are looked at', async () => {
    const person = await server.aPersonWithTotp();
    const tickets: string[] = [];
    for (let index = 0; index < 5; index += 1) tickets.push(await ticketOf(server, person.email));
    const answers = await times(50, (index) =>
      verify(
        callOf(index),
        tickets[index % tickets.length] ?? '',
        index % 3 === 0 ? `AAAAA-${10_000 + index}` : wrongCode(person, index),
        index % 3 === 0 ? 'BACKUP' : 'TOTP',
      ),
    );
    expect(byOutcome(answers)).toEqual({ UNAUTHENTICATED: guessesAnAccount, LIMITED: 50 - guessesAnAccount });
  });

  test('the one of somebody else goes on', async () => {
    const locked = await server.aPersonWithTotp();
    const other = await server.aPersonWithTotp();
    const address = newAddress();
    const ticket = await ticketOf(server, locked.email);
    for (let guess = 0; guess <= guessesAnAccount; guess += 1)
      await server.call(
        'verify-code',
        { ticket, kind: 'TOTP', code: wrongCode(locked, guess), rememberDevice: false },
        { address },
      );
    const answer = await server.call(
      'verify-code',
      {
        ticket: await ticketOf(server, other.email),
        kind: 'TOTP',
        code: other.code(),
        rememberDevice: false,
      },
      { address },
    );
    expect(signInOutcome(answer)).toBe('SIGNED_IN');
  });

  test('are guessed no more often by whoever has a session', async () => {
    const person = await server.aPersonWithTotp();
    const ticket = await ticketOf(server, person.email);
    const { serviceToken: service } = JSON.parse((await verify(server.call, ticket, person.code())).body) as {
      serviceToken: string;
    };
    server.clock.at += 90_000;
    const bodies = [
      (code: string) => ['set-preferred-mfa', { preferred: 'NONE', code }] as const,
      (code: string) => ['new-backup-codes', { code }] as const,
    ];
    const answers = await times(30, (index) => {
      const [call, body] = bodies[index % 2]?.(wrongCode(person, index)) ?? (['skip-mfa', {}] as const);
      return callOf(index)(call, body, { service });
    });
    const outcomes = byOutcome(answers);
    expect(outcomes['UNAUTHENTICATED']).toBeLessThanOrEqual(guessesAnAccount);
    expect(outcomes['LIMITED']).toBeGreaterThanOrEqual(30 - guessesAnAccount);
    expect(Object.keys(outcomes).sort()).toEqual(['LIMITED', 'UNAUTHENTICATED']);
  });
});

const idOf = (answer: RawAnswer): string =>
  (readAnswer(answer).data as { SaasUserSignUp: { id: string } }).SaasUserSignUp.id;

describe('mails that a stranger can ask for', () => {
  const signUp = 'SaasUserSignUp(data: $data) { id }';
  const form = (email: string) => ({ data: { email, password, firstName: 'New', lastName: 'Person' } });
  const mailsTo = (email: string) => server.mails().filter(({ to }) => to === email).length;

  test('of 50 at once for one email, at two processes, five are sent', async () => {
    const { email } = await server.aPersonWithoutTotp();
    const answers = await times(50, (index) => callOf(index)('forgot-password', { email }));
    expect(countBy(answers, ({ status }) => String(status))).toEqual({
      200: mailsAnAccount,
      429: 50 - mailsAnAccount,
    });
    const refused = answers.find(({ status }) => status === 429);
    if (refused !== undefined) expectWait(refused);
    for (let mail = 0; mail < mailsAnAccount; mail += 1) await server.mailTo(email);
    expect(mailsTo(email)).toBe(mailsAnAccount);
  });

  test('asking for an account stands alone in its request, under whatever name', async () => {
    const email = 'aliases@example.com';
    const aliases = Array.from({ length: 10 }, (_, index) => `a${index}: ${signUp}`).join(' ');
    for (const document of [
      `mutation ($data: userAuthentication!) { ${aliases} }`,
      `mutation ($data: userAuthentication!) { ...F } fragment F on Mutation { ${aliases} }`,
      `mutation ($data: userAuthentication!) { ${signUp} SaasUserLogout }`,
    ])
      expect(outcomeOf(await server.send(document, form(email), {}))).toBe('INVALID');
    const batch = Array.from({ length: 10 }, () => ({
      query: `mutation ($data: userAuthentication!) { ${signUp} }`,
      variables: form(email),
    }));
    const together = await sendBody(server, JSON.stringify(batch), {});
    expect(
      (JSON.parse(together.body) as object[]).map((one) =>
        outcomeOf({ ...together, body: JSON.stringify(one) }),
      ),
    ).toEqual(batch.map(() => 'INVALID'));
    expect(await server.query('select from registration where email = $1', [email])).toEqual([]);
    expect(mailsTo(email)).toBe(0);
  });

  test('asking for an account and for another code are counted as one', async () => {
    const email = 'counted@example.com';
    const document = `mutation ($data: userAuthentication!) { ${signUp} }`;
    const registrationId = idOf(await server.send(document, form(email), {}));
    const answers = await times(20, (index) => callOf(index)('resend-code', { registrationId }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(mailsAnAccount - 1);
    expect(outcomeOf(await server.send(document, form(email), {}))).toBe('LIMITED');
    for (let mail = 0; mail < mailsAnAccount; mail += 1) await server.mailTo(email);
    expect(mailsTo(email)).toBe(mailsAnAccount);
  });
});

describe('mailed codes', () => {
  const near = (code: string, index: number) =>
    String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0');

  test('of a registration: five are looked at, however many registrations there are of the email', async () => {
    const email = 'guessed@example.com';
    const ids: string[] = [];
    for (let index = 0; index < 2; index += 1) {
      const answer = await server.send(
        'mutation ($data: userAuthentication!) { SaasUserSignUp(data: $data) { id } }',
        { data: { email, password, firstName: 'New', lastName: 'Person' } },
        {},
      );
      ids.push(idOf(answer));
    }
    const code = /^\d{6}$/m.exec(await server.mailTo(email))?.[0] ?? '';
    const answers = await times(30, (index) =>
      callOf(index)('confirm-registration', { registrationId: ids[index % 2], code: near(code, index) }),
    );
    expect(byOutcome(answers)['UNAUTHENTICATED']).toBeLessThanOrEqual(guessesAnAccount);
    for (const registrationId of ids)
      expectWait(await server.call('confirm-registration', { registrationId, code }));
  });

  test('of a new password: five are looked at, and the right one is refused after them', async () => {
    const { email } = await server.aPersonWithoutTotp();
    await server.call('forgot-password', { email });
    const code = /^\d{6}$/m.exec(await server.mailTo(email))?.[0] ?? '';
    const answers = await times(30, (index) =>
      callOf(index)('reset-password', { email, code: near(code, index), password: 'another horse' }),
    );
    expect(byOutcome(answers)).toEqual({ UNAUTHENTICATED: guessesAnAccount, LIMITED: 30 - guessesAnAccount });
    expectWait(await server.call('reset-password', { email, code, password: 'another horse' }));
    expect(signInOutcome(await server.call('sign-in', { email, password }))).toBe('TOTP_SETUP_NEEDED');
    // After the window the code is over as well.
    server.clock.at += guessWindowMs;
    const late = await server.call('reset-password', { email, code, password: 'another horse' });
    expect(late.status).toBe(401);
  });
});
