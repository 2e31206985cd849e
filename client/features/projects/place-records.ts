// Changes where records stand, says what became of it, and offers to take it back.
import { toSentence } from '../../platform/request-failure.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { undoMoves, type PlacedRecord } from './api.ts';

/** @param done 'moved', 'linked', 'unlinked' */
const say = (count: number, done: string): string => `${count} ${count === 1 ? 'record' : 'records'} ${done}`;

/**
 * @param change asks the server
 * @param refresh reads again what is shown; called after each change, undoing included
 * @returns whether anything was changed
 */
export async function placeRecords(
  change: () => Promise<readonly PlacedRecord[]>,
  done: 'moved' | 'linked' | 'unlinked',
  refresh: () => void,
): Promise<boolean> {
  let placed: readonly PlacedRecord[];
  try {
    placed = await change();
  } catch (failure) {
    snackbars.error(toSentence(failure));
    return false;
  }
  const changed = placed.filter(({ outcome }) => outcome === 'UPDATED');
  const refused = placed.filter(({ message }) => message !== null);
  if (changed.length > 0) {
    snackbars.success(say(changed.length, done), {
      label: 'Undo',
      run: () => void takeBack(changed, refresh),
    });
  } else if (refused.length === 0) snackbars.info('It stands there already.');
  const [first] = refused;
  if (first?.message != null)
    snackbars.error(
      refused.length === 1 ? first.message : `${first.message} ${refused.length - 1} more stay too.`,
    );
  if (changed.length > 0) refresh();
  return changed.length > 0;
}

async function takeBack(changed: readonly PlacedRecord[], refresh: () => void): Promise<void> {
  const moves = changed.flatMap(({ id, auditEntryId }) =>
    auditEntryId === null ? [] : [{ recordId: id, entry: auditEntryId }],
  );
  try {
    const undone = await undoMoves(moves);
    const stays = undone.filter(({ outcome }) => outcome !== 'UPDATED');
    const [first] = stays;
    if (first === undefined) snackbars.success('Undone');
    else {
      const whyNot =
        first.rows.find((row) => row.whyNot !== null)?.whyNot ??
        (first.outcome === 'NOT_FOUND' ? 'The record was not found.' : 'It stays where it is.');
      const left = stays.length - 1;
      const rest = left === 0 ? '' : ` ${left} more ${left === 1 ? 'stays' : 'stay'} too.`;
      snackbars.warning(
        undone.length > stays.length
          ? `${whyNot}${rest} The rest is undone.`
          : `Not undone. ${whyNot}${rest}`,
      );
    }
  } catch (failure) {
    snackbars.error(toSentence(failure));
  }
  refresh();
}
