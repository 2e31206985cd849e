// Which dashboard here, and which chart of it, is the one of the file. Names decide: nothing forbids two of one name, and then
// nobody can say which is meant, unless it makes no difference.
import type { DashboardPart, WidgetPart } from './format.ts';
import { isSame } from './is-same.ts';
import { foldName, keyOf } from './match.ts';
import type { Pair } from './match.ts';

type MatchedDashboards = {
  readonly pairs: readonly Pair<DashboardPart>[];
  /** Of a name that several have, here or in the file. */
  readonly unclear: readonly { readonly given: DashboardPart; readonly key: string }[];
  readonly missing: readonly DashboardPart[];
};

const foldedName = ({ name }: DashboardPart): string => foldName(name);

export function matchDashboards(
  given: readonly DashboardPart[],
  current: readonly DashboardPart[],
): MatchedDashboards {
  const here = Map.groupBy(current, foldedName);
  const inFile = Map.groupBy(given, foldedName);
  const groups = [...inFile].map(([name, ofName]) => ({
    there: here.get(name) ?? [],
    keyed: ofName.map((one, at) => ({
      given: one,
      key: at === 0 ? keyOf('dashboards', name) : keyOf('dashboards', name, String(at + 1)),
    })),
  }));
  return {
    pairs: groups.flatMap(({ there, keyed }) =>
      isClear(keyed, there) ? keyed.map((one, at) => ({ ...one, current: there[at] ?? null })) : [],
    ),
    unclear: groups.flatMap(({ there, keyed }) => (isClear(keyed, there) ? [] : keyed)),
    missing: current.filter((one) => !inFile.has(foldedName(one))),
  };
}

function isClear(
  keyed: readonly { readonly given: DashboardPart }[],
  there: readonly DashboardPart[],
): boolean {
  if (there.length === 0) return true;
  if (there.length !== keyed.length) return false;
  return (
    there.length === 1 ||
    keyed.every(({ given }) => given.enabled === false) ||
    keyed.every(({ given }, at) => isSame(given, there[at]))
  );
}

/** Charts of one board go by their titles, and those of one title by their order. */
export function matchWidgets(
  given: readonly WidgetPart[],
  current: readonly WidgetPart[],
): readonly { readonly given: WidgetPart; readonly current: WidgetPart | null }[] {
  const there = Map.groupBy(current, foldedTitle);
  const found = new Map<string, number>();
  return given.map((one) => {
    const title = foldedTitle(one);
    const at = found.get(title) ?? 0;
    found.set(title, at + 1);
    return { given: one, current: there.get(title)?.[at] ?? null };
  });
}

const foldedTitle = ({ chart }: WidgetPart): string => foldName(chart.title);
