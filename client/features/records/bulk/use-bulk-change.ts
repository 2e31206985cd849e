// The bulk changes of the grid screen, put together: asking, sending, telling, and the one Undo after each.
import { useQueryClient } from '@tanstack/react-query';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import { placeField, sayWhatStays } from '@rowhouse/domain/projects/rules.ts';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { LastDeed } from '../../../edit-session/last-deed.ts';
import { makeRandomKey } from '../../../platform/random-key.ts';
import { toSentence } from '../../../platform/request-failure.ts';
import type { RememberedQuestion } from '../../../platform/storage/local-storage.ts';
import { useConfirm } from '../../../ui/confirm-dialog.tsx';
import type { RowId } from '../../../ui/grid/grid-column.ts';
import type { GridStore } from '../../../ui/grid/grid-store.ts';
import { snackbars } from '../../../ui/snackbars.tsx';
import { prepareInputs } from '../../../values/late-inputs.ts';
import type { FieldOptions } from '../../../values/value-field.ts';
import { findRecords } from '../api.ts';
import type { BulkAllKind } from './all/bulk-all-dialog.tsx';
import type { BulkEditRequest } from './selected/bulk-edit-dialog.tsx';
import type { ShownFailure } from './selected/bulk-failures.tsx';
import type { BulkFailure, BulkReport, SendBulk } from './selected/bulk-send.ts';
import type { AllResults, BulkContext } from '../grid/grid-actions.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordQuery } from '../record-query.ts';
import { rowId, rowLabel, type RecordRow } from '../record-row.ts';
import { undoChanges, type ToldChange } from '../undo-changes.ts';

type BulkChangeSetting = {
  recordTypeId: number;
  fields: readonly RecordField[];
  options: FieldOptions;
  grants: ReadonlySet<MenuAction>;
  store: GridStore;
  /** The rows of the page. */
  rows: readonly RecordRow[];
  selected: ReadonlySet<RowId>;
  /** What the page is a part of; null where it is none, as with the record of a link. */
  matching: { readonly query: RecordQuery; readonly total: number | undefined } | null;
  /** Where "Don't show this again" is kept. */
  question: Omit<RememberedQuestion, 'action'>;
  /** Puts changed records into the page where they stand. */
  showChanged: (records: readonly RecordRow[]) => void;
  lastDeed: LastDeed;
};

const records = (count: number): string => `${count} ${count === 1 ? 'record' : 'records'}`;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** It comes when something is sent: most who open a grid change nothing in bulk. */
const loadSending = () => import('./selected/bulk-send.ts');

export function useBulkChange(setting: BulkChangeSetting) {
  const { recordTypeId, grants, store, rows, selected, question } = setting;
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<readonly number[] | null>(null);
  const [report, setReport] = useState<{ title: string; failures: readonly ShownFailure[] } | null>(null);
  const [whyBusy, setWhyBusy] = useState<string | null>(null);
  const attempt = useRef<{ of: string; key: string }>(undefined);
  const [ofAll, setOfAll] = useState<BulkAllKind | null>(null);
  const all = useAllResults(setting);

  const chosen = useMemo(() => rows.filter(({ id }) => selected.has(id)), [rows, selected]);
  const [deleted, enabled] = useMemo(
    () => [
      chosen.filter((record) => record.enabled === false),
      chosen.filter((record) => record.enabled !== false),
    ],
    [chosen],
  );

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
    const [{ updateBulkRecords }, { sendOnBadLine }] = await Promise.all([
      import('./selected/api.ts'),
      import('../../../platform/send-through-gaps.ts'),
    ]);
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

  /** Of records that come and go. */
  const refreshAll = () => void queryClient.invalidateQueries({ queryKey: ['records', recordTypeId] });

  async function undo(
    told: readonly ToldChange[],
    labels: ReadonlyMap<number, string>,
    show: (changed: readonly number[]) => void,
  ) {
    const { done, failed } = await busy('The change is being undone.', async () => {
      const { toUndoReport } = await loadSending();
      return toUndoReport(await undoChanges(told));
    });
    show(done);
    if (done.length > 0)
      snackbars.info(
        done.length === 1 ? 'The change is undone.' : `The changes of ${done.length} records are undone.`,
      );
    if (failed.length > 0)
      showFailures(`The change of ${records(failed.length)} was not undone`, failed, labels);
  }

  async function applyEdit({ field, value, records: changing, comment }: BulkEditRequest) {
    const [{ toBulkChange }, { toReport }] = await Promise.all([
      import('./selected/bulk-preview.ts'),
      loadSending(),
    ]);
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
      outcome = await busy(`The records are being ${verb}.`, async () => {
        const { toReport } = await loadSending();
        return toReport(await send(those, { enabled: isEnabled }));
      });
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

  const bulk: BulkContext = {
    grants,
    enabledCount: enabled.length,
    deletedCount: deleted.length,
    whyBusy,
    ...(all && { all }),
    openEdit: () => {
      void prepareInputs();
      if (all?.isSelected) setOfAll('edit');
      else setEdited(chosen.map(({ id }) => id));
    },
    deleteRecords: () => (all?.isSelected ? setOfAll('delete') : void deleteRecords(enabled)),
    restoreRecords: () => (all?.isSelected ? setOfAll('restore') : void setEnabled(deleted, true)),
  };
  /** The same of one record, whatever is selected. */
  const bulkOf = (record: RecordRow): BulkContext => {
    const isDeleted = record.enabled === false;
    return {
      grants,
      enabledCount: isDeleted ? 0 : 1,
      deletedCount: isDeleted ? 1 : 0,
      whyBusy,
      openEdit: () => {
        void prepareInputs();
        setEdited([record.id]);
      },
      deleteRecords: () => void deleteRecords([record]),
      restoreRecords: () => void setEnabled([record], true),
    };
  };
  return {
    bulk,
    bulkOf,
    dialogs: {
      setting,
      edited,
      applyEdit,
      ofAll: ofAll &&
        all &&
        setting.matching && { kind: ofAll, count: all.count, query: setting.matching.query },
      report,
      onStarted: () => {
        store.setSelection([]);
        void queryClient.invalidateQueries({ queryKey: ['bulk-changes', recordTypeId] });
        focusGrid();
      },
      closeEdit: () => setEdited(null),
      closeAll: () => setOfAll(null),
      closeReport: () => setReport(null),
    },
  };
}

/** All that the filter finds is selected when the whole page is, and was asked to stand for the rest as well. */
function useAllResults({ grants, store, rows, selected, matching }: BulkChangeSetting): AllResults | null {
  const [chosen, setChosen] = useState<RecordQuery | null>(null);
  const isPageSelected = rows.length > 0 && selected.size === rows.length;
  // One row that is taken out of it, and it is the rows of the page again.
  if (!isPageSelected && chosen !== null) setChosen(null);
  const count = matching?.total ?? 0;
  const query = matching?.query ?? null;
  const select = useCallback(() => {
    store.setSelection(rows.map(rowId));
    setChosen(query);
    store.announce(`All ${showCount(count)} results are selected`);
  }, [store, rows, query, count]);
  if (matching === null || count <= rows.length) return null;
  if (!grants.has('bulk update') && !grants.has('soft delete')) return null;
  const isSelected = isPageSelected && chosen === matching.query;
  return {
    count,
    hasDeleted: matching.query.enabled === false,
    isSelected,
    isNext: isPageSelected && !isSelected,
    select,
  };
}

/** The bar that was worked with goes with the selection: the keyboard goes on in the grid, or at its tools. */
function focusGrid(): void {
  document.querySelector<HTMLElement>('main :is(.rh-grid, [data-tools])')?.focus({ preventScroll: true });
}
