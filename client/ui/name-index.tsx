// Named things beside the one that is open: found by name, each with a line about it.
import { useState } from 'react';
import { FindInput } from './find-input.tsx';
import { Icon } from './icons.tsx';
import styles from './name-index.module.css';

export type IndexedName = {
  readonly id: number;
  readonly name: string;
  readonly about: string;
  readonly isOff?: boolean;
  readonly isLocked?: boolean;
};

type NameIndexProps = {
  /** 'Lists'. */
  label: string;
  /** 'Find a list'. */
  find: string;
  items: readonly IndexedName[];
  chosen: number | null;
  onChoose: (id: number) => void;
};

export function NameIndex({ label, find, items, chosen, onChoose }: NameIndexProps) {
  const [sought, setSought] = useState('');
  const found = items.filter(({ name }) => name.toLowerCase().includes(sought.trim().toLowerCase()));
  return (
    <nav className={styles.index} aria-label={label}>
      <FindInput label={find} value={sought} onChange={setSought} />
      {found.length > 0 && (
        <ul className={styles.items}>
          {found.map(({ id, name, about, isOff = false, isLocked = false }) => (
            <li key={id}>
              <button
                type="button"
                className={styles.item}
                aria-current={id === chosen || undefined}
                data-off={isOff || undefined}
                onClick={() => onChoose(id)}
              >
                <span className={styles.name}>
                  {isLocked && <Icon name="lock" size={14} />}
                  {name}
                </span>
                <span className={styles.quiet}>{about}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {found.length === 0 && <p className={styles.quiet}>No items found</p>}
    </nav>
  );
}
