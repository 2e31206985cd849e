import Button from '@mui/material/Button';
import { showDay } from '@rowhouse/domain/kernel/dates.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { nameDataType } from '@rowhouse/domain/record-types/rules.ts';
import { useState } from 'react';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { takeBackObjectProperty, type Definition } from './api.ts';
import styles from './definitions.module.css';
import { useChangeObjects } from './use-definitions.ts';

type DeletedProperty = Definition['deletedProperties'][number];

/** Properties that are being deleted, each with its way back; nothing where there are none. */
export function DeletedProperties({ properties }: { properties: readonly DeletedProperty[] }) {
  const change = useChangeObjects();
  const [running, setRunning] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  if (properties.length === 0 && failure === null) return null;

  async function putBack({ id, name }: DeletedProperty) {
    setRunning(id);
    setFailure(null);
    try {
      await change(() => takeBackObjectProperty(id));
      snackbars.success(`${name} is back, disabled`);
    } catch (refusal) {
      setFailure(refusal);
    }
    setRunning(null);
  }

  return (
    <section className={styles.deleted} aria-label="Deleted properties">
      <h3 className={styles.subtitle}>Deleted properties</h3>
      {failure !== null && <ErrorAlert failure={failure} title="The property was not put back" />}
      <ul className={styles.deletedList}>
        {properties.map((property) => (
          <li key={property.id}>
            <span className={styles.deletedName}>
              <strong>{property.name}</strong> {nameDataType(property.dataType)}
            </span>
            <span className={styles.quiet}>{sayDeletion(property)}</span>
            {property.state === 'WAITING' && (
              <Button size="small" disabled={running !== null} onClick={() => void putBack(property)}>
                Put {property.name} back
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function sayDeletion({ state, deleteAfter, done, total }: DeletedProperty): string {
  if (state === 'WAITING') return `Its values are deleted after ${showDay(deleteAfter.slice(0, 10))}.`;
  const came = `${showCount(Math.min(done, total))} of ${showCount(total)} objects gone through.`;
  return state === 'FAILED'
    ? `Deleting stopped, and is tried again within the hour: ${came}`
    : `Its values are being deleted: ${came}`;
}
