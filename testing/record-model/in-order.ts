// The order of a grid, in plain memory: empty values last whichever way is sorted, equal ones by id in the direction of
// the last key, relations by what they are called.
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { compareText, foldCase } from './fold-case.ts';
import type { ModelField, ModelRecord } from './model-record.ts';

export type ModelSort = { readonly field: ModelField; readonly sort: 'ASC' | 'DESC' };

type Ranked = string | number | null;

/** What stands for the value in the order; null comes last. */
function rankOf(field: ModelField, record: ModelRecord): Ranked {
  const stored = record.values.get(field.key);
  if (stored === undefined) return null;
  switch (valueOf(field.dataType).family) {
    case 'number':
      return Number(stored);
    case 'datetime':
      return Date.parse(stored);
    case 'relation':
      return nameOf(field, stored);
    case 'relations':
      return nameOf(field, String((JSON.parse(stored) as number[])[0]));
    default:
      return foldCase(stored);
  }
}

const nameOf = (field: ModelField, id: string): string | null => {
  const name = field.names.get(id);
  return name === undefined ? null : foldCase(name);
};

function compareRanks(one: Ranked, other: Ranked, direction: number): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const difference = typeof one === 'number' ? one - Number(other) : compareText(one, String(other));
  return Math.sign(difference) * direction;
}

export function inOrder(records: readonly ModelRecord[], sorts: readonly ModelSort[]): ModelRecord[] {
  const directions = sorts.map(({ sort }) => (sort === 'DESC' ? -1 : 1));
  const ranked = records.map((record) => ({
    record,
    ranks: sorts.map(({ field }) => rankOf(field, record)),
  }));
  return ranked
    .sort((one, other) => {
      for (const [index, direction] of directions.entries()) {
        const difference = compareRanks(one.ranks[index]!, other.ranks[index]!, direction);
        if (difference !== 0) return difference;
      }
      return (one.record.id - other.record.id) * (directions.at(-1) ?? -1);
    })
    .map(({ record }) => record);
}
