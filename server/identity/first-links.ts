import { createHash, randomBytes } from 'node:crypto';
import type { UserId } from '@rowhouse/domain/kernel/ids.ts';
import { companyUrlTaken, firstLinkRefused, whyNotCompanyUrl } from '@rowhouse/domain/tenants/rules.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, OwnerConnection } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { isAdministered, isCompanyUrlTaken } from '../seed/company-sql.ts';
import { makeCompany } from '../seed/make-company.ts';

const lifetimeMs = 86_400_000;

/**
 * The link that a start prints while nobody administers: whoever opens it makes the first company. Its token stands
 * nowhere but in what was printed; the table has its hash.
 */
export type FirstLinks = {
  /** A new one in the place of those that were not used; null when somebody administers. */
  renew(): Promise<string | null>;
  /** Refuses what is unknown, used or expired, and all of them once somebody administers. */
  check(token: string): Promise<void>;
  /** Why no company can have the address, or null. */
  whyNotUrl(url: string): Promise<string | null>;
  /** Spends the link for a company which the person administers: both or neither. */
  begin(
    token: string,
    person: UserId,
    company: { name: string; url: string },
  ): Promise<{ id: number; name: string; url: string }>;
};

const hashOf = (token: string): string =>
  createHash('sha256').update(`first link ${token}`).digest('base64url');

export function createFirstLinks({ database, clock }: { database: Database; clock: Clock }): FirstLinks {
  const at = (time: number) => new Date(time).toISOString();

  async function check(connection: OwnerConnection, token: string): Promise<void> {
    const { rows } = await connection.query(
      'select used_at is not null as used, expires_at <= $2 as expired from first_link where token_hash = $1',
      [hashOf(token), at(clock.now())],
    );
    const [link] = rows;
    if (link === undefined) throw firstLinkRefused('unknown');
    if (link['used'] === true) throw firstLinkRefused('used');
    if (await isAdministered(connection)) throw firstLinkRefused('administered');
    if (link['expired'] === true) throw firstLinkRefused('expired');
  }

  return {
    renew: () =>
      database.asHome((connection) =>
        inTransaction(connection, async () => {
          await connection.query('lock table first_link in exclusive mode');
          await connection.query('delete from first_link where used_at is null');
          if (await isAdministered(connection)) return null;
          const token = randomBytes(16).toString('base64url');
          await connection.query('insert into first_link (token_hash, expires_at) values ($1, $2)', [
            hashOf(token),
            at(clock.now() + lifetimeMs),
          ]);
          return token;
        }),
      ),

    check: (token) => database.asHome((connection) => check(connection, token)),

    async whyNotUrl(given) {
      const url = given.trim().toLowerCase();
      const whyNot = whyNotCompanyUrl(url);
      if (whyNot !== null) return whyNot;
      const isTaken = await database.asHome((connection) => isCompanyUrlTaken(connection, url));
      return isTaken ? companyUrlTaken(url).message : null;
    },

    begin: (token, person, company) =>
      database.asOwnerOfAll((connection) =>
        inTransaction(connection, async () => {
          // Of two at once the second waits here, and finds the link used.
          await connection.query('lock table first_link in exclusive mode');
          await check(connection, token);
          await connection.query('update first_link set used_at = $2 where token_hash = $1', [
            hashOf(token),
            at(clock.now()),
          ]);
          return makeCompany(connection, { ...company, administrator: person, madeBy: person });
        }),
      ),
  };
}
