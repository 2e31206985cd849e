// "What does this touch?", asked before a change of configuration is saved that takes something from somebody. The layout
// looks it up and shows it; nobody saves blind.
import type { ProposedTaking } from '@rowhouse/domain/contract.generated.ts';
import type { WhereUsedQuestion } from './ask-where-used.ts';

export type ProposedChange = WhereUsedQuestion & {
  readonly takes: ProposedTaking;
  /** From whom, where it is hidden or narrowed. */
  readonly roleIds?: readonly number[];
};

export type ImpactQuestion = {
  readonly title: string;
  /** The verb: 'Save 3 changes'. */
  readonly confirmLabel: string;
  readonly changes: readonly ProposedChange[];
  /** What the deed itself does; with it the question is asked even where nothing else is touched. */
  readonly says?: string;
};

export type AskedImpact = ImpactQuestion & { readonly answer: (confirmed: boolean) => void };

let asked: AskedImpact | null = null;
const listeners = new Set<() => void>();

function set(next: AskedImpact | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Answers true without a dialog where nothing is taken, or where nothing is touched, and the deed itself says nothing. */
export const askImpact = (question: ImpactQuestion): Promise<boolean> =>
  question.changes.length === 0 && question.says === undefined
    ? Promise.resolve(true)
    : new Promise((resolve) => {
        set({
          ...question,
          answer(confirmed) {
            set(null);
            resolve(confirmed);
          },
        });
      });

export const getAskedImpact = (): AskedImpact | null => asked;

export function subscribeToImpact(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
