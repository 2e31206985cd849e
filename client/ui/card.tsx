import { useId, type ReactNode } from 'react';
import styles from './card.module.css';

type CardProps = {
  title: string;
  /** Beside the title: a chip, a count. */
  aside?: ReactNode;
  /** One sentence below the title. */
  subtitle?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  children?: ReactNode;
};

/** One part of a page, with its own heading. */
export function Card({ title, aside, subtitle, actions, children }: CardProps) {
  const titleId = useId();
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <div className={styles.words}>
          <div className={styles.line}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            {aside}
          </div>
          {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}
