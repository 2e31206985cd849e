// What no page of ours sends to /auth: never a fault of the server, never a word of how it is made, never a session.
import { authForms } from '@rowhouse/domain/identity/auth-calls.ts';
import type { AuthCall } from '@rowhouse/domain/identity/auth-calls.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ZodType } from 'zod';
import { anyCharacter } from '../any-character.ts';
import { authSamples } from './auth-samples.ts';
import { expectFairAnswer } from './fair-answer.ts';
import { newAddress, sendCall, startSignInServer } from './sign-in-server.ts';
import type { CallAnswer, SignInServer } from './sign-in-server.ts';

let server: SignInServer;
let name: string;
let service: string | undefined;
beforeAll(async () => {
  server = await startSignInServer({ cheapPasswords: true });
  ({ name } = await server.aPersonWithoutTotp());
});
afterAll(() => server.close());
/** One of the calls ends it. */
beforeEach(async () => ({ service } = await server.signIn(name)));
/** So that what is refused is refused for what it holds, not for its number. */
afterEach(() => server.query('delete from auth_rate_limit'));

const calls = Object.keys(authForms) as AuthCall[];
/** It answers to nothing, and takes nothing else. */
const takesNothing = new Set<AuthCall>(
  calls.filter((call) => Object.keys(authForms[call].shape).length === 0),
);

async function send(call: AuthCall, payload: string | Buffer): Promise<CallAnswer> {
  const answer = await sendCall(server, call, payload, { service, address: newAddress() });
  expectFairAnswer(answer, payload.toString('utf8').slice(0, 300));
  return answer;
}

/** Refused for what it is, in words: the answer is JSON with a code and a sentence. */
function expectRefused(answer: CallAnswer, sent: unknown): void {
  const told = `${JSON.stringify(sent)?.slice(0, 300)} -> ${answer.status} ${answer.body.slice(0, 300)}`;
  expect(answer.status >= 400 ? '' : told).toBe('');
  const { code, message } = JSON.parse(answer.body) as { code?: string; message?: string };
  expect(typeof code === 'string' && typeof message === 'string' && message.length > 5 ? '' : told).toBe('');
  expect(answer.cookie).toBeUndefined();
}

describe.each(calls)('%s', (call) => {
  test('with a body that is none is refused', async () => {
    const sample = JSON.stringify(authSamples[call]);
    const bodies: readonly (string | Buffer)[] = [
      '',
      'null',
      '[]',
      '"x"',
      '1e400',
      '{',
      `${sample}${sample}`,
      `[${sample}]`,
      `[${sample},${sample}]`,
      sample.slice(0, -1),
      Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22, 0x7d]),
      `{"__proto__":${sample}}`,
      `${sample.slice(0, -1)}${sample.length > 2 ? ',' : ''}"more":1}`,
      `${sample.slice(0, -1)}${sample.length > 2 ? ',' : ''}"__proto__":{"isAdmin":true}}`,
      '['.repeat(2000) + ']'.repeat(2000),
      JSON.stringify({ ...authSamples[call], more: 'x'.repeat(100_000) }),
    ];
    for (const body of bodies) expectRefused(await send(call, body), body.toString().slice(0, 100));
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  });

  test('with any JSON at all is refused, and with any JSON in one of its places is answered fairly', async () => {
    const places = Object.keys(authSamples[call]);
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
        const isNothing = takesNothing.has(call) && JSON.stringify(value) === '{}';
        const answer = await send(call, JSON.stringify(value));
        if (!isNothing) expectRefused(answer, value);
      }),
      { numRuns: 25 },
    );
    if (places.length === 0) return;
    const wild = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.string({ unit: 'grapheme-composite', maxLength: 120 }),
      fc.constantFrom(
        '\u0000',
        'a\u0000@example.com',
        '\ud800',
        '\ud800@example.com',
        "' or 1=1 --",
        '%00',
        '../..',
        '__proto__',
        'x'.repeat(4096),
        'x'.repeat(129),
        '０００００００',
        'ß@example.com',
        'İ@example.com',
        '"a b"@example.com',
        'a@b.c\r\nBcc: x@y.zz',
        1e308,
        -0,
        2 ** 53,
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), wild, async (place, value) => {
        const answer = await send(call, JSON.stringify({ ...authSamples[call], [place]: value }));
        if (answer.status >= 400) expectRefused(answer, value);
      }),
      { numRuns: 60 },
    );
  });

  test('without one of its places is refused for that place', async () => {
    for (const place of Object.keys(authSamples[call])) {
      const form = authForms[call].shape[place as never] as ZodType | undefined;
      // The phone, and the password where a provider keeps it.
      if (form === undefined || form.safeParse(undefined).success) continue;
      const { [place as never]: _left, ...rest } = authSamples[call];
      const answer = await send(call, JSON.stringify(rest));
      expectRefused(answer, rest);
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'INVALID', field: place });
    }
  });
});

test('a call that is none, and another method, are not there', async () => {
  for (const path of [
    'sign-out',
    'sign-in/',
    'Sign-In',
    '__proto__',
    'constructor',
    '%2e%2e',
    'sign-in%00',
    'toString',
  ]) {
    const { statusCode, body } = await server.app.inject({
      method: 'POST',
      url: `/auth/${path}`,
      payload: {},
    });
    expectFairAnswer({ status: statusCode, body }, path);
    expect(statusCode).toBeGreaterThanOrEqual(400);
  }
  for (const method of ['PUT', 'DELETE', 'PATCH'] as const) {
    const { statusCode, body } = await server.app.inject({
      method,
      url: '/auth/sign-in',
      payload: authSamples['sign-in'],
    });
    expectFairAnswer({ status: statusCode, body }, method);
    expect(statusCode).toBeGreaterThanOrEqual(400);
  }
});

test('cookies and headers of any kind are borne', async () => {
  const cookies = [
    'rh_device',
    'rh_device=',
    'rh_device=;rh_device=x',
    `rh_device=${'x'.repeat(10_000)}`,
    'rh_device=%00',
    'rh_device="quoted"',
    'rh_device=%E0%A4%A',
    '__proto__=x; constructor=y',
    ';;;===;',
    'rh_oidc=x; rh_device=\u00ff',
  ];
  for (const [index, cookie] of cookies.entries()) {
    const body = { ...authSamples['sign-in'], email: `nobody${index}@example.com` };
    const answer = await server.call('sign-in', body, { cookie });
    expectFairAnswer(answer, cookie);
    expect(answer.status).toBe(401);
  }
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: '/auth/sign-in',
    headers: {
      'user-agent': '\u00ff'.repeat(5000),
      'x-forwarded-for': 'nonsense, 1.2.3.4',
      'content-type': 'application/json',
    },
    payload: JSON.stringify(authSamples['sign-in']),
  });
  expect(statusCode).toBe(401);
});
