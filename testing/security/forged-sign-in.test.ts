// 200 credentials of signing in, each twisted in one of its parts: 40 of each kind, none accepted. What they are made
// of is accepted at the end of each, so that it was the twist alone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectFairAnswer } from './fair-answer.ts';
import { outcomeOf } from './guarded-server.ts';
import { password, readCall, signInOutcome, startSignInServer, ticketOf } from './sign-in-server.ts';
import type { SignInServer } from './sign-in-server.ts';

let server: SignInServer;
beforeAll(async () => (server = await startSignInServer()));
afterAll(() => server.close());

const forgeries = 40;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const otherLetter = (letter: string | undefined, by: number) =>
  letters[(letters.indexOf(letter ?? 'A') + 1 + by) % letters.length] ?? 'A';
const write = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Each part of what stands between dots, twisted in each way in turn, at a place that wanders. */
function twist(genuine: string, number: number): string {
  const parts = genuine.split('.');
  const at = number % parts.length;
  const part = parts[at] ?? '';
  const place = (number * 7) % Math.max(part.length, 1);
  const ways: readonly (() => string)[] = [
    () => part.slice(0, place) + otherLetter(part[place], number % 60) + part.slice(place + 1),
    () => part.slice(0, place) + part.slice(place + 1),
    () => part.slice(0, place) + otherLetter(part[place], number % 60) + part.slice(place),
    () => '',
    () => [...part].toReversed().join(''),
    () => `${part}=`,
    () => changedJson(part, number) ?? `${part}A`,
    () => part.slice(0, part.length / 2),
    () => (part === part.toLowerCase() ? part.toUpperCase() : part.toLowerCase()),
    () => write({ alg: 'none', id: 'x', expiresAtMs: 9e15, payload: {} }),
  ];
  const way = ways[Math.floor(number / parts.length) % ways.length];
  return parts.with(at, way?.() ?? '').join('.');
}

/** The same claims with one of them changed, or a longer life, under the signature of the genuine ones. */
function changedJson(part: string, number: number): string | null {
  try {
    const value = JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
    const keys = Object.keys(value);
    const key = keys[number % keys.length] ?? 'sub';
    const current = value[key];
    return write({ ...value, [key]: typeof current === 'number' ? current + 1 : 'another' });
  } catch {
    return null;
  }
}

const twists = (genuine: string) => {
  const made = Array.from({ length: forgeries }, (_, number) => twist(genuine, number)).map(
    (forged, number) => (forged === genuine ? `${genuine}${number}` : forged),
  );
  expect(made).not.toContain(genuine);
  return made;
};

describe('of 40 twisted', () => {
  test('service tokens none says who it is', async () => {
    const { service = '' } = await server.signIn('mia');
    for (const forged of twists(service)) {
      const answer = await server.call('security-state', {}, { service: forged });
      expectFairAnswer(answer, forged);
      expect(answer.status).toBe(401);
    }
    expect((await server.call('security-state', {}, { service })).status).toBe(200);
  });

  test('backend tokens none enters the company', async () => {
    const mia = await server.enter('mia', server.north);
    for (const forged of twists(mia.backend ?? '')) {
      const answer = await server.send('{ getSaasUsers { id } }', {}, { ...mia, backend: forged });
      expectFairAnswer(answer, forged);
      expect(outcomeOf(answer)).toBe('UNAUTHENTICATED');
    }
    expect(outcomeOf(await server.send('{ getSaasUsers { id } }', {}, mia))).toBe('answers');
  });

  test('tickets none is worth the right code, and the code is not spent by them', async () => {
    const person = await server.aPersonWithTotp();
    const ticket = await ticketOf(server, person.email);
    const verify = (given: string) =>
      server.call('verify-code', { ticket: given, kind: 'TOTP', code: person.code(), rememberDevice: true });
    for (const forged of twists(ticket)) {
      const answer = await verify(forged);
      expectFairAnswer(answer, forged);
      expect(answer.body).not.toContain('serviceToken');
      expect(answer.cookie).toBeUndefined();
      expect([400, 401]).toContain(answer.status);
    }
    expect(signInOutcome(await verify(ticket))).toBe('SIGNED_IN');
  });

  test('device cookies none skips the code', async () => {
    const person = await server.aPersonWithTotp();
    const ticket = await ticketOf(server, person.email);
    const remembered = await server.call('verify-code', {
      ticket,
      kind: 'TOTP',
      code: person.code(),
      rememberDevice: true,
    });
    const [name = '', genuine = ''] = (remembered.cookie ?? '').split('=');
    expect(name).toBe('rh_device');
    const signIn = (cookie: string) =>
      server.call('sign-in', { email: person.email, password }, { cookie: `${name}=${cookie}` });
    for (const forged of twists(genuine)) {
      const answer = await signIn(forged);
      expectFairAnswer(answer, forged);
      expect(signInOutcome(answer)).toBe('TOTP_REQUIRED');
    }
    expect(signInOutcome(await signIn(genuine))).toBe('SIGNED_IN');
    // Of the same browser, but of another person.
    const other = await server.aPersonWithTotp();
    const foreign = await server.call(
      'sign-in',
      { email: other.email, password },
      { cookie: `${name}=${genuine}` },
    );
    expect(signInOutcome(foreign)).toBe('TOTP_REQUIRED');
  });

  test('links none is followed', async () => {
    const mia = await server.enter('mia', server.north);
    const answer = await server.ask(
      `query ($data: ExportRecordsInput!) { exportRecordHeaders(data: $data) { url } }`,
      mia,
      { data: { query: { recordTypeId: server.north.types.papers }, columns: ['recordNumber'] } },
    );
    const { url } = (answer.data ?? {})['exportRecordHeaders'] as { url: string };
    const genuine = url.split('/').at(-1) ?? '';
    for (const forged of twists(genuine)) {
      const { statusCode, body } = await server.app.inject(`/exports/${forged}`);
      expectFairAnswer({ status: statusCode, body }, forged);
      expect(statusCode).toBeGreaterThanOrEqual(400);
    }
    expect((await server.app.inject(url)).statusCode).toBe(200);
  });
});

test('a ticket is of one purpose, and no other credential of ours is one', async () => {
  const person = await server.aPersonWithTotp();
  const ticket = await ticketOf(server, person.email);
  const { service, backend } = await server.enter('mia', server.north);
  const grant = server.grants.signGrant('second factor', { authUserId: person.authUserId }, 60_000);
  for (const given of [service, backend, grant, String(person.userId), person.authUserId, person.email]) {
    const answer = await server.call('verify-code', {
      ticket: given,
      kind: 'TOTP',
      code: person.code(),
      rememberDevice: false,
    });
    expect(answer.status).toBe(401);
  }
  for (const [call, body] of [
    ['redeem', { ticket }],
    ['new-password', { ticket, password }],
  ] as const) {
    const answer = await server.call(call, body);
    expect(answer.status).toBe(401);
    expect(answer.body).not.toContain('serviceToken');
  }
  const { cookie } = await server.call(
    'sign-in',
    { email: person.email, password },
    { cookie: `rh_device=${ticket}` },
  );
  expect(cookie).toBeUndefined();
});

describe('a ticket', () => {
  const verify = (ticket: string, code: string) =>
    server.call('verify-code', { ticket, kind: 'TOTP', code, rememberDevice: false });

  test('is over after five minutes', async () => {
    const person = await server.aPersonWithTotp();
    const ticket = await ticketOf(server, person.email);
    server.clock.at += 5 * 60_000;
    const answer = await verify(ticket, person.code());
    expect(answer.status).toBe(401);
    expect(answer.body).toContain('TicketOver');
    const another = await ticketOf(server, person.email);
    server.clock.at += 5 * 60_000 - 1;
    expect(signInOutcome(await verify(another, person.code()))).toBe('SIGNED_IN');
  });

  test('is spent once, though the next code is right', async () => {
    const person = await server.aPersonWithTotp();
    const ticket = await ticketOf(server, person.email);
    expect(signInOutcome(await verify(ticket, person.code()))).toBe('SIGNED_IN');
    const again = await verify(ticket, person.code(1));
    expect(again.status).toBe(401);
    expect(again.body).toContain('TicketOver');
  });

  test('is over once the person was disabled, or the password changed', async () => {
    const person = await server.aPersonWithTotp();
    const first = await ticketOf(server, person.email);
    await server.query('update app_user set enabled = false where id = $1', [person.userId]);
    expect((await verify(first, person.code())).status).toBe(401);
    await server.query('update app_user set enabled = true where id = $1', [person.userId]);
    const second = await ticketOf(server, person.email);
    await server.identity.setPassword(person.userId, 'another horse');
    // The first code was spent on the first ticket.
    expect((await verify(second, person.code(1))).body).toContain('TicketOver');
  });

  test('of one person is not worth the code of another', async () => {
    const person = await server.aPersonWithTotp();
    const other = await server.aPersonWithTotp();
    const ticket = await ticketOf(server, person.email);
    expect((await verify(ticket, other.code())).status).toBe(401);
    expect(signInOutcome(await verify(ticket, person.code()))).toBe('SIGNED_IN');
  });
});

test('a call that must come from our own pages is not taken as a form, nor from a query', async () => {
  const person = await server.aPersonWithTotp();
  for (const contentType of [
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
  ]) {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/auth/sign-in',
      headers: { 'content-type': contentType },
      payload: JSON.stringify({ email: person.email, password }),
    });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toContain('ticket');
  }
  const asked = await server.app.inject(
    `/auth/sign-in?email=${person.email}&password=${encodeURIComponent(password)}`,
  );
  expect(asked.body).not.toContain('ticket');
  const { ticket } = readCall('sign-in', await server.call('sign-in', { email: person.email, password })) as {
    ticket: string;
  };
  expect(ticket.length).toBeGreaterThan(20);
});
