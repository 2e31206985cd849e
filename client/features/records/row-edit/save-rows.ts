// Saves the rows in row edit: numbers that are taken are asked about, one update goes out after the other, conflicts are
// settled, and what was done is told with the way back.
import { capital } from '@rowhouse/domain/kernel/capital.ts';
import type { Confirm } from '../../../ui/confirm-dialog.tsx';
import { createConflicts, type Reading } from '../../../edit-session/conflicts.ts';
import type { Edited } from '../../../edit-session/edited.ts';
import type { LastDeed } from '../../../edit-session/last-deed.ts';
import {
  saveThings,
  tellFailures,
  type SavedThing,
  type SaveReport,
} from '../../../edit-session/save-things.ts';
import { createObserved } from '../../../platform/observed.ts';
import { loadOrSay } from '../../../ui/load-or-say.ts';
import { snackbars } from '../../../ui/snackbars.tsx';
import { agentOf, findLastChanges } from '../last-changes.ts';
import type { RecordField } from '../record-field.ts';
import { rowLabel, type RecordRow, type SavedRecord } from '../record-row.ts';
import type { RecordSession } from './record-kind.ts';
import { sendRecords } from './send-records.ts';
import type { Progress } from './updating-rows-card.tsx';

export type SavingParts = {
  readonly recordTypeId: number;
  readonly session: RecordSession;
  readonly confirm: Confirm;
  readonly lastDeed: LastDeed;
  readonly getFields: () => ReadonlyMap<string, RecordField>;
  readonly getReading: () => Reading;
  readonly labelOf: (id: number) => string;
  /** That so many values have to be put right first. */
  readonly sayFaults: (count: number) => string;
  /** Puts records as they stand now into the page. */
  readonly showChanged: (records: readonly RecordRow[]) => void;
};

const nothingToUndo =
  'Nothing to undo: these values stood there already. The history of the record puts earlier ones back.';

const hasEntry = ({ auditEntryId }: SavedRecord): boolean => auditEntryId != null;

export function createRowSaving(parts: SavingParts) {
  const { recordTypeId, session, lastDeed, getFields, getReading, labelOf, showChanged } = parts;
  const conflicts = createConflicts();
  /** Null while nothing is saved. */
  const progress = createObserved<Progress | null>(null);
  let isStopped = false;

  async function runSteps<Result>(
    total: number,
    run: (onProgress: (done: number) => void) => Promise<Result>,
  ): Promise<Result> {
    isStopped = false;
    progress.set({ done: 0, total, isStopping: false });
    try {
      return await run((done) => {
        const before = progress.get();
        if (before) progress.set({ ...before, done });
      });
    } finally {
      progress.set(null);
    }
  }

  const saveQuietly = (ids: readonly number[], onProgress?: (done: number) => void) =>
    saveThings(ids, {
      session,
      send: (records, first) => sendRecords(getFields())(records, first),
      isStopped: () => isStopped,
      ...(onProgress && { onProgress }),
    });

  /**
   * Answers whether everything is saved, or something is left that cannot be; null when it was not tried.
   *
   * @param only one record; without it all that are in edit
   */
  async function save(only?: number): Promise<'all' | 'left' | null> {
    if (progress.get() !== null || conflicts.question.get() !== null) return null;
    const meant = [...session.getRows()].filter(([id]) => only === undefined || id === only);
    const faults = meant.reduce((sum, [, { look }]) => sum + look.faults.size, 0);
    if (meant.every(([, { values }]) => values.size === 0)) return null;
    if (faults > 0 && meant.some(([, row]) => hasOwnFault(row))) {
      snackbars.warning(parts.sayFaults(faults));
      return 'left';
    }
    if (meant.some(isAsked)) {
      const questions = await loadOrSay(() => import('./save-questions.ts'));
      if (!(await questions?.confirmSaving(parts, meant))) return null;
    }
    const ids = meant.flatMap(([id]) => (session.getRows().get(id)?.values.size ? [id] : []));
    if (ids.length === 0) return 'all';
    const first = await runSteps(ids.length, (onProgress) => saveQuietly(ids, onProgress));
    const report = first.conflicts.length === 0 ? first : await settle(first);
    showChanged(report.saved.map(({ source }) => source));
    tell(report, ids.length);
    return ids.every((id) => (session.getRows().get(id)?.values.size ?? 0) === 0) ? 'all' : 'left';
  }

  async function settle(report: SaveReport<RecordRow>): Promise<SaveReport<RecordRow>> {
    const settling = await loadOrSay(() => import('../../../edit-session/settle-conflicts.ts'));
    if (settling === null) return report;
    return settling.settleConflicts(report, {
      session,
      ask: async (conflict) => {
        const who = (await findLastChanges(recordTypeId, [conflict.id])).get(conflict.id);
        const title = `${capital(labelOf(conflict.id))} was changed by ${agentOf(who)}`;
        return conflicts.ask(conflict, { title, who: who ?? null }, getReading());
      },
      save: saveQuietly,
    });
  }

  /** A number may be there already, and a field may be gone in which something was written. */
  const isAsked = ([, { values }]: readonly [number, Edited<RecordRow>]) =>
    [...values.keys()].some((key) => key === 'recordNumber' || !getFields().has(key));

  function tell({ saved, merged, failures }: SaveReport<RecordRow>, total: number) {
    if (saved.length > 0) {
      const words = total === 1 ? 'Changes Saved!' : `${saved.length} of ${total} Changes saved!`;
      // Who saves again because an answer was lost is told of values that stood there already: this save has no entry to take back.
      if (saved.some(({ source }) => hasEntry(source))) lastDeed.tell(words, () => undo(saved));
      else {
        snackbars.success(words);
        lastDeed.remember(() => void snackbars.info(nothingToUndo));
      }
    } else if (total > 1) snackbars.info(`0 of ${total} Changes saved!`);
    const [first] = failures;
    if (first !== undefined)
      snackbars.error(
        `Save changes failed: ${total === 1 ? first.sentence : tellFailures(failures, labelOf)}`,
      );
    if (merged.length > 0) {
      const { nameOf } = getReading();
      const names = [...new Set(merged.flatMap(({ taken }) => taken.map(nameOf)))].join(', ');
      const who =
        merged.length === 1
          ? `${capital(rowLabel(saved.find(({ id }) => id === merged[0]!.id)!.source))} was`
          : `${merged.length} records were`;
      snackbars.info(`${who} changed by somebody else meanwhile (${names}). Both changes are kept.`);
    }
  }

  async function undo(saved: readonly SavedThing<RecordRow>[]): Promise<void> {
    const undoing = await loadOrSay(() => import('../undo-changes.ts'));
    if (undoing === null) return;
    const report = await runSteps(saved.length, () =>
      undoing.undoSaved(
        recordTypeId,
        saved.map(({ source }) => source),
      ),
    );
    showChanged(report.undone);
    undoing.tellUndone(report);
  }

  return {
    conflicts,
    progress,
    save,
    undo,
    /** After the row that is on its way. */
    stop() {
      isStopped = true;
      const before = progress.get();
      if (before) progress.set({ ...before, isStopping: true });
    },
  };
}

/** What the server refused may pass the next time; what the rules refuse cannot. */
const hasOwnFault = ({ look, refusals }: Edited<RecordRow>): boolean =>
  [...look.faults].some(([key, sentence]) => refusals.get(key) !== sentence);
