// Takes back what was just done to records, by the entries of the audit log that tell it: the server asks of each value whether
// somebody wrote it since, and what somebody wrote stays.
import { viewerZone } from '../../platform/clock.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { findRecords, undoRecordChanges } from './api.ts';
import { rowLabel, type RecordRow, type SavedRecord } from './record-row.ts';

export type ToldChange = { readonly id: number; readonly auditEntryId: number };

export type TakenBack = {
  readonly id: number;
  /** Whether anything of it was taken back. */
  readonly isDone: boolean;
  /** Why something of it stays, a sentence each. */
  readonly refusals: readonly string[];
};

export async function undoChanges(changes: readonly ToldChange[]): Promise<readonly TakenBack[]> {
  if (changes.length === 0) return [];
  const records = changes.map(({ id, auditEntryId }) => ({ recordId: id, entries: [auditEntryId] }));
  const data = { records, timeZone: viewerZone() };
  const undone = await undoRecordChanges(data);
  return undone.map(({ recordId, outcome, rows }) => ({
    id: recordId,
    isDone: outcome === 'UPDATED',
    refusals:
      outcome === 'NOT_FOUND'
        ? ['The record was not found.']
        : rows.flatMap(({ name, whyNot }) => (whyNot === null ? [] : [`${name}: ${whyNot}`])),
  }));
}

export type UndoReport = {
  readonly undone: readonly RecordRow[];
  readonly refused: readonly { readonly source: RecordRow; readonly sentence: string }[];
};

/** Of one record both may be told: some of its values went back, and others stay. */
export async function undoSaved(recordTypeId: number, saved: readonly SavedRecord[]): Promise<UndoReport> {
  const taken = await undoChanges(
    saved.flatMap(({ id, auditEntryId }) => (auditEntryId == null ? [] : [{ id, auditEntryId }])),
  );
  const ids = taken.flatMap(({ id, isDone }) => (isDone ? [id] : []));
  const undone = await findRecords(recordTypeId, ids);
  const refusalsOf = new Map(taken.map(({ id, refusals }) => [id, refusals]));
  const refused = saved.flatMap((source) => {
    const refusals = refusalsOf.get(source.id) ?? [];
    return refusals.length === 0 ? [] : [{ source, sentence: refusals.join(' ') }];
  });
  return { undone, refused };
}

/** Which changes were taken back, and why others were not. */
export function tellUndone({ undone, refused }: UndoReport): void {
  const count = undone.length;
  const done = count === 1 ? 'The change is undone.' : `The changes of ${count} records are undone.`;
  if (refused.length === 0) {
    snackbars.info(done);
    return;
  }
  const reasons = refused
    .slice(0, 3)
    .map(({ source, sentence }) => `${rowLabel(source)}: ${sentence}`)
    .join(' ');
  const more = refused.length > 3 ? ` And ${refused.length - 3} more.` : '';
  snackbars.info(`${count > 0 ? `${done} ` : ''}Not undone: ${reasons}${more}`);
}
