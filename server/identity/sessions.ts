import { randomBytes } from 'node:crypto';
import { sessionId, userId } from '@rowhouse/domain/kernel/ids.ts';
import type { SessionId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { SignedIn } from '@rowhouse/domain/kernel/viewer.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';
import { sealUses } from '../platform/seal-uses.ts';
import { seal, unseal } from '../platform/secret.ts';
import type { Secret } from '../platform/secret.ts';
import { endEverything } from '../platform/identity/embedded/account-rows.ts';
import type { ProviderSession, ProviderTokens } from '../platform/identity/identity-provider.ts';

/** Whoever proved the person, the session is ours: ending it is deleting its row. */
export type SessionProvider = 'embedded' | 'cognito' | 'oidc';

export type NewSession = {
  readonly authUserId: string;
  /** As it was when the sign-in began: a session never outlives a change of its password. */
  readonly signInVersion: number;
  readonly secondFactor: boolean;
  readonly provider: SessionProvider;
  readonly tokens: ProviderTokens | null;
  readonly address: string;
  readonly userAgent: string | null;
};

/** A live one, with what is known of its person. */
export type CurrentSession = ProviderSession & {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly provider: SessionProvider;
  readonly secondFactor: boolean;
  readonly signInVersion: number;
  readonly mfaSkips: number;
  readonly startedAt: Date;
  /** When the person last showed once more that it is them. */
  readonly provedAt: Date | null;
  /** Whether a password of the account is kept here. */
  readonly hasCredential: boolean;
};

export type ListedSession = {
  readonly id: string;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly startedAt: Date;
};

export type Sessions = {
  /** Null when the account has changed since the sign-in began, or the person may not enter. */
  open(session: NewSession): Promise<{ signedIn: SignedIn; mfaSkips: number; isDemo: boolean } | null>;
  find(signedIn: SignedIn): Promise<CurrentSession | null>;
  /** What a sign-in that begins now goes by. */
  findVersion(authUserId: string): Promise<number | null>;
  /** The newest first. */
  list(authUserId: string): Promise<readonly ListedSession[]>;
  /** Whose it was; null when it had ended already. */
  end(id: SessionId): Promise<{ authUserId: string; email: string } | null>;
  /** False when the person has no such session. */
  endOne(authUserId: string, id: string): Promise<boolean>;
  /** All but the one, and what was half done; answers how many. */
  endOthers(authUserId: string, but: SessionId | null): Promise<number>;
  /** After a new password: sessions, half-done sign-ins, remembered devices. */
  endEverything(authUserId: string): Promise<void>;
  /** From here on the session counts as two-factor. */
  raise(id: SessionId): Promise<void>;
  /** The person has just shown once more that it is them. */
  noteProof(id: SessionId): Promise<void>;
  /** The person has no second factor any more: no session of theirs has one. */
  lowerAll(authUserId: string): Promise<void>;
  sweep(): Promise<void>;
};

export function createSessions(options: {
  database: Database;
  clock: Clock;
  secret: Secret;
  lifetimeMs: number;
  /** After so long without use a session is over. */
  idleLimitMs: number;
}): Sessions {
  const { database, clock, secret } = options;
  const run = (text: string, values: readonly unknown[] = []) =>
    database.asHome((connection) => connection.query(text, values));

  return {
    async open({ authUserId, signInVersion, tokens, ...session }) {
      const id = randomBytes(18).toString('base64url');
      const now = clock.now();
      const { rows } = await run(
        `with person as (
           select u.id, u.mfa_skips, p.id as person_id, p.is_demo from auth_user u join app_user p on p.auth_user_id = u.id and p.enabled
           where u.id = $2 and u.sign_in_version = $3 for share of u)
         insert into auth_session (id, token, "userId", "expiresAt", "createdAt", "updatedAt", "ipAddress", "userAgent",
           second_factor, provider, provider_tokens, idle_ends_at)
         select $1, $4, id, $5, $6, $6, $7, $8, $9, $10, $11, now() + make_interval(secs => $12) from person
         returning (select person_id from person), (select mfa_skips from person), (select is_demo from person)`,
        [
          id,
          authUserId,
          signInVersion,
          randomBytes(18).toString('base64url'),
          new Date(now + options.lifetimeMs),
          new Date(now),
          session.address,
          session.userAgent?.slice(0, 400) ?? null,
          session.secondFactor,
          session.provider,
          tokens === null ? null : seal(secret, sealUses.providerTokens(authUserId), JSON.stringify(tokens)),
          options.idleLimitMs / 1000,
        ],
      );
      const row = rows[0];
      if (row === undefined) return null;
      const signedIn = { userId: userId(Number(row['person_id'])), sessionId: sessionId(id) };
      return { signedIn, mfaSkips: Number(row['mfa_skips']), isDemo: row['is_demo'] === true };
    },

    async find(signedIn) {
      const { rows } = await run(
        `select s."userId", s."createdAt", s.provider, s.provider_tokens, s.second_factor, s.proved_at, a.sign_in_version, a.mfa_skips, lower(p.email) as email,
           exists (select from auth_account c where c."userId" = a.id and c."providerId" = 'credential') as has_credential
         from auth_session s
         join auth_user a on a.id = s."userId"
         join app_user p on p.auth_user_id = a.id and p.enabled
         where s.id = $1 and p.id = $2 and least(s."expiresAt", s.idle_ends_at) > now()`,
        [signedIn.sessionId, signedIn.userId],
      );
      const row = rows[0];
      if (row === undefined) return null;
      const authUserId = String(row['userId']);
      const sealed = row['provider_tokens'];
      const tokens =
        typeof sealed === 'string' ? unseal(secret, sealUses.providerTokens(authUserId), sealed) : null;
      return {
        ...signedIn,
        authUserId,
        email: String(row['email']),
        tokens: tokens === null ? null : (JSON.parse(tokens) as ProviderTokens),
        provider: row['provider'] as SessionProvider,
        secondFactor: row['second_factor'] === true,
        signInVersion: Number(row['sign_in_version']),
        mfaSkips: Number(row['mfa_skips']),
        startedAt: row['createdAt'] as Date,
        provedAt: row['proved_at'] as Date | null,
        hasCredential: row['has_credential'] === true,
      };
    },

    async findVersion(authUserId) {
      const { rows } = await run('select sign_in_version from auth_user where id = $1', [authUserId]);
      return rows[0] === undefined ? null : Number(rows[0]['sign_in_version']);
    },

    async list(authUserId) {
      const { rows } = await run(
        `select id, "ipAddress", "userAgent", "createdAt" from auth_session
         where "userId" = $1 and least("expiresAt", idle_ends_at) > now() order by "createdAt" desc, id`,
        [authUserId],
      );
      return rows.map((row) => ({
        id: String(row['id']),
        address: row['ipAddress'] as string | null,
        userAgent: row['userAgent'] as string | null,
        startedAt: row['createdAt'] as Date,
      }));
    },

    async end(id) {
      const { rows } = await run(
        `delete from auth_session where id = $1
         returning "userId" as "authUserId", (select lower(email) from app_user where auth_user_id = "userId") as email`,
        [id],
      );
      return (rows[0] as { authUserId: string; email: string } | undefined) ?? null;
    },

    async endOne(authUserId, id) {
      const { rowCount } = await run('delete from auth_session where id = $1 and "userId" = $2', [
        id,
        authUserId,
      ]);
      return rowCount > 0;
    },

    endOthers: (authUserId, but) =>
      database.asHome((connection) =>
        inTransaction(connection, async () => {
          await connection.query('update auth_user set sign_in_version = sign_in_version + 1 where id = $1', [
            authUserId,
          ]);
          const { rowCount } = await connection.query(
            'delete from auth_session where "userId" = $1 and id is distinct from $2',
            [authUserId, but],
          );
          return rowCount;
        }),
      ),

    endEverything: (authUserId) =>
      database.asHome((connection) => inTransaction(connection, () => endEverything(connection, authUserId))),

    async raise(id) {
      await run('update auth_session set second_factor = true where id = $1', [id]);
    },

    async noteProof(id) {
      await run('update auth_session set proved_at = $2 where id = $1', [id, new Date(clock.now())]);
    },

    async lowerAll(authUserId) {
      await run('update auth_session set second_factor = false where "userId" = $1', [authUserId]);
    },

    async sweep() {
      await run('delete from auth_session where least("expiresAt", idle_ends_at) < now()');
    },
  };
}
