// The parts of the screen outside React, as the store of its cells is: row edit, the last thing to take back, live news,
// the object that is open. Each is a file of its own; they meet here.
import type { QueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { createLastDeed } from '../../../edit-session/last-deed.ts';
import type { Confirm } from '../../../ui/confirm-dialog.tsx';
import { createGridStore } from '../../../ui/grid/grid-store.ts';
import { createObserved } from '../../../platform/observed.ts';
import { createCellObject } from '../objects/record-object.ts';
import type { RecordObjects } from '../objects/record-objects.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { createChangedRows } from '../row-edit/changed-rows.ts';
import { createRowEdit } from '../row-edit/row-edit.ts';
import type { Panel } from './grid-toolbar.tsx';
import { createTotals } from '../numbers/totals-setting.ts';
import { createLiveRecords } from './live-records.ts';

/** What the parts ask of the screen as it stands. */
type Standing = {
  readonly fields: ReadonlyMap<string, RecordField>;
  readonly objects: RecordObjects;
  readonly rows: readonly RecordRow[];
  readonly asked: object;
};

type Setting = {
  readonly recordTypeId: number;
  readonly confirm: Confirm;
  readonly queryClient: QueryClient;
  readonly getShown: () => Standing;
};

export type ScreenParts = ReturnType<typeof createScreenParts>;

export function createScreenParts({ recordTypeId, confirm, queryClient, getShown }: Setting) {
  const store = createGridStore();
  const lastDeed = createLastDeed();
  const changedRows = createChangedRows(recordTypeId, queryClient);
  const showChanged = changedRows.show;
  const edit = createRowEdit({ recordTypeId, store, confirm, lastDeed, showChanged });
  const object = createCellObject({ recordTypeId, store, lastDeed, showChanged, getShown });
  const live = createLiveRecords({
    recordTypeId,
    store,
    changedRows,
    getRows: getShown,
    isSaving: () => edit.saving.progress.get() !== null,
    queryClient,
  });
  const searchInput: RefObject<HTMLInputElement | null> = { current: null };
  return {
    store,
    lastDeed,
    changedRows,
    edit,
    object,
    live,
    totals: createTotals(recordTypeId),
    panel: createObserved<Panel | null>(null),
    searchInput,
    /** Whether the search box is open where it is an icon. */
    isSearching: createObserved(false),
    isImporting: createObserved(false),
  };
}
