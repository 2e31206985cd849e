import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import {
  guessesAnAccount,
  guessesAnAddress,
  guessWindowMs,
  mailsAnAccount,
  mailsAnAddress,
} from '@rowhouse/domain/identity/limits.ts';
import { tooManyGuesses } from '@rowhouse/domain/identity/rules.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, OwnerConnection } from '../platform/database/database.ts';

/**
 * A guess is taken before what was guessed is looked at, by one conditional statement: however many come at once and
 * to however many processes, no more than the limit are looked at in a window. A right one gives it back. Mails that
 * a stranger can ask for are counted in the same way, and are never given back.
 */
export type Guesses = {
  /** Refuses as LIMITED. Answers how many the account has left. */
  take(kind: GuessKind, account: string, address: string): Promise<number>;
  /** A right one: the account's wrong ones are forgotten, the address gets this one back. */
  forget(kind: GuessKind, account: string, address: string): Promise<void>;
  /** The account is proved otherwise: its wrong ones are forgotten. */
  clear(kind: GuessKind, account: string): Promise<void>;
  /** It was never looked at. */
  giveBack(kind: GuessKind, account: string, address: string): Promise<void>;
  sweep(): Promise<void>;
};

/** Each is counted for itself: who guesses mailed codes shuts nobody out of the second factor. */
export type GuessKind = 'password' | 'second factor' | 'confirmation' | 'reset' | 'mail';

const mostOf = (kind: GuessKind) =>
  kind === 'mail'
    ? { account: mailsAnAccount, address: mailsAnAddress }
    : { account: guessesAnAccount, address: guessesAnAddress };

const accountKey = (kind: GuessKind, account: string) =>
  `guess ${kind} account ${createHash('sha256').update(account).digest('base64url')}`;
const addressKey = (kind: GuessKind, address: string) => `guess ${kind} address ${addressBlock(address)}`;

export function createGuesses(options: { database: Database; clock: Clock }): Guesses {
  const { database, clock } = options;

  /**
   * How many are taken with this one, or how long to wait. The id is a random one: were it the key, two first guesses
   * at once could meet in the index of the id, which is not the one that the conflict is told of.
   */
  async function takeOne(
    connection: OwnerConnection,
    key: string,
    most: number,
  ): Promise<{ taken: number } | { waitMs: number }> {
    const now = clock.now();
    const { rows } = await connection.query(
      `with taken as (
         insert into auth_rate_limit as g (id, key, count, "lastRequest") values (gen_random_uuid()::text, $1, 1, $2)
         on conflict (key) do update
           set count = case when g."lastRequest" > $3 then g.count + 1 else 1 end,
               "lastRequest" = case when g."lastRequest" > $3 then g."lastRequest" else excluded."lastRequest" end
           where g.count < $4 or g."lastRequest" <= $3
         returning count)
       select (select count from taken) as taken, (select "lastRequest" from auth_rate_limit where key = $1) as since`,
      [key, now, now - guessWindowMs, most],
    );
    const taken = rows[0]?.['taken'];
    if (typeof taken === 'number') return { taken };
    const since = Number(rows[0]?.['since'] ?? now);
    return { waitMs: Math.min(Math.max(since + guessWindowMs - now, 1000), guessWindowMs) };
  }

  const giveBackOne = (connection: OwnerConnection, key: string) =>
    connection.query('update auth_rate_limit set count = count - 1 where key = $1 and count > 0', [key]);

  return {
    take: (kind, account, address) =>
      database.asOwner(async (connection) => {
        const most = mostOf(kind);
        const ofAddress = await takeOne(connection, addressKey(kind, address), most.address);
        if ('waitMs' in ofAddress) throw tooManyGuesses(ofAddress.waitMs);
        const ofAccount = await takeOne(connection, accountKey(kind, account), most.account);
        if ('taken' in ofAccount) return most.account - ofAccount.taken;
        await giveBackOne(connection, addressKey(kind, address));
        throw tooManyGuesses(ofAccount.waitMs);
      }),
    forget: (kind, account, address) =>
      database.asOwner(async (connection) => {
        await connection.query('delete from auth_rate_limit where key = $1', [accountKey(kind, account)]);
        await giveBackOne(connection, addressKey(kind, address));
      }),
    clear: (kind, account) =>
      database.asOwner(async (connection) => {
        await connection.query('delete from auth_rate_limit where key = $1', [accountKey(kind, account)]);
      }),
    giveBack: (kind, account, address) =>
      database.asOwner(async (connection) => {
        await giveBackOne(connection, accountKey(kind, account));
        await giveBackOne(connection, addressKey(kind, address));
      }),
    sweep: () =>
      database.asOwner(async (connection) => {
        await connection.query(
          `delete from auth_rate_limit where "lastRequest" < $1 and key like 'guess %'`,
          [clock.now() - guessWindowMs],
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
