import { Suspense } from 'react';
import { closeWhereUsed, whereUsedAsked } from '../../platform/ask-where-used.ts';
import { useObserved } from '../../platform/observed.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const WhereUsed = lazyPart(
  async () => ({ default: (await import('../../pages/where-used.tsx')).WhereUsed }),
  closeWhereUsed,
);

/** Stands in the layout, and opens when a screen asks where something is used. */
export function OpenWhereUsed() {
  const question = useObserved(whereUsedAsked);
  return (
    question !== null && (
      <Suspense fallback={null}>
        <WhereUsed key={JSON.stringify(question)} question={question} />
      </Suspense>
    )
  );
}
