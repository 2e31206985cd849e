import { firstPersonForm } from '@rowhouse/domain/identity/auth-calls.ts';
import type { z } from 'zod';
import { LabelledInput } from '../../../ui/labelled-input.tsx';
import { EmailInput } from '../entry/email-input.tsx';
import { findFaults } from '../entry/entry-checks.ts';
import { EntryForm, type Given } from '../entry/entry-form.tsx';
import { NewPasswordInput } from '../entry/new-password-input.tsx';
import styles from './registration-form.module.css';

export type FirstAccount = z.output<typeof firstPersonForm>;

type FirstAccountFormProps = {
  /** What was typed before, when the person comes back to this step. */
  first: Partial<FirstAccount>;
  /** Whether accounts with passwords are kept here. */
  keepsPasswords: boolean;
  /** Why the person is here again. */
  fault?: string | undefined;
  onGo: (account: FirstAccount) => void;
};

/** Who makes the first company. */
export function FirstAccountForm({ first, keepsPasswords, fault, onGo }: FirstAccountFormProps) {
  const form = keepsPasswords ? firstPersonForm.required({ password: true }) : firstPersonForm;
  const toAccount = ({ firstName, lastName, email, password }: Given) => ({
    firstName,
    lastName,
    email,
    ...(keepsPasswords && { password }),
  });
  return (
    <EntryForm
      takesFocus
      fields={['firstName', 'lastName', 'email', 'password']}
      verb="Next: your company"
      verbRunning="Next: your company"
      fault={fault}
      check={(given) => findFaults(form, toAccount(given))}
      onSend={async (given) => onGo(form.parse(toAccount(given)))}
    >
      {(faults) => (
        <>
          <div className={styles.name}>
            <LabelledInput
              label="First name"
              name="firstName"
              autoComplete="given-name"
              required
              mark="required"
              defaultValue={first.firstName ?? ''}
              fault={faults['firstName']}
            />
            <LabelledInput
              label="Last name"
              name="lastName"
              autoComplete="family-name"
              required
              mark="required"
              defaultValue={first.lastName ?? ''}
              fault={faults['lastName']}
            />
          </div>
          <EmailInput mark="required" defaultValue={first.email ?? ''} fault={faults['email']} />
          {keepsPasswords && <NewPasswordInput label="Password" mark="required" fault={faults['password']} />}
        </>
      )}
    </EntryForm>
  );
}
