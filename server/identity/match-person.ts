import { emailNotVerified, notInvited } from '@rowhouse/domain/identity/rules.ts';
import { userId } from '@rowhouse/domain/kernel/ids.ts';
import type { UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, OwnerConnection } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { addAccount, fullName, putAuthUser, putPerson } from '../platform/identity/embedded/account-rows.ts';
import { noteIdentityEvent } from '../platform/identity/identity-events.ts';
import type { ProviderAccount } from '../platform/identity/identity-provider.ts';
import type { Invitations } from './invitations.ts';
import type { SessionProvider } from './sessions.ts';

export type MatchedPerson = {
  readonly authUserId: string;
  readonly userId: UserId;
  readonly email: string;
  readonly isEnabled: boolean;
  readonly signInVersion: number;
  readonly mfaSkips: number;
};

/** Whose account it is. Refuses whom nobody knows here. */
export type MatchPerson = (provider: SessionProvider, account: ProviderAccount) => Promise<MatchedPerson>;

/**
 * A known account is found by its provider's own key, whatever its email has become. One that comes for the first time
 * is matched by its verified email alone: to the person of that email, or to an open invitation.
 */
export function createMatchPerson(options: {
  database: Database;
  clock: Clock;
  invitations: Invitations;
}): MatchPerson {
  const { database, clock, invitations } = options;

  async function link(
    connection: OwnerConnection,
    provider: 'cognito' | 'oidc',
    account: ProviderAccount,
  ): Promise<void> {
    const { email, subject } = account;
    const { rows } = await connection.query(
      `select (select auth_user_id from app_user where lower(email) = $1) as "authUserId",
         exists (select from app_user where lower(email) = $1)
         or exists (select from invitation i join tenant t on t.id = i.tenant_id and t.enabled
           where lower(i.email) = $1 and i.accepted_at is null and i.revoked_at is null and i.expires_at > $2) as "isExpected"`,
      [email, new Date(clock.now())],
    );
    if (rows[0]?.['isExpected'] !== true) throw notInvited();
    const known = rows[0]['authUserId'];
    const authUserId =
      typeof known === 'string' ? known : (await putAuthUser(connection, email, fullName(email, account))).id;
    // Two first sign-ins at once: the second finds the account of the first.
    await addAccount(connection, { authUserId, provider, subject });
    if ((await putPerson(connection, authUserId, email, account)) === null) throw notInvited();
    await noteIdentityEvent(connection, { authUserId, actor: email, event: 'account-linked' });
  }

  return async (provider, account) => {
    const find = () =>
      database.asHome((connection) =>
        findByAccount(connection, provider === 'embedded' ? 'credential' : provider, account.subject),
      );
    const found = await find();
    if (found !== null) return found;
    if (provider === 'embedded') throw notInvited();
    if (!account.emailVerified) throw emailNotVerified();
    await database.asHome((connection) =>
      inTransaction(connection, () => link(connection, provider, account)),
    );
    const linked = await find();
    if (linked === null) throw notInvited();
    await invitations.acceptAllOf(linked.userId, account.email);
    return linked;
  };
}

async function findByAccount(
  connection: OwnerConnection,
  provider: string,
  subject: string,
): Promise<MatchedPerson | null> {
  const { rows } = await connection.query(
    `select u.id, u.sign_in_version, u.mfa_skips, p.id as person, lower(p.email) as email, p.enabled
     from auth_account a join auth_user u on u.id = a."userId" join app_user p on p.auth_user_id = u.id
     where a."providerId" = $1 and a."accountId" = $2`,
    [provider, subject],
  );
  const row = rows[0];
  return row === undefined
    ? null
    : {
        authUserId: String(row['id']),
        userId: userId(Number(row['person'])),
        email: String(row['email']),
        isEnabled: row['enabled'] === true,
        signInVersion: Number(row['sign_in_version']),
        mfaSkips: Number(row['mfa_skips']),
      };
}
