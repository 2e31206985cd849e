// Every call that needs the service token against everybody who has none that is good. Complete by type: a new call is
// tried by being in `signedInCalls`, and has its sample or does not compile.
import { signedInCalls } from '@rowhouse/domain/identity/auth-calls.ts';
import type { SignedInCall } from '@rowhouse/domain/identity/auth-calls.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authSamples } from './auth-samples.ts';
import { expectFairAnswer } from './fair-answer.ts';
import { readRefusal, serviceTokenOf, startSignInServer, ticketOf } from './sign-in-server.ts';
import type { CallAnswer, SignInServer } from './sign-in-server.ts';

let server: SignInServer;
/** Whose session is tried: with a second factor, devices and another session to lose. */
let person: Awaited<ReturnType<SignInServer['aPersonWithTotp']>>;
let ticket: string;

beforeAll(async () => {
  server = await startSignInServer();
  person = await server.aPersonWithTotp();
  ticket = await ticketOf(server, person.email);
});
afterAll(() => server.close());

type Broken = { readonly service: string | undefined; readonly undo?: () => Promise<unknown> };

const dayMs = 86_400_000;
const enter = async () => (await server.signIn(person.name)).service ?? '';
const otherSignature = (token: string) =>
  `${token.slice(0, -4)}${token.slice(-4) === 'AAAA' ? 'BBBB' : 'AAAA'}`;

const situations: Readonly<Record<string, () => Promise<Broken>>> = {
  'no token': async () => ({ service: undefined }),
  'an empty token': async () => ({ service: '' }),
  'a malformed token': async () => ({ service: 'Bearer a.b.c' }),
  'a forged token': async () => ({ service: otherSignature(await enter()) }),
  'an expired token': async () => {
    const service = await enter();
    server.clock.at += dayMs + 1;
    return { service, undo: async () => (server.clock.at -= dayMs + 1) };
  },
  'a session that was ended': async () => {
    const service = await enter();
    await server.ask('mutation { SaasUserLogout }', { service });
    return { service };
  },
  'a session that is over': async () => {
    const service = await enter();
    await server.query(
      `update auth_session set "expiresAt" = now() - interval '1 second' where "userId" = $1`,
      [person.authUserId],
    );
    return { service };
  },
  'a ticket in place of the token': async () => ({ service: ticket }),
  'a backend token in place of it': async () => ({
    service: (await server.enter('mia', server.north)).backend,
  }),
  'a link in place of it': async () => ({
    service: server.grants.signGrant('export', { sub: person.userId, sid: 'x' }, 60_000),
  }),
  'a disabled person': async () => {
    const service = await enter();
    await server.query('update app_user set enabled = false where id = $1', [person.userId]);
    return {
      service,
      undo: () => server.query('update app_user set enabled = true where id = $1', [person.userId]),
    };
  },
};

/** What a call could have changed of the person; a session's last use is no matter. */
const kept = () =>
  server.query(
    `select to_jsonb(u) as auth_user, to_jsonb(p) as person,
       (select jsonb_agg(to_jsonb(t)) from auth_totp t where auth_user_id = u.id) as totp,
       (select jsonb_agg(to_jsonb(d)) from auth_device d where auth_user_id = u.id) as devices,
       (select jsonb_agg(a.password) from auth_account a where a."userId" = u.id) as passwords,
       (select count(*)::int from membership m where m.user_id = p.id) as memberships
     from auth_user u join app_user p on p.auth_user_id = u.id where u.id = $1`,
    [person.authUserId],
  );

const cases = Object.keys(situations).flatMap((situation) =>
  signedInCalls.map((call) => ({ situation, call })),
);

test.each(cases)('$situation: $call is refused, and nothing is changed', async ({ situation, call }) => {
  const { service, undo } = (await situations[situation]?.()) ?? {};
  try {
    const before = await kept();
    const sessions = await numberOfSessions();
    const answer = await server.call(call, authSamples[call], { service });
    expectFairAnswer(answer, call);
    expect(answer.status).toBe(401);
    expect(
      Object.keys(readRefusal(answer)).filter((key) => !['code', 'message', 'details'].includes(key)),
    ).toEqual([]);
    expect(readRefusal(answer).code).toBe('UNAUTHENTICATED');
    expect(answer.body).not.toContain(person.email);
    expect(answer.cookie).toBeUndefined();
    expect(await kept()).toEqual(before);
    expect(await numberOfSessions()).toBe(sessions);
  } finally {
    await undo?.();
  }
});

const numberOfSessions = async () =>
  (
    await server.query('select count(*)::int as n from auth_session where "userId" = $1', [person.authUserId])
  )[0]?.['n'];

describe('the samples that are refused above are taken with a good token', () => {
  // What each answers to a code, an id or a password that is none, told from "not signed in" by its field or its status.
  const taken: Readonly<Record<SignedInCall, (answer: CallAnswer) => boolean>> = {
    'begin-company': ({ status }) => status === 404,
    'join-tenant': ({ status }) => status === 404,
    'change-password': (answer) => readRefusal(answer).field === 'password',
    'setup-totp': ({ status }) => status === 200,
    'verify-totp': (answer) => readRefusal(answer).field === 'code',
    'set-preferred-mfa': (answer) => readRefusal(answer).field === 'code',
    'new-backup-codes': (answer) => readRefusal(answer).field === 'code',
    'skip-mfa': ({ status }) => status === 200,
    'still-here': ({ status }) => status === 200,
    'security-state': ({ status }) => status === 200,
    'forget-device': ({ status }) => status === 404,
    'end-session': ({ status }) => status === 404,
    prove: ({ status }) => status === 200,
    'sign-out-everywhere': ({ status }) => status === 200,
  };

  test.each(signedInCalls)('%s', async (call) => {
    const other = await server.aPersonWithTotp();
    await server.query(`update auth_totp set preferred = false where auth_user_id = $1`, [other.authUserId]);
    const service = await serviceTokenOf(server, other.email);
    const answer = await server.call(call, authSamples[call], { service });
    expect(taken[call](answer) ? '' : `${answer.status} ${answer.body}`).toBe('');
  });
});
