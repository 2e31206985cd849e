// Where the keyboard goes on in a list to which rows are added, and of which each has something with data-remove.
import { useRef } from 'react';

export function useRowFocus() {
  const list = useRef<HTMLOListElement>(null);
  const focus = (find: (list: HTMLOListElement) => HTMLElement | null | undefined) =>
    requestAnimationFrame(() => list.current && find(list.current)?.focus());
  return {
    list,
    /** To the first input of the row that came last. */
    focusNew: () => focus((rows) => rows.querySelector<HTMLElement>(':scope > :last-child input')),
    /** To what removes the row that stands in the place now, or the last one; without any to what adds one. */
    focusAfterRemoval: (index: number) =>
      focus((rows) => {
        const removing = rows.querySelectorAll<HTMLElement>('[data-remove]');
        return removing[Math.min(index, removing.length - 1)] ?? firstButtonAfter(rows);
      }),
  };
}

const firstButtonAfter = (list: HTMLElement): HTMLElement | undefined =>
  [...(list.parentElement?.querySelectorAll('button') ?? [])].find(
    (button) => (list.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
