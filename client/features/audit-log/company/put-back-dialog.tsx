import { longestReason } from '@rowhouse/domain/put-back/limits.ts';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeEntry } from '../../../ui/change-table.tsx';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { LabelledInput } from '../../../ui/labelled-input.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { TitledDialog } from '../../../ui/titled-dialog.tsx';
import styles from './company-audit.module.css';

type PutBackDialogProps = {
  entry: ChangeEntry;
  /** Throws, in words, what stands in the way. */
  putBack: (reason: string) => Promise<void>;
  onClose: () => void;
};

/** What is now, what it would be again, and why. */
export function PutBackDialog({ entry, putBack, onClose }: PutBackDialogProps) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [running, setRunning] = useState(false);

  async function run() {
    setRunning(true);
    setFailure(null);
    try {
      await putBack(reason.trim());
      // Whatever is set up may be shown anywhere.
      await client.invalidateQueries();
      snackbars.success(`${entry.part ?? 'It'} was put back`);
      onClose();
    } catch (refusal) {
      setRunning(false);
      setFailure(refusal);
    }
  }

  return (
    <TitledDialog
      title={`Put back: ${entry.part ?? ''}`}
      maxWidth="xs"
      onClose={running ? undefined : onClose}
    >
      <DialogContent className={styles.question}>
        {failure !== null && <ErrorAlert failure={failure} title="Nothing was put back" />}
        <ul className={styles.back}>
          {entry.changes.map(({ what, before, after }) => (
            <li key={what}>
              {what}: {after === '' ? 'nothing' : after} becomes{' '}
              <strong>{before === '' ? 'as it is without this change' : before}</strong>
            </li>
          ))}
        </ul>
        <LabelledInput
          label="Reason"
          mark="optional"
          hint="It stands in the log."
          maxLength={longestReason}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </DialogContent>
      <DialogActions>
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog opens on its safest button */}
        <Button autoFocus disabled={running} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="contained" disabled={running} onClick={() => void run()}>
          {running ? 'Putting back…' : 'Put back'}
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}
