import { Suspense, type ComponentType } from 'react';
import { useObserved, type Observed } from '../platform/observed.ts';
import { lazyPart } from './lazy-part.tsx';

/** Stands in the layout, and opens over any page when its question is asked; what answers it is fetched then. */
export function openedBy<Question>(
  asked: Observed<Question | null>,
  load: () => Promise<{ default: ComponentType<{ question: Question }> }>,
  giveUp: (question: Question) => void,
): ComponentType {
  const Answer = lazyPart(load, ({ question }) => giveUp(question));
  return function OpenedBy() {
    const question = useObserved(asked);
    return (
      question !== null && (
        <Suspense fallback={null}>
          <Answer question={question} />
        </Suspense>
      )
    );
  };
}
