import Button from '@mui/material/Button';
import { findNewPasswordFault } from '../entry/entry-checks.ts';
import { EntryForm } from '../entry/entry-form.tsx';
import styles from '../entry/entry-form.module.css';
import { NewPasswordInput } from '../entry/new-password-input.tsx';

type NewPasswordStepProps = {
  onChoose: (password: string) => Promise<void>;
  onBack: () => void;
};

/** The password that was given is good for this once: an administrator has set it. */
export function NewPasswordStep({ onChoose, onBack }: NewPasswordStepProps) {
  return (
    <div className={styles.form}>
      <EntryForm
        fields={['password']}
        verb="Save and sign in"
        verbRunning="Saving…"
        check={findNewPasswordFault}
        onSend={({ password = '' }) => onChoose(password)}
      >
        {(faults) => <NewPasswordInput takeFocus fault={faults['password']} />}
      </EntryForm>
      <Button variant="text" fullWidth onClick={onBack}>
        Back to sign in
      </Button>
    </div>
  );
}
