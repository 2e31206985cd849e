// A bulk change on its way, what became of it, and of taking it back.
import type { UpdateBulkRecordsMutation } from '../../../../platform/graphql/documents.generated.ts';
import type { TakenBack, ToldChange } from '../../undo-changes.ts';
import type { BulkChange } from './bulk-preview.ts';

export type BulkResult = UpdateBulkRecordsMutation['updateBulkRecordHeader'][number];
export type VersionedRecord = { readonly id: number; readonly version: number };
export type SendBulk = (
  records: readonly VersionedRecord[],
  change: BulkChange,
) => Promise<readonly BulkResult[]>;

export type BulkFailure = { readonly id: number; readonly sentence: string; readonly isGone: boolean };
export type BulkReport = {
  /** Those that hold the values now. */
  readonly done: readonly number[];
  /** Those that were changed, by the entries that tell it. */
  readonly changed: readonly ToldChange[];
  readonly failed: readonly BulkFailure[];
};

export function toReport(results: readonly BulkResult[]): BulkReport {
  const isDone = ({ outcome }: BulkResult) => outcome === 'UPDATED' || outcome === 'UNCHANGED';
  return {
    done: results.filter(isDone).map(({ id }) => id),
    changed: results.flatMap(({ id, auditEntryId }) => (auditEntryId === null ? [] : [{ id, auditEntryId }])),
    failed: results
      .filter((result) => !isDone(result))
      .map((result) => ({
        id: result.id,
        sentence: result.message ?? 'Internal server error.',
        isGone: result.outcome === 'NOT_FOUND',
      })),
  };
}

/** What became of it when it was taken back. */
export const toUndoReport = (taken: readonly TakenBack[]): BulkReport => ({
  done: taken.flatMap(({ id, isDone }) => (isDone ? [id] : [])),
  changed: [],
  failed: taken.flatMap(({ id, refusals }) =>
    refusals.length === 0 ? [] : [{ id, sentence: refusals.join(' '), isGone: false }],
  ),
});
