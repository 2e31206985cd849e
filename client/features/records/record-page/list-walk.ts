// Where a record stands in a list that is read a part at a time, and which ones stand beside it. Places count from 1.
export const partSize = 200;

/**
 * The part in which the records of a page of the grid are looked for: the one in which the page stands whole, which is
 * asked for anyway, else the page itself.
 */
export function placeOfPage(page: number, size: number): { readonly offset: number; readonly limit: number } {
  const start = (page - 1) * size;
  if (partSize % size !== 0) return { offset: start, limit: size };
  return { offset: Math.floor(start / partSize) * partSize, limit: partSize };
}

type Around = {
  readonly part: number;
  /** From 0. */
  readonly within: number;
  /** The part that is needed beside it; null where it stands in the same one, or the list begins. */
  readonly before: number | null;
  readonly after: number | null;
};

/** Parts are named by their offset. */
export function partsAround(at: number): Around {
  const within = (at - 1) % partSize;
  const part = at - 1 - within;
  return {
    part,
    within,
    before: within === 0 && part > 0 ? part - partSize : null,
    after: within === partSize - 1 ? part + partSize : null,
  };
}

type Ids = readonly number[] | undefined;

/** Null at an end of the list, and while the part is not there. */
export function idsBeside(
  { within, before, after }: Around,
  parts: { readonly here: Ids; readonly before: Ids; readonly after: Ids },
): { readonly previous: number | null; readonly next: number | null } {
  const previous = before === null ? parts.here?.[within - 1] : parts.before?.at(-1);
  const next = after === null ? parts.here?.[within + 1] : parts.after?.[0];
  return { previous: previous ?? null, next: next ?? null };
}
