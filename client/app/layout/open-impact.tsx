import { lazy, Suspense, useSyncExternalStore } from 'react';
import { getAskedImpact, subscribeToImpact } from '../../platform/ask-impact.ts';

const ChangeImpact = lazy(async () => ({
  default: (await import('../../pages/where-used.tsx')).ChangeImpact,
}));

/** Stands in the layout, and opens when a screen is about to save what takes something from somebody. */
export function OpenImpact() {
  const asked = useSyncExternalStore(subscribeToImpact, getAskedImpact);
  return (
    asked !== null && (
      <Suspense fallback={null}>
        <ChangeImpact asked={asked} />
      </Suspense>
    )
  );
}
