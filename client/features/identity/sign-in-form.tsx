import Button from '@mui/material/Button';
import { useRef, useState, type FormEvent } from 'react';
import { signInForm } from '@rowhouse/domain/identity/rules.ts';
import { LabelledInput } from '../../ui/labelled-input.tsx';
import { RequestFailure, toSentence } from '../../platform/request-failure.ts';
import { WaitSentence } from './wait-sentence.tsx';
import styles from './sign-in-form.module.css';

type Faults = { email?: string; password?: string; form?: string };

type SignInFormProps = {
  /** Throws what the server refuses; the form shows it beside the field that it concerns. */
  onSignIn: (email: string, password: string) => Promise<void>;
};

export function SignInForm({ onSignIn }: SignInFormProps) {
  const [faults, setFaults] = useState<Faults>({});
  const [running, setRunning] = useState(false);
  const [freeAt, setFreeAt] = useState<number | null>(null);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

  function show(found: Faults) {
    setFaults(found);
    if (found.email !== undefined) email.current?.focus();
    else if (found.password !== undefined) password.current?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (running) return;
    const given = { email: email.current?.value ?? '', password: password.current?.value ?? '' };
    const found = findFaults(given);
    setFreeAt(null);
    if (found !== null) {
      show(found);
      return;
    }
    setRunning(true);
    setFaults({});
    try {
      await onSignIn(given.email, given.password);
    } catch (failure) {
      const wait = findFreeAt(failure);
      setFreeAt(wait);
      show(wait === null ? toFaults(failure) : {});
    } finally {
      setRunning(false);
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <LabelledInput
        ref={email}
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        fault={faults.email}
      />
      <LabelledInput
        ref={password}
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        fault={faults.password}
      />
      {faults.form !== undefined && (
        <p role="alert" className={styles.fault}>
          {faults.form}
        </p>
      )}
      {freeAt !== null && <WaitSentence freeAt={freeAt} onFree={() => setFreeAt(null)} />}
      <Button type="submit" variant="contained" size="large" fullWidth disabled={running}>
        {running ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  );
}

/** What the server would refuse as well, by the same rule. */
function findFaults(given: { email: string; password: string }): Faults | null {
  const { error } = signInForm.safeParse(given);
  if (error === undefined) return null;
  const sentenceOf = (field: string) => error.issues.find(({ path }) => path[0] === field)?.message;
  return { email: sentenceOf('email'), password: sentenceOf('password') };
}

function toFaults(failure: unknown): Faults {
  const sentence = toSentence(failure);
  if (!(failure instanceof RequestFailure)) return { form: sentence };
  if (failure.field === 'email') return { email: sentence };
  if (failure.field === 'password' || failure.code === 'UNAUTHENTICATED') return { password: sentence };
  return { form: sentence };
}

function findFreeAt(failure: unknown): number | null {
  if (!(failure instanceof RequestFailure) || failure.code !== 'LIMITED') return null;
  const { retryAfterMs } = failure.details;
  return typeof retryAfterMs === 'number' && retryAfterMs > 0 ? Date.now() + retryAfterMs : null;
}
