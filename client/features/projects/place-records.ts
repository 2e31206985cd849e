// Changes where records stand, says what became of it, and offers to take it back.
import { toSentence } from '../../platform/request-failure.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { moveRecords, type MovedRecord, type PlacedRecord } from './api.ts';

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
  const byParent = new Map<number | null, MovedRecord[]>();
  for (const { id, version, previousParentId } of changed) {
    const record = version === null ? { id } : { id, version };
    byParent.set(previousParentId, [...(byParent.get(previousParentId) ?? []), record]);
  }
  try {
    const placed: PlacedRecord[] = [];
    for (const [parentId, records] of byParent) placed.push(...(await moveRecords(parentId, records)));
    const refused = placed.find(({ message }) => message !== null);
    if (refused?.message != null) snackbars.error(refused.message);
    else snackbars.success('Undone');
  } catch (failure) {
    snackbars.error(toSentence(failure));
  }
  refresh();
}
