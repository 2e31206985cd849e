import Button from '@mui/material/Button';
import type { OrderSection as SectionName } from '@rowhouse/domain/order-entry/sections.ts';
import { useId, type ReactNode } from 'react';
import { Icon } from '../../ui/icons.tsx';
import styles from './order-form.module.css';

export type StepName = SectionName | 'Options' | 'Attachments';

type OrderSectionProps = {
  name: StepName;
  isOpen: boolean;
  /** It goes on while it is folded: a file is on its way. */
  staysAlive?: boolean;
  /** How many of its points are open. */
  left: number;
  /** Its answers in one line, while it is folded. */
  summary: string;
  /** Absent for the last. */
  onNext: (() => void) | null;
  onOpen: () => void;
  children: ReactNode;
};

/** One section of the path: open with its fields, or folded to one line with what was answered. */
export function OrderSection(props: OrderSectionProps) {
  const { name, isOpen, staysAlive = false, left, summary, onNext, onOpen, children } = props;
  const titleId = useId();
  const isDone = left === 0;
  return (
    <section className={styles.section} aria-labelledby={titleId} data-open={isOpen || undefined}>
      <div className={styles.sectionHead}>
        <span className={styles.mark} data-done={isDone || undefined}>
          {isDone && <Icon name="check" size={14} />}
        </span>
        <h2 id={titleId} className={styles.sectionTitle}>
          {name}
        </h2>
        {!isOpen && <span className={styles.summary}>{summary}</span>}
        {!isDone && <span className={styles.left}>{left} left</span>}
        {!isOpen && (
          <Button size="small" onClick={onOpen} aria-label={`${isDone ? 'Edit' : 'Fill in'} ${name}`}>
            {isDone ? 'Edit' : 'Fill in'}
          </Button>
        )}
      </div>
      {(isOpen || staysAlive) && (
        <div className={styles.sectionBody} hidden={!isOpen}>
          {children}
          {onNext !== null && (
            <div className={styles.next}>
              <Button variant="outlined" onClick={onNext}>
                Next section
              </Button>
            </div>
          )}
        </div>
      )}
    </section>
  );
}
