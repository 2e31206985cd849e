import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { seal, unseal } from '../../platform/secret.ts';
import type { Secret } from '../../platform/secret.ts';

/**
 * What a sign-in that is half done carries from one request to the next. The ticket is a random text that says
 * nothing; what it stands for (a provider's state can be long, and is nobody's to read) is kept here, sealed, until it
 * is spent by the one statement that takes it away.
 */
export type Tickets<Content> = {
  create(content: Content): Promise<string>;
  /** Null when it is none, for another purpose, over or spent. */
  find(ticket: string): Promise<Content | null>;
  /** As `find`, and takes it away: of any number at once, one gets it. */
  spend(ticket: string): Promise<Content | null>;
};

export function createTickets<Content>(options: {
  database: Database;
  clock: Clock;
  secret: Secret;
  purpose: string;
  lifetimeMs: number;
}): Tickets<Content> {
  const { database, clock, secret, purpose, lifetimeMs } = options;
  const idOf = (ticket: string) => createHash('sha256').update(`${purpose} ${ticket}`).digest('base64url');

  function open(row: Record<string, unknown> | undefined, id: string): Content | null {
    const text = row === undefined ? null : unseal(secret, `ticket ${id}`, String(row['value']));
    return text === null ? null : (JSON.parse(text) as Content);
  }

  return {
    create: (content) =>
      database.asHome(async (connection) => {
        const ticket = randomBytes(32).toString('base64url');
        const id = idOf(ticket);
        await connection.query(
          'insert into auth_verification (id, identifier, value, "expiresAt") values ($1, $2, $3, $4)',
          [
            id,
            `ticket ${purpose}`,
            seal(secret, `ticket ${id}`, JSON.stringify(content)),
            new Date(clock.now() + lifetimeMs),
          ],
        );
        return ticket;
      }),

    find: (ticket) =>
      database.asHome(async (connection) => {
        const { rows } = await connection.query(
          'select value from auth_verification where id = $1 and "expiresAt" > $2',
          [idOf(ticket), new Date(clock.now())],
        );
        return open(rows[0], idOf(ticket));
      }),

    spend: (ticket) =>
      database.asHome(async (connection) => {
        const { rows } = await connection.query(
          'delete from auth_verification where id = $1 and "expiresAt" > $2 returning value',
          [idOf(ticket), new Date(clock.now())],
        );
        return open(rows[0], idOf(ticket));
      }),
  };
}
