import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Whether the last child stands on the line of the first one. Where it did not, it is not tried again until there is more
 * room: what is shown instead of it is smaller.
 *
 * @param isTried what is measured is shown
 */
export function useOneLine<Element extends HTMLElement>(isTried: boolean) {
  const element = useRef<Element>(null);
  const [width, setWidth] = useState(0);
  // What comes later, as a font or one more tool, makes a second line.
  const [height, setHeight] = useState(0);
  const [tooNarrow, setTooNarrow] = useState(-1);
  const fits = width > tooNarrow;
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null || typeof ResizeObserver === 'undefined') return undefined;
    const measure = () => {
      setWidth(current.clientWidth);
      setHeight(current.clientHeight);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const { firstElementChild: first, lastElementChild: last } = element.current ?? {};
    if (!isTried || !fits || !(first instanceof HTMLElement) || !(last instanceof HTMLElement)) return;
    if (last.offsetTop >= first.offsetTop + first.offsetHeight) setTooNarrow(width);
  }, [isTried, fits, width, height]);
  return { element, fits };
}
