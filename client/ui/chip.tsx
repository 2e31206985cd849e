import type { ReactNode } from 'react';
import styles from './chip.module.css';

export type ChipTone = 'green' | 'blue' | 'amber' | 'red' | 'grey' | 'violet' | 'teal';

/** A state in a word or two, on pale ground. */
export function Chip({ tone, children }: { tone: ChipTone; children: ReactNode }) {
  return (
    <span className={styles.chip} data-tone={tone}>
      {children}
    </span>
  );
}
