import { setTimeout as wait } from 'node:timers/promises';
import { allowInsecureRequests, discovery } from 'openid-client';
import type { ServerMetadata } from 'openid-client';
import type { Clock } from '../../clock.ts';
import { ConfigError } from '../../config.ts';
import type { OidcConfig } from '../../config.ts';
import type { Log } from '../../log.ts';
import { describeOidcError, providerUnavailable } from './oidc-refusals.ts';

const keptMs = 3_600_000;
const retryAfterMs = 300;
export const oidcTimeoutSeconds = 5;

/** What the provider says of itself: kept for an hour, and longer while it cannot be asked. */
export type OidcDiscovery = () => Promise<ServerMetadata>;

export function createOidcDiscovery(
  config: OidcConfig,
  { clock, log }: { clock: Clock; log: Log },
): OidcDiscovery {
  const issuer = new URL(config.issuer);
  let known: { readonly metadata: ServerMetadata; readonly atMs: number } | null = null;
  let asking: Promise<ServerMetadata> | null = null;

  async function askOnce(): Promise<ServerMetadata> {
    const execute = isOnThisMachine(issuer) ? [allowInsecureRequests] : [];
    const options = { timeout: oidcTimeoutSeconds, execute };
    const found = await discovery(issuer, config.clientId, {}, undefined, options);
    const metadata = found.serverMetadata();
    // The library lets the issuers of many tenants at once pass, each with a name of its own.
    if (new URL(metadata.issuer).href !== issuer.href) {
      throw new Error(`The provider calls itself ${metadata.issuer}, not ${config.issuer}.`);
    }
    return metadata;
  }

  async function ask(): Promise<ServerMetadata> {
    try {
      const metadata = await askOnce().catch(async () => {
        await wait(retryAfterMs);
        return askOnce();
      });
      known = { metadata, atMs: clock.now() };
      return metadata;
    } catch (error) {
      log.warn({ issuer: config.issuer, ...describeOidcError(error) }, 'the OpenID provider was not found');
      if (known === null) throw providerUnavailable();
      return known.metadata;
    } finally {
      asking = null;
    }
  }

  return async () => {
    if (known !== null && clock.now() - known.atMs < keptMs) return known.metadata;
    return (asking ??= ask());
  };
}

/** Plain HTTP is for a provider on the own machine alone. */
export function refuseInsecureIssuer(issuer: string): void {
  const url = new URL(issuer);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isOnThisMachine(url))) return;
  throw new ConfigError('OIDC_ISSUER is not usable: it must begin with https://.');
}

export const isOnThisMachine = (url: URL): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
