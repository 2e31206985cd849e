import { lazy, Suspense, useSyncExternalStore } from 'react';
import { getListValueQuestion, subscribeToListValue } from '../../platform/ask-list-value.ts';

const ChosenListValue = lazy(async () => ({
  default: (await import('../../features/lists/chosen-list-value.tsx')).ChosenListValue,
}));

/** Stands in the layout, and opens where somebody makes or changes a value while they choose one. */
export function OpenListValue() {
  const question = useSyncExternalStore(subscribeToListValue, getListValueQuestion);
  return (
    question !== null && (
      <Suspense fallback={null}>
        <ChosenListValue question={question} />
      </Suspense>
    )
  );
}
