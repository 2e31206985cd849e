import { Suspense } from 'react';
import { closeListValue, listValueAsked } from '../../platform/ask-list-value.ts';
import { useObserved } from '../../platform/observed.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const ChosenListValue = lazyPart(
  async () => ({ default: (await import('../../features/lists/chosen-list-value.tsx')).ChosenListValue }),
  closeListValue,
);

/** Stands in the layout, and opens where somebody makes or changes a value while they choose one. */
export function OpenListValue() {
  const question = useObserved(listValueAsked);
  return (
    question !== null && (
      <Suspense fallback={null}>
        <ChosenListValue question={question} />
      </Suspense>
    )
  );
}
