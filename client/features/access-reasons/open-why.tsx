import { Suspense, useSyncExternalStore } from 'react';
import { closeWhy, getWhyQuestion, subscribeToWhy } from '../../platform/ask-why.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const WhyPanel = lazyPart(async () => ({ default: (await import('./why-panel.tsx')).WhyPanel }), closeWhy);

const PageQuestion = lazyPart(
  async () => ({ default: (await import('./page-question.tsx')).PageQuestion }),
  closeWhy,
);

/** Stands in the layout, and opens when a screen asks why something is closed. */
export function OpenWhy({ rolesHref }: { rolesHref: string | null }) {
  const question = useSyncExternalStore(subscribeToWhy, getWhyQuestion);
  return (
    question !== null && (
      <Suspense fallback={null}>
        {question.subjects.length === 0 ? (
          <PageQuestion question={question} />
        ) : (
          <WhyPanel key={question.title} question={question} rolesHref={rolesHref} />
        )}
      </Suspense>
    )
  );
}
