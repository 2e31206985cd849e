// Whoever asks the server for what only they may do shows once more that it is them: the call waits for it, and goes on by
// itself. There is one question at a time, and it answers all calls that wait.
import type { RequestFailure } from './request-failure.ts';

type Asked = { readonly kind: 'PASSWORD' | 'CODE'; readonly answers: ((isShown: boolean) => void)[] };

let asked: Asked | null = null;
const listeners = new Set<() => void>();

function set(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Whether it was shown. False at once where nothing stands that could ask. */
export function askProof({ details }: RequestFailure): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  const kind = details['proof'] === 'CODE' ? 'CODE' : 'PASSWORD';
  return new Promise((resolve) => {
    if (asked === null) set({ kind, answers: [resolve] });
    else asked.answers.push(resolve);
  });
}

export function answerProof(isShown: boolean): void {
  const answers = asked?.answers ?? [];
  set(null);
  for (const answer of answers) answer(isShown);
}

export const getAskedProof = (): Asked | null => asked;

export function subscribeToProof(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
