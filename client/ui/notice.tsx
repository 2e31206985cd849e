import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';
import styles from './notice.module.css';

type NoticeProps = {
  tone: 'info' | 'warning';
  children: ReactNode;
  onDismiss?: () => void;
  /** What is under way, and how much of it is done in percent: it is told once, and then only shown. */
  progress?: { label: string; percent: number };
};

/** A word that stays until it is put away. */
export function Notice({ tone, children, onDismiss, progress }: NoticeProps) {
  return (
    <div role={progress === undefined ? 'alert' : 'status'} className={styles.notice} data-tone={tone}>
      <Icon name={tone === 'warning' ? 'warning' : 'info'} />
      <p className={styles.words}>{children}</p>
      {progress !== undefined && (
        <span className={`${styles.progress} rh-figures`} aria-live="off">
          <progress aria-label={progress.label} max={100} value={progress.percent} />
          <span aria-hidden="true">{progress.percent} %</span>
        </span>
      )}
      {onDismiss !== undefined && (
        <button type="button" className={styles.dismiss} aria-label="Dismiss" onClick={onDismiss}>
          <Icon name="close" size={16} />
        </button>
      )}
    </div>
  );
}
