import type { RecordRow } from '../record-row.ts';

/**
 * The rows of the page, and among them those that must not go away while somebody works on them: where they stood
 * when the page showed them last, or at the top of a page that never did.
 */
export function holdRows(
  page: readonly RecordRow[],
  held: ReadonlyMap<number, RecordRow>,
  placeOf: (id: number) => number | undefined,
): readonly RecordRow[] {
  if (held.size === 0) return page;
  const there = new Set(page.map(({ id }) => id));
  const missing = [...held.values()].filter(({ id }) => !there.has(id));
  if (missing.length === 0) return page;
  const rows = [...page];
  const inOrder = missing
    .map((record, index) => ({ record, place: placeOf(record.id) ?? index }))
    .toSorted((one, other) => one.place - other.place);
  for (const { record, place } of inOrder) rows.splice(Math.min(place, rows.length), 0, record);
  return rows;
}
