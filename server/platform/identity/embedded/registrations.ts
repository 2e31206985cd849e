import { randomBytes } from 'node:crypto';
import { mailedCodeLifetimeMs, registrationLifetimeMs } from '@rowhouse/domain/identity/limits.ts';
import type { UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { addAccount, fullName, putAuthUser, putPerson } from './account-rows.ts';
import { noteIdentityEvent } from '../identity-events.ts';
import type { CodeOutcome, SignUp } from '../identity-provider.ts';
import { createMailedCodes } from './mailed-codes.ts';
import type { Secret } from '../../secret.ts';

/** What goes out by mail; `code` is null when the email has an account already. */
export type CodeToMail = {
  readonly id: string;
  readonly email: string;
  /** As it was typed; of an email that has an account, the name of whose it is. */
  readonly firstName: string | null;
  readonly code: string | null;
};

/**
 * Sign-ups that wait for their code. An email with an account gets a row and a mail as well, by the same statements:
 * only the mail says so.
 */
export type Registrations = {
  open(form: Omit<SignUp, 'password'>, passwordHash: string): Promise<CodeToMail>;
  /** A new code in place of the old one; null when nothing waits under the id. */
  renew(id: string): Promise<CodeToMail | null>;
  /** Makes account and person. Whoever is there by then keeps their account as it is. */
  confirm(id: string, code: string): Promise<CodeOutcome>;
  /** The newest that waits under the email. */
  findWaiting(email: string): Promise<string | null>;
  sweep(): Promise<void>;
};

export function createRegistrations(options: {
  database: Database;
  clock: Clock;
  secret: Secret;
}): Registrations {
  const { database, clock } = options;
  const codes = createMailedCodes(options.secret);
  const moment = (inMs = 0) => new Date(clock.now() + inMs);
  const run = (text: string, values: readonly unknown[] = []) =>
    database.asHome((connection) => connection.query(text, values));

  return {
    async open({ email, firstName, lastName, phone }, passwordHash) {
      const id = randomBytes(18).toString('base64url');
      const code = codes.create();
      const { rows } = await run(
        `insert into registration (id, email, password_hash, first_name, last_name, phone, code_hash, code_expires_at, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, case when exists (select from auth_user where email = $2) then null else $7 end, $8, $9, $10)
         returning code_hash is null as "isKnown", (select p.first_name from app_user p where lower(p.email) = $2) as owner`,
        [
          id,
          email,
          passwordHash,
          firstName,
          lastName,
          phone,
          codes.hash(id, code),
          moment(mailedCodeLifetimeMs),
          moment(),
          moment(registrationLifetimeMs),
        ],
      );
      const row = rows[0];
      return row?.['isKnown'] === true
        ? { id, email, firstName: row['owner'] as string | null, code: null }
        : { id, email, firstName, code };
    },

    async renew(id) {
      const code = codes.create();
      const { rows } = await run(
        `update registration set code_hash = case when code_hash is null then null else $2 end, code_expires_at = $3
         where id = $1 and confirmed_at is null and expires_at > $4
         returning email, case when code_hash is null then (select p.first_name from app_user p where lower(p.email) = lower(registration.email))
           else first_name end as "firstName", code_hash is null as "isKnown"`,
        [id, codes.hash(id, code), moment(mailedCodeLifetimeMs), moment()],
      );
      const row = rows[0];
      if (row === undefined) return null;
      const [email, firstName] = [String(row['email']), row['firstName'] as string | null];
      return { id, email, firstName, code: row['isKnown'] === true ? null : code };
    },

    confirm: (id, code) =>
      database.asHome((connection) =>
        inTransaction(connection, async () => {
          const { rows } = await connection.query(
            `update registration set confirmed_at = $3
             where id = $1 and code_hash = $2 and confirmed_at is null and code_expires_at > $3 and expires_at > $3
             returning email, password_hash, first_name as "firstName", last_name as "lastName", phone`,
            [id, codes.hash(id, code), moment()],
          );
          const row = rows[0];
          if (row === undefined) return 'WRONG';
          const email = String(row['email']);
          const names = row as { firstName: string; lastName: string; phone: string | null };
          const user = await putAuthUser(connection, email, fullName(email, names));
          if (!user.isNew) return 'OVER';
          await addAccount(connection, {
            authUserId: user.id,
            provider: 'credential',
            subject: user.id,
            password: String(row['password_hash']),
          });
          if ((await putPerson(connection, user.id, email, names)) === null)
            throw new Error('A person has another account than the one of their email.');
          // Not one that is being confirmed at this moment: it waits for this one, and finds the account.
          await connection.query(
            `delete from registration where id in (
               select id from registration where lower(email) = $1 and confirmed_at is null for update skip locked)`,
            [email],
          );
          await noteIdentityEvent(connection, { authUserId: user.id, actor: email, event: 'account-made' });
          return 'RIGHT';
        }),
      ),

    async findWaiting(email) {
      const { rows } = await run(
        `select id from registration
         where lower(email) = $1 and confirmed_at is null and code_hash is not null and expires_at > $2
         order by created_at desc limit 1`,
        [email, moment()],
      );
      return (rows[0]?.['id'] as string | undefined) ?? null;
    },

    async sweep() {
      await run('delete from registration where expires_at < $1', [moment()]);
    },
  };
}

export type RegisteredPerson = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | null;
};

/** Whose registration it is, whatever has become of it and whichever provider keeps the password. */
export async function findRegistered(database: Database, id: string): Promise<RegisteredPerson | null> {
  const { rows } = await database.asHome((connection) =>
    connection.query(
      'select email, first_name as "firstName", last_name as "lastName", phone from registration where id = $1',
      [id],
    ),
  );
  return (rows[0] as RegisteredPerson | undefined) ?? null;
}

/** A provider has proved the email: the person stands ready for their first sign-in. */
export const putRegisteredPerson = (database: Database, person: RegisteredPerson): Promise<UserId | null> =>
  database.asHome((connection) => putPerson(connection, null, person.email, person));
