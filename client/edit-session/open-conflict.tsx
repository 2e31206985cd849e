import { Suspense } from 'react';
import { useObserved } from '../platform/observed.ts';
import type { Conflicts } from './conflicts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const ConflictDialog = lazyPart(
  async () => ({ default: (await import('./conflict-dialog.tsx')).ConflictDialog }),
  ({ onAnswer }) => onAnswer(null),
);

/** Stands in the tree, and opens when something is to be decided. */
export function OpenConflict({ conflicts }: { conflicts: Conflicts }) {
  const question = useObserved(conflicts.question);
  return (
    question !== null && (
      <Suspense fallback={null}>
        <ConflictDialog key={question.number} {...question} />
      </Suspense>
    )
  );
}
