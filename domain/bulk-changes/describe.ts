import { showCount } from '../kernel/formats.ts';
import { failedCount, reachedCount } from './rules.ts';
import type { BulkChangeCounts, BulkChangeState } from './rules.ts';

export type DescribedBulkChange = BulkChangeCounts & {
  readonly kind: 'EDIT' | 'DELETE' | 'RESTORE' | 'UNDO' | 'IMPORT';
  readonly state: BulkChangeState;
  readonly fieldNames: readonly string[];
  /** Of an import, or of the undo of one. */
  readonly fileName?: string | null;
  /** How many of them an import has made. */
  readonly made?: number;
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
    case 'IMPORT':
      return `${isRunning ? `Importing ${showCount(change.total)} ${change.total === 1 ? 'row' : 'rows'}` : `Imported ${count}`} from ${change.fileName ?? 'a file'}`;
    case 'UNDO':
      if (change.fileName != null)
        return `${isRunning ? 'Undoing the import of' : 'Undid the import of'} ${count} from ${change.fileName}`;
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
    ...(change.kind === 'IMPORT' ? describeMade(change) : []),
    ...(unchanged > 0 ? [`${showCount(unchanged)} held it already`] : []),
    ...(failed > 0
      ? [`${showCount(failed)} could not be ${change.kind === 'IMPORT' ? 'imported' : 'changed'}`]
      : []),
    ...(left > 0 ? [`${showCount(left)} not reached`] : []),
  ].join(' · ');
}

function describeMade({ made = 0, updated }: DescribedBulkChange): string[] {
  const changed = updated - made;
  return made > 0 && changed > 0 ? [`${showCount(made)} made`, `${showCount(changed)} changed`] : [];
}

/** In whole percent; never 100 before it is over. */
export function percentOf(change: DescribedBulkChange): number {
  if (change.state !== 'RUNNING') return 100;
  return Math.min(99, Math.floor((reachedCount(change) / Math.max(1, change.total)) * 100));
}
