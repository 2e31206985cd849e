// What is asked of an account that is there, and of one that is not: one answer, byte for byte, until the wait is over
// and after it. What takes the same time is measured by `npm run bench -- sign-in`.
import { guessesAnAccount, mailsAnAccount } from '@rowhouse/domain/identity/limits.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectFairAnswer } from './fair-answer.ts';
import { newAddress, password, startSignInServer } from './sign-in-server.ts';
import type { CallAnswer, SignInServer } from './sign-in-server.ts';
import type { RawAnswer } from './guarded-server.ts';

let server: SignInServer;
beforeAll(async () => (server = await startSignInServer()));
afterAll(() => server.close());

type Account = { readonly what: string; readonly email: string };

let unknowns = 0;
/** The same length as those of the others: only what is in them differs. */
const unknown = (): Account => ({
  what: 'unknown',
  email: `${String(++unknowns).padStart(12, '0')}@example.com`,
});

async function accounts(): Promise<Account[]> {
  const disabled = await server.aPersonWithoutTotp();
  await server.query('update app_user set enabled = false where id = $1', [disabled.userId]);
  const byProvider = await server.aPersonWithoutTotp();
  await server.query(`update auth_account set "providerId" = 'oidc', password = null where "userId" = $1`, [
    byProvider.authUserId,
  ]);
  const invited = unknown().email;
  await server.query(
    `insert into invitation (tenant_id, email, role_id, token_hash, invited_by, expires_at)
     values ($1, $2, $3, $2, $4, now() + interval '7 days')`,
    [server.north.id, invited, server.north.roles.clerk, server.people.mia],
  );
  return [
    { what: 'known', email: (await server.aPersonWithoutTotp()).email },
    { what: 'with a second factor', email: (await server.aPersonWithTotp()).email },
    { what: 'disabled', email: disabled.email },
    { what: 'of a sign-in provider', email: byProvider.email },
    { what: 'invited', email: invited },
    unknown(),
  ];
}

/** Without what each answer has for itself: the email that it was asked with, and an id made for it. */
const shapeOf = ({ status, body }: RawAnswer, email: string): string =>
  `${status} ${body.replaceAll(email, 'EMAIL').replace(/"id":"[^"]*"/, '"id":"ID"')}`;

/** The answers to one after another, each account by itself: every one of them as to the unknown. */
async function expectSame(
  count: number,
  ask: (email: string, index: number) => Promise<RawAnswer>,
): Promise<string[]> {
  const told = new Map<string, string[]>();
  for (const { what, email } of await accounts()) {
    const answers: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const answer = await ask(email, index);
      expectFairAnswer(answer, what);
      answers.push(shapeOf(answer, email));
    }
    told.set(what, answers);
  }
  const expected = told.get('unknown') ?? [];
  for (const [what, answers] of told) expect({ what, answers }).toEqual({ what, answers: expected });
  return expected;
}

describe('known and unknown read the same', () => {
  test('at signing in, and when there were too many tries', async () => {
    const addresses = new Map<string, string>();
    const answers = await expectSame(guessesAnAccount + 2, (email) => {
      const address = addresses.get(email) ?? newAddress();
      addresses.set(email, address);
      return server.call('sign-in', { email, password: 'not the password' }, { address });
    });
    expect(answers[0]).toContain('401');
    expect(answers.at(-1)).toContain('429');
  });

  test('at signing in with the right password of a disabled person, as with a wrong one', async () => {
    const disabled = await server.aPersonWithoutTotp();
    await server.query('update app_user set enabled = false where id = $1', [disabled.userId]);
    const enabled = await server.aPersonWithoutTotp();
    for (let index = 0; index < guessesAnAccount + 2; index += 1) {
      const [right, wrong] = [
        await server.call('sign-in', { email: disabled.email, password }),
        await server.call('sign-in', { email: enabled.email, password: 'not the password' }),
      ];
      expect(right).toEqual(wrong);
    }
  });

  test('at asking for a new password, and when it was asked too often', async () => {
    const answers = await expectSame(mailsAnAccount + 2, (email) =>
      server.call('forgot-password', { email }),
    );
    expect(answers[0]).toBe('200 {"done":true}');
    expect(answers.at(-1)).toContain('429');
  });

  test('at setting a new password with a code that is none', async () => {
    const answers = await expectSame(guessesAnAccount + 2, (email, index) =>
      server.call('reset-password', { email, code: `00000${index}`, password: 'another horse' }),
    );
    expect(answers[0]).toContain('401');
  });

  test('at setting one after it was asked for', async () => {
    await expectSame(1, async (email) => {
      await server.call('forgot-password', { email });
      return server.call('reset-password', { email, code: '000000', password: 'another horse' });
    });
  });

  const signUp = (email: string) =>
    server.send(
      'mutation ($data: userAuthentication!) { SaasUserSignUp(data: $data) { id firstName lastName email fireBaseId } }',
      { data: { email, password: 'correct horse', firstName: 'New', lastName: 'Person' } },
      {},
    );
  const idOf = ({ body }: RawAnswer): string =>
    (JSON.parse(body) as { data: { SaasUserSignUp: { id: string } } }).data.SaasUserSignUp.id;

  test('at asking for an account', async () => {
    await clearLimits();
    const answers = await expectSame(2, signUp);
    expect(answers[0]).toContain('"email":"EMAIL"');
    expect(answers[0]).toContain('"fireBaseId":null');
  });

  test('at confirming it by a code that is none, and asking for another code', async () => {
    await clearLimits();
    const answers = await expectSame(1, async (email) =>
      server.call('confirm-registration', { registrationId: idOf(await signUp(email)), code: '000000' }),
    );
    expect(answers[0]).toContain('401');
    await clearLimits();
    await expectSame(1, async (email) =>
      server.call('resend-code', { registrationId: idOf(await signUp(email)) }),
    );
  });

  test('ids of registrations are of one length, and say nothing', async () => {
    await clearLimits();
    const ids = await Promise.all((await accounts()).map(async ({ email }) => idOf(await signUp(email))));
    expect(new Set(ids.map((id) => id.length)).size).toBe(1);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[\w-]{20,}$/);
  });

  test('of an id of no registration', async () => {
    await clearLimits();
    const registered = idOf(await signUp(unknown().email));
    const ask = (registrationId: string): Promise<CallAnswer> =>
      server.call('confirm-registration', { registrationId, code: '000000' });
    const nobodys = `${registered.slice(0, -1)}${registered.endsWith('A') ? 'B' : 'A'}`;
    expect(shapeOf(await ask(nobodys), '')).toBe(shapeOf(await ask(registered), ''));
  });
});

/** The server's own address, which GraphQL is asked from here, is one address for all. */
const clearLimits = () => server.query('delete from auth_rate_limit');
