// "What does this touch?", asked before a change of configuration is saved that takes something from somebody. The layout
// looks it up and shows it; nobody saves blind.
import type { ProposedTaking } from '@rowhouse/domain/contract.generated.ts';
import type { WhereUsedQuestion } from './ask-where-used.ts';
import { createObserved } from './observed.ts';

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

export const impactAsked = createObserved<AskedImpact | null>(null);

/** Answers true without a dialog where nothing is taken, or where nothing is touched, and the deed itself says nothing. */
export const askImpact = (question: ImpactQuestion): Promise<boolean> =>
  question.changes.length === 0 && question.says === undefined
    ? Promise.resolve(true)
    : new Promise((resolve) => {
        impactAsked.set({
          ...question,
          answer(confirmed) {
            impactAsked.set(null);
            resolve(confirmed);
          },
        });
      });
