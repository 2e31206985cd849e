import Button from '@mui/material/Button';
import styles from './updating-rows-card.module.css';
import { LinearProgress } from '../../../ui/late-parts.tsx';

export type Progress = { readonly done: number; readonly total: number; readonly isStopping: boolean };

/** Specification 4: shown from 0 up to below 100. */
export function UpdatingRowsCard({ progress, onStop }: { progress: Progress; onStop: () => void }) {
  const { done, total, isStopping } = progress;
  const percent = total === 0 ? 0 : Math.floor((100 * done) / total);
  if (percent >= 100) return null;
  return (
    <section className={styles.card} aria-label="Updating rows">
      <div className={styles.head}>
        <h2 className={styles.title}>Updating rows</h2>
        <span className={styles.count}>{`${done} of ${total}`}</span>
      </div>
      <LinearProgress variant="determinate" value={percent} aria-label="Updating rows" />
      <div className={styles.foot}>
        <p className={styles.note}>
          {isStopping ? 'It stops after the current row.' : 'Rows are saved one after the other.'}
        </p>
        <Button size="small" disabled={isStopping} onClick={onStop}>
          Stop
        </Button>
      </div>
    </section>
  );
}
