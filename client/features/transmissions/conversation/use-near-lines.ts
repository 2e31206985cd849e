// Of a thousand lines those are drawn whole that are seen or soon will be. The others stand with their number and their name, so that
// all can be walked by keys, found on the page and read out.
import { useEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** As many are drawn whole at once, however they stand. */
const few = 40;

/** Whether the line of the number has come near once. Where the browser cannot tell, each has. */
export function useNearLines(
  list: RefObject<HTMLElement | null>,
  count: number,
): (number: number) => boolean {
  const isLong = count > few && typeof IntersectionObserver === 'function';
  const [near, setNear] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const element = list.current;
    if (!isLong || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const come = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target);
        for (const line of come) observer.unobserve(line);
        if (come.length > 0)
          setNear(
            (known) =>
              new Set([...known, ...come.map((line) => Number((line as HTMLElement).dataset['line']))]),
          );
      },
      { root: scrollerOf(element), rootMargin: '100% 0px' },
    );
    for (const line of element.children) observer.observe(line);
    return () => observer.disconnect();
  }, [list, isLong, count]);
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    // Paper is in sight from end to end, and is drawn when this returns.
    const drawAll = () => flushSync(() => setPrinted(true));
    window.addEventListener('beforeprint', drawAll);
    return () => window.removeEventListener('beforeprint', drawAll);
  }, []);
  return (number) => !isLong || isPrinted || near.has(number);
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let above = element.parentElement; above !== null; above = above.parentElement)
    if (/auto|scroll/.test(getComputedStyle(above).overflowY)) return above;
  return null;
}
