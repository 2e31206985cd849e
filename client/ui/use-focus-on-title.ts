import { useCallback, useRef } from 'react';
import { onceDialogsAreGone } from './once-dialogs-are-gone.ts';

/**
 * What was acted on has gone from its list, and the focus with it: it goes to the heading of the part. Put `place`
 * on an element around the heading.
 */
export function useFocusOnTitle() {
  const place = useRef<HTMLDivElement>(null);
  const focusTitle = useCallback(() => {
    onceDialogsAreGone(() => {
      const title = place.current?.querySelector<HTMLElement>('h2');
      if (title == null || isStillFocused(place.current)) return;
      title.tabIndex = -1;
      title.focus();
    });
  }, []);
  return { place, focusTitle };
}

const isStillFocused = (place: HTMLElement | null): boolean =>
  document.activeElement !== document.body && place?.contains(document.activeElement) === true;
