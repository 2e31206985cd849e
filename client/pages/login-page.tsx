import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { BrandColumn } from '../brands/brand-column.tsx';
import { findExpectedEmail } from '../features/identity/entry/expected-email.ts';
import { readRefusal } from '../features/identity/entry/read-refusal.ts';
import { ReturnFromProvider } from '../features/identity/sign-in/return-from-provider.tsx';
import { headOf, SignInSteps, type SignInStep } from '../features/identity/sign-in/sign-in-steps.tsx';
import { useFragment } from '../features/identity/entry/use-fragment.ts';
import { beginSession, type SignedIn } from '../features/identity/sign-in/way-in.ts';

export function LoginPage() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { state } = useLocation();
  const fragment = useFragment();
  const ticket = fragment.get('ticket');
  const [step, setStep] = useState<SignInStep>(() => ({
    name: 'password',
    email: findExpectedEmail(state),
    fault: readRefusal(fragment) ?? undefined,
  }));
  const [returning, setReturning] = useState(ticket !== null);

  async function enter(answer: SignedIn) {
    await navigate(await beginSession(answer, queryClient), { replace: true });
  }

  function show(next: SignInStep) {
    setStep(next);
    setReturning(false);
  }

  return (
    <BrandColumn {...headOf(step)}>
      {returning && ticket !== null ? (
        <ReturnFromProvider ticket={ticket} onStep={show} onSignedIn={enter} />
      ) : (
        <SignInSteps step={step} onStep={show} onSignedIn={enter} />
      )}
    </BrandColumn>
  );
}
