import { useEffect } from 'react';
import type { Talk } from './comment-talk.ts';

const shownMs = 2000;

/** What was on the screen for two seconds, in a window that has the focus, is read. */
export function useReadWhenShown(
  scroller: { readonly current: HTMLDivElement | null },
  { comments, reading }: Talk,
  markRead: (upTo: number) => Promise<void>,
): void {
  const unread = reading?.unread ?? 0;
  const readUpTo = reading?.readUpTo ?? 0;
  useEffect(() => {
    const element = scroller.current;
    if (element === null || comments === null || unread === 0) return;
    let timer: number | undefined;
    const begin = (): void => {
      window.clearTimeout(timer);
      if (!document.hasFocus() || document.visibilityState !== 'visible') return;
      timer = window.setTimeout(() => {
        const shown = findLastShown(element);
        if (shown > readUpTo) void markRead(shown);
      }, shownMs);
    };
    begin();
    element.addEventListener('scroll', begin, { passive: true });
    for (const event of ['focus', 'blur'] as const) window.addEventListener(event, begin);
    document.addEventListener('visibilitychange', begin);
    return () => {
      window.clearTimeout(timer);
      element.removeEventListener('scroll', begin);
      for (const event of ['focus', 'blur'] as const) window.removeEventListener(event, begin);
      document.removeEventListener('visibilitychange', begin);
    };
  }, [scroller, comments, unread, readUpTo, markRead]);
}

/** The number of the last comment of which the first line can be read; 0 for none. */
function findLastShown(element: HTMLElement): number {
  const end = element.getBoundingClientRect().bottom;
  let last = 0;
  for (const item of element.querySelectorAll<HTMLElement>('[data-number]')) {
    if (item.getBoundingClientRect().top + 40 > end) break;
    last = Number(item.dataset['number']);
  }
  return last;
}
