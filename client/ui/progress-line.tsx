import styles from './progress-line.module.css';

/** Two pixels at the top edge of what is being refreshed; the place is kept so that nothing moves. */
export function ProgressLine({ active, label = 'Loading' }: { active: boolean; label?: string }) {
  return (
    <div className={styles.line}>
      {active && <div className={styles.runner} role="progressbar" aria-label={label} />}
    </div>
  );
}
