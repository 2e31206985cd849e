import { createHmac } from 'node:crypto';
import type { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { CognitoConfig } from '../../config.ts';
import type { Log } from '../../log.ts';
import { alwaysRefused, toCognitoRefusal } from './cognito-refusals.ts';
import type { CognitoError } from './cognito-refusals.ts';

/** What exceptions mean to whoever asks, by their names; every other one becomes a Refusal. */
type Meanings<Outcome> = Readonly<Record<string, Outcome>>;

export type CognitoService = {
  readonly clientId: string;
  readonly userPoolId: string;
  ask<Answer, Outcome = never>(
    work: (client: CognitoIdentityProvider) => Promise<Answer>,
    meanings?: Meanings<Outcome>,
  ): Promise<Answer | Outcome>;
  /** The proof of an application client with a secret; it is bound to the user's name. */
  secretHash(username: string): string | undefined;
};

/** The service's API. Its library is large, and is loaded by whoever uses it alone. */
export function createCognitoService(config: CognitoConfig, { log }: { log: Log }): CognitoService {
  let opening: Promise<CognitoIdentityProvider> | null = null;

  async function open(): Promise<CognitoIdentityProvider> {
    const sdk = await import('@aws-sdk/client-cognito-identity-provider');
    return new sdk.CognitoIdentityProvider({
      region: config.region,
      ...(config.endpoint !== undefined && { endpoint: config.endpoint }),
      maxAttempts: 2,
      requestHandler: { connectionTimeout: 3000, requestTimeout: 8000, throwOnRequestTimeout: true },
    });
  }

  return {
    clientId: config.clientId,
    userPoolId: config.userPoolId,

    async ask<Answer, Outcome>(
      work: (client: CognitoIdentityProvider) => Promise<Answer>,
      meanings: Meanings<Outcome> = {},
    ) {
      const client = await (opening ??= open());
      try {
        return await work(client);
      } catch (thrown) {
        if (thrown instanceof Refusal) throw thrown;
        const error = readError(thrown);
        const refused = alwaysRefused(error);
        if (refused === null && Object.hasOwn(meanings, error.name)) return meanings[error.name] as Outcome;
        const refusal = refused ?? toCognitoRefusal(error);
        log.warn(
          { cognito: error.name, reason: error.message, answer: refusal.code },
          'Cognito refused a call',
        );
        throw refusal;
      }
    },

    secretHash: (username) =>
      config.clientSecret === undefined
        ? undefined
        : createHmac('sha256', config.clientSecret).update(`${username}${config.clientId}`).digest('base64'),
  };
}

function readError(thrown: unknown): CognitoError {
  return thrown instanceof Error ? thrown : { name: 'Unknown', message: String(thrown) };
}
