import Button from '@mui/material/Button';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { showDay } from '@rowhouse/domain/kernel/dates.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { dataTypeNames } from '@rowhouse/domain/record-types/rules.ts';
import { useState } from 'react';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { takeBackField, type Design } from './api.ts';
import styles from './record-types.module.css';
import { useChangeDesigns } from './use-designs.ts';

type DeletedField = Design['deletedFields'][number];

/** Fields that are being deleted, each with its way back; nothing where there are none. */
export function DeletedFields({ fields }: { fields: readonly DeletedField[] }) {
  const change = useChangeDesigns();
  const [running, setRunning] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  if (fields.length === 0 && failure === null) return null;

  async function putBack({ id, name, lineTypeId }: DeletedField) {
    setRunning(id);
    setFailure(null);
    try {
      await change(() => takeBackField({ id, ofLines: lineTypeId != null }));
      snackbars.success(`${name} is back, switched off`);
    } catch (refusal) {
      setFailure(refusal);
    }
    setRunning(null);
  }

  return (
    <section className={styles.deletedFields} aria-label="Deleted fields">
      <h2 className={styles.subtitle}>Deleted fields</h2>
      {failure !== null && <ErrorAlert failure={failure} title="The field was not put back" />}
      <ul className={styles.deletedList}>
        {fields.map((field) => (
          <li key={field.id}>
            <span className={styles.deletedName}>
              <strong>{field.name}</strong> {dataTypeNames[field.dataType as DataType]}
            </span>
            <span className={styles.quiet}>{sayDeletion(field)}</span>
            {field.state === 'WAITING' && (
              <Button disabled={running !== null} onClick={() => void putBack(field)}>
                Put {field.name} back
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function sayDeletion({ state, deleteAfter, done, total }: DeletedField): string {
  if (state === 'WAITING') return `Its values are deleted after ${showDay(deleteAfter.slice(0, 10))}.`;
  const came = `${showCount(Math.min(done, total))} of ${showCount(total)} records gone through.`;
  return state === 'FAILED'
    ? `Deleting stopped, and is tried again within the hour: ${came}`
    : `Its values are being deleted: ${came}`;
}
