import { Icon } from '../../ui/icons.tsx';
import { showProgress } from './file-words.ts';
import styles from './record-files-list.module.css';
import type { UploadRow } from './upload-queue.ts';

type UploadingRowProps = { upload: UploadRow; onCancel: () => void; onRetry: () => void };

/** A file on its way, in the row in which it will stand. */
export function UploadingRow({ upload: { name, sizeBytes, state }, onCancel, onRetry }: UploadingRowProps) {
  const part = state.kind === 'sending' ? state.part : state.kind === 'checking' ? 1 : 0;
  return (
    <li className={styles.row}>
      <Icon name="upload" size={20} />
      <div className={styles.words}>
        <p className={styles.naming}>
          <span className={styles.rising}>{name}</span>
        </p>
        {state.kind === 'failed' ? (
          <p role="alert" className={styles.failure}>
            {state.sentence}
          </p>
        ) : (
          <>
            <progress className={styles.progress} max={1} value={part} aria-label={`Upload of ${name}`} />
            <p className={styles.facts}>
              {state.kind === 'waiting' && 'Waiting'}
              {state.kind === 'checking' && 'Checking…'}
              {state.kind === 'sending' && showProgress(part, sizeBytes, state.secondsLeft)}
            </p>
          </>
        )}
      </div>
      <div className={styles.actions}>
        {state.kind === 'failed' && state.mayRetry && (
          <button type="button" className={styles.text} aria-label={`Retry ${name}`} onClick={onRetry}>
            Retry
          </button>
        )}
        {state.kind !== 'checking' && (
          <button
            type="button"
            className={styles.text}
            aria-label={`${state.kind === 'failed' ? 'Dismiss' : 'Cancel'} ${name}`}
            onClick={onCancel}
          >
            {state.kind === 'failed' ? 'Dismiss' : 'Cancel'}
          </button>
        )}
      </div>
    </li>
  );
}
