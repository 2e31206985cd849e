import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  Configuration,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { ServerMetadata } from 'openid-client';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { ConfigError } from '../../config.ts';
import type { OidcConfig } from '../../config.ts';
import type { Log } from '../../log.ts';
import type { Proved, RedirectProvider } from '../identity-provider.ts';
import { addUserInfo, provedSecondFactor, readOidcAccount, saysWhetherVerified } from './oidc-claims.ts';
import type { Claims } from './oidc-claims.ts';
import {
  createOidcDiscovery,
  isOnThisMachine,
  oidcTimeoutSeconds,
  refuseInsecureIssuer,
} from './oidc-discovery.ts';
import { describeOidcError, notTrusted, signInOver, toOidcRefusal } from './oidc-refusals.ts';

/** How long the person may stay on the provider's pages. */
const longestSignInMs = 10 * 60_000;

const keptForm = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.url(),
  beganAtMs: z.number(),
});
type Kept = z.output<typeof keptForm>;

/**
 * Any OpenID provider, by the authorization code flow with PKCE. The signature of the id token is checked although it
 * comes straight from the provider, with its keys as they are at that moment: each sign-in asks for them, so that a
 * key that was changed a second ago is known and one that was withdrawn is not.
 */
export function createOidcProvider(
  config: OidcConfig,
  { clock, log }: { clock: Clock; log: Log },
): RedirectProvider {
  refuseInsecureIssuer(config.issuer);
  if (!config.scopes.split(' ').includes('openid')) {
    throw new ConfigError('OIDC_SCOPES is not usable: it must have openid among its words.');
  }
  const discover = createOidcDiscovery(config, { clock, log });

  /** Made anew each time: it holds the keys, and how far our clock is from the machine's. */
  function configure(metadata: ServerMetadata): Configuration {
    const skewSeconds = Math.round((clock.now() - Date.now()) / 1000);
    const client = { [clockSkew]: skewSeconds };
    const made = new Configuration(metadata, config.clientId, client, authenticate(metadata));
    made.timeout = oidcTimeoutSeconds;
    enableNonRepudiationChecks(made);
    if (isOnThisMachine(new URL(config.issuer))) allowInsecureRequests(made);
    return made;
  }

  function authenticate(metadata: ServerMetadata) {
    if (config.clientSecret === undefined) return None();
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return methods.includes('client_secret_basic')
      ? ClientSecretBasic(config.clientSecret)
      : ClientSecretPost(config.clientSecret);
  }

  async function exchange(callbackUrl: string, kept: Kept): Promise<Proved> {
    const metadata = await discover();
    const provider = configure(metadata);
    const backAt = new URL(kept.redirectUri);
    backAt.search = new URL(callbackUrl).search;
    const tokens = await authorizationCodeGrant(provider, backAt, {
      pkceCodeVerifier: kept.verifier,
      expectedState: kept.state,
      expectedNonce: kept.nonce,
      idTokenExpected: true,
    });
    const told = tokens.claims();
    if (told === undefined) throw notTrusted();
    let claims: Claims = told;
    const isWhole = told['email'] !== undefined && saysWhetherVerified(told);
    if (!isWhole && metadata.userinfo_endpoint !== undefined) {
      claims = addUserInfo(told, await fetchUserInfo(provider, tokens.access_token, told.sub));
    }
    return {
      outcome: 'PROVED',
      account: readOidcAccount(metadata.issuer, claims),
      secondFactor: provedSecondFactor(told),
      tokens: null,
    };
  }

  /** The person reads a sentence, the operator the reason. */
  async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const refusal = toOidcRefusal(error);
      if (refusal !== error) {
        log.warn({ issuer: config.issuer, ...describeOidcError(error) }, 'a sign-in by OpenID failed');
      }
      throw refusal;
    }
  }

  return {
    name: 'oidc',
    label: config.label,

    begin: (callbackUrl) =>
      refusing(async () => {
        const provider = configure(await discover());
        const kept: Kept = {
          state: randomState(),
          nonce: randomNonce(),
          verifier: randomPKCECodeVerifier(),
          redirectUri: callbackUrl,
          beganAtMs: clock.now(),
        };
        const url = buildAuthorizationUrl(provider, {
          redirect_uri: callbackUrl,
          scope: config.scopes,
          state: kept.state,
          nonce: kept.nonce,
          code_challenge: await calculatePKCECodeChallenge(kept.verifier),
          code_challenge_method: 'S256',
        });
        return { url: url.href, kept: JSON.stringify(kept) };
      }),

    finish: (callbackUrl, keptText) =>
      refusing(async () => {
        const kept = keptForm.safeParse(parseJson(keptText));
        if (!kept.success) throw notTrusted();
        if (clock.now() - kept.data.beganAtMs > longestSignInMs) throw signInOver();
        return exchange(callbackUrl, kept.data);
      }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
