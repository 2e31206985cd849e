import { findChangedLines } from './edit/api.ts';
import { gatherLines } from './line.ts';
import type { FoundLine } from './merge-lines.ts';

/** As they stand now; those that are gone are not in it. */
export async function findLinesAgain(recordId: number, lineIds: readonly number[]): Promise<FoundLine[]> {
  const items = await findChangedLines(recordId, lineIds);
  const places = new Map(items.map(({ lineItemsRow }) => [lineItemsRow.id, lineItemsRow.index]));
  return gatherLines(items).map((line) => ({ line, index: places.get(Number(line.id)) ?? 0 }));
}
