import type { Unsent } from './comment-talk.ts';
import styles from './record-comments.module.css';

type UnsentItemProps = { unsent: Unsent; onRetry: () => void; onEdit: () => void; onRemove: () => void };

/** A comment that is on its way, or did not come through. */
export function UnsentItem({ unsent, onRetry, onEdit, onRemove }: UnsentItemProps) {
  return (
    <li className={styles.unsent}>
      <p className={styles.text}>{unsent.text}</p>
      {unsent.state === 'sending' ? (
        <p className={styles.quietWord}>Sending…</p>
      ) : (
        <div className={styles.notSent} role="alert">
          <span>{unsent.why === null ? 'Not sent' : `Not sent. ${unsent.why}`}</span>
          <span className={styles.ways}>
            {unsent.why === null && (
              <button type="button" onClick={onRetry}>
                Retry
              </button>
            )}
            <button type="button" onClick={onEdit}>
              Edit
            </button>
            <button type="button" onClick={onRemove}>
              Remove
            </button>
          </span>
        </div>
      )}
    </li>
  );
}
