// The values of all lists of a company. Of a hundred thousand values one changes at a time: what changed is put over
// what is known, and nothing of the rest is read, parsed or measured again.
import type { ListId, ListValueId } from '@rowhouse/domain/kernel/ids.ts';
import type { StoredListValue } from '@rowhouse/domain/tenants/tenant-config.ts';
import { estimateBytes } from './estimate-bytes.ts';

/** Never changed in place: a request that goes on with an older one finds what it found before. */
export type ListValues = {
  /** Of the lists, as it was read before the values. */
  readonly version: number;
  readonly byId: Pick<ReadonlyMap<ListValueId, StoredListValue>, 'get'>;
  /** In their order, by position. A list of which nothing changed keeps its array. */
  readonly byList: ReadonlyMap<ListId, readonly StoredListValue[]>;
  readonly bytes: number;
};

/** So many changed values lie over the others before all of them become one map again. */
const mostOver = 1000;

class LayeredValues {
  readonly #base: ReadonlyMap<ListValueId, StoredListValue>;
  readonly #over: ReadonlyMap<ListValueId, StoredListValue>;

  constructor(
    base: ReadonlyMap<ListValueId, StoredListValue>,
    over: ReadonlyMap<ListValueId, StoredListValue>,
  ) {
    this.#base = base;
    this.#over = over;
  }

  get(id: ListValueId): StoredListValue | undefined {
    return this.#over.get(id) ?? this.#base.get(id);
  }

  with(changed: readonly StoredListValue[]): LayeredValues {
    const over = new Map(this.#over);
    for (const value of changed) over.set(value.id, value);
    if (over.size <= mostOver) return new LayeredValues(this.#base, over);
    return new LayeredValues(new Map([...this.#base, ...over]), new Map());
  }
}

const byOrder = (one: StoredListValue, other: StoredListValue): number =>
  one.order - other.order || one.id - other.id;

/** @param known null where all values are given */
export function withChangedValues(
  known: ListValues | null,
  changed: readonly StoredListValue[],
  version: number,
): ListValues {
  const before = known?.byId instanceof LayeredValues ? known.byId : new LayeredValues(new Map(), new Map());
  let bytes = (known?.bytes ?? 0) + estimateBytes(changed);
  const byList = new Map(known?.byList);
  for (const [listId, ofList] of Map.groupBy(changed, (value) => value.listId)) {
    const replaced = ofList.flatMap(({ id }) => before.get(id) ?? []);
    if (replaced.length > 0) bytes -= estimateBytes(replaced);
    byList.set(listId, mergeValues(known?.byList.get(listId) ?? [], replaced, ofList));
  }
  return { version, byId: before.with(changed), byList, bytes };
}

/** So few are put where they belong one by one; more are sorted with the others. */
const mostPlaced = 500;

function mergeValues(
  known: readonly StoredListValue[],
  replaced: readonly StoredListValue[],
  changed: readonly StoredListValue[],
): readonly StoredListValue[] {
  if (known.length === 0 || changed.length > mostPlaced) {
    const ids = new Set(changed.map(({ id }) => id));
    return [...known.filter(({ id }) => !ids.has(id)), ...changed].sort(byOrder);
  }
  const merged = known.slice();
  for (const value of replaced) merged.splice(placeOf(value, merged), 1);
  for (const value of changed) merged.splice(placeOf(value, merged), 0, value);
  return merged;
}

/** Where the value stands, or would. */
function placeOf(value: StoredListValue, sorted: readonly StoredListValue[]): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (byOrder(sorted[middle]!, value) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
