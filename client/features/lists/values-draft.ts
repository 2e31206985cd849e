// The values of one list while they are edited: rows as they are to stand, and what each was.
import { foldListValue } from '@rowhouse/domain/lists/rules.ts';
import { noValues, writeObject, type PropertyValues } from '@rowhouse/domain/objects/stored-object.ts';
import type { CustomListValue } from './api.ts';

export type DraftValue = {
  /** Of this dialog alone; stays while the row is moved. */
  readonly key: string;
  readonly value: string;
  readonly enabled: boolean;
  readonly userId: number | null;
  /** By property, in a list of objects. */
  readonly object?: PropertyValues | undefined;
  /** Null for a new one. */
  readonly kept: CustomListValue | null;
};

export const draftOf = (values: readonly CustomListValue[]): readonly DraftValue[] => values.map(rowOf);

const rowOf = (kept: CustomListValue): DraftValue => ({
  key: `kept ${kept.id}`,
  value: kept.value,
  enabled: kept.enabled,
  userId: kept.userId,
  object: kept.object,
  kept,
});

let made = 0;
export const newValue = (
  value: string,
  userId: number | null = null,
  object?: PropertyValues,
): DraftValue => ({
  key: `new ${++made}`,
  value,
  enabled: true,
  userId,
  object,
  kept: null,
});

/** An object that is changed may be called as it was. */
export const isRenamed = ({ kept, value, object }: DraftValue): boolean =>
  kept !== null && (kept.value !== value.trim() || !isSameObject(kept.object, object));

const isSameObject = (one: PropertyValues = noValues, other: PropertyValues = noValues): boolean =>
  writeObject(one) === writeObject(other);
export const isTurned = ({ kept, enabled }: DraftValue): boolean => kept !== null && kept.enabled !== enabled;

/** The kept values that do not follow, in the draft, whom they followed: the fewest that can be said to have moved. */
export function findMoved(
  draft: readonly DraftValue[],
  before: readonly CustomListValue[],
): ReadonlySet<string> {
  const placeOf = new Map(before.map(({ id }, index) => [id, index]));
  const rows = draft.flatMap((row) =>
    row.kept === null || (isTurned(row) && !row.enabled)
      ? []
      : [{ key: row.key, place: placeOf.get(row.kept.id) ?? 0 }],
  );
  const still = longestRising(rows.map(({ place }) => place));
  return new Set(rows.filter((_row, index) => !still.has(index)).map(({ key }) => key));
}

/** The indexes of a longest rising run of the numbers, by patience sorting. */
function longestRising(numbers: readonly number[]): ReadonlySet<number> {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, number] of numbers.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[ends[middle]!]! < number) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : ends[low - 1]!;
    ends[low] = index;
  }
  const found = new Set<number>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index]!) found.add(index);
  return found;
}

export type DraftSum = { readonly total: number; readonly sentence: string };

/** '3 changes: 1 new, 1 moved, 1 disabled'. */
export function sumOf(draft: readonly DraftValue[], before: readonly CustomListValue[]): DraftSum {
  const counts = {
    new: draft.filter(({ kept }) => kept === null).length,
    renamed: draft.filter(isRenamed).length,
    moved: findMoved(draft, before).size,
    disabled: draft.filter((row) => isTurned(row) && !row.enabled).length,
    enabled: draft.filter((row) => isTurned(row) && row.enabled).length,
  };
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const parts = Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []));
  return { total, sentence: `${total} ${total === 1 ? 'change' : 'changes'}: ${parts.join(', ')}` };
}

/** Removing a new value forgets it; one that records may have is disabled. */
export const removeValue = (draft: readonly DraftValue[], key: string): readonly DraftValue[] =>
  draft.flatMap((row) =>
    row.key !== key
      ? [row]
      : row.kept === null || (isTurned(row) && !row.enabled)
        ? []
        : [{ ...row, enabled: false }],
  );

export const changeValue = (
  draft: readonly DraftValue[],
  key: string,
  change: Partial<Pick<DraftValue, 'value' | 'enabled' | 'object'>>,
): readonly DraftValue[] => draft.map((row) => (row.key === key ? { ...row, ...change } : row));

/** The row comes to stand at the index of the others without it. */
export function moveValue(draft: readonly DraftValue[], key: string, index: number): readonly DraftValue[] {
  const row = draft.find((one) => one.key === key);
  if (row === undefined) return draft;
  const others = draft.filter((one) => one !== row);
  const place = Math.max(0, Math.min(index, others.length));
  return [...others.slice(0, place), row, ...others.slice(place)];
}

export const sortValues = (draft: readonly DraftValue[]): readonly DraftValue[] =>
  draft.toSorted((one, other) =>
    one.value.localeCompare(other.value, 'en', { numeric: true, sensitivity: 'base' }),
  );

/**
 * The draft as the lines of basic entry say: a line that names a value is that value, any other is a new one, and what
 * is in no line is disabled. Disabled values that no line names stay where they were, at the end.
 */
export function applyLines(draft: readonly DraftValue[], lines: readonly string[]): readonly DraftValue[] {
  const left = new Map<string, DraftValue[]>();
  // Of two of the same name the enabled one is meant.
  for (const row of draft.toSorted((one, other) => Number(other.enabled) - Number(one.enabled))) {
    const folded = foldListValue(row.value);
    left.set(folded, [...(left.get(folded) ?? []), row]);
  }
  const taken = new Set<DraftValue>();
  const named = lines.map((line) => {
    const row = left.get(foldListValue(line))?.shift();
    if (row === undefined) return newValue(line);
    taken.add(row);
    return { ...row, value: line, enabled: true };
  });
  const rest = draft.filter((row) => !taken.has(row) && row.kept !== null);
  return [...named, ...rest.map((row) => ({ ...row, enabled: false }))];
}

/** What of the lines is not there yet comes after the enabled values; what is there and disabled is enabled. */
export function addLines(draft: readonly DraftValue[], lines: readonly string[]): readonly DraftValue[] {
  const standing = new Set(draft.filter(({ enabled }) => enabled).map(({ value }) => foldListValue(value)));
  const back = new Set<DraftValue>();
  const added: DraftValue[] = [];
  for (const line of lines) {
    const folded = foldListValue(line);
    if (standing.has(folded)) continue;
    standing.add(folded);
    const disabled = draft.find(({ value, enabled }) => !enabled && foldListValue(value) === folded);
    if (disabled === undefined) added.push(newValue(line));
    else back.add(disabled);
  }
  const rows = draft.map((row) => (back.has(row) ? { ...row, enabled: true } : row));
  const last = rows.findLastIndex(({ enabled }) => enabled);
  return [...rows.slice(0, last + 1), ...added, ...rows.slice(last + 1)];
}

/** One's own changes over what others have made of the list meanwhile. */
export function rebaseDraft(
  draft: readonly DraftValue[],
  fresh: readonly CustomListValue[],
): readonly DraftValue[] {
  const left = new Map(fresh.map((value) => [value.id, value]));
  const rows = draft.flatMap((row) => {
    if (row.kept === null) return [row];
    const now = left.get(row.kept.id);
    if (now === undefined) return [];
    left.delete(now.id);
    return [
      {
        ...rowOf(now),
        value: isRenamed(row) ? row.value : now.value,
        object: isRenamed(row) ? row.object : now.object,
        enabled: isTurned(row) ? row.enabled : now.enabled,
      },
    ];
  });
  return [...rows, ...[...left.values()].map(rowOf)];
}
