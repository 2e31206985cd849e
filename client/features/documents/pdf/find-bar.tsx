import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import type { PdfScreen } from './pdf-screen.ts';
import type { PdfSearch } from './pdf-state.ts';
import styles from './pdf-view.module.css';
import { Tool } from './viewer-toolbar.tsx';

type FindBarProps = {
  screen: PdfScreen;
  search: PdfSearch;
  hasText: boolean;
  onClose: () => void;
};

/** Finds in every page, drawn or not, while one types. */
export function FindBar({ screen, search, hasText, onClose }: FindBarProps) {
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className={styles.findBar} role="search" aria-label="Find in document">
      <span className={styles.findField}>
        <Icon name="search" size={16} />
        <input
          ref={field}
          data-find-field
          aria-label="Find in document"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            screen.find(target.value);
          }}
          onKeyDown={(event) => {
            if (event.altKey || event.ctrlKey || event.metaKey) return;
            if (event.key === 'Enter') screen.findNext(event.shiftKey ? -1 : 1);
            if (event.key === 'Escape') {
              event.stopPropagation();
              onClose();
            }
          }}
        />
      </span>
      <span className={styles.findCount}>{countOf(search, hasText)}</span>
      <Tool
        icon="chevron-up"
        label="Previous match"
        isDisabled={search.total === 0}
        onPress={() => screen.findNext(-1)}
      />
      <Tool
        icon="chevron-down"
        label="Next match"
        isDisabled={search.total === 0}
        onPress={() => screen.findNext(1)}
      />
      <span className={styles.space} />
      <Tool icon="close" label="Close find" onPress={onClose} />
    </div>
  );
}

function countOf({ query, current, total, isCounting }: PdfSearch, hasText: boolean): string {
  if (query.trim() === '' || !hasText) return '';
  if (total === 0) return isCounting ? 'Searching…' : 'Not found';
  return `${current} of ${total}${isCounting ? '…' : ''}`;
}
