import { randomBytes } from 'node:crypto';
import { registrationLifetimeMs } from '@rowhouse/domain/identity/limits.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import type { SignUp } from '../identity-provider.ts';

/**
 * Sign-ups whose password and code the pool keeps. In the place of a code's hash stands a mark: whoever has the
 * registration chose the password that waits in the pool. A registration without it confirms nothing, or a stranger
 * could leave a password of theirs under an email and have its owner confirm it.
 */
export type CognitoRegistrations = {
  open(form: Omit<SignUp, 'password'>, own: boolean): Promise<string>;
  own(id: string): Promise<void>;
  /** The email of one that may be confirmed. */
  findEmail(id: string): Promise<string | null>;
  /** The newest of an email that may be confirmed. */
  findWaiting(email: string): Promise<string | null>;
  confirm(id: string): Promise<void>;
};

const ownMark = 'cognito';

export function createCognitoRegistrations(options: {
  database: Database;
  clock: Clock;
}): CognitoRegistrations {
  const { database, clock } = options;
  const moment = (inMs = 0) => new Date(clock.now() + inMs);
  const run = (text: string, values: readonly unknown[]) =>
    database.asHome(async (connection) => (await connection.query(text, values)).rows);

  return {
    async open({ email, firstName, lastName, phone }, own) {
      const id = randomBytes(18).toString('base64url');
      await run(
        `insert into registration (id, email, first_name, last_name, phone, code_hash, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          id,
          email,
          firstName,
          lastName,
          phone,
          own ? ownMark : null,
          moment(),
          moment(registrationLifetimeMs),
        ],
      );
      return id;
    },

    async own(id) {
      await run('update registration set code_hash = $2 where id = $1', [id, ownMark]);
    },

    async findEmail(id) {
      const rows = await run(
        'select email from registration where id = $1 and code_hash = $2 and confirmed_at is null and expires_at > $3',
        [id, ownMark, moment()],
      );
      return (rows[0]?.['email'] as string | undefined) ?? null;
    },

    async findWaiting(email) {
      const rows = await run(
        `select id from registration
         where lower(email) = $1 and code_hash = $2 and confirmed_at is null and expires_at > $3
         order by created_at desc limit 1`,
        [email, ownMark, moment()],
      );
      return (rows[0]?.['id'] as string | undefined) ?? null;
    },

    async confirm(id) {
      await run('update registration set confirmed_at = $2 where id = $1', [id, moment()]);
    },
  };
}
