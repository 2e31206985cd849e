import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';

export const providerUnavailable = () =>
  new Refusal('UNAVAILABLE', 'The sign-in of your company cannot be reached. Try again in a moment.');

const providerMisconfigured = () =>
  new Refusal(
    'UNAVAILABLE',
    'The sign-in of your company does not accept Rowhouse as it is set up. Ask your administrator.',
  );

const refusedByPerson = () =>
  new Refusal('UNAUTHENTICATED', 'The sign-in was cancelled or refused. Nothing was changed.');

export const notTrusted = () =>
  new Refusal(
    'UNAUTHENTICATED',
    'The answer of your company’s sign-in could not be trusted. Please sign in again.',
  );

export const signInOver = () =>
  new Refusal('UNAUTHENTICATED', 'This sign-in took too long, or it was used already. Please sign in again.');

export const noEmailTold = () =>
  new Refusal(
    'UNAUTHENTICATED',
    'Your company’s sign-in does not say which email you have. Ask your administrator.',
  );

/** What a log may hold of it: no token, no code. */
export function describeOidcError(error: unknown): { reason: string; code?: string; error?: string } {
  if (!(error instanceof Error)) return { reason: 'unknown' };
  const { code, error: said } = error as { code?: unknown; error?: unknown };
  const { cause } = error;
  return {
    reason: cause instanceof Error ? `${error.message}: ${cause.message}` : error.message,
    ...(typeof code === 'string' && { code }),
    ...(typeof said === 'string' && { error: said }),
  };
}

const busy = new Set(['temporarily_unavailable', 'server_error']);
/** Codes of the library for an answer that is none: a proxy's error page, a broken server. */
const nonsense = new Set([
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_PARSE_ERROR',
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
]);
const settingsOfOurs = new Set(['invalid_client', 'unauthorized_client', 'invalid_scope', 'invalid_request']);

/** What went wrong between the provider and us, as the person is to read it. */
export function toOidcRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    if (busy.has(error.error)) return providerUnavailable();
    if (settingsOfOurs.has(error.error)) return providerMisconfigured();
    return error instanceof ResponseBodyError ? signInOver() : refusedByPerson();
  }
  if (error instanceof WWWAuthenticateChallengeError) return providerMisconfigured();
  if (error instanceof ClientError) {
    return error.code !== undefined && nonsense.has(error.code) ? providerUnavailable() : notTrusted();
  }
  // Everything else has not come to an answer: no route, no name, a closed connection.
  return providerUnavailable();
}
