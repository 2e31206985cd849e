import { provedRecentlyMs } from '@rowhouse/domain/identity/limits.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { answerProof, getAskedProof, subscribeToProof } from '../../../platform/ask-proof.ts';
import { callAuth } from '../../../platform/auth.ts';
import { createLate } from '../../../ui/late.tsx';
import { useSession } from '../use-session.ts';
import type { ProofDialog } from './account-proof-dialog.tsx';

/** No first screen asks. */
const AccountProofDialog = createLate(() => import('./account-proof-dialog.tsx')).part<ProofDialog>(
  (module) => module.AccountProofDialog,
);

/** Stands in the layout, and on the page beside it from which such a thing is asked; opens when the server wants to know who it is. */
export function OpenProof() {
  const asked = useSyncExternalStore(subscribeToProof, getAskedProof);
  const { serviceToken } = useSession();
  // Another session is asked by itself.
  useEffect(() => () => answerProof(false), [serviceToken]);
  if (asked === null) return null;
  return (
    <AccountProofDialog
      kind={asked.kind}
      title="Show that it is you"
      body={`An open browser is not enough for this. It is asked once, and holds for ${provedRecentlyMs / 60_000} minutes.`}
      verb="Go on"
      verbRunning="Checking…"
      onSend={async (proof) => {
        await callAuth('prove', proof);
        answerProof(true);
      }}
      onClose={() => answerProof(false)}
    />
  );
}
