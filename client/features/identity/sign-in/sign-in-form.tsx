import { useState } from 'react';
import { Link } from 'react-router';
import { focusAtFirst } from '../../../ui/focus-at-first.ts';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { EmailInput } from '../entry/email-input.tsx';
import { EntryForm, type Given } from '../entry/entry-form.tsx';
import { takeFirstForm } from '../entry/first-form.ts';

type SignInFormProps = {
  /** What stands in the field at first. */
  email: string;
  /** The email cannot be another one: an invitation was made for it. */
  emailFixed?: boolean;
  fault?: string | undefined;
  /** From a later step: the focus that stood there goes to the password. */
  returning?: boolean;
  /** Throws what the server refuses; the form shows it beside the field that it concerns. */
  onSignIn: (email: string, password: string) => Promise<void>;
};

export function SignInForm({
  email,
  emailFixed = false,
  fault,
  returning = false,
  onSignIn,
}: SignInFormProps) {
  const [typed, setTyped] = useState(email);
  return (
    <EntryForm
      takesFocus
      takesOver={takeFirstForm}
      fields={['email', 'password']}
      verb="Sign in"
      verbRunning="Signing in…"
      fault={fault}
      check={check}
      onSend={({ email = '', password = '' }) => onSignIn(email, password)}
    >
      {(faults) => (
        <>
          <EmailInput
            id="sign-in-email"
            readOnly={emailFixed}
            defaultValue={email}
            onFocus={() => void loadCheck()}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            fault={faults['email']}
          />
          <PasswordInput
            id="sign-in-password"
            ref={returning ? focusAtFirst : undefined}
            label="Password"
            name="password"
            autoComplete="current-password"
            onFocus={() => void loadCheck()}
            required
            fault={faults['password']}
            aside={
              <Link to="/forgot" state={{ email: typed }}>
                Forgot password?
              </Link>
            }
          />
        </>
      )}
    </EntryForm>
  );
}

/** The rule weighs more than the page: it is fetched when somebody begins to fill it in. */
const loadCheck = () => import('./sign-in-check.ts').catch(() => null);

/** Where it cannot be had, the server says the same. */
const check = async (given: Given) => (await loadCheck())?.findSignInFaults(given) ?? null;
