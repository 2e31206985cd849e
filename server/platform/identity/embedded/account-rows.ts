// The rows of an account: who signs in (auth_user), by what (auth_account), and the person behind it (app_user).
import { randomBytes } from 'node:crypto';
import { userId } from '@rowhouse/domain/kernel/ids.ts';
import type { UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { OwnerConnection } from '../../database/database.ts';

export type PersonNames = {
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly phone?: string | null;
};

/** Under which name a provider's accounts stand in auth_account. */
export type AccountProvider = 'credential' | 'cognito' | 'oidc';

export const fullName = (email: string, { firstName, lastName }: PersonNames): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email;

/** The one of the email, made when there is none. */
export async function putAuthUser(
  connection: OwnerConnection,
  email: string,
  name: string,
): Promise<{ id: string; isNew: boolean }> {
  const made = await connection.query(
    `insert into auth_user (id, name, email, "emailVerified") values ($1, $2, $3, true)
     on conflict (email) do nothing returning id`,
    [randomBytes(18).toString('base64url'), name, email],
  );
  if (made.rows[0] !== undefined) return { id: String(made.rows[0]['id']), isNew: true };
  const { rows } = await connection.query('select id from auth_user where email = $1', [email]);
  return { id: String(rows[0]?.['id']), isNew: false };
}

/** False when there is one already: it is left as it is. */
export async function addAccount(
  connection: OwnerConnection,
  account: {
    authUserId: string;
    provider: AccountProvider;
    subject: string;
    password?: string;
    /** Somebody else made the password: it is changed with the first sign-in. */
    isFirstPassword?: boolean;
  },
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `insert into auth_account (id, "accountId", "providerId", "userId", password, is_first_password, "updatedAt")
     values ($1, $2, $3, $4, $5, $6, now()) on conflict do nothing`,
    [
      randomBytes(18).toString('base64url'),
      account.subject,
      account.provider,
      account.authUserId,
      account.password ?? null,
      account.isFirstPassword ?? false,
    ],
  );
  return rowCount > 0;
}

/** The person of the email, made or taken, and validated; null when they sign in by another account. */
export async function putPerson(
  connection: OwnerConnection,
  authUserId: string | null,
  email: string,
  names: PersonNames,
): Promise<UserId | null> {
  const { rows } = await connection.query(
    `insert into app_user as u (auth_user_id, email, first_name, last_name, phone, validated) values ($1, $2, $3, $4, $5, true)
     on conflict (lower(email)) do update
       set auth_user_id = coalesce(u.auth_user_id, excluded.auth_user_id),
           first_name = coalesce(u.first_name, excluded.first_name), last_name = coalesce(u.last_name, excluded.last_name),
           phone = coalesce(u.phone, excluded.phone), validated = true
     returning id, auth_user_id`,
    [authUserId, email, names.firstName || null, names.lastName || null, names.phone || null],
  );
  const isSame = authUserId === null || rows[0]?.['auth_user_id'] === authUserId;
  return isSame ? userId(Number(rows[0]?.['id'])) : null;
}

/**
 * What was begun or opened before is over: half-done sign-ins, sessions, remembered devices. Within a transaction, and
 * first the version: whoever opens a session holds that row, so none slips through.
 */
export async function endEverything(connection: OwnerConnection, authUserId: string): Promise<void> {
  await connection.query('update auth_user set sign_in_version = sign_in_version + 1 where id = $1', [
    authUserId,
  ]);
  await connection.query('delete from auth_session where "userId" = $1', [authUserId]);
  await connection.query('delete from auth_device where auth_user_id = $1', [authUserId]);
}

/** Within a transaction. */
export async function replacePassword(
  connection: OwnerConnection,
  authUserId: string,
  hash: string,
  isFirstPassword = false,
): Promise<void> {
  await connection.query(
    `update auth_account set password = $2, is_first_password = $3, "updatedAt" = now() where "userId" = $1 and "providerId" = 'credential'`,
    [authUserId, hash, isFirstPassword],
  );
  await endEverything(connection, authUserId);
}

/** Within a transaction. Of any number at once one replaces it; false for the others. */
export async function replaceFirstPassword(
  connection: OwnerConnection,
  authUserId: string,
  hash: string,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `update auth_account set is_first_password = false where "userId" = $1 and "providerId" = 'credential' and is_first_password`,
    [authUserId],
  );
  if (rowCount > 0) await replacePassword(connection, authUserId, hash);
  return rowCount > 0;
}
