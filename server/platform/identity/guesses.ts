import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { guessesAnAccount, guessesAnAddress, guessWindowMs } from '@rowhouse/domain/identity/limits.ts';
import { tooManyGuesses } from '@rowhouse/domain/identity/rules.ts';
import type { Clock } from '../clock.ts';
import type { Database, OwnerConnection } from '../database/database.ts';

/**
 * A guess is taken before the password is looked at, by one conditional statement: however many come at once and to
 * however many processes, no more than the limit are looked at in a window. A right password gives it back.
 */
export type Guesses = {
  /** Refuses as LIMITED. */
  take(email: string, address: string): Promise<void>;
  /** A right password: the account's wrong ones are forgotten, the address gets this one back. */
  forget(email: string, address: string): Promise<void>;
  /** The password was never looked at. */
  giveBack(email: string, address: string): Promise<void>;
  sweep(): Promise<void>;
};

const accountKey = (email: string) =>
  `guess account ${createHash('sha256').update(email).digest('base64url')}`;
const addressKey = (address: string) => `guess address ${addressBlock(address)}`;

export function createGuesses(options: { database: Database; clock: Clock }): Guesses {
  const { database, clock } = options;

  /**
   * How long to wait, or null when the guess was taken. The id is a random one: were it the key, two first guesses at
   * once could meet in the index of the id, which is not the one that the conflict is told of.
   */
  async function takeOne(connection: OwnerConnection, key: string, most: number): Promise<number | null> {
    const now = clock.now();
    const { rows } = await connection.query(
      `with taken as (
         insert into auth_rate_limit as g (id, key, count, "lastRequest") values (gen_random_uuid()::text, $1, 1, $2)
         on conflict (key) do update
           set count = case when g."lastRequest" > $3 then g.count + 1 else 1 end,
               "lastRequest" = case when g."lastRequest" > $3 then g."lastRequest" else excluded."lastRequest" end
           where g.count < $4 or g."lastRequest" <= $3
         returning key)
       select exists (select from taken) as taken, (select "lastRequest" from auth_rate_limit where key = $1) as since`,
      [key, now, now - guessWindowMs, most],
    );
    if (rows[0]?.['taken'] === true) return null;
    const since = Number(rows[0]?.['since'] ?? now);
    return Math.min(Math.max(since + guessWindowMs - now, 1000), guessWindowMs);
  }

  const giveBackOne = (connection: OwnerConnection, key: string) =>
    connection.query('update auth_rate_limit set count = count - 1 where key = $1 and count > 0', [key]);

  return {
    take: (email, address) =>
      database.asOwner(async (connection) => {
        const addressWaitMs = await takeOne(connection, addressKey(address), guessesAnAddress);
        if (addressWaitMs !== null) throw tooManyGuesses(addressWaitMs);
        const accountWaitMs = await takeOne(connection, accountKey(email), guessesAnAccount);
        if (accountWaitMs === null) return;
        await giveBackOne(connection, addressKey(address));
        throw tooManyGuesses(accountWaitMs);
      }),
    forget: (email, address) =>
      database.asOwner(async (connection) => {
        await connection.query('delete from auth_rate_limit where key = $1', [accountKey(email)]);
        await giveBackOne(connection, addressKey(address));
      }),
    giveBack: (email, address) =>
      database.asOwner(async (connection) => {
        await giveBackOne(connection, accountKey(email));
        await giveBackOne(connection, addressKey(address));
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
