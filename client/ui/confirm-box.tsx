import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useId, useState } from 'react';
import { settleQuestion } from '../platform/storage/local-storage.ts';
import type { Asked } from './confirm-dialog.tsx';
import { ErrorAlert } from './error-alert.tsx';
import { Icon } from './icons.tsx';
import styles from './confirm-dialog.module.css';
import { ReasonOfSettings } from './reason-of-settings.tsx';
import { TitledDialog } from './titled-dialog.tsx';

/** The dialog that a question is asked in. */
export function ConfirmBox({
  title,
  body,
  warning,
  confirmLabel = 'Confirm',
  cancelLabel = 'Cancel',
  loadingLabel = 'Loading',
  tone = 'primary',
  width = 'sm',
  remember,
  asksWhy = false,
  onConfirm,
  answer,
}: Asked) {
  const bodyId = useId();
  const [settled, setSettled] = useState(false);
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const spoken = body !== undefined || warning !== undefined;

  async function carryOut() {
    if (onConfirm !== undefined) {
      setRunning(true);
      setFailure(null);
      try {
        await onConfirm();
      } catch (error) {
        setFailure(error);
        setRunning(false);
        return;
      }
    }
    if (settled && remember !== undefined) settleQuestion(remember);
    answer(true);
  }

  return (
    <TitledDialog
      title={title}
      maxWidth={width}
      onClose={running ? undefined : () => answer(false)}
      aria-describedby={spoken ? bodyId : undefined}
    >
      <DialogContent className={styles.content}>
        <div id={bodyId}>
          {body}
          {warning !== undefined && (
            <p className={styles.warning}>
              <Icon name="warning" />
              <span>{warning}</span>
            </p>
          )}
        </div>
        {failure !== null && <ErrorAlert failure={failure} />}
        {asksWhy && <ReasonOfSettings />}
        {remember !== undefined && (
          <FormControlLabel
            className={styles.remember}
            control={<Checkbox checked={settled} onChange={(event) => setSettled(event.target.checked)} />}
            label="Don't show this again"
          />
        )}
      </DialogContent>
      <DialogActions>
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog opens on its safest button */}
        <Button autoFocus disabled={running} onClick={() => answer(false)}>
          {cancelLabel}
        </Button>
        <Button
          variant="contained"
          color={tone === 'danger' ? 'error' : 'primary'}
          disabled={running}
          onClick={() => void carryOut()}
        >
          {running ? loadingLabel : confirmLabel}
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}
