// What is done with a record as a whole: deleted and put back. What was done can be taken back for a minute.
import { capital } from '@rowhouse/domain/kernel/capital.ts';
import type { ReactNode } from 'react';
import type { LastDeed } from '../../../edit-session/last-deed.ts';
import { toSentence } from '../../../platform/request-failure.ts';
import type { Confirm } from '../../../ui/confirm-dialog.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { updateRecord } from '../api.ts';
import { rowLabel, type RecordRow, type SavedRecord } from '../record-row.ts';
import { tellUndone, undoSaved } from '../undo-changes.ts';

type Parts = {
  readonly recordTypeId: number;
  readonly confirm: Confirm;
  readonly lastDeed: LastDeed;
  /** Shows the record as it stands now. */
  readonly show: (record: RecordRow) => void;
};

/** What stands under the record; the page brings it. */
export type RecordsBelow = {
  /** Asks what becomes of them. */
  readonly render: (onChange: (isWhole: boolean) => void) => ReactNode;
  /** Deletes the record with all of them; of each the version that it has now, the record first. */
  readonly remove: (record: RecordRow) => Promise<readonly Deleted[]>;
  readonly restore: (deleted: readonly Deleted[]) => Promise<void>;
};
type Deleted = { readonly id: number; readonly version: number };

export function createRecordDeeds({ recordTypeId, confirm, lastDeed, show }: Parts) {
  async function setEnabled(record: RecordRow, isEnabled: boolean): Promise<SavedRecord> {
    const saved = await updateRecord({ id: record.id, version: record.version, enabled: isEnabled });
    show(saved);
    return saved;
  }

  async function change(record: RecordRow, isEnabled: boolean): Promise<void> {
    const [verb, noun] = isEnabled ? ['restored', 'Restore'] : ['deleted', 'Delete'];
    try {
      const saved = await setEnabled(record, isEnabled);
      lastDeed.tell(`1 of 1 records ${verb}!`, async () => {
        const report = await undoSaved(recordTypeId, [saved]);
        report.undone.forEach(show);
        tellUndone(report);
      });
    } catch (failure) {
      snackbars.error(`${noun} records failed: ${toSentence(failure)}`);
    }
  }

  async function removeWith(record: RecordRow, below: RecordsBelow): Promise<void> {
    try {
      const deleted = await below.remove(record);
      const [own] = deleted;
      if (own !== undefined) show({ ...record, enabled: false, version: own.version });
      lastDeed.tell(`${deleted.length} of ${deleted.length} records deleted!`, async () => {
        await below.restore(deleted);
        snackbars.info('The change is undone.');
      });
    } catch (failure) {
      snackbars.error(`Delete records failed: ${toSentence(failure)}`);
    }
  }

  return {
    /** @param below absent: nothing stands under it */
    async remove(record: RecordRow, below?: RecordsBelow): Promise<void> {
      let isWhole = false;
      const sentence = `${capital(rowLabel(record))} leaves the list. It can be restored.`;
      const isSure = await confirm({
        title: 'Are you sure you want to delete this item?',
        body:
          below === undefined
            ? sentence
            : [
                sentence,
                below.render((whole) => {
                  isWhole = whole;
                }),
              ],
        confirmLabel: 'Delete record',
        tone: 'danger',
      });
      if (!isSure) return;
      if (isWhole && below !== undefined) await removeWith(record, below);
      else await change(record, false);
    },
    restore: (record: RecordRow) => change(record, true),
  };
}
