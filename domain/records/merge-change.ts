// Two people changed one record: what each changed alone is kept by itself, and only what both changed is asked about.
import type { DataType } from '../fields/data-types.ts';
import { valueOf } from '../values/values.ts';

export const changedMeanwhile = 'Somebody else changed this record since you opened it.';

type Values = ReadonlyMap<string, string>;

export type Overlap = {
  readonly key: string;
  readonly original: string;
  readonly mine: string;
  readonly theirs: string;
};

export type Merge = {
  /** My changes that stand beside theirs: what is still to be sent. */
  readonly kept: Values;
  /** Their changes of what I did not touch. */
  readonly taken: readonly string[];
  readonly overlapping: readonly Overlap[];
};

/**
 * @param original what I began with: a field that it does not name was not in my sight, and is not compared
 * @param mine what I changed
 * @param theirs the record as it stands now
 */
export function mergeChange(
  original: Values,
  mine: Values,
  theirs: Values,
  typeOf: (key: string) => DataType,
): Merge {
  const kept = new Map<string, string>();
  const taken: string[] = [];
  const overlapping: Overlap[] = [];
  for (const [key, own] of mine) {
    const now = theirs.get(key) ?? '';
    const before = original.get(key) ?? '';
    const same = (one: string, other: string) => valueOf(typeOf(key)).isSame(one, other);
    if (same(now, own)) continue;
    if (same(now, before)) kept.set(key, own);
    else overlapping.push({ key, original: before, mine: own, theirs: now });
  }
  for (const [key, before] of original) {
    const now = theirs.get(key);
    if (!mine.has(key) && now !== undefined && !valueOf(typeOf(key)).isSame(now, before)) taken.push(key);
  }
  return { kept, taken, overlapping };
}
