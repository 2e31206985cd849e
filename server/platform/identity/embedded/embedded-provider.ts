import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { noMail, samePassword } from '@rowhouse/domain/identity/rules.ts';
import { afterAnswer } from '../after-answer.ts';
import { accountExistsMail, confirmationMail, passwordResetMail } from '../../mail/mails.ts';
import { replaceFirstPassword, replacePassword } from './account-rows.ts';
import type { BreachedPasswords } from './breached-passwords.ts';
import { findPasswordContext, refuseKnownPassword, refusePasswordOfContext } from './weak-passwords.ts';
import type { PasswordProvider, Proved, SecondFactor } from '../identity-provider.ts';
import { hashPassword, verifyPassword } from './password-hashes.ts';
import { createPasswordResets } from './password-resets.ts';
import { createRegistrations } from './registrations.ts';
import type { CodeToMail } from './registrations.ts';
import type { Secret } from '../../secret.ts';

export type EmbeddedProviderOptions = {
  readonly database: Database;
  readonly clock: Clock;
  readonly secret: Secret;
  readonly mailer: Mailer;
  /** What links in mails begin with. */
  readonly linkBase: string;
  readonly secondFactor: SecondFactor;
  readonly breached?: BreachedPasswords | undefined;
};

/** Passwords kept in this database, and codes by our own mail. */
export function createEmbeddedProvider(
  options: EmbeddedProviderOptions,
): PasswordProvider & { sweep(): Promise<void> } {
  const { database, clock, linkBase, secondFactor, breached } = options;
  const mailer = afterAnswer(options.mailer);
  const registrations = createRegistrations(options);
  const resets = createPasswordResets(options);
  const run = (text: string, values: readonly unknown[]) =>
    database.asHome((connection) => connection.query(text, values));

  /** The account's password, or that of the registration that waits under the email: one statement, one hash. */
  async function findPassword(email: string) {
    const { rows } = await run(
      `select u.id, coalesce(a.password, r.password_hash) as password, p.enabled is not false as may_enter,
         coalesce(a.is_first_password, false) as is_first
       from (select $1::text as email) e
       left join auth_user u on u.email = e.email
       left join app_user p on p.auth_user_id = u.id
       left join auth_account a on a."userId" = u.id and a."providerId" = 'credential'
       left join lateral (
         select password_hash from registration
         where u.id is null and lower(email) = e.email and confirmed_at is null and code_hash is not null and expires_at > $2
         order by created_at desc limit 1) r on true`,
      [email, new Date(clock.now())],
    );
    return {
      authUserId: (rows[0]?.['id'] as string | null | undefined) ?? null,
      hash: (rows[0]?.['password'] as string | null | undefined) ?? null,
      mayEnter: rows[0]?.['may_enter'] === true,
      isFirst: rows[0]?.['is_first'] === true,
    };
  }

  /** Unless another sign-in was quicker. */
  async function rehash(authUserId: string, password: string, outdated: string): Promise<void> {
    await run(
      `update auth_account set password = $2 where "userId" = $1 and "providerId" = 'credential' and password = $3`,
      [authUserId, await hashPassword(password), outdated],
    );
  }

  /** It names no registration: the browser that opens it has to know one, or the password (docs/decisions/037). */
  const confirmationLink = (email: string, code: string) =>
    `${linkBase}/user-confirmation/link#email=${encodeURIComponent(email)}&code=${code}`;

  function mailCode({ email, firstName, code }: CodeToMail): void {
    mailer.post(
      code === null
        ? accountExistsMail({ to: email, firstName, link: `${linkBase}/login` })
        : confirmationMail({ to: email, firstName, code, link: confirmationLink(email, code) }),
    );
  }

  function refuseWithoutMail(): void {
    if (mailer.kind === 'none') throw noMail();
  }

  return {
    name: 'embedded',
    secondFactor,

    async checkPassword(email, password) {
      const { authUserId, hash, mayEnter, isFirst } = await findPassword(email);
      const { isRight, isOutdated } = await verifyPassword(password, hash);
      if (!isRight || !mayEnter) return { outcome: 'WRONG' };
      if (authUserId === null) return { outcome: 'CONFIRMATION_REQUIRED' };
      if (isOutdated && hash !== null) await rehash(authUserId, password, hash);
      // Somebody else made it, and has seen it.
      if (isFirst) return { outcome: 'NEW_PASSWORD_REQUIRED', challenge: email };
      return provedBy(authUserId, email);
    },

    // The challenge is kept in a ticket, which is given to who had the first password.
    async answerNewPassword(email, password) {
      await refuseKnownPassword(password, breached);
      refusePasswordOfContext(password, await findPasswordContext(database, email));
      const { authUserId, hash, isFirst } = await findPassword(email);
      if (authUserId === null || !isFirst) return { outcome: 'WRONG' };
      if ((await verifyPassword(password, hash)).isRight) throw samePassword();
      const newHash = await hashPassword(password);
      const isReplaced = await database.asHome((connection) =>
        inTransaction(connection, () => replaceFirstPassword(connection, authUserId, newHash)),
      );
      return isReplaced ? provedBy(authUserId, email) : { outcome: 'WRONG' };
    },

    // Never asked of this provider: its codes are those of the identity over it.
    answerTotp: async () => ({ outcome: 'OVER' }),

    async signUp({ password, ...form }) {
      await refuseKnownPassword(password, breached);
      const { email, firstName, lastName } = form;
      refusePasswordOfContext(password, { email, names: [firstName, lastName], companies: [] });
      refuseWithoutMail();
      const opened = await registrations.open(form, await hashPassword(password));
      mailCode(opened);
      return { registrationId: opened.id };
    },

    confirmSignUp: (id, code) => registrations.confirm(id, code),

    async resendCode(id) {
      refuseWithoutMail();
      const renewed = await registrations.renew(id);
      if (renewed !== null) mailCode(renewed);
    },

    findRegistration: (email) => registrations.findWaiting(email),

    async forgotPassword(email) {
      refuseWithoutMail();
      const opened = await resets.open(email);
      if (opened === null) return;
      const link = `${linkBase}/reset#email=${encodeURIComponent(email)}&token=${opened.token}`;
      mailer.post(passwordResetMail({ to: email, ...opened, link }));
    },

    async resetPassword(email, proof, password) {
      await refuseKnownPassword(password, breached);
      // After the proof: to anybody else it would tell what the person and their companies are called.
      return resets.finish(email, proof, password, async () =>
        refusePasswordOfContext(password, await findPasswordContext(database, email)),
      );
    },

    async changePassword({ authUserId, email }, password, newPassword) {
      await refuseKnownPassword(newPassword, breached, 'newPassword');
      const { rows } = await run(
        `select password from auth_account where "userId" = $1 and "providerId" = 'credential'`,
        [authUserId],
      );
      const hash = (rows[0]?.['password'] as string | null | undefined) ?? null;
      if (!(await verifyPassword(password, hash)).isRight) return false;
      refusePasswordOfContext(newPassword, await findPasswordContext(database, email), 'newPassword');
      const newHash = await hashPassword(newPassword);
      await database.asHome((connection) =>
        inTransaction(connection, () => replacePassword(connection, authUserId, newHash)),
      );
      return true;
    },

    // There is nothing open but our own sessions.
    signOutEverywhere: async () => {},

    async sweep() {
      await registrations.sweep();
      await resets.sweep();
    },
  };
}

const provedBy = (subject: string, email: string): Proved => ({
  outcome: 'PROVED',
  account: { subject, email, emailVerified: true, firstName: null, lastName: null },
  secondFactor: false,
  tokens: null,
});
