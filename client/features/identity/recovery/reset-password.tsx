import { canonicalEmail, emailForm, newPasswordForm } from '@rowhouse/domain/identity/rules.ts';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { callAuth } from '../../../platform/auth.ts';
import { RequestFailure } from '../../../platform/request-failure.ts';
import { endSession, getSession } from '../../../platform/session.ts';
import { snackbars } from '../../../ui/snackbars.tsx';
import { CodeInput } from '../entry/code-input.tsx';
import { EmailInput } from '../entry/email-input.tsx';
import { findCodeFault } from '../entry/code-check.ts';
import { findFaults } from '../entry/entry-checks.ts';
import { EntryForm } from '../entry/entry-form.tsx';
import styles from '../entry/entry-form.module.css';
import { NewPasswordInput } from '../entry/new-password-input.tsx';

const resetForm = z.object({ email: emailForm, password: newPasswordForm });

/** Both from the mail's link, or from the pages before; '' where nothing is known. */
type ResetPasswordProps = {
  email: string;
  code: string;
  /** What the mail's link carries instead of the code. */
  token: string;
};

export function ResetPassword({ email, code, token }: ResetPasswordProps) {
  const navigate = useNavigate();
  const [codeRefused, setCodeRefused] = useState(false);
  const asksCode = (code === '' && token === '') || codeRefused;
  return (
    <div className={styles.form}>
      <EntryForm
        takesFocus
        fields={asksCode ? ['email', 'code', 'password'] : ['email', 'password']}
        verb="Save the new password"
        verbRunning="Saving…"
        check={(given) => {
          const faults = { ...findFaults(resetForm, given), ...(asksCode && findCodeFault(given)) };
          return Object.keys(faults).length === 0 ? null : faults;
        }}
        onSend={async (given) => {
          const { email, password } = resetForm.parse(given);
          try {
            const proof = asksCode || token === '' ? { code: given['code'] ?? code } : { token };
            await callAuth('reset-password', { email, ...proof, password });
          } catch (failure) {
            if (failure instanceof RequestFailure && failure.field === 'code') setCodeRefused(true);
            throw failure;
          }
          // The sessions of the account are over, this browser's too.
          if (canonicalEmail(getSession().email ?? '') === email) endSession('over');
          snackbars.info('Your password is changed. Sign in with the new one.');
          await navigate('/login', { replace: true, state: { email } });
        }}
      >
        {(faults) => (
          <>
            <EmailInput readOnly={email !== ''} defaultValue={email} fault={faults['email']} />
            {asksCode && <CodeInput defaultValue={code} fault={faults['code']} />}
            <NewPasswordInput fault={faults['password']} />
          </>
        )}
      </EntryForm>
      <p className={styles.foot}>
        <Link to="/forgot" state={{ email }}>
          Ask for a new code
        </Link>{' '}
        or <Link to="/login">go back to sign in</Link>
      </p>
    </div>
  );
}
