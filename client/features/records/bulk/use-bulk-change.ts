// The bulk changes of the grid screen: what may be done with what is selected, and what stands open for it.
import { useQueryClient } from '@tanstack/react-query';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { LastDeed } from '../../../edit-session/last-deed.ts';
import type { RememberedQuestion } from '../../../platform/storage/local-storage.ts';
import { useConfirm } from '../../../ui/confirm-dialog.tsx';
import type { RowId } from '../../../ui/grid/grid-column.ts';
import type { GridStore } from '../../../ui/grid/grid-store.ts';
import { loadOrSay } from '../../../ui/load-or-say.ts';
import { prepareInputs } from '../../../values/late-inputs.ts';
import type { FieldOptions } from '../../../values/value-field.ts';
import type { BulkAllKind } from './all/bulk-all-dialog.tsx';
import type { BulkEditRequest } from './selected/bulk-edit-dialog.tsx';
import type { ShownFailure } from './selected/bulk-failures.tsx';
import type { AllResults, BulkContext } from '../grid/grid-actions.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordQuery } from '../record-query.ts';
import { rowId, type RecordRow } from '../record-row.ts';

export type BulkChangeSetting = {
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

/** Most who open a grid change nothing in bulk. */
const loadRunner = () => import('./selected/bulk-runner.ts');

export function useBulkChange(setting: BulkChangeSetting) {
  const { recordTypeId, grants, store, rows, selected } = setting;
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

  /** Of records that come and go. */
  const refreshAll = () => void queryClient.invalidateQueries({ queryKey: ['records', recordTypeId] });
  const runnerOf = ({ createBulkRunner }: Awaited<ReturnType<typeof loadRunner>>) =>
    createBulkRunner({ setting, confirm, attempt, setWhyBusy, setReport, refreshAll, focusGrid });
  const applyEdit = async (request: BulkEditRequest) => runnerOf(await loadRunner()).applyEdit(request);
  async function setEnabled(those: readonly RecordRow[], isEnabled: boolean) {
    const part = await loadOrSay(loadRunner);
    if (part === null) return;
    if (isEnabled) await runnerOf(part).setEnabled(those, true);
    else await runnerOf(part).deleteRecords(those);
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
    deleteRecords: () => (all?.isSelected ? setOfAll('delete') : void setEnabled(enabled, false)),
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
      deleteRecords: () => void setEnabled([record], false),
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
