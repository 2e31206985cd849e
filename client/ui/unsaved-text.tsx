import type { ReactNode } from 'react';
import styles from './unsaved-text.module.css';

/** What a value will be once what was changed is saved, and whether that is still to come. */
export const UnsavedText = ({ isUnsaved, children }: { isUnsaved: boolean; children: ReactNode }) => (
  <output className={styles.unsaved}>
    <span>{children}</span>
    {isUnsaved && <span className={styles.notSaved}>Not saved</span>}
  </output>
);
