import { emailForm } from '@rowhouse/domain/identity/rules.ts';
import { Link, useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { callAuth } from '../../../platform/auth.ts';
import { EmailInput } from '../entry/email-input.tsx';
import { findFaults } from '../entry/entry-checks.ts';
import { EntryForm } from '../entry/entry-form.tsx';
import styles from '../entry/entry-form.module.css';
import { findExpectedEmail } from '../entry/expected-email.ts';

const forgotForm = z.object({ email: emailForm });

/** The next page is the same whether or not the email has an account. */
export function ForgotPassword() {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (
    <div className={styles.form}>
      <EntryForm
        takesFocus
        fields={['email']}
        verb="Send the code"
        verbRunning="Sending…"
        check={(given) => findFaults(forgotForm, given)}
        onSend={async (given) => {
          const { email } = forgotForm.parse(given);
          await callAuth('forgot-password', { email });
          await navigate('/recover', { state: { email } });
        }}
      >
        {(faults) => <EmailInput defaultValue={findExpectedEmail(state)} fault={faults['email']} />}
      </EntryForm>
      <p className={styles.foot}>
        <Link to="/login">Back to sign in</Link>
      </p>
    </div>
  );
}
