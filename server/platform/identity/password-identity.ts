import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { longestPassword, shortestPassword } from '@rowhouse/domain/identity/limits.ts';
import { canonicalEmail, whyNotPassword, wrongCredentials } from '@rowhouse/domain/identity/rules.ts';
import { sessionId, userId } from '@rowhouse/domain/kernel/ids.ts';
import type { UserId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid, notFound, Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { databaseErrorCode } from '../database/open-database.ts';
import type { Log } from '../log.ts';
import { deriveKey } from '../secret.ts';
import { createGuesses } from './guesses.ts';
import type { Identity } from './identity.ts';
import { ownerDialect } from './owner-dialect.ts';
import type { Tokens } from './tokens.ts';

export type PasswordIdentityOptions = {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly secret: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly sessionLifetimeMs: number;
  readonly publicUrl?: string | undefined;
};

const addressHeader = 'x-client-address';

/** better-auth over the owner's connection: it keeps accounts and sessions, its own routes are not open. */
export function createBetterAuth(options: Omit<PasswordIdentityOptions, 'tokens' | 'clock'>) {
  return betterAuth({
    baseURL: options.publicUrl ?? 'http://localhost',
    secret: deriveKey(options.secret, 'better-auth').toString('base64url'),
    database: { dialect: ownerDialect(options.database), type: 'postgres', transaction: true },
    user: { modelName: 'auth_user' },
    session: {
      modelName: 'auth_session',
      expiresIn: Math.ceil(options.sessionLifetimeMs / 1000),
      disableSessionRefresh: true,
    },
    account: { modelName: 'auth_account' },
    verification: { modelName: 'auth_verification' },
    rateLimit: { storage: 'database', modelName: 'auth_rate_limit' },
    // Passwords are kept as scrypt of N 16384, r 16, p 1, a salt of 16 bytes and a key of 64: the default.
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      minPasswordLength: shortestPassword,
      maxPasswordLength: longestPassword,
    },
    advanced: { ipAddress: { ipAddressHeaders: [addressHeader] } },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message) =>
        options.log.error({ identity: message }, 'the identity library reported an error'),
    },
  });
}

/** Emails and passwords, kept in this database. */
export function createPasswordIdentity(options: PasswordIdentityOptions): Identity {
  const { database, tokens } = options;
  const auth = createBetterAuth(options);
  const guesses = createGuesses(options);

  const deleteSession = (id: string) =>
    database.asOwner(async (connection) => {
      await connection.query('delete from auth_session where id = $1', [id]);
    });

  const storedPassword = (email: string) =>
    database.asOwner(async (connection) => {
      const { rows } = await connection.query(
        `select a.password from auth_user u join auth_account a on a."userId" = u.id and a."providerId" = 'credential'
         where u.email = $1`,
        [email],
      );
      return rows[0]?.['password'] ?? null;
    });

  /** The session of a right password, or null. A session never outlives a change of its password. */
  async function openSession(email: string, password: string, address: string) {
    const before = await storedPassword(email);
    let token: string;
    try {
      const headers = new Headers({ [addressHeader]: address });
      ({ token } = await auth.api.signInEmail({ body: { email, password }, headers }));
    } catch (error) {
      if (error instanceof APIError && error.statusCode < 500) return null;
      throw error;
    }
    const { rows } = await database.asOwner((connection) =>
      connection.query(
        `select s.id, p.id as person, p.enabled, a.password
         from auth_session s
         join auth_account a on a."userId" = s."userId" and a."providerId" = 'credential'
         left join app_user p on p.auth_user_id = s."userId"
         where s.token = $1`,
        [token],
      ),
    );
    const found = rows[0];
    if (found === undefined) return null;
    if (found['enabled'] === true && found['password'] === before) {
      return { userId: userId(Number(found['person'])), sessionId: sessionId(String(found['id'])) };
    }
    await deleteSession(String(found['id']));
    return null;
  }

  /** Two processes may make the same account at the same moment: the later one takes what the first made. */
  async function createCredential(email: string, password: string, name: string) {
    const { internalAdapter, password: hasher } = await auth.$context;
    const find = async () => (await internalAdapter.findUserByEmail(email))?.user ?? null;
    const create = () =>
      internalAdapter.createUser({ email, name, emailVerified: true }, { method: 'admin' });
    const user = (await find()) ?? (await nullWhenThere(create())) ?? (await find());
    if (user === null) throw new Error('The identity library made no user.');
    if ((await internalAdapter.findCredentialAccount(user.id)) !== null)
      return { authUserId: user.id, created: false };
    const hash = await hasher.hash(password);
    const credential = { userId: user.id, accountId: user.id, providerId: 'credential', password: hash };
    return {
      authUserId: user.id,
      created: (await nullWhenThere(internalAdapter.linkAccount(credential))) !== null,
    };
  }

  const findAuthUser = async (person: UserId): Promise<string> => {
    const { rows } = await database.asOwner((connection) =>
      connection.query('select auth_user_id from app_user where id = $1', [person]),
    );
    const found = rows[0]?.['auth_user_id'];
    if (typeof found !== 'string') throw notFound('The account');
    return found;
  };

  return {
    async signIn(givenEmail, password, address) {
      const email = canonicalEmail(givenEmail);
      await guesses.take(email, address);
      let session: Awaited<ReturnType<typeof openSession>>;
      try {
        session = await openSession(email, password, address);
      } catch (error) {
        await guesses.giveBack(email, address);
        throw error;
      }
      if (session === null) throw wrongCredentials();
      await guesses.forget(email, address);
      return tokens.issueService(session);
    },

    signOut: deleteSession,

    async createAccount(givenEmail, password, person = {}) {
      const email = canonicalEmail(givenEmail);
      refuseWeak(password);
      const name = [person.firstName, person.lastName].filter(Boolean).join(' ') || email;
      const { authUserId, created } = await createCredential(email, password, name);
      const { rows } = await database.asOwner((connection) =>
        connection.query(
          `insert into app_user as u (auth_user_id, email, first_name, last_name, validated) values ($1, $2, $3, $4, true)
           on conflict (lower(email)) do update
             set auth_user_id = coalesce(u.auth_user_id, excluded.auth_user_id), validated = true
           returning id, auth_user_id`,
          [authUserId, email, person.firstName ?? null, person.lastName ?? null],
        ),
      );
      if (rows[0]?.['auth_user_id'] !== authUserId) {
        throw new Refusal('CONFLICT', 'A person with this email signs in by another account.', {
          field: 'email',
        });
      }
      return { userId: userId(Number(rows[0]['id'])), created };
    },

    async setPassword(person, password) {
      refuseWeak(password);
      const authUserId = await findAuthUser(person);
      const { internalAdapter, password: hasher } = await auth.$context;
      await internalAdapter.updatePassword(authUserId, await hasher.hash(password));
      await internalAdapter.deleteUserSessions(authUserId);
    },

    async sweep() {
      await guesses.sweep();
      await database.asOwner((connection) =>
        connection.query('delete from auth_session where "expiresAt" < now()'),
      );
    },
  };
}

async function nullWhenThere<Made>(making: Promise<Made>): Promise<Made | null> {
  try {
    return await making;
  } catch (error) {
    if (databaseErrorCode(error) === '23505') return null;
    throw error;
  }
}

function refuseWeak(password: string): void {
  const reason = whyNotPassword(password);
  if (reason !== null) throw invalid(reason, 'password');
}
