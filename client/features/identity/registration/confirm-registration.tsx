import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { callAuth } from '../../../platform/auth.ts';
import { toSentence } from '../../../platform/request-failure.ts';
import { forgetRegistration, readRegistration } from '../../../platform/storage/waiting-registration.ts';
import { ProgressLine } from '../../../ui/progress-line.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { CodeInput } from '../entry/code-input.tsx';
import { findCodeFault } from '../entry/code-check.ts';
import { EntryForm } from '../entry/entry-form.tsx';
import styles from '../entry/entry-form.module.css';
import { MailboxHint } from '../entry/mailbox-hint.tsx';
import { SendAgain } from '../entry/send-again.tsx';
import { beginSession } from '../sign-in/way-in.ts';

type ConfirmRegistrationProps = {
  registrationId: string;
  /** '' when the mail was opened in another browser. */
  email: string;
  /** From the link of the mail: it is tried at once. */
  code?: string | undefined;
};

/** A browser that knows the registration is signed in by its code; any other is led to signing in (decision 037). */
export function ConfirmRegistration({ registrationId, email, code }: ConfirmRegistrationProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [fault, setFault] = useState<string>();
  const [trying, setTrying] = useState(code !== undefined);
  const tried = useRef(false);

  async function confirm(given: string) {
    const signIn = readRegistration()?.id === registrationId;
    const answer = await callAuth('confirm-registration', { registrationId, code: given, signIn });
    forgetRegistration();
    if ('serviceToken' in answer) {
      const path = await beginSession(answer, client);
      snackbars.success('Your email is confirmed.');
      await navigate(path, { replace: true });
      return;
    }
    snackbars.info('Your email is confirmed. Sign in to go on.');
    await navigate('/login', { replace: true, state: { email } });
  }

  useEffect(() => {
    if (code === undefined || tried.current) return;
    tried.current = true;
    void confirm(code).catch((failure: unknown) => {
      setFault(toSentence(failure));
      setTrying(false);
    });
  });

  if (trying) return <ProgressLine active label="Confirming your email" />;
  return (
    <div className={styles.form}>
      <MailboxHint />
      <EntryForm
        takesFocus
        fields={['code']}
        verb="Confirm email"
        verbRunning="Confirming…"
        fault={fault}
        check={findCodeFault}
        onSend={({ code: typed = '' }) => confirm(typed)}
      >
        {(faults) => <CodeInput fault={faults['code']} />}
      </EntryForm>
      <SendAgain
        onSend={async () => {
          await callAuth('resend-code', { registrationId });
        }}
      />
      <p className={styles.foot}>
        Have an account? <Link to="/login">Sign in</Link>
      </p>
    </div>
  );
}
