import type { Clock } from '../platform/clock.ts';
import type { IdentityConfig } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { BreachedPasswords } from '../platform/identity/embedded/breached-passwords.ts';
import { createEmbeddedProvider } from '../platform/identity/embedded/embedded-provider.ts';
import type {
  PasswordProvider,
  RedirectProvider,
  SecondFactor,
} from '../platform/identity/identity-provider.ts';
import { createSecondFactor } from './second-factor/create-second-factor.ts';
import type { Secret } from '../platform/secret.ts';

export type IdentityProviders = {
  /** Null where people sign in on a provider's own pages only. */
  readonly passwords: PasswordProvider | null;
  readonly redirect: RedirectProvider | null;
  /** The one that is kept here, for whoever's provider has none. */
  readonly secondFactor: SecondFactor;
  sweep(): Promise<void>;
};

export type ProviderParts = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secret: Secret;
  readonly mailer: Mailer;
  /** What links in mails begin with. */
  readonly linkBase: string;
  readonly breached?: BreachedPasswords | undefined;
};

/** Passwords and second factors that are kept here. */
export function createOwnProviders(
  parts: ProviderParts,
): IdentityProviders & { passwords: PasswordProvider } {
  const secondFactor = createSecondFactor(parts);
  const passwords = createEmbeddedProvider({ ...parts, secondFactor });
  return { passwords, redirect: null, secondFactor, sweep: () => passwords.sweep() };
}

/** What the configuration names. Cloud providers are loaded only when they are wanted. */
export async function openProviders(
  config: IdentityConfig,
  parts: ProviderParts,
): Promise<IdentityProviders> {
  const own = createOwnProviders(parts);
  const passwords = config.cognito === null ? own.passwords : await openCognito(config.cognito, parts);
  return {
    ...own,
    passwords: config.passwords ? passwords : null,
    redirect: config.oidc === null ? null : await openOidc(config.oidc, parts),
  };
}

async function openOidc(
  config: NonNullable<IdentityConfig['oidc']>,
  parts: { clock: Clock; log: Log },
): Promise<RedirectProvider> {
  const { createOidcProvider } = await import('../platform/identity/oidc/oidc-provider.ts');
  return createOidcProvider(config, parts);
}

async function openCognito(
  config: NonNullable<IdentityConfig['cognito']>,
  parts: { database: Database; clock: Clock; log: Log; secret: Secret },
): Promise<PasswordProvider> {
  const { createCognitoProvider } = await import('../platform/identity/cognito/cognito-provider.ts');
  return createCognitoProvider(config, parts);
}
