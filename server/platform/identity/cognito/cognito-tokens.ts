import { createHash } from 'node:crypto';
import { createRemoteJWKSet, decodeJwt, errors, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import { sessionEnded } from '@rowhouse/domain/identity/rules.ts';
import type { Clock } from '../../clock.ts';
import type { CognitoConfig } from '../../config.ts';
import type { Log } from '../../log.ts';
import { serviceMisconfigured, toCognitoRefusal } from './cognito-refusals.ts';
import type { CognitoService } from './cognito-service.ts';
import type { ProviderSession, ProviderTokens } from '../identity-provider.ts';

const clockToleranceSeconds = 30;
/** A token that ends during the call it was taken for is of no use. */
const shortestUsefulMs = 60_000;
const mostRefreshed = 1000;

export type CognitoTokens = {
  /** Refuses what the pool has not signed for us. */
  verify(use: 'id' | 'access', token: string): Promise<JWTPayload>;
  /** The access token of a session, a new one when it is over. Refuses a session that the pool has ended. */
  takeAccess(session: ProviderSession): Promise<string>;
};

export const poolIssuer = ({ endpoint, region, userPoolId }: CognitoConfig): string => {
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const base = endpoint?.replace(/\/$/, '') ?? `https://cognito-idp.${region}.${suffix}`;
  return `${base}/${userPoolId}`;
};

/**
 * What the pool signs is checked even when it comes straight from it. A session keeps the tokens of its beginning; an
 * access token that was refreshed since is remembered here, by this process alone.
 */
export function createCognitoTokens(
  config: CognitoConfig,
  { service, clock, log }: { service: CognitoService; clock: Clock; log: Log },
): CognitoTokens {
  const issuer = poolIssuer(config);
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), { timeoutDuration: 5000 });
  const refreshed = new Map<string, Promise<string>>();

  async function verify(use: 'id' | 'access', token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        algorithms: ['RS256'],
        currentDate: new Date(clock.now()),
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['exp', 'sub', 'token_use'],
        ...(use === 'id' && { audience: config.clientId }),
      });
      if (payload['token_use'] !== use || (use === 'access' && payload['client_id'] !== config.clientId)) {
        throw new errors.JWTClaimValidationFailed('it is for another use', payload);
      }
      return payload;
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown';
      log.error({ issuer, use, reason }, 'a token of Cognito is not valid');
      const isAnswer = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout);
      throw isAnswer ? serviceMisconfigured() : toCognitoRefusal({ name: 'Unreachable', message: reason });
    }
  }

  const isUseful = (token: string) => (decodeJwt(token).exp ?? 0) * 1000 - clock.now() > shortestUsefulMs;

  async function refresh(tokens: ProviderTokens): Promise<string> {
    const { refreshToken = '', username = '', deviceKey } = tokens;
    const answer = await service.ask((client) =>
      client.initiateAuth({
        ClientId: service.clientId,
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: {
          REFRESH_TOKEN: refreshToken,
          ...secretHashOf(service, username),
          ...(deviceKey !== undefined && { DEVICE_KEY: deviceKey }),
        },
      }),
    );
    const token = answer.AuthenticationResult?.AccessToken;
    if (token === undefined) throw sessionEnded();
    await verify('access', token);
    return token;
  }

  /** Calls at the same time share one refreshing; one that failed is forgotten. */
  function remember(key: string, refreshing: Promise<string>): Promise<string> {
    refreshed.delete(key);
    refreshed.set(key, refreshing);
    refreshing.catch(() => refreshed.delete(key));
    for (const oldest of refreshed.keys()) {
      if (refreshed.size <= mostRefreshed) break;
      refreshed.delete(oldest);
    }
    return refreshing;
  }

  return {
    verify,
    async takeAccess({ tokens }) {
      const { accessToken, refreshToken } = tokens ?? {};
      if (tokens === null || accessToken === undefined) throw sessionEnded();
      if (isUseful(accessToken)) return accessToken;
      if (refreshToken === undefined) throw sessionEnded();
      const key = createHash('sha256').update(refreshToken).digest('base64url');
      const before = refreshed.get(key);
      if (before !== undefined) {
        const known = await before.catch(() => null);
        if (known !== null && isUseful(known)) return known;
      }
      const meanwhile = refreshed.get(key);
      return meanwhile !== undefined && meanwhile !== before ? meanwhile : remember(key, refresh(tokens));
    },
  };
}

/** As a part of AuthParameters and ChallengeResponses. */
export function secretHashOf(service: CognitoService, username: string): { SECRET_HASH?: string } {
  const hash = service.secretHash(username);
  return hash === undefined ? {} : { SECRET_HASH: hash };
}
