import { useCallback, useRef } from 'react';

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

/** A dialog gives the focus back to where it came from before it goes. */
function onceDialogsAreGone(run: () => void): void {
  const isOpen = () => document.querySelector('[role="dialog"]') !== null;
  if (!isOpen()) {
    run();
    return;
  }
  const observer = new MutationObserver(() => {
    if (isOpen()) return;
    observer.disconnect();
    // Its effects end in the next turn.
    setTimeout(run);
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

const isStillFocused = (place: HTMLElement | null): boolean =>
  document.activeElement !== document.body && place?.contains(document.activeElement) === true;
