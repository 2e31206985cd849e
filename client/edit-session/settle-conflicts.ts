// What becomes of a save that met changes of somebody else. It comes when one did.
import { changedMeanwhile } from '@rowhouse/domain/records/merge-change.ts';
import type { Choices } from './conflicts.ts';
import type { EditSession } from './edit-session.ts';
import type { EditField, ThingId, Values } from './edited.ts';
import type { Conflict, SaveReport } from './save-things.ts';

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
