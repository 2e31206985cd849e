// Transitions or conditions below each other, and the chosen one beside them. Arrows go from row to row, Delete removes.
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { focusIfLost } from '../../ui/focus-if-lost.ts';
import type { Part } from './design-draft.ts';
import styles from './transitions.module.css';

type RuleListProps<Values> = {
  label: string;
  /** Those that are switched on. */
  parts: readonly Part<Values>[];
  chosen: string | null;
  onChoose: (key: string) => void;
  onRemove: (part: Part<Values>) => void;
  titleOf: (values: Values) => string;
  noteOf: (values: Values) => string;
  /** Of the chosen one. */
  inspector: ReactNode;
};

/** Of the section around: one that is removed takes its row and its inputs away, and the focus with them. */
export function useKeptFocus(chosen: string | null, count: number) {
  const section = useRef<HTMLElement>(null);
  const before = useRef({ chosen, count });
  useEffect(() => {
    const isOther = before.current.chosen !== chosen || before.current.count !== count;
    before.current = { chosen, count };
    if (!isOther) return;
    const find = (selector: string) => section.current?.querySelector<HTMLElement>(selector);
    focusIfLost(
      find('li[data-chosen] > button') ?? find('[data-rules] > :last-child > button') ?? find('select'),
    );
  }, [chosen, count]);
  return section;
}

export function RuleList<Values>(props: RuleListProps<Values>) {
  const { label, parts, chosen, onChoose, onRemove, titleOf, noteOf, inspector } = props;
  const list = useRef<HTMLUListElement>(null);
  function onKey(event: KeyboardEvent, part: Part<Values>, index: number) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === 'Delete') onRemove(part);
    else if (step !== undefined) list.current?.querySelectorAll('button')[index + step]?.focus();
    else return;
    event.preventDefault();
  }
  if (parts.length === 0) return null;
  return (
    <div className={styles.columns}>
      <ul ref={list} className={styles.list} aria-label={label} data-rules="">
        {parts.map((part, index) => (
          // By its place: a row that is saved, and has an id from then on, keeps the focus.
          <li key={index} data-chosen={part.key === chosen || undefined}>
            <button
              type="button"
              className={styles.row}
              aria-current={part.key === chosen || undefined}
              aria-keyshortcuts="Delete"
              onClick={() => onChoose(part.key)}
              onKeyDown={(event) => onKey(event, part, index)}
            >
              <span className={styles.words}>{titleOf(part.values)}</span>
              <span className={styles.note}>{noteOf(part.values)}</span>
            </button>
          </li>
        ))}
      </ul>
      {inspector ?? <p className={styles.quiet}>Choose one to see and change it.</p>}
    </div>
  );
}
