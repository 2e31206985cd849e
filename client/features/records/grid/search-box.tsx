import { longestSearch } from '@rowhouse/domain/records/limits.ts';
import type { RefObject } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import type { GridActionContext } from './grid-actions.ts';
import styles from './search-box.module.css';
import { useSearchText } from './use-search-text.ts';

type SearchBoxProps = {
  name: string;
  context: GridActionContext;
  input: RefObject<HTMLInputElement | null>;
  /** Escape in an empty box. */
  onEmptyEscape?: () => void;
};

export function SearchBox({ name, context: { view, change }, input, onEmptyEscape }: SearchBoxProps) {
  const { typed, setTyped, passNow } = useSearchText(view.search, (search) =>
    change({ search }, { replace: true }),
  );
  return (
    <div role="search" className={styles.search}>
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        className={styles.input}
        aria-label={`Find in ${name}`}
        aria-keyshortcuts="/"
        placeholder={`Find in ${name}`}
        maxLength={longestSearch}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') passNow();
          if (event.key !== 'Escape') return;
          if (typed === '') onEmptyEscape?.();
          else setTyped('');
        }}
      />
      <kbd className={styles.key} aria-hidden="true">
        /
      </kbd>
    </div>
  );
}
