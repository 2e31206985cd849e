// Another secret, with the one before it beside it: what was made before counts on, and when it is sealed anew the one
// before it is needed no more.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAnother } from '../../testing/record-model/another-application.ts';
import {
  callerOf,
  password,
  readCall,
  signInOutcome,
  startSignInServer,
  stepMs,
  ticketOf,
} from '../../testing/security/sign-in-server.ts';
import type { PersonWithTotp, SignInServer } from '../../testing/security/sign-in-server.ts';
import { testSecret } from '../../testing/test-secret.ts';
import { deriveKey } from '../platform/secret.ts';
import { countSealedValues, resealValues } from './sealed-values.ts';
import { createTokens } from './tokens.ts';
import { hashBackupCode } from './second-factor/backup-codes.ts';

const newSecret = 'the secret that comes after it, long enough';
const changing = { current: newSecret, before: testSecret };

let server: SignInServer;
beforeAll(async () => {
  server = await startSignInServer();
});
afterAll(() => server.close());

type Another = Awaited<ReturnType<typeof startAnother>>;
type With = string | typeof changing;

/** A server over the same database, with another secret. */
async function withSecret<Result>(secret: With, work: (another: Another) => Promise<Result>) {
  const another = await startAnother(server, { secret, embedOrigins: ['https://reports.example'] });
  try {
    return await work(another);
  } finally {
    await another.close();
  }
}

async function enterCode(
  { app }: Pick<Another, 'app'>,
  person: PersonWithTotp,
  kind: 'TOTP' | 'BACKUP',
  code: string,
) {
  const call = callerOf({ app });
  const ticket = await ticketOf({ call }, person.email);
  return call('verify-code', { ticket, kind, code, rememberDevice: true });
}

async function signIn(at: Pick<Another, 'app'>, person: PersonWithTotp) {
  server.clock.at += stepMs;
  const answered = await enterCode(at, person, 'TOTP', person.code());
  const answer = readCall('verify-code', answered);
  if (answer.outcome !== 'SIGNED_IN') throw new Error(answer.outcome);
  return { service: answer.serviceToken, cookie: answered.cookie, browser: answered.browser };
}

/** As they stood before each person had a key for them. */
const giveOldBackupCodes = (person: PersonWithTotp) =>
  server.query('update auth_totp set backup_codes = $2, backup_code_key = null where auth_user_id = $1', [
    person.authUserId,
    person.backupCodes.map((code) =>
      hashBackupCode(deriveKey(testSecret, 'backup codes'), person.authUserId, code),
    ),
  ]);

const embed = (id: number) => `{ getDashboardEmbed(data: { id: ${id} }) { url } }`;
const findEmbedded = async (tenant: { id: number }) =>
  Number(
    (
      await server.query(
        'select id::int from dashboard where tenant_id = $1 and sealed_key is not null order by id limit 1',
        [tenant.id],
      )
    )[0]?.['id'],
  );

const stateAfter = () =>
  server.database.asOwnerOfAll((connection) => countSealedValues(connection, newSecret, testSecret));

test('without the one before it nobody gets on, as ever', async () => {
  const person = await server.aPersonWithTotp();
  const { service } = await signIn(server, person);
  await withSecret(newSecret, async (another) => {
    expect((await callerOf(another)('security-state', {}, { service })).status).toBe(401);
    expect(signInOutcome(await enterCode(another, person, 'TOTP', person.code(1)))).toBe('UNAUTHENTICATED');
  });
});

describe('with the one before it', () => {
  test('sessions, second factors, backup codes, remembered devices and known browsers go on', async () => {
    const person = await server.aPersonWithTotp();
    const old = await server.aPersonWithTotp();
    await giveOldBackupCodes(old);
    const before = await signIn(server, person);
    await withSecret(changing, async (another) => {
      const call = callerOf(another);
      expect((await call('security-state', {}, { service: before.service })).status).toBe(200);
      const cookie = `${before.cookie}; ${before.browser}`;
      const again = await call('sign-in', { email: person.email, password }, { cookie });
      expect(signInOutcome(again)).toBe('SIGNED_IN');
      // It is known: it keeps its name.
      expect(again.browser?.split('.')[0]).toBe(before.browser?.split('.')[0]);
      await signIn(another, person);
      for (const each of [person, old])
        expect(signInOutcome(await enterCode(another, each, 'BACKUP', each.backupCodes[0] ?? ''))).toBe(
          'SIGNED_IN',
        );
      const spent = await enterCode(another, old, 'BACKUP', old.backupCodes[0] ?? '');
      expect(signInOutcome(spent)).toBe('UNAUTHENTICATED');
    });
  });

  test('what is made is made with the new one', async () => {
    const person = await server.aPersonWithTotp();
    const { service } = await withSecret(changing, (another) => signIn(another, person));
    await withSecret(newSecret, async (another) =>
      expect((await callerOf(another)('security-state', {}, { service })).status).toBe(200),
    );
    expect((await server.call('security-state', {}, { service })).status).toBe(401);
  });
});

test('sealed anew, everything opens with the new one alone', async () => {
  const person = await server.aPersonWithTotp();
  const old = await server.aPersonWithTotp();
  await giveOldBackupCodes(old);
  const left = await stateAfter();
  expect([...left.underBefore.keys()].toSorted()).toEqual([
    'keys of backup codes',
    'keys of embedded dashboards',
    'second factors',
    'sets of backup codes',
  ]);
  const seal = () =>
    server.database.asOwnerOfAll((connection) => resealValues(connection, newSecret, testSecret));
  expect(await seal()).toBe([...left.underBefore.values()].reduce((sum, one) => sum + one));
  expect(await seal()).toBe(0);
  expect((await stateAfter()).underBefore.size).toBe(0);
  await withSecret(newSecret, async (another) => {
    await signIn(another, person);
    await signIn(another, old);
    for (const each of [person, old])
      expect(signInOutcome(await enterCode(another, each, 'BACKUP', each.backupCodes[1] ?? ''))).toBe(
        'SIGNED_IN',
      );
  });
  const id = await findEmbedded(server.north);
  const { service = '', backend = '' } = await server.enter('mia', server.north);
  const tokens = createTokens({ secret: newSecret, lifetimeMs: 86_400_000, clock: server.clock });
  const resigned = {
    service: tokens.issueService(server.tokens.verifyService(service)).token,
    backend: tokens.issueBackend(server.tokens.verifyBackend(backend)).token,
    tenant: server.north.id,
  };
  await withSecret(newSecret, async (another) =>
    expect(await another.ask(embed(id), resigned)).toEqual({
      data: { getDashboardEmbed: { url: expect.stringContaining('https://reports.example') } },
    }),
  );
});
