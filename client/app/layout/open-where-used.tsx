import { lazy, Suspense, useSyncExternalStore } from 'react';
import { getWhereUsedQuestion, subscribeToWhereUsed } from '../../platform/ask-where-used.ts';

const WhereUsed = lazy(async () => ({ default: (await import('../../pages/where-used.tsx')).WhereUsed }));

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
