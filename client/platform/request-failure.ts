import type { RefusalCode } from '@rowhouse/domain/kernel/refusal.ts';

export type FailureCode = RefusalCode | 'INTERNAL' | 'UNREACHABLE';

export type FailureContext = {
  field?: string;
  details?: Record<string, unknown>;
};

/** Why a call to the server brought nothing. Its message is a sentence for the user. */
export class RequestFailure extends Error {
  readonly code: FailureCode;
  readonly field: string | null;
  readonly details: Record<string, unknown>;

  constructor(code: FailureCode, sentence: string, context: FailureContext = {}) {
    super(sentence);
    this.name = 'RequestFailure';
    this.code = code;
    this.field = context.field ?? null;
    this.details = context.details ?? {};
  }
}

/** The session dialog tells this one: what merely loads in the background keeps silent about it. */
export const isSessionEnd = (failure: unknown): boolean =>
  failure instanceof RequestFailure && failure.code === 'UNAUTHENTICATED';

/** Nothing was wrong with the question: the bar of the connection tells this one, and it is asked again by itself. */
export const isConnectionLost = (failure: unknown): boolean =>
  failure instanceof RequestFailure && (failure.code === 'UNREACHABLE' || failure.code === 'UNAVAILABLE');

/**
 * Why a page has nothing to show; null where it has. What stands, and what is typed in it, is not taken away because
 * it could not be read again while there was no connection: a refusal takes it away.
 */
export function findBlockingFailure(
  ...queries: readonly { readonly data: unknown; readonly error: unknown }[]
): unknown {
  const blocking = queries.find(
    ({ data, error }) => error !== null && (data === undefined || !isConnectionLost(error)),
  );
  return blocking?.error ?? null;
}

/** The tenant wants a second factor that the session has not proved. */
export const asksForSecondFactor = (failure: unknown): boolean =>
  failure instanceof RequestFailure &&
  failure.code === 'FORBIDDEN' &&
  failure.details['reason'] === 'MfaRequired';

/** What was asked for is only for who shows once more that it is them. */
export const asksForProof = (failure: unknown): failure is RequestFailure =>
  failure instanceof RequestFailure && failure.details['reason'] === 'ProofNeeded';

/** An earlier try, whose answer was lost, saved other values under the same key. */
export const isKeyUsedForOther = (failure: unknown): boolean =>
  failure instanceof RequestFailure && failure.details['reason'] === 'KeyUsedForOther';

/**
 * Where no answer of ours came: what stands before the server, a proxy or a network, answers in its own words, which are
 * not for people. `status` is 200 where an answer began and did not arrive whole. The words of the specification (8: what the
 * HTTP client says when the answer has no body to show) stand before what is known of it.
 */
export function failureOfStatus(status: number): RequestFailure {
  const say = (code: FailureCode, known = '') => new RequestFailure(code, `Wrong Services${known}`);
  if (status > 501 && status < 505)
    return say('UNAVAILABLE', ': the server does not answer. Try again shortly.');
  if (status === 429) return say('LIMITED', ': too much was asked for at once. Try again shortly.');
  if (status === 200)
    return say('UNREACHABLE', ': the answer did not arrive whole. Check your connection and try again.');
  return say('INTERNAL');
}

/** The sentence of any failure, for the texts that end in `{message or Internal server error.}`. */
export function toSentence(failure: unknown): string {
  return failure instanceof RequestFailure && failure.message !== ''
    ? failure.message
    : 'Internal server error.';
}

const codes: ReadonlySet<string> = new Set<FailureCode>([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'INVALID',
  'CONFLICT',
  'LIMITED',
  'UNAVAILABLE',
]);

export function toFailureCode(code: unknown): FailureCode {
  return typeof code === 'string' && codes.has(code) ? (code as FailureCode) : 'INTERNAL';
}
