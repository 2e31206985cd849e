// A bulk change on its way, what became of it, and how it is taken back: by ordinary changes of the versions that it
// made, so that what somebody changed since stays as they left it.
import { changedMeanwhile } from '@rowhouse/domain/records/merge-change.ts';
import type { UpdateBulkRecordsMutation } from '../../../../platform/graphql/documents.generated.ts';
import { RequestFailure, toSentence } from '../../../../platform/request-failure.ts';
import { toBulkChange, type BulkChange } from './bulk-preview.ts';
import type { RecordField } from '../../record-field.ts';

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
  /** Those that the change made a new version of. */
  readonly changed: readonly VersionedRecord[];
  readonly failed: readonly BulkFailure[];
};

export function toReport(results: readonly BulkResult[], sentenceOf = messageOf): BulkReport {
  const isDone = ({ outcome }: BulkResult) => outcome === 'UPDATED' || outcome === 'UNCHANGED';
  return {
    done: results.filter(isDone).map(({ id }) => id),
    changed: results.flatMap(({ id, outcome, version }) =>
      outcome === 'UPDATED' && version !== null ? [{ id, version }] : [],
    ),
    failed: results
      .filter((result) => !isDone(result))
      .map((result) => ({
        id: result.id,
        sentence: sentenceOf(result),
        isGone: result.outcome === 'NOT_FOUND',
      })),
  };
}

const messageOf = ({ message }: BulkResult): string => message ?? 'Internal server error.';
const changedSince = changedMeanwhile.replace('you opened it', 'it was saved');

export type UndoStep = { readonly records: readonly VersionedRecord[]; readonly change: BulkChange };

/** One change for all records that held the same value before. */
export function toUndoSteps(
  field: RecordField,
  before: ReadonlyMap<number, string>,
  changed: readonly VersionedRecord[],
): UndoStep[] {
  const byValue = new Map<string, VersionedRecord[]>();
  for (const record of changed) {
    const value = before.get(record.id) ?? '';
    byValue.set(value, [...(byValue.get(value) ?? []), record]);
  }
  return [...byValue].map(([value, records]) => ({ records, change: toBulkChange(field, value) }));
}

export async function undoBulk(steps: readonly UndoStep[], send: SendBulk): Promise<BulkReport> {
  const reports: BulkReport[] = [];
  let ended: string | null = null;
  for (const { records, change } of steps) {
    const refused = (sentence: string): BulkReport => ({
      done: [],
      changed: [],
      failed: records.map(({ id }) => ({ id, sentence, isGone: false })),
    });
    if (ended !== null) {
      reports.push(refused(ended));
      continue;
    }
    try {
      const results = await send(records, change);
      reports.push(
        toReport(results, (result) => (result.outcome === 'CONFLICT' ? changedSince : messageOf(result))),
      );
    } catch (failure) {
      const sentence = toSentence(failure);
      reports.push(refused(sentence));
      const code = failure instanceof RequestFailure ? failure.code : null;
      if (code === 'UNREACHABLE' || code === 'UNAUTHENTICATED') ended = sentence;
    }
  }
  return {
    done: reports.flatMap(({ done }) => done),
    changed: reports.flatMap(({ changed }) => changed),
    failed: reports.flatMap(({ failed }) => failed),
  };
}
