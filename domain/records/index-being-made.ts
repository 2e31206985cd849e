import { Refusal } from '../kernel/refusal.ts';

const reason = 'IndexBeingMade';
const retryAfterMs = 1500;

/** @param percent how much of the index, or of the indexes, is there: 0 to 99 */
export const indexBeingMade = (percent: number) =>
  new Refusal(
    'LIMITED',
    `An index is being made for this order or filter, which is new to so many records: ${percent} % is done. Ask again in a moment.`,
    { details: { reason, percent, retryAfterMs } },
  );

export type IndexBeingMade = { readonly percent: number; readonly retryAfterMs: number };

/** What a refusal of above says in its details; null of any other. */
export function readIndexBeingMade(details: Readonly<Record<string, unknown>>): IndexBeingMade | null {
  if (details['reason'] !== reason) return null;
  const { percent, retryAfterMs: wait } = details;
  return {
    percent: typeof percent === 'number' ? percent : 0,
    retryAfterMs: typeof wait === 'number' ? wait : retryAfterMs,
  };
}

/** What stands below the rows while it is made, with its percent. */
export const whyRowsWait =
  'This order or filter is new to so many records: an index is being made for it. The rows come by themselves when it is ready.';
