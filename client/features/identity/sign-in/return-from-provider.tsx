import { useEffect, useRef } from 'react';
import { callAuth } from '../../../platform/auth.ts';
import { toSentence } from '../../../platform/request-failure.ts';
import { ProgressLine } from '../../../ui/progress-line.tsx';
import { useSignInAnswer, type SignInStep } from './sign-in-steps.tsx';
import type { SignedIn } from './way-in.ts';

type ReturnFromProviderProps = {
  ticket: string;
  onStep: (step: SignInStep) => void;
  onSignedIn: (answer: SignedIn) => Promise<void>;
};

/** The provider's page has sent the browser back: its ticket is exchanged for what it is worth, once. */
export function ReturnFromProvider({ ticket, onStep, onSignedIn }: ReturnFromProviderProps) {
  const take = useSignInAnswer({ onStep, onSignedIn });
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    callAuth('redeem', { ticket })
      .then((answer) => take(answer, ''))
      .catch((failure: unknown) => onStep({ name: 'password', email: '', fault: toSentence(failure) }));
  });
  return (
    <>
      <ProgressLine active label="Signing you in" />
      <p>Signing you in…</p>
    </>
  );
}
