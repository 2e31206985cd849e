import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';
import styles from './notice.module.css';

type NoticeProps = { tone: 'info' | 'warning'; children: ReactNode; onDismiss?: () => void };

/** A word that stays until it is put away. */
export function Notice({ tone, children, onDismiss }: NoticeProps) {
  return (
    <div role="alert" className={styles.notice} data-tone={tone}>
      <Icon name={tone === 'warning' ? 'warning' : 'info'} />
      <p className={styles.words}>{children}</p>
      {onDismiss !== undefined && (
        <button type="button" className={styles.dismiss} aria-label="Dismiss" onClick={onDismiss}>
          <Icon name="close" size={16} />
        </button>
      )}
    </div>
  );
}
