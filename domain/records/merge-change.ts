// Two people changed one record: what each changed alone is kept by itself, and only what both changed is asked about.
import { isSameFile } from '../attachments/attached-file.ts';
import type { DataType } from '../fields/data-types.ts';
import { valueFamily } from '../fields/data-types.ts';
import { isEmptyValue } from '../fields/value-rules.ts';
import { readIds } from '../kernel/formats.ts';

export const changedMeanwhile = 'Somebody else changed this record since you opened it.';

type Values = ReadonlyMap<string, string>;

/** One value, however it is written: 12.5 and 12.50, ids in another order, a moment in another zone. */
export function isSameValue(dataType: DataType, one: string, other: string): boolean {
  if (one === other) return true;
  if (isEmptyValue(dataType, one) || isEmptyValue(dataType, other))
    return isEmptyValue(dataType, one) && isEmptyValue(dataType, other);
  switch (valueFamily(dataType)) {
    case 'number':
      return Number(one) === Number(other);
    case 'datetime':
      return Date.parse(one) === Date.parse(other);
    case 'relations': {
      const ids = new Set(readIds(one));
      const otherIds = new Set(readIds(other));
      return ids.size === otherIds.size && [...ids].every((id) => otherIds.has(id));
    }
    case 'opaque':
      return dataType === 'attachment' && isSameFile(one, other);
    default:
      return false;
  }
}

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
    const same = (one: string, other: string) => isSameValue(typeOf(key), one, other);
    if (same(now, own)) continue;
    if (same(now, before)) kept.set(key, own);
    else overlapping.push({ key, original: before, mine: own, theirs: now });
  }
  for (const [key, before] of original) {
    const now = theirs.get(key);
    if (!mine.has(key) && now !== undefined && !isSameValue(typeOf(key), now, before)) taken.push(key);
  }
  return { kept, taken, overlapping };
}
