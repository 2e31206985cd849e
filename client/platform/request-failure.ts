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

/** The tenant wants a second factor that the session has not proved. */
export const asksForSecondFactor = (failure: unknown): boolean =>
  failure instanceof RequestFailure &&
  failure.code === 'FORBIDDEN' &&
  failure.details['reason'] === 'MfaRequired';

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
