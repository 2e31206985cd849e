import { createHash, randomBytes } from 'node:crypto';
import { mailedCodeLifetimeMs } from '@rowhouse/domain/identity/limits.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { replacePassword } from './account-rows.ts';
import type { CodeOutcome, ResetProof } from '../identity-provider.ts';
import { createMailedCodes } from './mailed-codes.ts';
import { hashPassword } from './password-hashes.ts';
import type { Secret } from '../../secret.ts';

/**
 * Forgotten passwords. A row is written for every email that is asked for, whether or not it has an account, so that
 * both ways are the same statements; the code of an email without an account is told to nobody.
 */
export type PasswordResets = {
  /** The code and the link's token to mail, and to whom; null when there is nobody to mail them to. */
  open(email: string): Promise<{ code: string; token: string; firstName: string | null } | null>;
  /**
   * The newest code of the email, or the token of any link that is not over, sets the password, once, and ends
   * everything that was open: whoever asks for more mails makes no link of its owner useless. `refuse` may throw once
   * the proof is right; it is not spent then.
   */
  finish(
    email: string,
    proof: ResetProof,
    password: string,
    refuse: () => Promise<void>,
  ): Promise<CodeOutcome>;
  sweep(): Promise<void>;
};

export function createPasswordResets(options: {
  database: Database;
  clock: Clock;
  secret: Secret;
}): PasswordResets {
  const { database, clock } = options;
  const codes = createMailedCodes(options.secret);
  const moment = (inMs = 0) => new Date(clock.now() + inMs);
  const isUsable = 'email = $1 and spent_at is null and expires_at > $3';
  const ofCode = `${isUsable} and code_hash = $2
    and id = (select id from password_reset where email = $1 order by created_at desc, id desc limit 1)`;
  const ofLink = `${isUsable} and link_hash = $2`;
  const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

  return {
    open: (email) =>
      database.asHome(async (connection) => {
        const code = codes.create();
        const token = randomBytes(16).toString('base64url');
        const { rows } = await connection.query(
          `insert into password_reset (id, email, code_hash, created_at, expires_at, link_hash)
           values ($1, $2, $3, $4, $5, $6)
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
            hashToken(token),
          ],
        );
        const firstName = rows[0]?.['firstName'];
        return typeof firstName === 'string' ? { code, token, firstName } : null;
      }),

    async finish(email, proof, password, refuse) {
      const found = 'code' in proof ? ofCode : ofLink;
      const hash = 'code' in proof ? codes.hash(`reset ${email}`, proof.code) : hashToken(proof.token);
      const values = [email, hash, moment()];
      const { rows } = await database.asHome((connection) =>
        connection.query(`select from password_reset where ${found}`, values),
      );
      if (rows.length === 0) return 'WRONG';
      await refuse();
      // Hashed before the code is spent and the connection held: it takes its time, and may be refused.
      const passwordHash = await hashPassword(password);
      return database.asHome((connection) =>
        inTransaction(connection, async () => {
          const spent = await connection.query(
            `update password_reset set spent_at = $3 where ${found}
             returning (select u.id from auth_user u where u.email = $1) as id`,
            values,
          );
          const authUserId = spent.rows[0]?.['id'];
          if (typeof authUserId !== 'string') return 'WRONG';
          await replacePassword(connection, authUserId, passwordHash);
          return 'RIGHT';
        }),
      );
    },

    sweep: () =>
      database.asHome(async (connection) => {
        await connection.query('delete from password_reset where expires_at < $1', [moment()]);
      }),
  };
}
