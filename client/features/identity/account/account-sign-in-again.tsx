// Signing in over a page that stands: the same person, so the email is given. A provider's own page opens in a
// window of its own, and this page hears of the new session as every other tab does.
import Button from '@mui/material/Button';
import { passwordForm } from '@rowhouse/domain/identity/rules.ts';
import { useState } from 'react';
import { callAuth } from '../../../platform/auth.ts';
import { renewSession } from '../../../platform/session.ts';
import { openSignInWindow } from '../../../platform/sign-in-window.ts';
import { focusAtFirst } from '../../../ui/focus-at-first.ts';
import { LabelledInput } from '../../../ui/labelled-input.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { EntryForm } from '../entry/entry-form.tsx';
import styles from '../entry/entry-form.module.css';
import { oweSecondFactor } from '../second-factor/second-factor-owed.ts';
import { useSignInMethods } from '../sign-in/sign-in-methods.ts';
import { SignInSteps, useSignInAnswer, type SignInStep } from '../sign-in/sign-in-steps.tsx';
import type { SignedIn } from '../sign-in/way-in.ts';

type AccountSignInAgainProps = {
  email: string;
  onOtherAccount: () => void;
};

export function AccountSignInAgain({ email, onOtherAccount }: AccountSignInAgainProps) {
  const [step, setStep] = useState<SignInStep>({ name: 'password', email });
  const take = useSignInAnswer({ onStep: setStep, onSignedIn: goOn });
  const { passwords, provider } = useSignInMethods();

  async function goOn(answer: SignedIn) {
    if (answer.outcome === 'TOTP_SETUP_NEEDED') oweSecondFactor();
    renewSession(answer.serviceToken);
  }

  if (step.name !== 'password') return <SignInSteps step={step} onStep={setStep} onSignedIn={goOn} />;
  return (
    <div className={styles.form}>
      {passwords && (
        <EntryForm
          fields={['password']}
          verb="Sign in"
          verbRunning="Signing in…"
          fault={step.fault}
          check={findPasswordFault}
          onSend={async ({ password = '' }) => take(await callAuth('sign-in', { email, password }), email)}
        >
          {(faults) => (
            <>
              <LabelledInput
                label="Email"
                name="email"
                type="email"
                autoComplete="username"
                readOnly
                value={email}
              />
              <PasswordInput
                ref={focusAtFirst}
                label="Password"
                name="password"
                autoComplete="current-password"
                required
                fault={faults['password']}
              />
            </>
          )}
        </EntryForm>
      )}
      <div className={styles.others}>
        {provider !== null && (
          <Button fullWidth size="large" onClick={() => openSignInWindow(provider.path)}>
            {provider.label}
          </Button>
        )}
        <Button variant="text" fullWidth onClick={onOtherAccount}>
          Use another account
        </Button>
      </div>
    </div>
  );
}

function findPasswordFault({ password = '' }: Readonly<Record<string, string>>) {
  const { error } = passwordForm.safeParse(password);
  return error === undefined ? null : { password: error.issues[0]?.message ?? '' };
}
