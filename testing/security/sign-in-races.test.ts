// The same moment, many hands, at two processes: what is spent once is spent once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashInvitationToken, newInvitationToken } from '@rowhouse/server/identity/invitations.ts';
import { startAnother } from '../record-model/another-application.ts';
import {
  callerOf,
  countBy,
  password,
  readCall,
  serviceTokenOf,
  signInOutcome,
  startSignInServer,
  ticketOf,
  times,
} from './sign-in-server.ts';
import type { Call, SignInServer } from './sign-in-server.ts';

let server: SignInServer;
let another: Awaited<ReturnType<typeof startAnother>>;
let otherCall: Call;
beforeAll(async () => {
  server = await startSignInServer();
  another = await startAnother(server);
  otherCall = callerOf(another);
});
afterAll(async () => {
  await another.close();
  await server.close();
});

const callOf = (index: number): Call => (index % 2 === 0 ? server.call : otherCall);
const numberOf = async (text: string, values: readonly unknown[]) =>
  Number(Object.values((await server.query(text, values))[0] ?? {})[0]);
const sessionsOf = (authUserId: string) =>
  numberOf('select count(*) from auth_session where "userId" = $1', [authUserId]);

describe('of 50 at once', () => {
  test('with one code and one ticket one signs in', async () => {
    const person = await server.aPersonWithTotp();
    const ticket = await ticketOf(server, person.email);
    const body = { ticket, kind: 'TOTP', code: person.code(), rememberDevice: true };
    const answers = await times(50, (index) => callOf(index)('verify-code', body));
    expect(countBy(answers, signInOutcome)['SIGNED_IN']).toBe(1);
    expect(answers.filter(({ cookie }) => cookie !== undefined)).toHaveLength(1);
    expect(await sessionsOf(person.authUserId)).toBe(1);
    expect(
      await numberOf('select count(*) from auth_device where auth_user_id = $1', [person.authUserId]),
    ).toBe(1);
  });

  test('with one code and a ticket each one signs in', async () => {
    const person = await server.aPersonWithTotp();
    const tickets: string[] = [];
    for (let index = 0; index < 10; index += 1) tickets.push(await ticketOf(server, person.email));
    const code = person.code();
    const answers = await times(50, (index) =>
      callOf(index)('verify-code', {
        ticket: tickets[index % 10],
        kind: 'TOTP',
        code,
        rememberDevice: false,
      }),
    );
    expect(countBy(answers, signInOutcome)['SIGNED_IN']).toBe(1);
    expect(await sessionsOf(person.authUserId)).toBe(1);
  });

  test('with one backup code one signs in', async () => {
    const person = await server.aPersonWithTotp();
    const tickets: string[] = [];
    for (let index = 0; index < 5; index += 1) tickets.push(await ticketOf(server, person.email));
    const [code] = person.backupCodes;
    const answers = await times(50, (index) =>
      callOf(index)('verify-code', {
        ticket: tickets[index % 5],
        kind: 'BACKUP',
        code,
        rememberDevice: false,
      }),
    );
    expect(countBy(answers, signInOutcome)['SIGNED_IN']).toBe(1);
    expect(await sessionsOf(person.authUserId)).toBe(1);
  });

  test('with one ticket, by every way that is right, one signs in', async () => {
    const person = await server.aPersonWithTotp();
    const ticket = await ticketOf(server, person.email);
    const right = [
      { kind: 'TOTP', code: person.code() },
      { kind: 'TOTP', code: person.code(1) },
      ...person.backupCodes.map((code) => ({ kind: 'BACKUP', code })),
    ];
    const answers = await times(50, (index) =>
      callOf(index)('verify-code', { ticket, ...right[index % right.length], rememberDevice: false }),
    );
    expect(countBy(answers, signInOutcome)['SIGNED_IN']).toBe(1);
    expect(await sessionsOf(person.authUserId)).toBe(1);
  });

  async function invite(email: string): Promise<string> {
    const token = newInvitationToken();
    await server.query(
      `insert into invitation (tenant_id, email, role_id, token_hash, invited_by, expires_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        server.north.id,
        email,
        server.north.roles.clerk,
        hashInvitationToken(token),
        server.people.mia,
        new Date(server.clock.at + 86_400_000),
      ],
    );
    return token;
  }

  test('who accept one invitation one makes the account and joins', async () => {
    const email = 'raced@example.com';
    const body = { token: await invite(email), password, firstName: 'Ray', lastName: 'Test' };
    const answers = await times(50, (index) => callOf(index)('accept-invitation', body));
    const outcomes = countBy(answers, signInOutcome);
    expect((outcomes['SIGNED_IN'] ?? 0) + (outcomes['TOTP_SETUP_NEEDED'] ?? 0)).toBe(1);
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
    const [person] = await server.query(
      `select p.id::int, p.auth_user_id,
         (select count(*)::int from app_user where lower(email) = $1) as people,
         (select count(*)::int from auth_user where email = $1) as accounts,
         (select count(*)::int from auth_account a where a."userId" = p.auth_user_id) as credentials,
         (select count(*)::int from membership m where m.user_id = p.id and m.enabled) as memberships,
         (select count(*)::int from auth_session s where s."userId" = p.auth_user_id) as sessions
       from app_user p where lower(p.email) = $1`,
      [email],
    );
    expect(person).toMatchObject({ people: 1, accounts: 1, credentials: 1, memberships: 1, sessions: 1 });
    expect(await serviceTokenOf(server, email)).toMatch(/\./);
  });

  test('who join by one invitation one joins', async () => {
    const person = await server.aPersonWithoutTotp();
    const token = await invite(person.email);
    const service = await serviceTokenOf(server, person.email);
    const answers = await times(50, (index) => callOf(index)('join-tenant', { token }, { service }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await numberOf('select count(*) from membership where user_id = $1', [person.userId])).toBe(1);
  });

  test('who confirm one registration one makes the account', async () => {
    const email = 'registered@example.com';
    const registrationId = await signUp(email);
    const body = { registrationId, code: await codeFor(email) };
    const answers = await times(50, (index) => callOf(index)('confirm-registration', body));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await numberOf('select count(*) from auth_user where email = $1', [email])).toBe(1);
    expect(await numberOf('select count(*) from app_user where lower(email) = $1', [email])).toBe(1);
    expect(await serviceTokenOf(server, email)).toMatch(/\./);
  });

  test('who confirm two registrations of one email one account comes out, and one password', async () => {
    const email = 'twice@example.com';
    const first = await signUp(email, 'the first horse');
    const firstCode = await codeFor(email);
    const second = await signUp(email, 'the second horse');
    const secondCode = await codeFor(email);
    const confirmed = await times(20, (index) =>
      callOf(index)(
        'confirm-registration',
        index % 2 === 0
          ? { registrationId: first, code: firstCode }
          : { registrationId: second, code: secondCode },
      ),
    );
    expect(confirmed.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await numberOf('select count(*) from auth_user where email = $1', [email])).toBe(1);
    expect(
      await numberOf(
        `select count(*) from auth_account a join auth_user u on u.id = a."userId" where u.email = $1`,
        [email],
      ),
    ).toBe(1);
    const answers = await times(2, (index) =>
      server.call('sign-in', { email, password: index === 0 ? 'the first horse' : 'the second horse' }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('who set a password by one code one does, and its password is the one', async () => {
    const { email } = await server.aPersonWithoutTotp();
    await server.call('forgot-password', { email });
    const code = await codeFor(email);
    const answers = await times(50, (index) =>
      callOf(index)('reset-password', { email, code, password: `new horse ${index}` }),
    );
    const done = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(done).toHaveLength(1);
    await server.query('delete from auth_rate_limit');
    const answer = await server.call('sign-in', { email, password: `new horse ${done[0]}` });
    expect(readCall('sign-in', answer).outcome).toBe('TOTP_SETUP_NEEDED');
  });
});

test('a session that is begun while the password changes does not outlive it', async () => {
  const person = await server.aPersonWithoutTotp();
  const signIns = times(10, (index) => callOf(index)('sign-in', { email: person.email, password }));
  await server.identity.setPassword(person.userId, 'another horse');
  const answers = await signIns;
  const tokens = answers.flatMap(({ status, body }) =>
    status === 200 ? [(JSON.parse(body) as { serviceToken: string }).serviceToken] : [],
  );
  for (const service of tokens)
    expect((await server.call('security-state', {}, { service })).status).toBe(401);
  expect(await sessionsOf(person.authUserId)).toBe(0);
});

async function signUp(email: string, chosen = password): Promise<string> {
  const answer = await server.send(
    'mutation ($data: userAuthentication!) { SaasUserSignUp(data: $data) { id } }',
    { data: { email, password: chosen, firstName: 'Ray', lastName: 'Test' } },
    {},
  );
  return (JSON.parse(answer.body) as { data: { SaasUserSignUp: { id: string } } }).data.SaasUserSignUp.id;
}

const codeFor = async (email: string) => /^\d{6}$/m.exec(await server.mailTo(email))?.[0] ?? '';
