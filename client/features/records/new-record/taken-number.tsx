import { useEffect, useState } from 'react';
import { useFormField } from '../../../edit-session/form-field.ts';
import { Icon } from '../../../ui/icons.tsx';
import { findTakenNumbers, numberTaken } from '../taken-numbers.ts';
import { newRecordId, type NewRecordSession } from './new-record-kind.ts';
import styles from './new-record-form.module.css';

/** While it is typed: that the number is there already. */
export function TakenNumber({ session, recordTypeId }: { session: NewRecordSession; recordTypeId: number }) {
  const number = useFormField(session, newRecordId, 'recordNumber').value.trim();
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (number === '') return undefined;
    let isOver = false;
    const timer = window.setTimeout(async () => {
      const found = await findTakenNumbers(recordTypeId, [number]);
      if (!isOver) setTaken(found);
    }, lookMs);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [number, recordTypeId]);
  return (
    <p role="status" className={styles.taken}>
      {taken.has(number) && (
        <>
          <Icon name="warning" size={16} />
          {numberTaken(number)}
        </>
      )}
    </p>
  );
}

const lookMs = 400;
