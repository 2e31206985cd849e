import { useEffect, useRef, type RefObject } from 'react';
import './sticky-bar.css';

/**
 * For a bar with data-sticky-bar that stays at the foot of the page. A browser brings a text of several lines to its caret and
 * passes over its margin: who comes to one by Tab would write behind the bar.
 */
export function useStickyBar<Bar extends HTMLElement>(): RefObject<Bar | null> {
  const bar = useRef<Bar>(null);
  useEffect(() => {
    const clear = ({ key }: KeyboardEvent) => {
      const { activeElement } = document;
      if (key !== 'Tab' || bar.current === null || !(activeElement instanceof HTMLTextAreaElement)) return;
      if (activeElement.getBoundingClientRect().bottom > bar.current.getBoundingClientRect().top)
        activeElement.scrollIntoView({ block: 'center' });
    };
    document.addEventListener('keyup', clear);
    return () => document.removeEventListener('keyup', clear);
  }, []);
  return bar;
}
