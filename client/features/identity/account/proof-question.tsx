import { provedRecentlyMs } from '@rowhouse/domain/identity/limits.ts';
import type { ProofKind } from '@rowhouse/domain/identity/proof.ts';
import { useEffect } from 'react';
import { answerProof } from '../../../platform/ask-proof.ts';
import { callAuth } from '../../../platform/auth.ts';
import { useSession } from '../use-session.ts';
import { AccountProofDialog } from './account-proof-dialog.tsx';

export function ProofQuestion({ question }: { question: { kind: ProofKind } }) {
  const { serviceToken } = useSession();
  // Another session is asked by itself.
  useEffect(() => () => answerProof(false), [serviceToken]);
  return (
    <AccountProofDialog
      kind={question.kind}
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
