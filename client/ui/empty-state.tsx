import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';
import styles from './empty-state.module.css';

type EmptyStateProps = {
  title: string;
  children?: ReactNode;
  icon?: IconName;
  /** One button at most. */
  action?: ReactNode;
};

export function EmptyState({ title, children, icon = 'file', action }: EmptyStateProps) {
  return (
    <div className={styles.panel}>
      <Icon name={icon} size={28} />
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.body}>{children}</div>}
      {action}
    </div>
  );
}
