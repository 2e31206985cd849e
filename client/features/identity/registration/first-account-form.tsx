import { firstPersonForm } from '@rowhouse/domain/identity/auth-calls.ts';
import type { z } from 'zod';
import { EmailInput } from '../entry/email-input.tsx';
import { findFaults } from '../entry/entry-checks.ts';
import { EntryForm, type Given } from '../entry/entry-form.tsx';
import { NewPasswordInput } from '../entry/new-password-input.tsx';
import { NameInputs } from './name-inputs.tsx';

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
          <NameInputs firstName={first.firstName} lastName={first.lastName} faults={faults} />
          <EmailInput mark="required" defaultValue={first.email ?? ''} fault={faults['email']} />
          {keepsPasswords && <NewPasswordInput label="Password" mark="required" fault={faults['password']} />}
        </>
      )}
    </EntryForm>
  );
}
