export type PlacedLine = { readonly id: number; readonly index: number };

/** The given lines stand at their index, counted from 1; the others fill the places between, as they stood. */
export function placeLines(present: readonly number[], placed: readonly PlacedLine[]): number[] {
  const moved = new Set(placed.map(({ id }) => id));
  const result = Array.from<number | undefined>({ length: present.length });
  for (const { id, index } of placed) result[index - 1] = id;
  let next = 0;
  const others = present.filter((id) => !moved.has(id));
  return result.map((id) => id ?? others[next++]!);
}

/** Why the lines cannot be put so, or null: each is one of the record, and no two go to one place. */
export function whyNotPlaced(present: readonly number[], placed: readonly PlacedLine[]): string | null {
  const known = new Set(present);
  if (placed.some(({ id }) => !known.has(id))) return 'The line was not found.';
  if (placed.some(({ index }) => index < 1 || index > present.length))
    return `A line can stand from place 1 to ${present.length}.`;
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
