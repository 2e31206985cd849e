// The question which of two changes of one field shall stand, asked once for every kind of thing.
import { createObserved } from '../platform/observed.ts';
import type { Conflict } from './save-things.ts';

export type Choice = 'mine' | 'theirs';
export type Choices = ReadonlyMap<string, Choice>;

export type ConflictField = {
  readonly key: string;
  readonly name: string;
  /** As they read; '' for nothing. */
  readonly original: string;
  readonly theirs: string;
  readonly mine: string;
};

export type ConflictQuestion = {
  /** Another for each question. */
  readonly number: number;
  readonly title: string;
  /** Who made the other change, perhaps the same person in another window, and when; null where that is not known. */
  readonly who?: { readonly name: string; readonly isOwn: boolean; readonly ago: string } | null;
  readonly fields: readonly ConflictField[];
  /** The names of fields whose changes stand beside each other by themselves: theirs, and mine. */
  readonly taken: readonly string[];
  readonly kept: readonly string[];
  /** Null: nothing is decided, and the thing stays in edit. */
  readonly onAnswer: (choices: Choices | null) => void;
};

/** What the fields are called, and how their values read. */
export type Reading = {
  readonly nameOf: (key: string) => string;
  readonly read: (key: string, value: string) => string;
};

type Head = Pick<ConflictQuestion, 'title' | 'who'>;

/** The question that is open, for the dialog that stands in the tree, and how it is asked. */
export function createConflicts() {
  const question = createObserved<ConflictQuestion | null>(null);
  let count = 0;

  const ask = async (
    { merge }: Pick<Conflict<unknown>, 'merge'>,
    head: Head,
    { nameOf, read }: Reading,
  ): Promise<Choices | null> => {
    count += 1;
    const choices = await new Promise<Choices | null>((onAnswer) =>
      question.set({
        ...head,
        number: count,
        fields: merge.overlapping.map(({ key, original, theirs, mine }) => ({
          key,
          name: nameOf(key),
          original: read(key, original),
          theirs: read(key, theirs),
          mine: read(key, mine),
        })),
        taken: merge.taken.map(nameOf),
        kept: [...merge.kept.keys()].map(nameOf),
        onAnswer,
      }),
    );
    question.set(null);
    return choices;
  };
  return { question, ask };
}

export type Conflicts = ReturnType<typeof createConflicts>;
