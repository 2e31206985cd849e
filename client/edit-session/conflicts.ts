// The question which of two changes of one field shall stand, asked once for every kind of thing.
import { changedMeanwhile } from '@rowhouse/domain/records/merge-change.ts';
import { createObserved } from '../platform/observed.ts';
import type { EditSession } from './edit-session.ts';
import type { EditField, ThingId, Values } from './edited.ts';
import type { Conflict, SaveReport } from './save-things.ts';

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

type Settling<Source, Id extends ThingId, Field extends EditField> = {
  readonly session: EditSession<Source, Id, Field>;
  readonly ask: (conflict: Conflict<Source, Id>) => Promise<Choices | null>;
  readonly save: (ids: readonly Id[]) => Promise<SaveReport<Source, Id>>;
};

/** Asks for each conflict of a save, and saves what was decided. */
export async function settleConflicts<Source, Id extends ThingId, Field extends EditField>(
  report: SaveReport<Source, Id>,
  { session, ask, save }: Settling<Source, Id, Field>,
): Promise<SaveReport<Source, Id>> {
  const saved = [...report.saved];
  const failures = [...report.failures];
  const undecided: Conflict<Source, Id>[] = [];
  const waiting = [...report.conflicts];
  for (let conflict = waiting.shift(); conflict; conflict = waiting.shift()) {
    const choices = await ask(conflict);
    if (choices === null) {
      undecided.push(conflict);
      continue;
    }
    session.rebase(conflict.id, conflict.source, chosen(conflict, choices));
    const again = await save([conflict.id]);
    saved.push(...again.saved);
    waiting.push(...again.conflicts);
    failures.push(...again.failures);
  }
  // Not before the last question is over: the reason at the active cell would stand over the dialog.
  for (const { id } of undecided) session.refuse(id, changedMeanwhile, null);
  return { ...report, saved, failures, conflicts: undecided };
}

function chosen({ merge }: Conflict<unknown, ThingId>, choices: Choices): Values {
  const mine = merge.overlapping.filter(({ key }) => choices.get(key) === 'mine');
  return new Map([...merge.kept, ...mine.map((field) => [field.key, field.mine] as const)]);
}
