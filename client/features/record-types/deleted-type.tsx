import Button from '@mui/material/Button';
import { showDay } from '@rowhouse/domain/kernel/dates.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { useState } from 'react';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { takeBackRecordType, type Design } from './api.ts';
import { DeletionLines } from './deletion-lines.tsx';
import styles from './record-types.module.css';
import { useChangeDesigns, useDeletionPlan } from './use-designs.ts';

/** A type that is being deleted: it can be taken back, and nothing else of it can be changed. */
export function DeletedType({ design }: { design: Design }) {
  const { name, deletion } = design;
  const change = useChangeDesigns();
  const plan = useDeletionPlan(design.id);
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  if (deletion == null) return null;
  const day = showDay(deletion.deleteAfter.slice(0, 10));

  async function takeBack() {
    setRunning(true);
    setFailure(null);
    try {
      await change(() => takeBackRecordType(design.id));
      snackbars.success(`${name} is back`);
    } catch (refusal) {
      setFailure(refusal);
    }
    setRunning(false);
  }

  return (
    <section className={styles.deleted} aria-label={name}>
      {failure !== null && <ErrorAlert failure={failure} title={`${name} was not taken back`} />}
      {deletion.state === 'WAITING' ? (
        <>
          <p className={styles.notice} role="status">
            {name} is switched off and will be deleted after {day}. Until then it can be taken back with
            everything in it.
          </p>
          <h3 className={styles.subtitle}>What will be deleted</h3>
          <DeletionLines plan={plan} />
          <div>
            <Button variant="contained" disabled={isRunning} onClick={() => void takeBack()}>
              Take {name} back
            </Button>
          </div>
        </>
      ) : (
        <div className={styles.progress} role="status">
          <span>
            {deletion.state === 'FAILED'
              ? 'Deleting stopped, and is tried again within the hour: '
              : 'Deleting its records: '}
            {showCount(Math.min(deletion.done, deletion.total))} of {showCount(deletion.total)} are gone
          </span>
          <progress max={Math.max(deletion.total, 1)} value={deletion.done} aria-hidden="true" />
        </div>
      )}
    </section>
  );
}
