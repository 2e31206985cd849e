// That it is the person who sits there, once more: an open browser shows nothing of it.
import { Refusal } from '../kernel/refusal.ts';
import { signInAgainFirst } from './rules.ts';

/** NONE: a provider alone knows the person, who has to come from there just now. */
export type ProofKind = 'PASSWORD' | 'CODE' | 'NONE';

/** What is refused may be asked again after the call 'prove'. */
export const proofNeeded = (proof: ProofKind): Refusal =>
  proof === 'NONE'
    ? signInAgainFirst()
    : new Refusal(
        'FORBIDDEN',
        proof === 'PASSWORD'
          ? 'Enter your password once more to do this.'
          : 'Enter a code once more to do this.',
        { details: { reason: 'ProofNeeded', proof } },
      );
