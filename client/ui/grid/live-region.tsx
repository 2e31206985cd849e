import { useEffect, useRef } from 'react';
import type { GridStore } from './grid-store.ts';

/** The grid's one polite voice. Written past React: what is said twice must be heard twice. */
export function LiveRegion({ store }: { store: GridStore }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      store.onAnnouncement((text) => {
        const element = region.current!;
        // The same sentence again is a change only with a different ending.
        element.textContent = element.textContent === text ? `${text}\u00A0` : text;
      }),
    [store],
  );
  return <div ref={region} role="status" aria-live="polite" className="rh-unseen" />;
}
