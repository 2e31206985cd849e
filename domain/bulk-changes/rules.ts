// A change of all records that a filter finds: when it may be started and taken back, and what is said of its records.
import { showCount } from '../kernel/formats.ts';
import { mostBulkRecords, mostRunning } from './limits.ts';

export type BulkChangeState = 'RUNNING' | 'STOPPED' | 'FINISHED' | 'FAILED';

/** What became of its records so far, in numbers. */
export type BulkChangeCounts = {
  readonly total: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly conflicts: number;
  readonly notFound: number;
  readonly refused: number;
};

export const noneMatches = 'No record matches any more.';
export const tooManyMatch = `At most ${showCount(mostBulkRecords)} records can be changed at once. Narrow the filter.`;
export const nothingToChange = 'The records hold the values already.';
export const tooManyRunning = `${mostRunning} of your bulk changes are running. Wait until one has ended, or stop one.`;
export const noLongerMember = 'Whoever started the change is no longer a member of this company.';

/** Somebody was faster than the change, or than its undoing. */
export const changedSinceStart = 'Somebody else changed this record after the change was started.';
export const changedSinceDone = 'Somebody changed this record after the bulk change. It is left as it is.';

export const whyNotMatching = (count: number): string | null => {
  if (count === 0) return noneMatches;
  return count > mostBulkRecords ? tooManyMatch : null;
};

/** Why what a bulk change did cannot be taken back now, or null. */
export function whyNotUndo(change: {
  readonly state: BulkChangeState;
  readonly updated: number;
  readonly isUndone: boolean;
  readonly isOverwritten?: boolean;
}): string | null {
  if (change.state === 'RUNNING') return 'The change is still running. Stop it first.';
  if (change.isOverwritten === true) return 'Each of its records was changed again since.';
  if (change.isUndone) return 'The change has been undone.';
  return change.updated === 0 ? 'The change changed no record.' : null;
}

export const reachedCount = (counts: Omit<BulkChangeCounts, 'total'>): number =>
  counts.updated + counts.unchanged + counts.conflicts + counts.notFound + counts.refused;

/** Those that were not brought to what was asked for. */
export const failedCount = ({ conflicts, notFound, refused }: BulkChangeCounts): number =>
  conflicts + notFound + refused;
