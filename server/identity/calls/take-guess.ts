import type { IdentityEventName } from '@rowhouse/domain/identity/events.ts';
import { mostWrongInARow } from '@rowhouse/domain/identity/limits.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Guesses, GuessKind } from '../guesses.ts';
import type { Caller } from '../identity.ts';
import type { KnownBrowsers } from '../known-browsers.ts';
import type { IdentityEvents } from '../../platform/identity/identity-events.ts';
import { guessedPasswordMail } from '../../platform/mail/mails.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { SecurityLog } from '../../platform/security-log.ts';

/**
 * Looks at what was guessed, as long as guesses are left; refuses as LIMITED when none is. Null is a wrong one, and
 * comes out as null. One that could not be looked at is given back.
 */
export type TakeGuess = <Right>(
  kind: GuessKind,
  account: string,
  caller: Pick<Caller, 'address' | 'readCookie'>,
  look: () => Promise<Right | null>,
) => Promise<Right | null>;

const eventOf: Partial<Record<GuessKind, IdentityEventName>> = {
  password: 'password-guesses-refused',
  'second factor': 'code-guesses-refused',
};

export function createTakeGuess(parts: {
  database: Database;
  guesses: Guesses;
  browsers: KnownBrowsers;
  events: IdentityEvents;
  mailer: Mailer;
  securityLog: SecurityLog;
  /** What links in mails begin with. */
  linkBase: string;
  later: (what: string, work: () => Promise<void>) => void;
}): TakeGuess {
  const { database, guesses, browsers, events } = parts;

  async function findOwner(email: string) {
    const { rows } = await database.asHome((connection) =>
      connection.query(
        `select u.id, p.first_name from auth_user u left join app_user p on p.auth_user_id = u.id
         where u.email = $1`,
        [email],
      ),
    );
    const found = rows[0];
    if (found === undefined) return null;
    return { authUserId: String(found['id']), firstName: (found['first_name'] as string | null) ?? null };
  }

  /** The last one of a window is noted with its account, after the answer: who guesses learns nothing of it. */
  function noteLast(event: IdentityEventName, email: string, address: string): void {
    parts.later('noting the last guess', async () => {
      const owner = await findOwner(email);
      if (owner !== null) await events.note({ authUserId: owner.authUserId, actor: email, event, address });
    });
  }

  /** After the answer, which takes as long whether or not anybody has the email. */
  function logWrong(kind: GuessKind, email: string, address: string, isKnownBrowser: boolean): void {
    parts.later('logging a wrong guess', async () => {
      // That it happened is logged, also where it cannot be asked whose it was.
      const account = (await findOwner(email).catch(() => null))?.authUserId ?? null;
      parts.securityLog.note('wrong-secret', { address, kind, account, isKnownBrowser });
    });
  }

  function tellOwner(email: string): void {
    parts.later('telling of wrong passwords', async () => {
      const owner = await findOwner(email);
      if (owner === null || parts.mailer.kind === 'none') return;
      const { firstName } = owner;
      await parts.mailer.send(
        guessedPasswordMail({ to: email, firstName, link: `${parts.linkBase}/forgot` }),
      );
    });
  }

  return async (kind, account, caller, look) => {
    const browser = browsers.recognise(account, caller.readCookie(browsers.cookieOf(account)));
    const guess = { account, address: caller.address, browser };
    const left = await guesses.take(kind, guess);
    let right: Awaited<ReturnType<typeof look>>;
    try {
      right = await look();
    } catch (error) {
      await guesses.giveBack(kind, guess);
      throw error;
    }
    if (right !== null) {
      await guesses.forget(kind, guess);
      return right;
    }
    logWrong(kind, account, caller.address, browser !== null);
    if (left === 0 && eventOf[kind] !== undefined) noteLast(eventOf[kind], account, caller.address);
    if (kind === 'password' && (await guesses.countWrong(kind, account)) === mostWrongInARow)
      tellOwner(account);
    return right;
  };
}
