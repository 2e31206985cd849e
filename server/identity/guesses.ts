import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import {
  guessesAnAccount,
  guessesAnAddress,
  guessWindowMs,
  longStrangeGuessPauseMs,
  mailsAnAccount,
  mailsAnAddress,
  mostWrongInARow,
  strangeGuessesAnAccount,
  strangeGuessPauseMs,
  wrongInARowLifetimeMs,
} from '@rowhouse/domain/identity/limits.ts';
import { tooManyGuesses } from '@rowhouse/domain/identity/rules.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, OwnerConnection } from '../platform/database/database.ts';

/**
 * A guess is taken before what was guessed is looked at, by conditional statements: however many come at once and to
 * however many processes, no more than the limit are looked at in a window. A right one gives it back. Mails that
 * a stranger can ask for are counted in the same way, and are never given back.
 *
 * Nobody shuts others out (decision 094): a browser that has signed in to the account is counted for itself. Others are
 * counted by account and address, then by address, and last by account, where passwords are slowed and never shut.
 */
export type Guesses = {
  /** Refuses as LIMITED. Answers how many the account has left from there. */
  take(kind: GuessKind, guess: Guess): Promise<number>;
  /** A right one: the account's wrong ones from there are forgotten, the address gets this one back. */
  forget(kind: GuessKind, guess: Guess): Promise<void>;
  /** A wrong one. Answers how many there have been in a row, over any time. */
  countWrong(kind: GuessKind, account: string): Promise<number>;
  /** The account is proved otherwise: its wrong ones are forgotten, wherever they came from. */
  clear(kind: GuessKind, account: string): Promise<void>;
  /** It was never looked at. */
  giveBack(kind: GuessKind, guess: Guess): Promise<void>;
  sweep(): Promise<void>;
};

/** Each is counted for itself: who guesses mailed codes shuts nobody out of the second factor. */
export type GuessKind = 'password' | 'second factor' | 'confirmation' | 'reset' | 'mail';

export type Guess = {
  readonly account: string;
  readonly address: string;
  /** The browser's name where it has signed in to the account before. */
  readonly browser: string | null;
};

type Limit = { readonly key: string; readonly most: number; readonly windowMs: number };

const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
const accountKey = (kind: GuessKind, account: string) => `guess ${kind} account ${hash(account)}`;
const rowKey = (kind: GuessKind, account: string) => `row ${kind} account ${hash(account)}`;

/** What the guess must pass, the widest last. */
function limitsOf(kind: GuessKind, { account, address, browser }: Guess): Limit[] {
  const ofAccount = accountKey(kind, account);
  const block = addressBlock(address);
  const within = (key: string, most: number): Limit => ({ key, most, windowMs: guessWindowMs });
  if (browser !== null) return [within(`${ofAccount} browser ${browser}`, guessesAnAccount)];
  const ofAddress = `guess ${kind} address ${block}`;
  if (kind === 'mail') return [within(ofAddress, mailsAnAddress), within(ofAccount, mailsAnAccount)];
  if (kind !== 'password') return [within(ofAddress, guessesAnAddress), within(ofAccount, guessesAnAccount)];
  return [
    within(`${ofAccount} address ${block}`, guessesAnAccount),
    within(ofAddress, guessesAnAddress),
    within(ofAccount, strangeGuessesAnAccount),
  ];
}

/** A window that began long after now was begun before the clock was set back: nobody waits for it. */
const isCurrent = `g."lastRequest" > $3 and g."lastRequest" < $5`;

export function createGuesses(options: { database: Database; clock: Clock }): Guesses {
  const { database, clock } = options;

  /**
   * How many are taken with this one, or how long to wait. The id is a random one: were it the key, two first guesses
   * at once could meet in the index of the id, which is not the one that the conflict is told of.
   */
  async function takeOne(
    connection: OwnerConnection,
    { key, most, windowMs }: Limit,
  ): Promise<{ taken: number } | { waitMs: number }> {
    const now = clock.now();
    const { rows } = await connection.query(
      `with taken as (
         insert into auth_rate_limit as g (id, key, count, "lastRequest") values (gen_random_uuid()::text, $1, 1, $2)
         on conflict (key) do update
           set count = case when ${isCurrent} then g.count + 1 else 1 end,
               "lastRequest" = case when ${isCurrent} then g."lastRequest" else excluded."lastRequest" end
           where g.count < $4 or not (${isCurrent})
         returning count)
       select (select count from taken) as taken, (select "lastRequest" from auth_rate_limit where key = $1) as since`,
      [key, now, now - windowMs, most, now + windowMs],
    );
    const taken = rows[0]?.['taken'];
    if (typeof taken === 'number') return { taken };
    const since = Number(rows[0]?.['since'] ?? now);
    return { waitMs: Math.min(Math.max(since + windowMs - now, 1000), windowMs) };
  }

  const giveBackOne = (connection: OwnerConnection, key: string) =>
    connection.query('update auth_rate_limit set count = count - 1 where key = $1 and count > 0', [key]);

  /** Where an account has had its strangers, one more is looked at in each pause. */
  async function takeAfterPause(
    connection: OwnerConnection,
    account: string,
  ): Promise<{ taken: number } | { waitMs: number }> {
    const { rows } = await connection.query('select count from auth_rate_limit where key = $1', [
      rowKey('password', account),
    ]);
    const isLong = Number(rows[0]?.['count'] ?? 0) >= mostWrongInARow;
    return takeOne(connection, {
      key: `${accountKey('password', account)} pause`,
      most: 1,
      windowMs: isLong ? longStrangeGuessPauseMs : strangeGuessPauseMs,
    });
  }

  return {
    take: (kind, guess) =>
      database.asHome(async (connection) => {
        const taken: string[] = [];
        let left = Infinity;
        for (const limit of limitsOf(kind, guess)) {
          let one = await takeOne(connection, limit);
          if ('waitMs' in one && kind === 'password' && limit.key === accountKey(kind, guess.account))
            one = await takeAfterPause(connection, guess.account);
          if ('waitMs' in one) {
            for (const key of taken) await giveBackOne(connection, key);
            throw tooManyGuesses(one.waitMs);
          }
          taken.push(limit.key);
          left = Math.min(left, limit.most - one.taken);
        }
        return left;
      }),
    forget: (kind, guess) =>
      database.asHome(async (connection) => {
        const keys = limitsOf(kind, guess).map(({ key }) => key);
        const isOfAccount = (key: string) => key.startsWith(accountKey(kind, guess.account));
        await connection.query('delete from auth_rate_limit where key = any($1)', [
          [...keys.filter(isOfAccount), rowKey(kind, guess.account)],
        ]);
        for (const key of keys.filter((key) => !isOfAccount(key))) await giveBackOne(connection, key);
      }),
    countWrong: (kind, account) =>
      database.asHome(async (connection) => {
        const { rows } = await connection.query(
          `insert into auth_rate_limit as g (id, key, count, "lastRequest") values (gen_random_uuid()::text, $1, 1, $2)
           on conflict (key) do update set count = g.count + 1, "lastRequest" = excluded."lastRequest"
           returning count`,
          [rowKey(kind, account), clock.now()],
        );
        return Number(rows[0]?.['count']);
      }),
    clear: (kind, account) =>
      database.asHome(async (connection) => {
        await connection.query(
          'delete from auth_rate_limit where key = $1 or key = $2 or starts_with(key, $3)',
          [rowKey(kind, account), accountKey(kind, account), `${accountKey(kind, account)} `],
        );
      }),
    giveBack: (kind, guess) =>
      database.asHome(async (connection) => {
        for (const { key } of limitsOf(kind, guess)) await giveBackOne(connection, key);
      }),
    sweep: () =>
      database.asHome(async (connection) => {
        await connection.query(
          `delete from auth_rate_limit
           where ("lastRequest" < $1 and starts_with(key, 'guess ')) or ("lastRequest" < $2 and starts_with(key, 'row '))`,
          [clock.now() - guessWindowMs, clock.now() - wrongInARowLifetimeMs],
        );
      }),
  };
}

/** Whoever has one IPv6 address has the 2^64 beside it. */
export function addressBlock(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1] as string;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const whole = [
    ...groups,
    ...Array<string>(Math.max(missing, 0)).fill('0'),
    ...(tail ? tail.split(':') : []),
  ];
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
