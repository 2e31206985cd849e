import { provedRecentlyMs } from '@rowhouse/domain/identity/limits.ts';
import { AccountProofDialog } from '../features/identity/account/account-proof-dialog.tsx';
import { answerProof } from '../platform/ask-proof.ts';
import { callAuth } from '../platform/auth.ts';

export function ProofDialog({ kind }: { kind: 'PASSWORD' | 'CODE' }) {
  return (
    <AccountProofDialog
      kind={kind}
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
