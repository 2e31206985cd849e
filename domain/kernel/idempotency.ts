import { longestIdempotencyKey } from '../records/limits.ts';
import { invalid } from './refusal.ts';
import { requireStorableText } from './text-safety.ts';

export function requireIdempotencyKey(key: string): void {
  requireStorableText(key, 'idempotencyKey');
  if (key.length > longestIdempotencyKey)
    throw invalid(`A key has at most ${longestIdempotencyKey} characters.`, 'idempotencyKey');
}

/** For people too: an answer was lost, what was sent is saved, and they have changed it since. */
export const keyUsedForOther =
  'An earlier try was saved after all, with other values. Look at what was saved: saving again makes another one.';
