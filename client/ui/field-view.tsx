import type { ReactNode } from 'react';
import styles from './field-view.module.css';
import { Icon } from './icons.tsx';

type FieldViewProps = {
  /** What it is asked for by, from outside: the place that the focus goes to. */
  name: string;
  label: ReactNode;
  children: ReactNode;
  /** Figures of one width. */
  isFigure?: boolean;
  /** Why it cannot be changed here; stands as a lock beside the label. */
  whyLocked?: string | undefined;
  /** Makes the lock a button that asks further; it is handed what the answer hangs from. */
  onWhy?: ((anchor: HTMLElement) => void) | undefined;
};

/** Names and values as text, in as many columns as there is room for. */
export function FieldList({ children }: { children: ReactNode }) {
  return (
    <div className={styles.container}>
      <dl className={styles.list}>{children}</dl>
    </div>
  );
}

export function FieldView({ name, label, children, isFigure, whyLocked, onWhy }: FieldViewProps) {
  return (
    <div className={styles.field} data-field={name}>
      <dt className={styles.label}>
        {label}
        {whyLocked !== undefined && <Lock why={whyLocked} onWhy={onWhy} />}
      </dt>
      <dd className={styles.value} data-figure={isFigure || undefined}>
        {children}
      </dd>
    </div>
  );
}

function Lock({ why, onWhy }: { why: string; onWhy?: FieldViewProps['onWhy'] }) {
  if (onWhy !== undefined)
    return (
      <button
        type="button"
        className={styles.why}
        title={why}
        aria-label={`${why} Why?`}
        aria-haspopup="dialog"
        onClick={(event) => onWhy(event.currentTarget)}
      >
        <Icon name="lock" size={14} />
        <span className={styles.whyWord} aria-hidden="true">
          Why?
        </span>
      </button>
    );
  return (
    <span className={styles.lock} title={why} role="img" aria-label={why}>
      <Icon name="lock" size={14} />
    </span>
  );
}
