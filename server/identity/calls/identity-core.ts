import type { Clock } from '../../platform/clock.ts';
import type { IdentityConfig } from '../../platform/config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ConfiguredMailer } from '../../platform/mail/create-mailer.ts';
import type { Accounts } from '../../platform/identity/embedded/accounts.ts';
import type { Guesses } from '../guesses.ts';
import type { KnownBrowsers } from '../known-browsers.ts';
import type { IdentityEvents } from '../../platform/identity/identity-events.ts';
import type {
  PasswordProvider,
  Proved,
  ProviderSession,
  RedirectProvider,
  SecondFactor,
} from '../../platform/identity/identity-provider.ts';
import type { FirstLinks } from '../first-links.ts';
import type { Invitations } from '../invitations.ts';
import type { MatchPerson } from '../match-person.ts';
import type { SessionProvider, Sessions } from '../sessions.ts';
import type { TakeGuess } from './take-guess.ts';
import type { Tickets } from './tickets.ts';
import type { Tokens } from '../tokens.ts';

/** What the calls of the identity are made of. */
export type IdentityCore = {
  readonly database: Database;
  readonly clock: Clock;
  readonly config: IdentityConfig;
  readonly tokens: Tokens;
  readonly mailer: ConfiguredMailer;
  readonly accounts: Accounts;
  readonly guesses: Guesses;
  readonly takeGuess: TakeGuess;
  readonly browsers: KnownBrowsers;
  readonly sessions: Sessions;
  readonly events: IdentityEvents;
  readonly invitations: Invitations;
  readonly firstLinks: FirstLinks;
  /** Whether anybody signs in here under the email, which is in its one spelling. */
  hasAccount(email: string): Promise<boolean>;
  readonly matchPerson: MatchPerson;
  /** Null where people sign in on a provider's pages only. */
  readonly passwords: PasswordProvider | null;
  readonly redirect: RedirectProvider | null;
  /** The one that is kept here, for whoever's provider has none. */
  readonly ownSecondFactor: SecondFactor;
  readonly codeTickets: Tickets<AwaitedCode>;
  readonly passwordTickets: Tickets<AwaitedPassword>;
  readonly redeemTickets: Tickets<Proved>;
};

/** Whose password, or provider, was right. */
export type ProvedPerson = ProviderSession & {
  readonly provider: SessionProvider;
  readonly signInVersion: number;
};

/** Between the password and the code: whom the code makes signed in, or whose provider asks for it. */
export type AwaitedCode =
  | { readonly of: 'person'; readonly person: ProvedPerson }
  | { readonly of: 'provider'; readonly email: string; readonly challenge: string };

export type AwaitedPassword = { readonly email: string; readonly challenge: string };

/** Cognito keeps the second factor of its people; everybody else's is kept here. */
export const secondFactorOf = (core: IdentityCore, provider: SessionProvider): SecondFactor =>
  provider === 'cognito' && core.passwords?.name === 'cognito'
    ? core.passwords.secondFactor
    : core.ownSecondFactor;
