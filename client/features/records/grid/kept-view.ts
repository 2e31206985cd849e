// How a person left a grid: columns, sort, page size, density, layout, groups and colours, each as far as it differs from the view that was chosen.
// A grid opens with it where the address says nothing (docs/decisions/034). Filters and search are not kept: they say
// what was looked for, and would hide records from who does not look for it any more.
import { findOwnKey } from '../../../platform/storage/own-key.ts';
import { readOwnSetting, writeOwnSetting } from '../../../platform/storage/own-settings.ts';
import type { PreferredView } from './grid-options.ts';
import { readView, startView, writeView, type GridView } from './grid-view.ts';

const parts = ['columns', 'sort', 'size', 'density', 'layout', 'groups', 'colours'] as const;
export type KeptPart = (typeof parts)[number];

export type KeptView = {
  /** The default preference of the grid at that time: another one since is what the grid opens with. */
  readonly default: number | null;
  /** The view that was chosen; 'none' on purpose; null: nothing was. */
  readonly preference: GridView['preference'];
  readonly parts: readonly KeptPart[];
  /** The parts as an address says them. */
  readonly address: string;
};

const nameOf = (recordTypeId: number): string => `grid:${recordTypeId}`;

function isKeptView(value: unknown): value is KeptView {
  if (typeof value !== 'object' || value === null) return false;
  const kept = value as Partial<Record<keyof KeptView, unknown>>;
  const isId = (id: unknown) => id === null || Number.isSafeInteger(id);
  return (
    isId(kept.default) &&
    (isId(kept.preference) || kept.preference === 'none') &&
    Array.isArray(kept.parts) &&
    kept.parts.every((part) => (parts as readonly unknown[]).includes(part)) &&
    typeof kept.address === 'string'
  );
}

export const readKeptView = (recordTypeId: number): KeptView | null =>
  readOwnSetting(nameOf(recordTypeId), isKeptView);

const meanings = new Map<string, KeptView | null>();

/**
 * What an address that says nothing of a view means: how the grid was left before its entry of the history was first
 * seen. Who goes Back to it finds the grid that stood there, and not once more the one that they came from.
 */
export function findKeptView(entryKey: string, recordTypeId: number): KeptView | null {
  // Of one person: another who signs in may go Back to the same entry.
  const name = `${findOwnKey('own:', nameOf(recordTypeId))} ${entryKey}`;
  const known = meanings.get(name);
  if (known !== undefined) return known;
  const kept = readKeptView(recordTypeId);
  meanings.set(name, kept);
  return kept;
}

/** Only what the person set; the rest is as the chosen view says, whatever becomes of it. */
export function partsOfKept(kept: KeptView): Partial<GridView> {
  const view = readView(new URLSearchParams(kept.address));
  return pick(view, kept.parts);
}

const pick = (view: GridView, names: readonly KeptPart[]): Partial<GridView> =>
  Object.fromEntries(names.map((name) => [name, view[name]]));

/** Which parts a change sets. */
export const partsSet = (change: Partial<GridView>): readonly KeptPart[] =>
  parts.filter((part) => part in change);

/**
 * @param own the parts that the person has set since the grid was opened; of the others what was kept before stays, so
 *   that the columns of somebody else's link do not become one's own
 */
export function keepView(
  recordTypeId: number,
  view: GridView,
  preferred: PreferredView,
  { defaultId, own }: { defaultId: number | null; own: ReadonlySet<KeptPart> },
): void {
  const before = readKeptView(recordTypeId);
  const isSame = before !== null && before.default === defaultId && before.preference === view.preference;
  const earlier = isSame ? partsOfKept(before) : {};
  const whole = { ...startView, ...preferred, ...earlier, ...pick(view, [...own]) };
  const differing = parts.filter((part) => JSON.stringify(whole[part]) !== JSON.stringify(preferred[part]));
  const isDefault = view.preference === null || view.preference === defaultId;
  writeOwnSetting(
    nameOf(recordTypeId),
    differing.length === 0 && isDefault
      ? null
      : {
          default: defaultId,
          preference: view.preference,
          parts: differing,
          address: writeView({ ...startView, ...pick(whole, differing) }).toString(),
        },
  );
}
