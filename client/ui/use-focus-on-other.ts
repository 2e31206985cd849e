import { useLayoutEffect, useRef } from 'react';
import { focusIfLost } from './focus-if-lost.ts';

/**
 * The page shows another thing, and what was pressed for it has gone: the keyboard goes on at the title. A page that begins
 * with a thing takes the focus from nobody.
 *
 * @param shown what is shown, as the address says it
 */
export function useFocusOnOther(shown: string | null): void {
  const last = useRef(shown);
  useLayoutEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    focusIfLost(document.querySelector<HTMLElement>('h1'));
  }, [shown]);
}
