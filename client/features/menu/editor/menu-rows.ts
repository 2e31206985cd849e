// The menu while it is edited: one list of rows, in which what stands below a group or a section belongs to it.
import type { ProposedChange } from '../../../platform/ask-impact.ts';
import type { EditedGroup, EditedItem, EditedMenu, EditedSection } from '@rowhouse/domain/menu/edit-menu.ts';

export type RowKind = 'group' | 'section' | 'item';
export type MenuRow = {
  readonly key: string;
  readonly kind: RowKind;
  readonly id: number | null;
  readonly name: string;
  readonly route: string;
  readonly enabled: boolean;
  /** Of an item. */
  readonly icon: string | null;
  readonly recordTypeId: number | null;
};

const levels: Readonly<Record<RowKind, number>> = { group: 0, section: 1, item: 2 };
let made = 0;

export const newRow = (kind: RowKind, given: Partial<MenuRow>): MenuRow => ({
  key: `new ${++made}`,
  kind,
  id: null,
  name: '',
  route: '',
  enabled: true,
  icon: null,
  recordTypeId: null,
  ...given,
});

export function toRows(menu: EditedMenu): MenuRow[] {
  const row = (kind: RowKind, entry: EditedGroup | EditedSection | EditedItem): MenuRow => ({
    key: `${kind} ${entry.id}`,
    kind,
    id: entry.id,
    name: entry.name,
    route: entry.route,
    enabled: entry.enabled,
    icon: 'icon' in entry ? entry.icon : null,
    recordTypeId: 'recordTypeId' in entry ? entry.recordTypeId : null,
  });
  return menu.flatMap((group) => [
    row('group', group),
    ...group.sections.flatMap((section) => [
      row('section', section),
      ...section.items.map((item) => row('item', item)),
    ]),
  ]);
}

export function toMenu(rows: readonly MenuRow[]): EditedMenu {
  type Section = Omit<EditedSection, 'items'> & { items: EditedItem[] };
  const groups: (Omit<EditedGroup, 'sections'> & { sections: Section[] })[] = [];
  for (const { kind, id, name, route, enabled, icon, recordTypeId } of rows) {
    const entry = { id, name, route, enabled };
    if (kind === 'group') groups.push({ ...entry, sections: [] });
    else if (kind === 'section') groups.at(-1)?.sections.push({ ...entry, items: [] });
    else
      groups
        .at(-1)
        ?.sections.at(-1)
        ?.items.push({ ...entry, icon, recordTypeId });
  }
  return groups;
}

/** The row with all that stands below it. */
function cut(rows: readonly MenuRow[], key: string) {
  const start = rows.findIndex((row) => row.key === key);
  const level = levels[rows[start]!.kind];
  const length = rows.slice(start + 1).findIndex(({ kind }) => levels[kind] <= level);
  const end = length === -1 ? rows.length : start + 1 + length;
  return { start, block: rows.slice(start, end), rest: [...rows.slice(0, start), ...rows.slice(end)] };
}

function isPlace(kind: RowKind, rest: readonly MenuRow[], at: number): boolean {
  const before = rest[at - 1];
  const next = rest[at];
  if (kind === 'group') return next === undefined || next.kind === 'group';
  if (kind === 'section') return before !== undefined && next?.kind !== 'item';
  return before !== undefined && before.kind !== 'group';
}

const placesOf = (kind: RowKind, rest: readonly MenuRow[]): number[] =>
  Array.from({ length: rest.length + 1 }, (_, at) => at).filter((at) => isPlace(kind, rest, at));

const put = (rest: readonly MenuRow[], block: readonly MenuRow[], at: number): MenuRow[] => [
  ...rest.slice(0, at),
  ...block,
  ...rest.slice(at),
];

/** One place up or down, into the section or group beside where it stands at an end; the same rows where there is none. */
export function stepRow(rows: readonly MenuRow[], key: string, step: -1 | 1): readonly MenuRow[] {
  const { start, block, rest } = cut(rows, key);
  const places = placesOf(block[0]!.kind, rest);
  const at = step < 0 ? places.findLast((place) => place < start) : places.find((place) => place > start);
  return at === undefined ? rows : put(rest, block, at);
}

/** To where another row stands, as near as it can. */
export function carryRow(rows: readonly MenuRow[], key: string, over: string): readonly MenuRow[] {
  const { start, block, rest } = cut(rows, key);
  const target = rest.findIndex((row) => row.key === over);
  if (target === -1) return rows;
  // Below the other row when it comes from above, so that the row under the pointer makes room.
  const wanted = target >= start ? target + 1 : target;
  const places = placesOf(block[0]!.kind, rest);
  const at = places.toSorted((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted))[0];
  return at === undefined || at === start ? rows : put(rest, block, at);
}

/** To the end of a section or group. */
export function moveInto(rows: readonly MenuRow[], key: string, parent: string): readonly MenuRow[] {
  const { block, rest } = cut(rows, key);
  const { start, block: room } = cut(rest, parent);
  return put(rest, block, start + room.length);
}

/** The section or group that it stands in. */
export function parentOf(rows: readonly MenuRow[], key: string): MenuRow | undefined {
  const at = rows.findIndex((row) => row.key === key);
  const level = levels[rows[at]?.kind ?? 'group'];
  return rows.slice(0, at).findLast(({ kind }) => levels[kind] < level);
}

/** How many rows are new, changed or stand elsewhere. */
export function countChanges(rows: readonly MenuRow[], before: readonly MenuRow[]): number {
  const placed = (all: readonly MenuRow[]) =>
    new Map(all.map((row) => [row.key, JSON.stringify([row, parentOf(all, row.key)?.key ?? null])]));
  const old = placed(before);
  const now = placed(rows);
  const changed = rows.filter(({ key }) => old.get(key) !== now.get(key));
  const order = (all: readonly MenuRow[], other: ReadonlyMap<string, string>) =>
    all
      .filter(({ key }) => other.has(key))
      .map(({ key }) => key)
      .join();
  const isMoved = changed.length === 0 && order(rows, old) !== order(before, now);
  return changed.length + (isMoved ? 1 : 0);
}

/** The items that people see: switched on, in a section and a group that are. */
function shownItems(rows: readonly MenuRow[]): Set<number> {
  const shown = new Set<number>();
  let [inGroup, inSection] = [false, false];
  for (const { kind, id, enabled } of rows) {
    if (kind === 'group') inGroup = enabled;
    else if (kind === 'section') inSection = enabled;
    else if (id !== null && enabled && inSection && inGroup) shown.add(id);
  }
  return shown;
}

/** Those that were shown before and are not any more. */
export function itemsTaken(rows: readonly MenuRow[], before: readonly MenuRow[]): ProposedChange[] {
  const now = shownItems(rows);
  return [...shownItems(before)].flatMap((id) =>
    now.has(id) ? [] : [{ kind: 'MENU_ITEM' as const, id, takes: 'DISABLE' as const }],
  );
}
