import type { PasswordContext } from '@rowhouse/domain/identity/context-words.ts';
import { canonicalEmail, whyNotPassword } from '@rowhouse/domain/identity/rules.ts';
import type { UserId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid, notFound, Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { addAccount, fullName, putAuthUser, putPerson, replacePassword } from './account-rows.ts';
import type { PersonNames } from './account-rows.ts';
import type { BreachedPasswords } from './breached-passwords.ts';
import { findPasswordContext, refuseKnownPassword, refusePasswordOfContext } from './weak-passwords.ts';
import { noteIdentityEvent } from '../identity-events.ts';
import { hashPassword } from './password-hashes.ts';

/** Accounts by the hand of whoever runs the installation, or has proved an email otherwise. */
export type Accounts = {
  /**
   * Makes what is missing of the account and of the person behind it, and leaves what is there, the password too.
   * Validated: whoever runs this vouches for the address.
   */
  createAccount(
    email: string,
    password: string,
    person?: PersonNames & {
      /** To which they are to belong: its name is no password. */
      readonly company?: string;
      /** The password was made for them: they choose their own with the first sign-in. */
      readonly isFirstPassword?: boolean;
    },
  ): Promise<{ userId: UserId; created: boolean }>;
  /** Ends every session of the person as well. */
  setPassword(
    userId: UserId,
    password: string,
    options?: { readonly actor?: string; readonly isFirstPassword?: boolean },
  ): Promise<void>;
};

export function createAccounts({
  database,
  breached,
}: {
  database: Database;
  breached?: BreachedPasswords | undefined;
}): Accounts {
  const hasCredential = (email: string) =>
    database.asHome(async (connection) => {
      const { rows } = await connection.query(
        `select from auth_user u join auth_account a on a."userId" = u.id and a."providerId" = 'credential'
         where u.email = $1`,
        [email],
      );
      return rows.length > 0;
    });

  async function findContextOf(person: UserId) {
    const { rows } = await database.asHome((connection) =>
      connection.query('select email from app_user where id = $1', [person]),
    );
    return findPasswordContext(database, String(rows[0]?.['email'] ?? ''));
  }

  async function refuseWeak(password: string, context: PasswordContext): Promise<void> {
    const reason = whyNotPassword(password);
    if (reason !== null) throw invalid(reason, 'password');
    await refuseKnownPassword(password, breached);
    refusePasswordOfContext(password, context);
  }

  return {
    async createAccount(givenEmail, password, person = {}) {
      const email = canonicalEmail(givenEmail);
      await refuseWeak(password, {
        email,
        names: [person.firstName, person.lastName],
        companies: person.company === undefined ? [] : [person.company],
      });
      // Before a connection is held: hashing takes its time.
      const hash = (await hasCredential(email)) ? null : await hashPassword(password);
      return database.asHome((connection) =>
        inTransaction(connection, async () => {
          const { id } = await putAuthUser(connection, email, fullName(email, person));
          const created =
            hash !== null &&
            (await addAccount(connection, {
              authUserId: id,
              provider: 'credential',
              subject: id,
              password: hash,
              isFirstPassword: person.isFirstPassword ?? false,
            }));
          const userId = await putPerson(connection, id, email, person);
          if (userId === null) throw signsInOtherwise();
          if (created)
            await noteIdentityEvent(connection, { authUserId: id, actor: email, event: 'account-made' });
          return { userId, created };
        }),
      );
    },

    async setPassword(person, password, { actor = 'command line', isFirstPassword = false } = {}) {
      await refuseWeak(password, await findContextOf(person));
      const hash = await hashPassword(password);
      await database.asHome((connection) =>
        inTransaction(connection, async () => {
          const { rows } = await connection.query('select auth_user_id from app_user where id = $1', [
            person,
          ]);
          const authUserId = rows[0]?.['auth_user_id'];
          if (typeof authUserId !== 'string') throw notFound('The account');
          await addAccount(connection, {
            authUserId,
            provider: 'credential',
            subject: authUserId,
            password: hash,
          });
          await replacePassword(connection, authUserId, hash, isFirstPassword);
          await noteIdentityEvent(connection, { authUserId, actor, event: 'password-set' });
        }),
      );
    },
  };
}

const signsInOtherwise = () =>
  new Refusal('CONFLICT', 'A person with this email signs in by another account.', { field: 'email' });
