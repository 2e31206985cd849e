// Whoever asks the server for what only they may do shows once more that it is them: the call waits for it, and goes on by
// itself. There is one question at a time, and it answers all calls that wait.
import { createObserved } from './observed.ts';
import type { RequestFailure } from './request-failure.ts';

type ProofQuestion = {
  readonly kind: 'PASSWORD' | 'CODE';
  readonly answers: ((isShown: boolean) => void)[];
};

export const proofAsked = createObserved<ProofQuestion | null>(null);

/** Whether it was shown. False at once where nothing stands that could ask. */
export function askProof({ details }: RequestFailure): Promise<boolean> {
  if (!proofAsked.isWatched()) return Promise.resolve(false);
  const kind = details['proof'] === 'CODE' ? 'CODE' : 'PASSWORD';
  return new Promise((resolve) => {
    const asked = proofAsked.get();
    if (asked === null) proofAsked.set({ kind, answers: [resolve] });
    else asked.answers.push(resolve);
  });
}

export function answerProof(isShown: boolean): void {
  const answers = proofAsked.get()?.answers ?? [];
  proofAsked.set(null);
  for (const answer of answers) answer(isShown);
}
