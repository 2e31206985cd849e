import { Suspense, useSyncExternalStore } from 'react';
import { getAskedImpact, subscribeToImpact } from '../../platform/ask-impact.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const ChangeImpact = lazyPart(
  async () => ({ default: (await import('../../pages/where-used.tsx')).ChangeImpact }),
  // Nobody saves blind.
  ({ asked }) => asked.answer(false),
);

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
