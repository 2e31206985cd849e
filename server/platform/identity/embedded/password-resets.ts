import { randomBytes } from 'node:crypto';
import { mailedCodeLifetimeMs } from '@rowhouse/domain/identity/limits.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { replacePassword } from './account-rows.ts';
import type { CodeOutcome } from '../identity-provider.ts';
import { createMailedCodes } from './mailed-codes.ts';
import { hashPassword } from './password-hashes.ts';

/**
 * Forgotten passwords. A row is written for every email that is asked for, whether or not it has an account, so that
 * both ways are the same statements; the code of an email without an account is told to nobody.
 */
export type PasswordResets = {
  /** The code to mail, and to whom; null when there is nobody to mail it to. */
  open(email: string): Promise<{ code: string; firstName: string | null } | null>;
  /** The newest code of the email sets the password, once, and ends everything that was open. */
  finish(email: string, code: string, password: string): Promise<CodeOutcome>;
  sweep(): Promise<void>;
};

export function createPasswordResets(options: {
  database: Database;
  clock: Clock;
  secret: string;
}): PasswordResets {
  const { database, clock } = options;
  const codes = createMailedCodes(options.secret);
  const moment = (inMs = 0) => new Date(clock.now() + inMs);
  const newest = `id = (select id from password_reset where email = $1 order by created_at desc, id desc limit 1)
    and code_hash = $2 and spent_at is null and expires_at > $3`;

  return {
    open: (email) =>
      database.asOwner(async (connection) => {
        const code = codes.create();
        const { rows } = await connection.query(
          `insert into password_reset (id, email, code_hash, created_at, expires_at) values ($1, $2, $3, $4, $5)
           returning (
             select coalesce(p.first_name, '') from auth_user u
             join auth_account a on a."userId" = u.id and a."providerId" = 'credential'
             join app_user p on p.auth_user_id = u.id and p.enabled
             where u.email = $2) as "firstName"`,
          [
            randomBytes(18).toString('base64url'),
            email,
            codes.hash(`reset ${email}`, code),
            moment(),
            moment(mailedCodeLifetimeMs),
          ],
        );
        const firstName = rows[0]?.['firstName'];
        return typeof firstName === 'string' ? { code, firstName } : null;
      }),

    async finish(email, code, password) {
      const values = [email, codes.hash(`reset ${email}`, code), moment()];
      const { rows } = await database.asOwner((connection) =>
        connection.query(`select from password_reset where ${newest}`, values),
      );
      if (rows.length === 0) return 'WRONG';
      // Hashed before the code is spent and the connection held: it takes its time, and may be refused.
      const hash = await hashPassword(password);
      return database.asOwner((connection) =>
        inTransaction(connection, async () => {
          const spent = await connection.query(
            `update password_reset set spent_at = $3 where ${newest}
             returning (select u.id from auth_user u where u.email = $1) as id`,
            values,
          );
          const authUserId = spent.rows[0]?.['id'];
          if (typeof authUserId !== 'string') return 'WRONG';
          await replacePassword(connection, authUserId, hash);
          return 'RIGHT';
        }),
      );
    },

    sweep: () =>
      database.asOwner(async (connection) => {
        await connection.query('delete from password_reset where expires_at < $1', [moment()]);
      }),
  };
}
