// The order of lines goes back line by line: an entry tells all that got another number, and of these the ones that moved are
// values of their own. What somebody moved since stays, and where it went says nothing about where the others stood.
import { linesMoved, placeBack } from '@rowhouse/domain/line-items/order.ts';
import { reasons } from '@rowhouse/domain/put-back/evaluate.ts';
import type { RecordEntry } from '../audit-log/sql.ts';
import {
  isTicked,
  keyOf,
  sinceTicked,
  toPlaceEntry,
  type Asked,
  type Changed,
  type JudgedRow,
  type Setting,
} from './asked-place.ts';
import type { Facts } from './read-facts.ts';

type Reordering = {
  readonly entry: RecordEntry;
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly moved: ReadonlySet<number>;
};

const idsIn = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);

function reorderings({ entries }: Facts): Reordering[] {
  return entries.flatMap((entry) => {
    if (entry.action !== 'reorder') return [];
    const [was, is] = (entry.changes as { order?: readonly [unknown, unknown] }).order ?? [];
    const [before, after] = [idsIn(was), idsIn(is)];
    return [{ entry, before, after, moved: new Set(linesMoved(before, after)) }];
  });
}

/** The lines of a kind that are there, in their order. */
const orderOf = ({ placed }: Facts, typeId: number): number[] =>
  [...placed.values()]
    .filter((line) => line.typeId === typeId && line.index !== null)
    .toSorted((one, other) => one.index! - other.index!)
    .map(({ id }) => id);

export function orderPlaces(setting: Setting): Asked[] {
  const { facts, context } = setting;
  const found = reorderings(facts);
  const since = movedSince(found, facts);
  const lineIds = new Set(
    found.flatMap(({ entry, moved }) => (facts.ticked.has(entry.id) ? [...moved] : [])),
  );
  return [...lineIds].flatMap((lineId): Asked[] => {
    const line = facts.placed.get(lineId);
    const type = line && context.config.lineItemTypes.get(line.typeId);
    if (line === undefined || type === undefined || !facts.lineTypeIds.has(type.id)) return [];
    const changes = sinceTicked(
      found.flatMap(({ entry, before, after, moved }): (Changed & { before: { value: unknown } })[] =>
        moved.has(lineId) ? [{ entry, before: { value: before }, after }] : [],
      ),
      facts,
    );
    if (!isTicked(facts, changes)) return [];
    const target = { kind: 'line place', lineId } as const;
    const current = orderOf(facts, type.id);
    const name = line.index === null ? `${type.name}, deleted line` : `${type.name} ${line.index}`;
    const toPlace = (before: readonly number[]) =>
      placeBack(current, [lineId], before, since).indexOf(lineId) + 1;
    const now = changes.at(-1)?.after;
    return [
      {
        target,
        dataType: 'string',
        show: (order) =>
          line.index === null || !Array.isArray(order)
            ? null
            : `Place ${order === now ? line.index : toPlace(idsIn(order))}`,
        place: {
          key: keyOf(target),
          name: `${name}, Place`,
          // The others move as well: what it holds is what the last who moved it gave it.
          now,
          entries: changes.map((change) => toPlaceEntry(change, setting)),
          whyClosed: !facts.isEnabled
            ? reasons.recordDeleted
            : line.index === null
              ? reasons.lineDeleted
              : facts.mayEditLines
                ? null
                : reasons.viewOnly(name),
          whyNotValue: (to) => (toPlace(idsIn(to)) === line.index ? reasons.standsThere : null),
        },
      },
    ];
  });
}

/** Lines that were moved after the first ticked entry, by entries that are not ticked. */
function movedSince(found: readonly Reordering[], { ticked }: Facts): ReadonlySet<number> {
  const first = found.findIndex(({ entry }) => ticked.has(entry.id));
  return new Set(found.slice(first).flatMap(({ entry, moved }) => (ticked.has(entry.id) ? [] : [...moved])));
}

/** The kinds of lines whose order changes, each with the order that it gets. */
export function ordersWith(rows: readonly JudgedRow[], facts: Facts): ReadonlyMap<number, readonly number[]> {
  const orders = new Map<number, number[]>();
  const since = movedSince(reorderings(facts), facts);
  const back = rows.flatMap(({ target, to }) => {
    const typeId = target.kind === 'line place' ? facts.placed.get(target.lineId)?.typeId : undefined;
    return target.kind !== 'line place' || typeId === undefined
      ? []
      : [{ typeId, lineId: target.lineId, before: idsIn(to) }];
  });
  // Lines of one entry go back together, so that each finds those that stood before it.
  const byOrder = Map.groupBy(back, ({ typeId, before }) => `${typeId} ${before.join()}`);
  for (const [one, ...others] of byOrder.values()) {
    if (one === undefined) continue;
    const current = orders.get(one.typeId) ?? orderOf(facts, one.typeId);
    const ids = [one, ...others].map(({ lineId }) => lineId);
    orders.set(one.typeId, placeBack(current, ids, one.before, since));
  }
  return orders;
}
