import { showCount } from '../kernel/formats.ts';
import { failedCount, reachedCount } from './rules.ts';
import type { BulkChangeCounts, BulkChangeState } from './rules.ts';

export type DescribedBulkChange = BulkChangeCounts & {
  readonly kind: 'EDIT' | 'DELETE' | 'RESTORE' | 'UNDO';
  readonly state: BulkChangeState;
  readonly fieldNames: readonly string[];
};

const records = (count: number): string => `${showCount(count)} ${count === 1 ? 'record' : 'records'}`;

/** 'Changing Status of 4,012 records', and when it is over 'Changed Status of 3,990 records'. */
export function titleOf(change: DescribedBulkChange): string {
  const isRunning = change.state === 'RUNNING';
  const count = records(isRunning ? change.total : change.updated);
  switch (change.kind) {
    case 'DELETE':
      return `${isRunning ? 'Deleting' : 'Deleted'} ${count}`;
    case 'RESTORE':
      return `${isRunning ? 'Restoring' : 'Restored'} ${count}`;
    case 'UNDO':
      return `${isRunning ? 'Undoing the change of' : 'Undid the change of'} ${count}`;
    case 'EDIT':
      return `${isRunning ? 'Changing' : 'Changed'} ${change.fieldNames.length > 0 ? `${change.fieldNames.join(', ')} of ` : ''}${count}`;
  }
}

/** What else is to be said: how far it is, or what was left and why. */
export function restOf(change: DescribedBulkChange): string {
  const { state, total, unchanged } = change;
  const reached = reachedCount(change);
  if (state === 'RUNNING') return `${showCount(reached)} of ${showCount(total)}`;
  const failed = failedCount(change);
  const left = total - reached;
  return [
    ...(state === 'STOPPED' ? ['Stopped'] : []),
    ...(state === 'FAILED' ? ['The server could not go on'] : []),
    ...(unchanged > 0 ? [`${showCount(unchanged)} held it already`] : []),
    ...(failed > 0 ? [`${showCount(failed)} could not be changed`] : []),
    ...(left > 0 ? [`${showCount(left)} not reached`] : []),
  ].join(' · ');
}

/** In whole percent; never 100 before it is over. */
export function percentOf(change: DescribedBulkChange): number {
  if (change.state !== 'RUNNING') return 100;
  return Math.min(99, Math.floor((reachedCount(change) / Math.max(1, change.total)) * 100));
}
