import { signUpForm } from '@rowhouse/domain/identity/auth-calls.ts';
import { whyNotValue } from '@rowhouse/domain/fields/value-rules.ts';
import { maskNational, writePhone } from '@rowhouse/domain/kernel/formats.ts';
import { lazy, Suspense, useId, useState } from 'react';
import type { z } from 'zod';
import { Icon } from '../../ui/icons.tsx';
import type { PhoneNumber } from '../../ui/inputs/phone-input.tsx';
import { LabelledInput } from '../../ui/labelled-input.tsx';
import { EmailInput } from './email-input.tsx';
import { findFaults } from './entry-checks.ts';
import { EntryForm, type Faults, type Given } from './entry-form.tsx';
import { NewPasswordInput } from './new-password-input.tsx';
import styles from './registration-form.module.css';

const PhoneInput = lazy(async () => ({
  default: (await import('../../ui/inputs/phone-input.tsx')).PhoneInput,
}));

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
  const [phone, setPhone] = useState<PhoneNumber | null>(null);
  const stored = phone === null ? null : writePhone(phone);
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
      fields={['firstName', 'lastName', 'email', 'phone', 'password']}
      verb={verb}
      verbRunning={verbRunning}
      check={check}
      onSend={(given) => onRegister(signUpForm.parse(toPerson(given)))}
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
              defaultValue={firstName ?? ''}
              fault={faults['firstName']}
            />
            <LabelledInput
              label="Last name"
              name="lastName"
              autoComplete="family-name"
              required
              mark="required"
              defaultValue={lastName ?? ''}
              fault={faults['lastName']}
            />
          </div>
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

type PhoneFieldProps = {
  value: PhoneNumber | null;
  onChange: (value: PhoneNumber | null) => void;
  fault: string | undefined;
};

function PhoneField({ value, onChange, fault }: PhoneFieldProps) {
  const id = useId();
  const faultId = useId();
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        Phone<span className={styles.quiet}> (optional)</span>
      </label>
      <div className={styles.phone}>
        <Suspense>
          <PhoneInput
            id={id}
            name="phone"
            label="Phone"
            tall
            autoComplete="tel-national"
            value={value}
            onChange={onChange}
            mask={maskNational}
            aria-invalid={fault !== undefined}
            aria-describedby={fault === undefined ? undefined : faultId}
          />
        </Suspense>
      </div>
      <div role="alert">
        {fault !== undefined && (
          <p id={faultId} className={styles.fault}>
            <Icon name="close" size={16} />
            <span>{fault}</span>
          </p>
        )}
      </div>
    </div>
  );
}
