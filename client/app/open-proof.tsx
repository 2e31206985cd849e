import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../features/identity/use-session.ts';
import { answerProof, getAskedProof, subscribeToProof } from '../platform/ask-proof.ts';

const ProofDialog = lazy(async () => ({ default: (await import('./proof-dialog.tsx')).ProofDialog }));

/** Stands in every page, and opens when the server asks who it is before it does something. */
export function OpenProof() {
  const asked = useSyncExternalStore(subscribeToProof, getAskedProof);
  const { serviceToken } = useSession();
  // Another session is asked by itself.
  useEffect(() => () => answerProof(false), [serviceToken]);
  return (
    asked !== null && (
      <Suspense fallback={null}>
        <ProofDialog kind={asked.kind} />
      </Suspense>
    )
  );
}
