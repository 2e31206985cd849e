import type { IdentityEventName } from '@rowhouse/domain/identity/events.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Guesses, GuessKind } from '../guesses.ts';
import type { IdentityEvents } from '../../platform/identity/identity-events.ts';

/**
 * Looks at what was guessed, as long as guesses are left; refuses as LIMITED when none is. Null is a wrong one, and
 * comes out as null. One that could not be looked at is given back.
 */
export type TakeGuess = <Right>(
  kind: GuessKind,
  account: string,
  address: string,
  look: () => Promise<Right | null>,
) => Promise<Right | null>;

const eventOf: Partial<Record<GuessKind, IdentityEventName>> = {
  password: 'password-guesses-refused',
  'second factor': 'code-guesses-refused',
};

export function createTakeGuess(parts: {
  database: Database;
  guesses: Guesses;
  events: IdentityEvents;
  later: (what: string, work: () => Promise<void>) => void;
}): TakeGuess {
  const { database, guesses, events } = parts;

  /** The last one of a window is noted with its account, after the answer: who guesses learns nothing of it. */
  function noteLast(event: IdentityEventName, email: string, address: string): void {
    parts.later('noting the last guess', async () => {
      const { rows } = await database.asOwner((connection) =>
        connection.query('select id from auth_user where email = $1', [email]),
      );
      const authUserId = rows[0]?.['id'];
      if (typeof authUserId === 'string') await events.note({ authUserId, actor: email, event, address });
    });
  }

  return async (kind, account, address, look) => {
    const left = await guesses.take(kind, account, address);
    let right: Awaited<ReturnType<typeof look>>;
    try {
      right = await look();
    } catch (error) {
      await guesses.giveBack(kind, account, address);
      throw error;
    }
    if (right !== null) await guesses.forget(kind, account, address);
    else if (left === 0 && eventOf[kind] !== undefined) noteLast(eventOf[kind], account, address);
    return right;
  };
}
