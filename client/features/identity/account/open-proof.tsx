import { Suspense, useSyncExternalStore } from 'react';
import { answerProof, getAskedProof, subscribeToProof } from '../../../platform/ask-proof.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

/** No first screen asks. */
const ProofQuestion = lazyPart(async () => ({
  default: (await import('./proof-question.tsx')).ProofQuestion,
}));

/** Stands in the layout, and on the page beside it from which such a thing is asked; opens when the server wants to know who it is. */
export function OpenProof() {
  const asked = useSyncExternalStore(subscribeToProof, getAskedProof);
  return (
    asked && (
      <Suspense>
        <ProofQuestion kind={asked.kind} onClose={() => answerProof(false)} />
      </Suspense>
    )
  );
}
