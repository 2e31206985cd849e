// What the tests of signing in walk through: the guarded world, the calls of /auth as a browser makes them, people with
// a second factor and without, and their mails.
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { AuthAnswers, AuthCall } from '@rowhouse/domain/identity/auth-calls.ts';
import { createSecondFactor } from '@rowhouse/server/identity/second-factor/create-second-factor.ts';
import { aPerson } from '@rowhouse/server/seed/builders.ts';
import { Secret, TOTP } from 'otpauth';
import { testSecret } from '../test-secret.ts';
import type { ServedDatabase } from '../test-server.ts';
import { makePasswordsCheap } from './cheap-passwords.ts';
import { startGuardedServer } from './guarded-server.ts';
import type { RawAnswer } from './guarded-server.ts';

export const password = 'correct horse';
export const stepMs = 30_000;
const mailLimitMs = 20_000;

export type Caller = {
  readonly service?: string | undefined;
  /** What the browser kept of an earlier answer. */
  readonly cookie?: string | undefined;
  /** From where; left out, an address that nobody had before. */
  readonly address?: string | undefined;
};
export type CallAnswer = RawAnswer & {
  /** As the browser would send it back. */
  readonly cookie: string | undefined;
  /** The cookie by which the browser is known as one that has signed in. */
  readonly browser: string | undefined;
  readonly retryAfter: string | undefined;
};
export type Call = (call: AuthCall, body: unknown, caller?: Caller) => Promise<CallAnswer>;
export type SignInServer = Awaited<ReturnType<typeof startSignInServer>>;
export type PersonWithTotp = Awaited<ReturnType<SignInServer['aPersonWithTotp']>>;

export async function startSignInServer({ cheapPasswords = false } = {}) {
  const takeBack = cheapPasswords ? makePasswordsCheap() : () => {};
  const server = await startGuardedServer();
  const { database, clock, identity } = server;
  // Long ago, so that the codes of today are not spent.
  const longAgo = { now: () => clock.at - 100 * stepMs };
  const factor = createSecondFactor({ database, clock: longAgo, secret: testSecret });

  async function aPersonWithoutTotp() {
    const name = randomBytes(6).toString('hex');
    const email = `${name}@example.com`;
    const userId = await aPerson(identity, { email, firstName: 'Pat', lastName: 'Test' }, password);
    const [row] = await server.query('select auth_user_id from app_user where id = $1', [userId]);
    return { name, email, userId, authUserId: String(row?.['auth_user_id']) };
  }

  async function aPersonWithTotp() {
    const person = await aPersonWithoutTotp();
    const session = { ...person, tokens: null };
    const { secret } = await factor.setUp(session);
    const { backupCodes } = await factor.verify(session, codeAt(secret, longAgo.now()));
    return {
      ...person,
      backupCodes,
      /** Of the current step, or of one so many steps away. */
      code: (steps = 0) => codeAt(secret, clock.at + steps * stepMs),
    };
  }

  const read = new Set<object>();
  /** The text of the next mail to somebody, which may be on its way. */
  async function mailTo(email: string): Promise<string> {
    const limit = AbortSignal.timeout(mailLimitMs);
    for (;;) {
      const mail = server.mails().find((each) => each.to === email && !read.has(each));
      if (mail !== undefined) {
        read.add(mail);
        return mail.text;
      }
      if (limit.aborted) throw new Error(`No mail came to ${email}.`);
      await setTimeout(5);
    }
  }

  return {
    ...server,
    call: callerOf(server),
    mailTo,
    aPersonWithoutTotp,
    aPersonWithTotp,
    async close() {
      await server.close();
      takeBack();
    },
  };
}

const codeAt = (secret: string, timestamp: number) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });

let addresses = 0;
/** Guesses are counted by address: nobody has had this one. */
export const newAddress = (): string =>
  `10.${(++addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;

/** The browser that came back with a ticket has it in a cookie as well. */
function cookieFor(call: AuthCall, payload: string | Buffer): string | undefined {
  if (call !== 'redeem') return undefined;
  const ticket = /"ticket":"([^"]*)"/.exec(payload.toString())?.[1] ?? '';
  return `rh_redeem=${encodeURIComponent(ticket)}`;
}

export const callerOf =
  ({ app }: Pick<ServedDatabase, 'app'>): Call =>
  (call, body, caller) =>
    sendCall({ app }, call, JSON.stringify(body), caller);

export async function sendCall(
  { app }: Pick<ServedDatabase, 'app'>,
  call: AuthCall,
  payload: string | Buffer,
  { service, cookie = cookieFor(call, payload), address = newAddress() }: Caller = {},
): Promise<CallAnswer> {
  const answer = await app.inject({
    method: 'POST',
    url: `/auth/${call}`,
    remoteAddress: address,
    headers: {
      'content-type': 'application/json',
      ...(service !== undefined && { authorization: service }),
      ...(cookie !== undefined && { cookie }),
    },
    payload,
  });
  const set = [answer.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0] ?? '');
  return {
    status: answer.statusCode,
    body: answer.body,
    cookie: set.find((cookie) => !cookie.startsWith('rh_browser_')),
    browser: set.find((cookie) => cookie.startsWith('rh_browser_')),
    retryAfter: answer.headers['retry-after']?.toString(),
  };
}

/** The answer that a call must give when it is not refused. */
export function readCall<Name extends AuthCall>(_call: Name, { status, body }: RawAnswer): AuthAnswers[Name] {
  if (status !== 200) throw new Error(`${_call} was refused: ${status} ${body}`);
  return JSON.parse(body) as AuthAnswers[Name];
}

type CallRefusal = { code: string; message: string; field?: string; details?: Record<string, unknown> };
export const readRefusal = ({ body }: RawAnswer): CallRefusal => JSON.parse(body) as CallRefusal;

/** 'SIGNED_IN' and the other outcomes of signing in, or the code of the refusal. */
export function signInOutcome({ body }: RawAnswer): string {
  const { outcome, code } = JSON.parse(body) as { outcome?: string; code?: string };
  return outcome ?? code ?? 'nothing';
}

/** What stands between the password and the code. */
export async function ticketOf({ call }: { call: Call }, email: string): Promise<string> {
  const answer = readCall('sign-in', await call('sign-in', { email, password }));
  if (answer.outcome !== 'TOTP_REQUIRED') throw new Error(`${email} was not asked for a code.`);
  return answer.ticket;
}

/** Signed in by the password alone. */
export async function serviceTokenOf({ call }: { call: Call }, email: string): Promise<string> {
  const answer = readCall('sign-in', await call('sign-in', { email, password }));
  if (!('serviceToken' in answer)) throw new Error(`${email} was not signed in: ${answer.outcome}.`);
  return answer.serviceToken;
}

export const times = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

export function countBy<Value>(
  values: readonly Value[],
  nameOf: (value: Value) => string,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[nameOf(value)] = (counts[nameOf(value)] ?? 0) + 1;
  return counts;
}
