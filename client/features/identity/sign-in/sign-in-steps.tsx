// Signing in, in place: the password, then what it brings (Specification 4). The page keeps the step, because its
// title goes with it.
import type { SignInAnswer } from '@rowhouse/domain/identity/auth-calls.ts';
import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { callAuth } from '../../../platform/auth.ts';
import { RequestFailure } from '../../../platform/request-failure.ts';
import { rememberRegistration } from '../../../platform/storage/waiting-registration.ts';
import { ProgressLine } from '../../../ui/progress-line.tsx';
import { CodeStep } from './code-step.tsx';
import { SignInDoors } from './sign-in-doors.tsx';
import type { SignedIn } from './way-in.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

/** Seldom asked for. */
const NewPasswordStep = lazyPart(async () => ({
  default: (await import('./new-password-step.tsx')).NewPasswordStep,
}));

export type SignInStep =
  | {
      readonly name: 'password';
      readonly email: string;
      /** Why the person is here again. */
      readonly fault?: string | undefined;
      readonly returning?: boolean;
    }
  | { readonly name: 'code'; readonly email: string; readonly ticket: string; readonly backupCodes: boolean }
  | { readonly name: 'new password'; readonly email: string; readonly ticket: string };

type SignInStepsProps = {
  step: SignInStep;
  onStep: (step: SignInStep) => void;
  /** The email cannot be another one than the step's. */
  emailFixed?: boolean;
  onSignedIn: (answer: SignedIn) => Promise<void>;
};

export function SignInSteps({ step, onStep, emailFixed = false, onSignedIn }: SignInStepsProps) {
  const take = useSignInAnswer({ onStep, onSignedIn });
  const back = (fault?: string) => onStep({ name: 'password', email: step.email, fault, returning: true });

  /** The ticket is over when the password was given too long ago, or the account has changed since. */
  async function answer(call: Promise<SignInAnswer>) {
    try {
      await take(await call, step.email);
    } catch (failure) {
      if (!(failure instanceof RequestFailure) || failure.details['reason'] !== 'TicketOver') throw failure;
      back(failure.message);
    }
  }

  switch (step.name) {
    case 'password':
      return (
        <SignInDoors
          email={step.email}
          emailFixed={emailFixed}
          fault={step.fault}
          returning={step.returning ?? false}
          onSignIn={async (email, password) => take(await callAuth('sign-in', { email, password }), email)}
        />
      );
    case 'code':
      return (
        <CodeStep
          backupCodes={step.backupCodes}
          onCode={(code) => answer(callAuth('verify-code', { ticket: step.ticket, ...code }))}
          onBack={() => back()}
        />
      );
    case 'new password':
      return (
        <Suspense fallback={<ProgressLine active />}>
          <NewPasswordStep
            onChoose={(password) => answer(callAuth('new-password', { ticket: step.ticket, password }))}
            onBack={() => back()}
          />
        </Suspense>
      );
  }
}

/** What to do with any answer of the provider. */
export function useSignInAnswer({ onStep, onSignedIn }: Pick<SignInStepsProps, 'onStep' | 'onSignedIn'>) {
  const navigate = useNavigate();
  return async (answer: SignInAnswer, email: string): Promise<void> => {
    switch (answer.outcome) {
      case 'SIGNED_IN':
      case 'TOTP_SETUP_NEEDED':
        await onSignedIn(answer);
        break;
      case 'TOTP_REQUIRED':
        onStep({ name: 'code', email, ticket: answer.ticket, backupCodes: answer.backupCodes });
        break;
      case 'NEW_PASSWORD_REQUIRED':
        onStep({ name: 'new password', email, ticket: answer.ticket });
        break;
      case 'CONFIRMATION_REQUIRED':
        rememberRegistration({ id: answer.registrationId, email });
        await navigate(`/user-confirmation/${encodeURIComponent(answer.registrationId)}`, {
          state: { email },
        });
        break;
    }
  };
}

export function headOf({ name }: SignInStep): { title: string; subtitle: string } {
  switch (name) {
    case 'password':
      return { title: 'Sign in', subtitle: 'Work with your orders, bills and projects.' };
    case 'code':
      return {
        title: 'Enter your code',
        subtitle: 'Two-factor sign-in is on for your account. Open your authenticator app to see the code.',
      };
    case 'new password':
      return {
        title: 'Choose a new password',
        subtitle: 'The password that you were given is good for this once.',
      };
  }
}
