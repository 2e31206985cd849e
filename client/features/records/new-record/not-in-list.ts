// A new record may not be met by what narrows the list that one came from: it is not there, and nothing is wrong.
import { findByNumbers } from '../api.ts';
import type { RecordQuery } from '../record-query.ts';

/** As the list behind the form has put it into the state of the address. */
export const readListBehind = (state: unknown): RecordQuery | null =>
  typeof state === 'object' && state !== null && 'asked' in state ? (state.asked as RecordQuery) : null;

/** Records that can have one number: it need not be unique. */
const mostOfOneNumber = 100;

/** In words, or null where the list shows it, and where that cannot be said. */
export async function whyNotInList(
  query: RecordQuery | null,
  { id, recordNumber }: { readonly id: number; readonly recordNumber: number | null },
): Promise<string | null> {
  const isFiltered = (query?.filters?.length ?? 0) > 0;
  const isSearched = (query?.search ?? '') !== '';
  if (query === null || recordNumber === null || !(isFiltered || isSearched)) return null;
  try {
    const found = await findByNumbers(query, [String(recordNumber)], mostOfOneNumber);
    if (found.length === mostOfOneNumber || found.some((one) => one.id === id)) return null;
  } catch {
    // That it was made is said all the same.
    return null;
  }
  if (!isFiltered) return 'The current search does not show it.';
  return isSearched
    ? 'The current filter and search do not show it.'
    : 'The current filter does not show it.';
}
