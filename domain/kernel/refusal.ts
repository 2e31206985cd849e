/** The closed list of reasons for saying no; each becomes `extensions.code` of a GraphQL error. */
export type RefusalCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'INVALID'
  | 'CONFLICT'
  | 'LIMITED'
  | 'UNAVAILABLE';

export type RefusalContext = {
  /** The input or record field that the sentence speaks of. */
  field?: string;
  /** What the client needs to go on: the current values at a conflict, the wait at a limit. */
  details?: Record<string, unknown>;
};

/** The one way to say no. Its message is a sentence for the user; anything else thrown is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly context: RefusalContext;

  constructor(code: RefusalCode, sentence: string, context: RefusalContext = {}) {
    super(sentence);
    this.name = 'Refusal';
    this.code = code;
    this.context = context;
  }
}

export const invalid = (sentence: string, field?: string) =>
  new Refusal('INVALID', sentence, field === undefined ? {} : { field });

/** Foreign reads as absent: the same answer for what another tenant has and for what nobody has. */
export const notFound = (what: string) => new Refusal('NOT_FOUND', `${what} was not found.`);
