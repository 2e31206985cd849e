import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeEntry } from '../../../ui/change-table.tsx';
import { RequestFailure } from '../../../platform/request-failure.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { ReasonInput } from '../../../ui/reason-input.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { TitledDialog } from '../../../ui/titled-dialog.tsx';
import type { putBackTrial } from './api.ts';
import styles from './company-audit.module.css';

type PutBackDialogProps = {
  /** At least one, the newest first. */
  entries: readonly ChangeEntry[];
  /** Throws, in words, what stands in the way. */
  putBack: (reason: string) => Promise<void>;
  /** As it would be judged now. */
  trial: ReturnType<typeof putBackTrial>;
  onClose: () => void;
  onDone: () => void;
};

/** What is now, what it would be again, and why. */
export function PutBackDialog({ entries, putBack, trial, onClose, onDone }: PutBackDialogProps) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [running, setRunning] = useState(false);
  const { data: told } = useQuery({ ...trial, enabled: !running });
  const whyNot = told?.sentence ?? null;
  const isOne = entries.length === 1;
  const what = isOne ? (entries[0]?.part ?? 'It') : `${entries.length} changes`;

  async function run() {
    setRunning(true);
    setFailure(null);
    try {
      await putBack(reason.trim());
      // Whatever is set up may be shown anywhere.
      await client.invalidateQueries();
      snackbars.success(`${what} ${isOne ? 'was' : 'were'} put back`);
      onDone();
    } catch (refusal) {
      setRunning(false);
      setFailure(refusal);
    }
  }

  return (
    <TitledDialog
      title={`Put back: ${what}`}
      maxWidth="sm"
      isWholeOnPhone
      onClose={running ? undefined : onClose}
    >
      <DialogContent className={styles.question}>
        {failure !== null && <ErrorAlert failure={failure} title="Nothing was put back" />}
        {failure === null && whyNot !== null && (
          <ErrorAlert failure={new RequestFailure('CONFLICT', whyNot)} title="This does not go back" />
        )}
        {!isOne && <p>The newest first, in one step: all of them go back, or none.</p>}
        <ul className={styles.back}>
          {entries.flatMap(({ id, part, changes }) =>
            changes.map((change, at) => (
              <li key={`${id} ${at}`}>
                <p className={styles.what}>
                  {!isOne && `${part ?? ''}, `}
                  {change.what}
                </p>
                <p>
                  <span>Now</span> {change.after === '' ? 'Nothing' : change.after}
                </p>
                <p>
                  <span>Put back to</span>{' '}
                  <strong>{change.before === '' ? 'As it is without this change' : change.before}</strong>
                </p>
              </li>
            )),
          )}
        </ul>
        {told?.follows.map((sentence) => (
          <p key={sentence} role="status">
            {sentence}
          </p>
        ))}
        <ReasonInput hint="It stands in the log." value={reason} onChange={setReason} />
      </DialogContent>
      <DialogActions>
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog opens on its safest button */}
        <Button autoFocus disabled={running} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="contained" disabled={running || whyNot !== null} onClick={() => void run()}>
          {running ? 'Putting back…' : 'Put back'}
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}
