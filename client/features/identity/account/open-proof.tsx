import { answerProof, proofAsked } from '../../../platform/ask-proof.ts';
import { openedBy } from '../../../ui/opened-by.tsx';

/** When the server wants to know who it is; stands on the page beside the layout too from which such a thing is asked. */
export const OpenProof = openedBy(
  proofAsked,
  async () => ({ default: (await import('./proof-question.tsx')).ProofQuestion }),
  () => answerProof(false),
);
