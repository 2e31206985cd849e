import { Suspense } from 'react';
import { closeWhy, whyAsked } from '../../platform/ask-why.ts';
import { useObserved } from '../../platform/observed.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const WhyPanel = lazyPart(async () => ({ default: (await import('./why-panel.tsx')).WhyPanel }), closeWhy);

const PageQuestion = lazyPart(
  async () => ({ default: (await import('./page-question.tsx')).PageQuestion }),
  closeWhy,
);

/** Stands in the layout, and opens when a screen asks why something is closed. */
export function OpenWhy({ rolesHref }: { rolesHref: string | null }) {
  const question = useObserved(whyAsked);
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
