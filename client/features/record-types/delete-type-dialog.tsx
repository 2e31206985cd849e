import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { deleteVerb, whatDeletionDoes } from '@rowhouse/domain/record-types/deletion.ts';
import { useId, useState } from 'react';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { deleteRecordType, type Design } from './api.ts';
import { DeletionLines } from './deletion-lines.tsx';
import styles from './record-types.module.css';
import { useChangeDesigns, useDeletionPlan } from './use-designs.ts';

/** Says what goes before anything does. Nobody deletes what could not be counted. */
export function DeleteTypeDialog({ design, onClose }: { design: Design; onClose: () => void }) {
  const bodyId = useId();
  const change = useChangeDesigns();
  const plan = useDeletionPlan(design.id);
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function carryOut() {
    setRunning(true);
    setFailure(null);
    try {
      await change(() => deleteRecordType({ id: design.id, version: design.version }));
      onClose();
      snackbars.success(`${design.name} is switched off and will be deleted`);
    } catch (refusal) {
      setFailure(refusal);
      setRunning(false);
    }
  }

  return (
    <TitledDialog
      title={<>Delete {design.name}?</>}
      maxWidth="sm"
      onClose={isRunning ? undefined : onClose}
      aria-describedby={bodyId}
    >
      <DialogContent>
        <div id={bodyId} className={styles.stack}>
          <p>{whatDeletionDoes}</p>
          <DeletionLines plan={plan} />
          {failure !== null && <ErrorAlert failure={failure} />}
        </div>
      </DialogContent>
      <DialogActions>
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog opens on its safest button */}
        <Button autoFocus disabled={isRunning} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="contained"
          color="error"
          disabled={isRunning || plan.data === undefined}
          onClick={() => void carryOut()}
        >
          {plan.data === undefined ? `Delete ${design.name}` : deleteVerb(design.name, plan.data)}
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}
