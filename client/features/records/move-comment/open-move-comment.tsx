import { Suspense } from 'react';
import { useObserved } from '../../../platform/observed.ts';
import { commentQuestion } from './ask-move-comment.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const MoveCommentDialog = lazyPart(
  async () => ({ default: (await import('./move-comment-dialog.tsx')).MoveCommentDialog }),
  ({ onAnswer }) => onAnswer(null),
);

/** Stands in the layout, and opens when a move asks for a comment. */
export function OpenMoveComment() {
  const question = useObserved(commentQuestion);
  return (
    question !== null && (
      <Suspense fallback={null}>
        <MoveCommentDialog key={question.number} sentence={question.sentence} onAnswer={question.answer} />
      </Suspense>
    )
  );
}
