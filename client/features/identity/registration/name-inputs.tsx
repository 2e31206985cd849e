import { LabelledInput } from '../../../ui/labelled-input.tsx';
import type { Faults } from '../entry/entry-form.tsx';
import styles from './registration-form.module.css';

type NameInputsProps = {
  firstName: string | null | undefined;
  lastName: string | null | undefined;
  faults: Faults;
};

export const NameInputs = ({ firstName, lastName, faults }: NameInputsProps) => (
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
);
