export type PlacedLine = { readonly id: number; readonly index: number };

/** The given lines stand at their index, counted from 1; the others fill the places between, as they stood. */
export function placeLines(current: readonly number[], placed: readonly PlacedLine[]): number[] {
  const moved = new Set(placed.map(({ id }) => id));
  const result = Array.from<number | undefined>({ length: current.length });
  for (const { id, index } of placed) result[index - 1] = id;
  let next = 0;
  const others = current.filter((id) => !moved.has(id));
  return result.map((id) => id ?? others[next++]!);
}

/** Why the lines cannot be put so, or null: each is one of the record, and no two go to one place. */
export function whyNotPlaced(current: readonly number[], placed: readonly PlacedLine[]): string | null {
  const known = new Set(current);
  if (placed.some(({ id }) => !known.has(id))) return 'The line was not found.';
  if (placed.some(({ index }) => index < 1 || index > current.length))
    return `A line can stand from place 1 to ${current.length}.`;
  if (new Set(placed.map(({ id }) => id)).size < placed.length) return 'A line is given twice.';
  if (new Set(placed.map(({ index }) => index)).size < placed.length) return 'Two lines go to one place.';
  return null;
}

export type MovedLine = { readonly id: number; readonly fromIndex: number; readonly index: number };

/** The lines that stand elsewhere than before: only these are sent (Specification 4). */
export function movedLines(before: readonly number[], after: readonly number[]): MovedLine[] {
  const places = new Map(before.map((id, index) => [id, index + 1]));
  return after.flatMap((id, at) => {
    const fromIndex = places.get(id);
    return fromIndex === undefined || fromIndex === at + 1 ? [] : { id, fromIndex, index: at + 1 };
  });
}

/**
 * The fewest lines whose move alone makes one order of the other: those that are in no longest run that both have. A line that is
 * in only one of them is not looked at.
 */
export function linesMoved(before: readonly number[], after: readonly number[]): number[] {
  const places = new Map(after.map((id, index) => [id, index]));
  const known = before.filter((id) => places.has(id));
  // The ends of the longest runs of each length so far, and what stands before each line in its run.
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  const placeOf = (id: number) => places.get(id)!;
  for (const id of known) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (placeOf(ends[middle]!) < placeOf(id)) low = middle + 1;
      else high = middle;
    }
    previous.set(id, ends[low - 1]);
    ends[low] = id;
  }
  const stays = new Set<number>();
  for (let id = ends.at(-1); id !== undefined; id = previous.get(id)) stays.add(id);
  return known.filter((id) => !stays.has(id));
}

/**
 * Lines back where they stood in an order before, each behind the nearest that stood before it there; nothing else changes its
 * place among the others.
 *
 * @param movedSince lines that somebody moved after that: they say nothing about where others stood
 */
export function placeBack(
  current: readonly number[],
  back: readonly number[],
  before: readonly number[],
  movedSince: ReadonlySet<number>,
): number[] {
  const going = new Set(back.filter((id) => current.includes(id)));
  const result = current.filter((id) => !going.has(id));
  const stands = new Set(result.filter((id) => !movedSince.has(id)));
  for (const [at, id] of before.entries()) {
    if (!going.has(id)) continue;
    const ahead = before.slice(0, at).findLast((one) => stands.has(one));
    const behind = before.slice(at + 1).find((one) => stands.has(one));
    if (ahead !== undefined) result.splice(result.indexOf(ahead) + 1, 0, id);
    else if (behind !== undefined) result.splice(result.indexOf(behind), 0, id);
    // Nothing that stood beside it is left: it stays behind what is before it now.
    else {
      const nearest = current.slice(0, current.indexOf(id)).findLast((one) => result.includes(one));
      result.splice(nearest === undefined ? 0 : result.indexOf(nearest) + 1, 0, id);
    }
    stands.add(id);
  }
  return result;
}

/**
 * The numbers that lines get in an order: those that they have among them already, so that a line whose place stays keeps its number,
 * and what tells the change tells every line that got another place.
 */
export function numberLines(
  order: readonly number[],
  current: ReadonlyMap<number, number>,
): { readonly id: number; readonly position: number }[] {
  const free = order.map((id) => current.get(id) ?? 0).toSorted((one, other) => one - other);
  let last = -Infinity;
  return order.map((id, at) => {
    last = Math.max(free[at]!, last + 1);
    return { id, position: last };
  });
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** By what a line shows, whatever the case; lines that show nothing come last, and equal ones stay as they stood. */
export const sortAlphabetically = <Line>(lines: readonly Line[], textOf: (line: Line) => string): Line[] =>
  lines
    .map((line) => ({ line, text: textOf(line) }))
    .sort((one, other) =>
      one.text === '' || other.text === ''
        ? Number(one.text === '') - Number(other.text === '')
        : collator.compare(one.text, other.text),
    )
    .map(({ line }) => line);
