import type { ReactNode } from 'react';
import styles from './account-list.module.css';

/** Things of one kind, each with its words at the left and what can be done with it at the right. */
export function AccountList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}

type AccountListItemProps = { title: ReactNode; detail?: ReactNode; action?: ReactNode };

export function AccountListItem({ title, detail, action }: AccountListItemProps) {
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <div className={styles.title}>{title}</div>
        {detail !== undefined && <div className={styles.detail}>{detail}</div>}
      </div>
      {action}
    </li>
  );
}

export function NothingListed({ children }: { children: ReactNode }) {
  return <p className={styles.nothing}>{children}</p>;
}
