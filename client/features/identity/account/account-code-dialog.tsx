import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import { useId } from 'react';
import { focusAtFirst } from '../../../ui/focus-at-first.ts';
import { LabelledInput } from '../../../ui/labelled-input.tsx';
import { TitledDialog } from '../../../ui/titled-dialog.tsx';
import { EntryForm, type Faults, type Given } from '../entry/entry-form.tsx';
import styles from './account-code-dialog.module.css';

type AccountCodeDialogProps = {
  title: string;
  body: string;
  verb: string;
  verbRunning: string;
  /** Throws what the server refuses. */
  onSend: (code: string) => Promise<void>;
  onClose: () => void;
};

/** What guards the account is changed only by whoever has the app at hand. */
export function AccountCodeDialog({
  title,
  body,
  verb,
  verbRunning,
  onSend,
  onClose,
}: AccountCodeDialogProps) {
  const bodyId = useId();
  return (
    <TitledDialog title={title} maxWidth="xs" onClose={onClose} aria-describedby={bodyId}>
      <DialogContent className={styles.content}>
        <p id={bodyId}>{body}</p>
        <EntryForm
          fields={['code']}
          verb={verb}
          verbRunning={verbRunning}
          check={findMissing}
          onSend={async ({ code = '' }) => onSend(code)}
        >
          {(faults) => (
            <LabelledInput
              ref={focusAtFirst}
              label="Code"
              name="code"
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              required
              hint="Of your authenticator app, or one of your backup codes."
              fault={faults['code']}
            />
          )}
        </EntryForm>
        <Button variant="text" fullWidth onClick={onClose}>
          Cancel
        </Button>
      </DialogContent>
    </TitledDialog>
  );
}

const findMissing = ({ code = '' }: Given): Faults | null =>
  code.trim() === '' ? { code: 'Enter the code' } : null;
