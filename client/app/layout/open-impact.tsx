import { Suspense } from 'react';
import { impactAsked } from '../../platform/ask-impact.ts';
import { useObserved } from '../../platform/observed.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const ChangeImpact = lazyPart(
  async () => ({ default: (await import('../../pages/where-used.tsx')).ChangeImpact }),
  // Nobody saves blind.
  ({ asked }) => asked.answer(false),
);

/** Stands in the layout, and opens when a screen is about to save what takes something from somebody. */
export function OpenImpact() {
  const asked = useObserved(impactAsked);
  return (
    asked !== null && (
      <Suspense fallback={null}>
        <ChangeImpact asked={asked} />
      </Suspense>
    )
  );
}
