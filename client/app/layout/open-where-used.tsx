import { Suspense, useSyncExternalStore } from 'react';
import { closeWhereUsed, getWhereUsedQuestion, subscribeToWhereUsed } from '../../platform/ask-where-used.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const WhereUsed = lazyPart(
  async () => ({ default: (await import('../../pages/where-used.tsx')).WhereUsed }),
  closeWhereUsed,
);

/** Stands in the layout, and opens when a screen asks where something is used. */
export function OpenWhereUsed() {
  const question = useSyncExternalStore(subscribeToWhereUsed, getWhereUsedQuestion);
  return (
    question !== null && (
      <Suspense fallback={null}>
        <WhereUsed key={JSON.stringify(question)} question={question} />
      </Suspense>
    )
  );
}
