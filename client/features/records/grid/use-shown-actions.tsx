// What can be done on the screen: with the grid, with one row, with those that are selected; and the columns, whose cells
// open records and objects.
import type { RecordField } from '../record-field.ts';
import { askWhyField } from '../ask-why-of.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { layoutKinds } from '@rowhouse/domain/grid-preferences/model.ts';
import { placeField } from '@rowhouse/domain/projects/rules.ts';
import { useCallback, useMemo } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import type { GridColumnState, RowId } from '../../../ui/grid/grid-column.ts';
import { useSelection } from '../../../ui/grid/use-grid-store.ts';
import { Icon } from '../../../ui/icons.tsx';
import { useScreenKeys } from '../../../ui/screen-keys/screen-keys.ts';
import { useBulkChange } from '../bulk/use-bulk-change.ts';
import { withStatusMoves } from '../columns/status-moves-column.ts';
import { useStatusPath } from '../use-status-path.ts';
import { withFileCells } from '../columns/file-columns.tsx';
import { useFittedColumns } from '../columns/fitted-columns.ts';
import { withRecordLinks } from '../columns/number-links.tsx';
import { withObjectCells } from '../columns/object-columns.tsx';
import type { RecordColumn } from '../columns/record-columns.tsx';
import { offeredFor } from '../layouts/shown-layout.ts';
import { hrefOfRecord } from '../record-address.ts';
import { hrefOfRecordPage, writeList } from '../record-page/record-place.ts';
import { mayOpen, type RecordRoute } from '../record-page/record-routes.ts';
import { toRecordQuery } from '../record-query.ts';
import { rowId, type RecordRow } from '../record-row.ts';
import { rowEditKeys } from '../row-edit/row-edit-keys.ts';
import {
  findInRecords,
  rowActions,
  showKeys,
  type GridActionContext,
  type RowActionContext,
  type SelectionContext,
} from './grid-actions.ts';
import { gridScreenKeys } from './grid-screen-keys.ts';
import type { GridView } from './grid-view.ts';
import type { ScreenParts } from './screen-parts.ts';
import { useColumnMenus } from './use-column-menus.tsx';
import { useExport } from './use-export.ts';
import type { RecordGridProps } from './record-grid-props.ts';
import type { ShownRows } from './use-shown-rows.ts';
import type { ShownView } from './use-shown-view.ts';

export type ShownActions = ReturnType<typeof useShownActions>;

export function useShownActions(
  screen: ScreenParts,
  props: RecordGridProps,
  { fields, optionsScene, view, layout, change, columnState, shownKeys }: ShownView,
  { page, rows, asked, total, summary, isSaving, whyNotEditable, refresh }: ShownRows,
) {
  const { recordType, fields: fieldList, options, grants, tenantPath, detail } = props;
  const { objects, files, onBulkDownload, onHistory, printing, onMoveUnder, keysOfParts } = props;
  const { store, edit, lastDeed, changedRows, searchInput } = screen;
  const location = useLocation();
  const navigate = useNavigate();
  const { hrefOfPage, hrefOf } = useRecordAddresses(recordType.id, view, grants, tenantPath);
  const expand = useCallback(
    async (id: RowId | null) => {
      if (await detail?.mayLeave()) store.setExpanded(id);
    },
    [detail, store],
  );
  // Without access to its page the record opens in place: its lines, or itself alone in the grid.
  const hasPage = grants.has('record viewer access');
  const openRecord = useCallback(
    (id: number, href: string) => {
      if (hasPage || detail === undefined) void navigate(href);
      else void expand(store.getExpanded() === id ? null : id);
    },
    [hasPage, detail, store, expand, navigate],
  );
  const path = useStatusPath(recordType.id);
  const movable = useMemo(
    () =>
      withStatusMoves(optionsScene.columns, {
        fields,
        options,
        path,
        draftOf: (id) => edit.session.getRows().get(id)?.values,
      }),
    [optionsScene, fields, options, path, edit],
  );
  const ownColumns = useMemo(
    () =>
      withRecordLinks(withFileCells(movable, fields, files), {
        hrefOf,
        hrefOfRoute: hrefOfPage,
        onOpen: openRecord,
      }),
    [movable, fields, files, hrefOf, hrefOfPage, openRecord],
  );
  const columnsWithObjects = useMemo(
    () => withObjectCells(ownColumns, fields, objects, screen.object.openByClick),
    [ownColumns, fields, objects, screen],
  );
  const fittedColumns = useFittedColumns(columnsWithObjects, page, {
    fields,
    options,
    hidden: columnState.hidden,
  });
  const selected = useSelection(store);
  const {
    bulk,
    bulkOf,
    dialogs: bulkDialogs,
  } = useBulkChange({
    recordTypeId: recordType.id,
    fields: fieldList,
    options,
    grants,
    store,
    rows: rows,
    selected,
    // All results of a tree would be its roots alone.
    matching:
      recordType.isSuper || asked.recordId !== null || asked.isTree ? null : { query: asked.query, total },
    question: {
      tenant: tenantPath,
      section: location.pathname.slice(tenantPath.length),
      recordType: recordType.name,
    },
    showChanged: changedRows.show,
    lastDeed,
  });

  const { isExporting, exportRecords } = useExport(toRecordQuery(recordType.id, view), shownKeys);
  // For the form of a new record: where it leads back, and what is shown there.
  const behind = useMemo(
    () => ({
      previousPath: location.pathname + location.search,
      asked: toRecordQuery(recordType.id, view),
    }),
    [location.pathname, location.search, recordType.id, view],
  );
  const context: GridActionContext = {
    recordTypeId: recordType.id,
    view,
    change,
    grants,
    isSuper: recordType.isSuper,
    isExporting,
    hasPlaces: fields.has(placeField),
    layouts: layoutKinds.filter((kind) => offeredFor(kind, { fieldList, options }).length > 0),
    layout: layout?.layout.kind ?? null,
    openNewRecord: () =>
      void navigate(`${tenantPath}/create-record?recordTypeId=${recordType.id}`, {
        state: behind,
      }),
    openImport: () => screen.isImporting.set(true),
    openChart: () => props.onChart({ filters: view.filters, groups: view.groups }),
    exportRecords,
    refresh,
    focusSearch: () => {
      if (!searchInput.current) flushSync(() => screen.isSearching.set(true));
      searchInput.current?.focus();
    },
  };
  useKeys(context, screen, keysOfParts);

  const selectedRows = rows.filter((row) => selected.has(rowId(row)));
  const filesCount = selectedRows.filter(({ recordFile }) => recordFile != null).length;
  const selection: SelectionContext = {
    selected,
    edit: summary,
    isSaving: isSaving,
    whyNotEditable,
    isSuper: recordType.isSuper,
    bulk,
    download: { filesCount, run: () => onBulkDownload(selectedRows.map(rowId), filesCount) },
    printing,
    moveUnder: onMoveUnder,
    startEdit: () => {
      edit.begin(selected);
      const row = rows.find(({ id }) => selected.has(id));
      const column = firstEditable(ownColumns, columnState);
      if (row === undefined || column === undefined) return;
      store.setActive({ row: row.id, column });
      store.reveal();
    },
    closeEdit: edit.closeEdit,
    save: edit.save,
    undo: edit.undo,
    redo: edit.redo,
    deselect: () => store.setSelection([]),
  };

  /** What is done with selected records, of one alone. */
  const selectionOf = (record: RecordRow): SelectionContext => ({
    ...selection,
    selected: new Set([record.id]),
    bulk: bulkOf(record),
  });

  // What is copied may be opened by somebody who has no access to the page: it leads to the grid.
  const linkTo = useCallback(
    (record: RecordRow) => `${window.location.origin}${hrefOfRecord(location.pathname, record)}`,
    [location.pathname],
  );
  const { isSuper } = recordType;
  const rowContext = useMemo(
    (): RowActionContext => ({
      recordTypeId: recordType.id,
      linkTo,
      isSuper,
      grants,
      hrefOfPage,
      open: (href) => void navigate(href),
      duplicate: (record) =>
        void navigate(`${tenantPath}/create-record?recordTypeId=${recordType.id}&copyOf=${record.id}`, {
          state: behind,
        }),
      showHistory: onHistory,
      printing,
    }),
    [linkTo, isSuper, grants, hrefOfPage, onHistory, printing, navigate, tenantPath, recordType.id, behind],
  );
  const { byValue, headerMenu } = useColumnMenus(view, change, fields, options, screen.panel.set);
  const whyClosed = useCallback(
    (record: RecordRow, field: RecordField | undefined) =>
      field === undefined || field.access === 'Editable'
        ? []
        : [
            {
              id: 'why',
              label: `Why can I not change ${field.name}?`,
              icon: <Icon name="lock" />,
              onSelect: () => askWhyField(recordType.id, record, field),
            },
          ],
    [recordType.id],
  );
  const rowMenu = useCallback(
    (record: RecordRow, column?: string) => [
      ...byValue(record, column),
      ...whyClosed(record, fields.get(column ?? '')),
      ...rowActions
        .filter(({ isOffered }) => isOffered?.(rowContext) !== false)
        .map(({ id, label, icon, whyNot, run }) => ({
          id,
          label,
          icon: <Icon name={icon} />,
          disabledReason: whyNot?.(record, rowContext) ?? undefined,
          onSelect: () => void run(record, rowContext),
        })),
    ],
    [rowContext, byValue, whyClosed, fields],
  );

  const { count: allCount, select: selectAll } = bulk.all ?? {};
  const selectionMenu = useMemo(
    () => [
      {
        id: 'select-page',
        label: `Select records in page: ${rows.length}`,
        onSelect: () => store.setSelection(rows.map(rowId)),
      },
      ...(allCount === undefined || selectAll === undefined
        ? []
        : [{ id: 'select-all', label: `Select all ${showCount(allCount)} results`, onSelect: selectAll }]),
      { id: 'deselect', label: 'Deselect all', onSelect: () => store.setSelection([]) },
    ],
    [rows, store, allCount, selectAll],
  );
  return {
    columns: fittedColumns,
    context,
    selection,
    selectionOf,
    selectionMenu,
    rowMenu,
    headerMenu,
    bulkDialogs,
    hrefOf,
    expand: (id: RowId | null) => void expand(id),
  };
}

/** Where a record stands by itself, with the list in the address that it is opened from. */
function useRecordAddresses(
  recordTypeId: number,
  view: GridView,
  grants: RecordGridProps['grants'],
  tenantPath: string,
) {
  const { pathname } = useLocation();
  const list = view.recordId === null ? writeList(view) : null;
  const hrefOfPage = useCallback(
    ({ id }: Pick<RecordRow, 'id'>, route: RecordRoute) =>
      mayOpen(route, grants)
        ? hrefOfRecordPage({ tenantPath, route, recordId: id, recordTypeId, list })
        : null,
    [tenantPath, recordTypeId, list, grants],
  );
  const hrefOf = useCallback(
    (record: Pick<RecordRow, 'id'>) =>
      hrefOfPage(record, 'record-details-viewer') ?? hrefOfRecord(pathname, record),
    [hrefOfPage, pathname],
  );
  return { hrefOfPage, hrefOf };
}

/** In the order of the screen. */
function firstEditable(columns: readonly RecordColumn[], { order, hidden, pinned }: GridColumnState) {
  const editable = new Set(columns.flatMap(({ id, edit }) => (edit === undefined ? [] : [id])));
  return [...pinned.left, ...order].find((id) => editable.has(id) && !hidden.includes(id));
}

/** The keys of the screen, and in row edit. */
function useKeys(
  context: GridActionContext,
  { edit, store }: ScreenParts,
  ofParts: RecordGridProps['keysOfParts'],
) {
  useScreenKeys(
    gridScreenKeys,
    { find: () => findInRecords.run(context), keys: () => showKeys.run(context) },
    async () => {
      const [{ gridKeys, cellEditKeys }, parts] = await Promise.all([
        import('../../../ui/grid/grid-keys.ts'),
        ofParts(),
      ]);
      return [gridKeys, cellEditKeys, ...parts];
    },
  );
  useScreenKeys(rowEditKeys, {
    undo: (key) => (key === 'Ctrl+Z' ? edit.undo() : edit.redo()),
    redo: () => edit.redo(),
    save() {
      if (edit.session.getSummary().rows === 0) return 'pass';
      // The open editor is taken first: leaving it is what takes it.
      if (store.getOpen() !== null) store.reveal();
      return edit.save();
    },
  });
}
