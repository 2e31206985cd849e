// Lines at hand and lines as they stand now, told apart and put together.
import { placeLines, whyNotPlaced } from '@rowhouse/domain/line-items/order.ts';
import type { Line, LineId } from './line.ts';

/** With its place among the lines of its kind, from 1. */
export type FoundLine = { readonly line: Line; readonly index: number };

/**
 * The lines after some of them were asked for again: who is not found is gone, the others stand where they are said to.
 * Null when that cannot be told from these alone.
 * @param kindOf tells the lines of one kind from those of another; they are counted apart
 */
export function placeFound(
  before: readonly Line[],
  asked: ReadonlySet<LineId>,
  found: readonly FoundLine[],
  kindOf: (line: Line) => number,
): readonly Line[] | null {
  const kinds = Map.groupBy(before, kindOf);
  for (const { line } of found) if (!kinds.has(kindOf(line))) kinds.set(kindOf(line), []);
  const result: Line[] = [];
  for (const [kind, current] of kinds) {
    const others = current.filter(({ id }) => !asked.has(id));
    const own = found.filter(({ line }) => kindOf(line) === kind);
    const lines = [...others, ...own.map(({ line }) => line)];
    const placed = own.map(({ index }, at) => ({ id: others.length + at, index }));
    if (whyNotPlaced([...lines.keys()], placed) !== null) return null;
    result.push(...placeLines([...lines.keys()], placed).map((at) => lines[at]!));
  }
  return result;
}

export type LineDifference = {
  readonly added: readonly Line[];
  readonly changed: readonly Line[];
  readonly removed: readonly Line[];
  /** Of those that were there before and are there still. */
  readonly isReordered: boolean;
};

export function compareLines(before: readonly Line[], now: readonly Line[]): LineDifference {
  const earlier = new Map(before.map((line) => [line.id, line]));
  const later = new Set(now.map(({ id }) => id));
  const stayed = before.filter(({ id }) => later.has(id));
  const stay = now.filter(({ id }) => earlier.has(id));
  return {
    added: now.filter(({ id }) => !earlier.has(id)),
    changed: stay.filter(({ id, version }) => version > earlier.get(id)!.version),
    removed: before.filter(({ id }) => !later.has(id)),
    isReordered: stayed.some(({ id }, at) => stay[at]!.id !== id),
  };
}

/** An order that is being made, with the lines that are there now: those that it does not know stand where they stand. */
export function keepOrder(order: readonly LineId[], now: readonly Line[]): readonly Line[] {
  const places = new Map(now.map(({ id }, at) => [id, at]));
  const known = order.flatMap((id) => places.get(id) ?? []);
  const isKnown = new Set(known);
  const others = now.flatMap((_, at) => (isKnown.has(at) ? [] : { id: at, index: at + 1 }));
  return placeLines([...known, ...others.map(({ id }) => id)], others).map((at) => now[at]!);
}
