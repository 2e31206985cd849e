import { changedMeanwhile } from '@rowhouse/domain/records/merge-change.ts';
import { toSentence } from '../../../platform/request-failure.ts';
import type { RecordRow } from '../record-row.ts';
import { presentOf, type SavedRow, type Send } from './save-rows.ts';

type UndoReport = {
  undone: RecordRow[];
  refused: { record: RecordRow; sentence: string }[];
};

/** Ordinary updates, of the versions that the save made: what somebody changed since stays as they left it. */
export async function undoRows(
  saved: readonly SavedRow[],
  { send, onProgress }: { send: Send; onProgress: (done: number) => void },
): Promise<UndoReport> {
  const report: UndoReport = { undone: [], refused: [] };
  for (const [index, { id, record, before }] of saved.entries()) {
    try {
      if (before.size > 0) report.undone.push(await send({ id, version: record.version, values: before }));
    } catch (refusal) {
      const isStale = presentOf(refusal) !== null;
      report.refused.push({ record, sentence: isStale ? changedSince : toSentence(refusal) });
    }
    onProgress(index + 1);
  }
  return report;
}

const changedSince = changedMeanwhile.replace('you opened it', 'it was saved');
