// What row edit asks and tells above the grid. Each part stands in the tree and opens by itself.
import { Suspense } from 'react';
import { DraftsBanner } from '../../../edit-session/drafts-banner.tsx';
import { OpenConflict } from '../../../edit-session/open-conflict.tsx';
import { useObserved } from '../../../platform/observed.ts';
import type { RowEdit } from './row-edit.ts';
import { UpdatingRowsCard } from './updating-rows-card.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const WriteQuestion = lazyPart(
  async () => ({ default: (await import('./write-question.tsx')).WriteQuestion }),
  ({ onAnswer }) => onAnswer(false),
);

export function RowEditDialogs({ edit }: { edit: RowEdit }) {
  const progress = useObserved(edit.saving.progress);
  const plan = useObserved(edit.plan);
  return (
    <>
      {progress && <UpdatingRowsCard progress={progress} onStop={edit.saving.stop} />}
      <OpenConflict conflicts={edit.saving.conflicts} />
      {plan && (
        <Suspense fallback={null}>
          <WriteQuestion plan={plan} labelOf={edit.labelOf} onAnswer={edit.answerPlan} />
        </Suspense>
      )}
    </>
  );
}

export function RowDraftsBanner({ edit }: { edit: RowEdit }) {
  const { size } = useObserved(edit.drafts.offered);
  return (
    size > 0 && <DraftsBanner count={size} onContinue={edit.continueDrafts} onDiscard={edit.discardDrafts} />
  );
}
