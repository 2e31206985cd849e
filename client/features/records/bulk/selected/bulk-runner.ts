// A bulk change of records of the page: asking, sending, telling, and the one Undo after it.
import { capital } from '@rowhouse/domain/kernel/capital.ts';
import { placeField, sayWhatStays } from '@rowhouse/domain/projects/rules.ts';
import { makeRandomKey } from '../../../../platform/random-key.ts';
import { toSentence } from '../../../../platform/request-failure.ts';
import { sendOnBadLine } from '../../../../platform/send-through-gaps.ts';
import type { Confirm } from '../../../../ui/confirm-dialog.tsx';
import { snackbars } from '../../../../ui/snackbars.tsx';
import { findRecords } from '../../api.ts';
import { rowLabel, type RecordRow } from '../../record-row.ts';
import { undoChanges, type ToldChange } from '../../undo-changes.ts';
import type { BulkChangeSetting } from '../use-bulk-change.ts';
import { updateBulkRecords } from './api.ts';
import type { BulkEditRequest } from './bulk-edit-dialog.tsx';
import type { ShownFailure } from './bulk-failures.tsx';
import { toBulkChange } from './bulk-preview.ts';
import { toReport, toUndoReport, type BulkFailure, type BulkReport, type SendBulk } from './bulk-send.ts';

type BulkRunnerParts = {
  readonly setting: BulkChangeSetting;
  readonly confirm: Confirm;
  /** What was sent last, until its answer came. */
  readonly attempt: { current: { of: string; key: string } | undefined };
  readonly setWhyBusy: (why: string | null) => void;
  readonly setReport: (report: { title: string; failures: readonly ShownFailure[] }) => void;
  readonly refreshAll: () => void;
  readonly focusGrid: () => void;
};

const records = (count: number): string => `${count} ${count === 1 ? 'record' : 'records'}`;

export function createBulkRunner(parts: BulkRunnerParts) {
  const { setting, confirm, attempt, setWhyBusy, setReport, refreshAll, focusGrid } = parts;
  const { recordTypeId, store, selected, question } = setting;

  /** Sent again after an answer that was lost, it is still one change. */
  const send: SendBulk = async (versions, change) => {
    const of = JSON.stringify([versions, change]);
    if (attempt.current?.of !== of) attempt.current = { of, key: makeRandomKey() };
    const data = {
      ...change,
      versions: versions.map(({ id, version }) => ({ id, version })),
      idempotencyKey: attempt.current.key,
    };
    const ids = versions.map(({ id }) => id);
    const results = await sendOnBadLine(() => updateBulkRecords(ids, data));
    attempt.current = undefined;
    return results;
  };

  const busy = async <Result>(why: string, work: () => Promise<Result>): Promise<Result> => {
    setWhyBusy(why);
    try {
      return await work();
    } finally {
      setWhyBusy(null);
    }
  };

  const showFailures = (title: string, failed: readonly BulkFailure[], labels: ReadonlyMap<number, string>) =>
    setReport({
      title,
      failures: failed.map(({ id, sentence }) => ({ id, sentence, label: labels.get(id) ?? `Record ${id}` })),
    });

  const labelsOf = (all: readonly RecordRow[]): ReadonlyMap<number, string> =>
    new Map(all.map((record) => [record.id, capital(rowLabel(record))]));

  /** Of changed values: the rows stay where they are, though a filter may find them no more. */
  async function showAnew(ids: readonly number[]) {
    if (ids.length === 0) return;
    try {
      setting.showChanged(await findRecords(recordTypeId, ids));
    } catch {
      refreshAll();
    }
  }

  async function undo(
    told: readonly ToldChange[],
    labels: ReadonlyMap<number, string>,
    show: (changed: readonly number[]) => void,
  ) {
    const { done, failed } = await busy('The change is being undone.', async () =>
      toUndoReport(await undoChanges(told)),
    );
    show(done);
    if (done.length > 0)
      snackbars.info(
        done.length === 1 ? 'The change is undone.' : `The changes of ${done.length} records are undone.`,
      );
    if (failed.length > 0)
      showFailures(`The change of ${records(failed.length)} was not undone`, failed, labels);
  }

  async function applyEdit({ field, value, records: changing, comment }: BulkEditRequest) {
    const { done, changed, failed } = toReport(
      await send(changing, { ...toBulkChange(field, value), ...(comment !== null && { comment }) }),
    );
    void showAnew([...done, ...failed.filter(({ isGone }) => !isGone).map(({ id }) => id)]);
    if (done.length > 0) {
      const takeBack = () => undo(changed, labelsOf(changing), (ids) => void showAnew(ids));
      setting.lastDeed.tell(`Changes saved!\n${done.length} Records updated`, takeBack);
    } else {
      snackbars.error(`Save changes failed: ${failed[0]?.sentence ?? ''}`);
    }
    return failed;
  }

  async function setEnabled(those: readonly RecordRow[], isEnabled: boolean): Promise<void> {
    const labels = labelsOf(those);
    const [verb, noun] = isEnabled ? ['restored', 'Restore'] : ['deleted', 'Delete'];
    let outcome: BulkReport;
    try {
      outcome = await busy(`The records are being ${verb}.`, async () =>
        toReport(await send(those, { enabled: isEnabled })),
      );
    } catch (failure) {
      snackbars.error(`${noun} records failed: ${toSentence(failure)}`);
      return;
    }
    const { done, changed, failed } = outcome;
    refreshAll();
    // Those that were not selected leave the selection as it is.
    if (those.some(({ id }) => selected.has(id)))
      store.setSelection(failed.filter(({ isGone }) => !isGone).map(({ id }) => id));
    focusGrid();
    if (done.length > 0)
      setting.lastDeed.tell(`${done.length} of ${those.length} records ${verb}!`, () =>
        undo(changed, labels, refreshAll),
      );
    else snackbars.error(`${noun} records failed: ${failed[0]?.sentence ?? ''}`);
    if (failed.length > 0) showFailures(`${capital(records(failed.length))} not ${verb}`, failed, labels);
  }

  async function deleteRecords(those: readonly RecordRow[]) {
    const count = those.length;
    const [only] = those;
    const below = setting.fields.some(({ key }) => key === placeField) ? sayWhatStays(count) : '';
    const isSure = await confirm({
      title:
        count === 1
          ? 'Are you sure you want to delete this item?'
          : `Are you sure you want to delete ${records(count)}?`,
      body:
        count === 1 && only
          ? `${capital(rowLabel(only))} leaves the list. It can be restored.${below}`
          : `${records(count)} leave the list. They can be restored.${below}`,
      confirmLabel: count === 1 ? 'Delete record' : `Delete ${records(count)}`,
      tone: 'danger',
      remember: { ...question, action: 'delete' },
    });
    if (isSure) await setEnabled(those, false);
  }

  return { applyEdit, setEnabled, deleteRecords };
}
