import type { ReactNode } from 'react';
import styles from './entry-column.module.css';
import { useTitleFocus } from './page-header.tsx';

type EntryColumnProps = {
  logo: ReactNode;
  brandName: string;
  title: string;
  subtitle?: ReactNode;
  children: ReactNode;
};

/** The pages at the door: one centred column of 400 px. */
export function EntryColumn({ logo, brandName, title, subtitle, children }: EntryColumnProps) {
  const heading = useTitleFocus(title);
  return (
    <div className={styles.page}>
      <main className={styles.column} data-door>
        <div className={styles.brand}>
          {logo}
          <span aria-hidden="true">{brandName}</span>
        </div>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
        <div className={styles.body}>{children}</div>
      </main>
    </div>
  );
}
