import { redeemLifetimeMs, ticketLifetimeMs } from '@rowhouse/domain/identity/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { IdentityConfig } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { ConfiguredMailer } from '../platform/mail/create-mailer.ts';
import type { BreachedPasswords } from '../platform/identity/embedded/breached-passwords.ts';
import { createAccounts } from '../platform/identity/embedded/accounts.ts';
import { createGuesses } from './guesses.ts';
import { createKnownBrowsers } from './known-browsers.ts';
import type { Identity, RedirectSignIn } from './identity.ts';
import type { AwaitedCode, AwaitedPassword, IdentityCore } from './calls/identity-core.ts';
import type { SecurityLog } from '../platform/security-log.ts';
import { createIdentityEvents } from '../platform/identity/identity-events.ts';
import type { Proved, RedirectProvider } from '../platform/identity/identity-provider.ts';
import { createFirstLinkCalls } from './calls/first-link-calls.ts';
import { createFirstLinks } from './first-links.ts';
import { createInvitations } from './invitations.ts';
import { createMatchPerson } from './match-person.ts';
import type { IdentityProviders } from './open-providers.ts';
import { createPasswordCalls } from './calls/password-calls.ts';
import { requireProof } from './calls/prove-again.ts';
import { createRegistrationCalls } from './calls/registration-calls.ts';
import { createSecondFactorCalls } from './calls/second-factor-calls.ts';
import { createSecurityCalls } from './calls/security-calls.ts';
import { createSessions } from './sessions.ts';
import { createSignInCalls, findSignInMethods } from './calls/sign-in-calls.ts';
import { createSignInFlow } from './calls/sign-in-flow.ts';
import { createTakeGuess } from './calls/take-guess.ts';
import { createTickets } from './calls/tickets.ts';
import type { Tokens } from './tokens.ts';
import type { Secret } from '../platform/secret.ts';

export type IdentityOptions = {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly secret: Secret;
  readonly clock: Clock;
  readonly log: Log;
  readonly securityLog: SecurityLog;
  readonly config: IdentityConfig;
  readonly mailer: ConfiguredMailer;
  /** What links in mails begin with. */
  readonly linkBase: string;
  readonly breached?: BreachedPasswords | undefined;
  readonly providers: IdentityProviders;
  readonly sessionLifetimeMs: number;
  readonly sessionIdleMs: number;
};

/** The provider's page has come back already: only the way to the client's page is left. */

export function createIdentity(options: IdentityOptions): Identity {
  const { database, clock, providers } = options;
  const core = createCore(options);
  const flow = createSignInFlow(core);
  const { signUp, ...registrationCalls } = createRegistrationCalls(core, flow);

  return {
    ...core.accounts,
    signUp,
    signInMethods: findSignInMethods(core),
    calls: {
      ...createSignInCalls(core, flow),
      ...registrationCalls,
      ...createFirstLinkCalls(core, flow),
      ...createPasswordCalls(core, flow),
      ...createSecondFactorCalls(core, flow),
      ...createSecurityCalls(core),
    },
    renewFirstLink: () => core.firstLinks.renew(),
    findSession: (signedIn) => core.sessions.find(signedIn),
    requireProof: (signedIn) => requireProof(core, signedIn),
    async signOut(sessionId, address) {
      const ended = await core.sessions.end(sessionId);
      if (ended === null) return;
      const { authUserId, email } = ended;
      await core.events.note({ authUserId, actor: email, event: 'signed-out', address });
    },
    redirect: core.redirect && createRedirectSignIn(core.redirect, core),

    async sweep() {
      await core.guesses.sweep();
      await core.sessions.sweep();
      await providers.sweep();
      await database.asHome(async (connection) => {
        const now = new Date(clock.now());
        await connection.query('delete from auth_verification where "expiresAt" < $1', [now]);
        await connection.query('delete from auth_device where expires_at < $1', [now]);
      });
    },
  };
}

const createRedirectSignIn = (provider: RedirectProvider, core: IdentityCore): RedirectSignIn => ({
  label: provider.label,
  begin: (callbackUrl) => provider.begin(callbackUrl),
  finish: async (callbackUrl, kept) => core.redeemTickets.create(await provider.finish(callbackUrl, kept)),
});

function createCore(options: IdentityOptions): IdentityCore {
  const { database, clock, log, secret, providers } = options;
  const parts = { database, clock, secret };
  const guesses = createGuesses(parts);
  const browsers = createKnownBrowsers(secret);
  const events = createIdentityEvents(database);
  const invitations = createInvitations(parts);
  const later = (what: string, work: () => Promise<void>) => {
    setImmediate(() => work().catch((error: unknown) => log.error({ err: error }, `${what} failed`)));
  };
  const tickets = <Content>(purpose: string, lifetimeMs = ticketLifetimeMs) =>
    createTickets<Content>({ ...parts, purpose, lifetimeMs });
  return {
    database,
    clock,
    config: options.config,
    tokens: options.tokens,
    mailer: options.mailer,
    accounts: createAccounts({ database, breached: options.breached }),
    guesses,
    browsers,
    takeGuess: createTakeGuess({
      database,
      guesses,
      browsers,
      events,
      mailer: options.mailer,
      securityLog: options.securityLog,
      linkBase: options.linkBase,
      later,
    }),
    sessions: createSessions({
      ...parts,
      lifetimeMs: options.sessionLifetimeMs,
      idleLimitMs: options.sessionIdleMs,
    }),
    events,
    invitations,
    firstLinks: createFirstLinks(parts),
    async hasAccount(email) {
      const { rows } = await database.asHome((connection) =>
        connection.query('select from auth_user where email = $1', [email]),
      );
      return rows.length > 0;
    },
    matchPerson: createMatchPerson({ database, clock, invitations }),
    passwords: providers.passwords,
    redirect: providers.redirect,
    ownSecondFactor: providers.secondFactor,
    codeTickets: tickets<AwaitedCode>('second factor'),
    passwordTickets: tickets<AwaitedPassword>('new password'),
    redeemTickets: tickets<Proved>('redeem', redeemLifetimeMs),
  };
}
