import { emailForm } from '@rowhouse/domain/identity/rules.ts';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { callAuth } from '../../../platform/auth.ts';
import { CodeInput } from '../entry/code-input.tsx';
import { EmailInput } from '../entry/email-input.tsx';
import { findCodeFault } from '../entry/code-check.ts';
import { findFaults } from '../entry/entry-checks.ts';
import { EntryForm } from '../entry/entry-form.tsx';
import styles from '../entry/entry-form.module.css';
import { MailboxHint } from '../entry/mailbox-hint.tsx';
import { SendAgain } from '../entry/send-again.tsx';

const recoverForm = z.object({ email: emailForm });

/** The code is only carried on: it is judged with the new password, and good for that once. */
export function RecoverAccount({ email }: { email: string }) {
  const navigate = useNavigate();
  return (
    <div className={styles.form}>
      <MailboxHint />
      <EntryForm
        takesFocus
        fields={email === '' ? ['email', 'code'] : ['code']}
        verb="Continue"
        verbRunning="Continue"
        check={(given) => {
          const faults = { ...findFaults(recoverForm, { email, ...given }), ...findCodeFault(given) };
          return Object.keys(faults).length === 0 ? null : faults;
        }}
        onSend={async (given) => {
          await navigate('/reset', {
            state: { email: recoverForm.parse({ email, ...given }).email, code: given['code'] },
          });
        }}
      >
        {(faults) => (
          <>
            {email === '' && <EmailInput fault={faults['email']} />}
            <CodeInput fault={faults['code']} />
          </>
        )}
      </EntryForm>
      {email !== '' && (
        <SendAgain
          onSend={async () => {
            await callAuth('forgot-password', { email });
          }}
        />
      )}
      <p className={styles.foot}>
        <Link to="/forgot">Use another email</Link> or <Link to="/login">go back to sign in</Link>
      </p>
    </div>
  );
}
