import type { Design } from './api.ts';
import styles from './record-types.module.css';

/** How far records are computed again after a formula was changed. */
export function FormulaProgress({ computing }: { computing: Design['computing'] & object }) {
  const { state, total, done } = computing;
  const count = (records: number) => records.toLocaleString('en-US');
  if (state === 'FAILED')
    return (
      <p role="alert" className={styles.notice}>
        Computing the records stopped after {count(done)} of {count(total)}. Save the formula again to begin
        anew.
      </p>
    );
  return (
    <div className={styles.progress} role="status">
      <span>
        Computing the records again: {count(Math.min(done, total))} of {count(total)}
      </span>
      <progress max={total} value={done} aria-hidden="true" />
    </div>
  );
}
