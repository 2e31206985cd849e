import { sayDeletionPlan } from '@rowhouse/domain/record-types/deletion.ts';
import Button from '@mui/material/Button';
import { toSentence } from '../../platform/request-failure.ts';
import styles from './record-types.module.css';
import type { useDeletionPlan } from './use-designs.ts';

/** What goes with a type, a line for each kind; while it is counted, and where it could not be, that is said. */
export function DeletionLines({ plan }: { plan: ReturnType<typeof useDeletionPlan> }) {
  const { data, error, refetch } = plan;
  if (data === undefined)
    return error === null ? (
      <p role="status">Counting…</p>
    ) : (
      <p role="alert">
        Could not be counted: {toSentence(error)} <Button onClick={() => void refetch()}>Retry</Button>
      </p>
    );
  return (
    <ul className={styles.losses} aria-label="What is deleted">
      {sayDeletionPlan(data).map(({ count, what }) => (
        <li key={count}>
          <strong>{count}</strong> {what}
        </li>
      ))}
    </ul>
  );
}
