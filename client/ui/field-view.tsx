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
};

/** Names and values as text, in as many columns as there is room for. */
export function FieldList({ children }: { children: ReactNode }) {
  return (
    <div className={styles.container}>
      <dl className={styles.list}>{children}</dl>
    </div>
  );
}

export function FieldView({ name, label, children, isFigure, whyLocked }: FieldViewProps) {
  return (
    <div className={styles.field} data-field={name}>
      <dt className={styles.label}>
        {label}
        {whyLocked !== undefined && <Lock why={whyLocked} />}
      </dt>
      <dd className={styles.value} data-figure={isFigure || undefined}>
        {children}
      </dd>
    </div>
  );
}

function Lock({ why }: { why: string }) {
  return (
    <span className={styles.lock} title={why} role="img" aria-label={why}>
      <Icon name="lock" size={14} />
    </span>
  );
}
