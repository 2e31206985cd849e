import type { Ref, SelectHTMLAttributes } from 'react';
import { Icon } from '../icons.tsx';
import styles from './select.module.css';

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'> & {
  small?: boolean;
  ref?: Ref<HTMLSelectElement> | undefined;
};

/** The browser's own list, for a choice among few; with the arrow of all other inputs. */
export function Select({ small = false, children, ...select }: SelectProps) {
  return (
    <span className={styles.frame}>
      <select {...select} className={small ? `${styles.select} ${styles.small}` : styles.select}>
        {children}
      </select>
      <Icon name="chevron-down" size={16} />
    </span>
  );
}
