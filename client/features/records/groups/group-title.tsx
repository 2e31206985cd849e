import { useLayoutEffect, useRef } from 'react';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './groups.module.css';

type GroupTitleProps = {
  field: string;
  name: string;
  isEmpty: boolean;
  count: string;
  /** Null where the count leads nowhere. */
  href: string | null;
};

/** What a group is, over the cells behind it as far as they are empty. */
export function GroupTitle({ field, name, isEmpty, count, href }: GroupTitleProps) {
  const title = useRef<HTMLSpanElement>(null);
  // After each drawing: the numbers come later than the title.
  useLayoutEffect(() => (title.current === null ? undefined : keepToRoom(title.current)));
  return (
    <span ref={title} className={styles.title}>
      <span className={styles.field}>{field}</span>{' '}
      <span className={isEmpty ? `${styles.name} ${styles.empty}` : styles.name} title={name}>
        {name}
      </span>{' '}
      {href === null ? (
        count
      ) : (
        <a
          href={href}
          tabIndex={-1}
          draggable={false}
          data-head-open
          className={`${styles.count} rh-figures`}
          title={`Show these ${count} alone`}
        >
          {count}
          <VisuallyHidden> records, show them alone</VisuallyHidden>
        </a>
      )}
    </span>
  );
}

const gap = 12;

/** Up to the first cell of its row that holds a number, also when columns change their width. */
function keepToRoom(title: HTMLElement): (() => void) | undefined {
  const own = title.closest<HTMLElement>('[role="gridcell"]');
  const cells = [...(own?.parentElement?.children ?? [])] as HTMLElement[];
  const behind = own === null ? [] : cells.slice(cells.indexOf(own));
  const end = behind.findIndex((cell) => cell.querySelector('.rh-head-cell') !== null);
  if (own === null || end < 1) {
    title.style.maxWidth = '';
    return undefined;
  }
  const covered = behind.slice(0, end);
  const measure = () => {
    const before = title.getBoundingClientRect().left - own.getBoundingClientRect().left;
    const room = covered.reduce((sum, { offsetWidth }) => sum + offsetWidth, 0) - before - gap;
    title.style.maxWidth = `${Math.max(0, room)}px`;
  };
  measure();
  const observer = new ResizeObserver(measure);
  for (const cell of covered) observer.observe(cell);
  return () => observer.disconnect();
}
