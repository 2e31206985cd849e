// The comment that a move of a status asks for. Asking is awaiting; the dialog stands once in the layout.
import { createObserved } from '../../../platform/observed.ts';

type CommentQuestion = {
  readonly number: number;
  /** Why it is asked: the server's sentence. */
  readonly sentence: string;
  readonly answer: (comment: string | null) => void;
};

export const commentQuestion = createObserved<CommentQuestion | null>(null);

let lastNumber = 0;
let waiting: Promise<unknown> = Promise.resolve();

/** One after the other. Null where the person would rather not move it. */
export function askMoveComment(sentence: string): Promise<string | null> {
  const asked = waiting.then(
    () =>
      new Promise<string | null>((resolve) => {
        lastNumber += 1;
        commentQuestion.set({
          number: lastNumber,
          sentence,
          answer(comment) {
            commentQuestion.set(null);
            resolve(comment);
          },
        });
      }),
  );
  waiting = asked;
  return asked;
}
