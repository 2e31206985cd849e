import { signUpForm } from '@rowhouse/domain/identity/auth-calls.ts';
import { whyNotValue } from '@rowhouse/domain/values/why-not-value.ts';
import { useState } from 'react';
import type { z } from 'zod';
import { EmailInput } from '../entry/email-input.tsx';
import { findFaults } from '../entry/entry-checks.ts';
import { EntryForm, type Faults, type Given } from '../entry/entry-form.tsx';
import { NewPasswordInput } from '../entry/new-password-input.tsx';
import { PhoneField } from '../entry/phone-field.tsx';
import { NameInputs } from './name-inputs.tsx';

export type Person = z.output<typeof signUpForm>;

type RegistrationFormProps = {
  verb: string;
  verbRunning: string;
  firstName?: string | null;
  lastName?: string | null;
  /** The one that was invited; absent: the person's own choice. */
  email?: string;
  onRegister: (person: Person) => Promise<void>;
};

/** Who somebody is, for an account of their own. */
export function RegistrationForm(props: RegistrationFormProps) {
  const { verb, verbRunning, firstName, lastName, email, onRegister } = props;
  const [phone, setPhone] = useState('');
  const stored = phone === '' ? null : phone;
  const toPerson = ({ firstName, lastName, email, password }: Given) => ({
    firstName,
    lastName,
    email,
    password,
    phone: stored,
  });

  function check(given: Given): Faults | null {
    const field = { name: 'Phone', dataType: 'phone', required: false } as const;
    const phoneFault = whyNotValue(field, stored);
    const faults = {
      ...findFaults(signUpForm, toPerson(given)),
      ...(phoneFault !== null && { phone: phoneFault }),
    };
    return Object.keys(faults).length === 0 ? null : faults;
  }

  return (
    <EntryForm
      takesFocus
      fields={['firstName', 'lastName', 'email', 'phone', 'password']}
      verb={verb}
      verbRunning={verbRunning}
      check={check}
      onSend={(given) => onRegister(signUpForm.parse(toPerson(given)))}
    >
      {(faults) => (
        <>
          <NameInputs firstName={firstName} lastName={lastName} faults={faults} />
          <EmailInput
            mark={email === undefined ? 'required' : undefined}
            readOnly={email !== undefined}
            defaultValue={email ?? ''}
            fault={faults['email']}
          />
          <PhoneField value={phone} onChange={setPhone} fault={faults['phone']} />
          <NewPasswordInput label="Password" mark="required" fault={faults['password']} />
        </>
      )}
    </EntryForm>
  );
}
