import { Link, useNavigate } from 'react-router';
import { callAuth } from '../../platform/auth.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { CodeInput } from './code-input.tsx';
import { findCodeFault } from './code-check.ts';
import { EntryForm } from './entry-form.tsx';
import styles from './entry-form.module.css';
import { MailboxHint } from './mailbox-hint.tsx';
import { SendAgain } from './send-again.tsx';

type ConfirmRegistrationProps = {
  registrationId: string;
  /** '' when the mail was opened in another browser. */
  email: string;
};

export function ConfirmRegistration({ registrationId, email }: ConfirmRegistrationProps) {
  const navigate = useNavigate();
  return (
    <div className={styles.form}>
      <MailboxHint />
      <EntryForm
        fields={['code']}
        verb="Confirm email"
        verbRunning="Confirming…"
        check={findCodeFault}
        onSend={async ({ code = '' }) => {
          await callAuth('confirm-registration', { registrationId, code });
          snackbars.info('Your email is confirmed. Sign in to go on.');
          await navigate('/login', { replace: true, state: { email } });
        }}
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
