// The grid screen of one record type. Its parts know nothing of each other: the view stands in the address, the
// rows follow the view, and each action changes the view or asks for the rows again.
import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { pageCount } from '@rowhouse/domain/records/paging.ts';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { viewerZone } from '../../../platform/clock.ts';
import { toSentence } from '../../../platform/request-failure.ts';
import type { GridColumnState, RowId } from '../../../ui/grid/grid-column.ts';
import { GridMessage } from '../../../ui/grid/grid-message.tsx';
import { createGridStore } from '../../../ui/grid/grid-store.ts';
import { Grid, type GridStatus } from '../../../ui/grid/grid.tsx';
import { useSelection } from '../../../ui/grid/use-grid-store.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ActionButton } from './action-button.tsx';
import { BulkActionsMenu } from '../bulk/bulk-actions-menu.tsx';
import { useDensity } from './density-menu.tsx';
import { GridFooter } from './grid-footer.tsx';
import {
  keyActions,
  newRecord,
  resetFilters,
  rowActions,
  type GridAction,
  type GridActionContext,
  type SelectionContext,
} from './grid-actions.ts';
import { GridToolbar, type Panel } from './grid-toolbar.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { whyReadOnly } from '../row-edit/why-read-only.ts';
import { useRowEdit } from '../row-edit/use-row-edit.tsx';
import {
  toGridOptions,
  toPreferredView,
  differsFrom,
  whyNotApplied,
  type OptionsScene,
} from './grid-options.ts';
import type { GridPreferences, GridState, SavedOptions } from './grid-state.ts';
import { columnsAsTheyStart, startView, writeView, type GridView } from './grid-view.ts';
import {
  columnStartOf,
  inStartOrder,
  toColumnChoice,
  toColumns,
  toColumnState,
  toLinkColumns,
} from '../columns/record-columns.tsx';
import type { RecordDetail } from '../record-detail.ts';
import type { RecordObjects } from '../objects/record-objects.ts';
import { withFileCells } from '../columns/file-columns.tsx';
import type { FieldOptions, RecordField } from '../record-field.ts';
import type { RecordFiles } from '../record-files.ts';
import styles from './record-grid.module.css';
import { toRecordQuery } from '../record-query.ts';
import { rowId, rowLabel, type RecordRow } from '../record-row.ts';
import { useBulkChange, type FieldEditorSource } from '../bulk/use-bulk-change.tsx';
import { useExport } from './use-export.ts';
import { useGridView, type ChangeView } from './use-grid-view.ts';
import { useLiveRecords } from './use-live-records.ts';
import { useObjectPanel } from '../objects/use-object-panel.tsx';
import { useRecordPage, useTotal } from './use-record-page.ts';

const FilterPanel = lazy(async () => ({
  default: (await import('../filters/filter-panel.tsx')).FilterPanel,
}));
const KeyboardSheet = lazy(async () => ({ default: (await import('./keyboard-sheet.tsx')).KeyboardSheet }));
const ColumnPanel = lazy(async () => ({
  default: (await import('../columns/column-panel.tsx')).ColumnPanel,
}));

type RecordGridProps = {
  recordType: { readonly id: number; readonly name: string; readonly isSuper: boolean };
  /** Those that the role may see, in their order. */
  fields: readonly RecordField[];
  options: FieldOptions;
  presetFilters: readonly FilterCondition[];
  grants: ReadonlySet<MenuAction>;
  tenantPath: string;
  preferences: GridPreferences;
  /** What stands under an expanded record. */
  detail?: RecordDetail | undefined;
  /** How objects read in their cells, and what opens beside the grid on one of them. */
  objects: RecordObjects;
  files: RecordFiles;
  fieldEditor: FieldEditorSource;
  /** The changes of all results that run, or the last that has ended; `refresh` shows what they changed. */
  bulkChanges: (refresh: () => void) => ReactNode;
  /** Begins a download of the files that the records hold, as one. */
  onBulkDownload: (recordIds: readonly number[], filesCount: number) => void;
};

export function RecordGrid({
  recordType,
  fields,
  options,
  presetFilters,
  grants,
  tenantPath,
  preferences,
  detail,
  objects,
  files,
  fieldEditor,
  bulkChanges,
  onBulkDownload,
}: RecordGridProps) {
  const byKey = useMemo(() => new Map(fields.map((field) => [field.key, field])), [fields]);
  const scene = useOptionsScene(fields, byKey, options, {
    grants,
    tenantPath,
    recordTypeId: recordType.id,
    isSuper: recordType.isSuper,
  });
  const { columns, start } = scene;
  const opening = useOpeningView(preferences.opening, scene);
  const [view, change] = useGridView(opening);
  const [store] = useState(createGridStore);
  const [density, setDensity] = useDensity(view, change);
  const [panel, setPanel] = useState<Panel | null>(null);
  const [showsKeys, setShowsKeys] = useState(false);
  const searchInput = useRef<HTMLInputElement>(null);
  const location = useLocation();
  const navigate = useNavigate();

  const [columnState, setColumnState] = useColumnState(view.columns, change, scene);
  const present = toGridOptions(view, columnState, density, scene);
  const state = toGridState(view, change, present, preferences, scene);

  const shownKeys = useMemo(() => {
    const hidden = new Set(columnState.hidden);
    return columnState.order.filter((id) => byKey.has(id) && !hidden.has(id));
  }, [columnState, byKey]);
  const { rows, asked, isLate, total } = useRecordPage(recordType.id, view, shownKeys);
  const isFiltered = view.filters.length > 0 || view.search !== '' || view.recordId !== null;
  const unfiltered = toRecordQuery(recordType.id, { ...startView, showsDeleted: view.showsDeleted });
  const all = useTotal(recordType.id, unfiltered, isFiltered);
  useClamp(view.page, asked.recordId === null && !isLate ? total : undefined, view.size, (page) =>
    change({ page }, { replace: true }),
  );

  const page = rows.data?.records ?? noRecords;
  const whyNotEditable = whyNoRowIsEdited(recordType.isSuper, fields);
  const rowEdit = useRowEdit({
    recordTypeId: recordType.id,
    fields: byKey,
    options,
    store,
    page,
    asked,
    isFiltered: isFiltered || presetFilters.length > 0,
    whyNot: whyNotEditable,
  });
  const isEditing = rowEdit.summary.rows > 0;
  const hasFiles = fields.some(({ dataType }) => dataType === 'attachment');
  useEffect(() => {
    if (isEditing && hasFiles) files.prepare();
  }, [isEditing, hasFiles, files]);
  const columnsWithFiles = useMemo(() => withFileCells(columns, byKey, files), [columns, byKey, files]);
  const object = useObjectPanel({
    objects,
    fields: byKey,
    columns: columnsWithFiles,
    store,
    rows: rowEdit.rows,
    whyNoRow: recordType.isSuper ? whyNotEditable : null,
    showChanged: rowEdit.showChanged,
    offerUndo: rowEdit.offerUndo,
  });
  const selected = useSelection(store);
  const hasSelection = selected.size > 0 || rowEdit.summary.rows > 0;
  const { bulk, dialogs: bulkDialogs } = useBulkChange({
    recordTypeId: recordType.id,
    fields,
    options,
    grants,
    fieldEditor,
    store,
    rows: rowEdit.rows,
    selected,
    matching: recordType.isSuper || asked.recordId !== null ? null : { query: asked.query, total },
    question: {
      tenant: tenantPath,
      section: location.pathname.slice(tenantPath.length),
      recordType: recordType.name,
    },
    showChanged: rowEdit.showChanged,
    offerUndo: rowEdit.offerUndo,
  });

  const refresh = () => {
    rowEdit.forgetStrays();
    live.forget();
    void Promise.all([rows.refetch(), ...(isFiltered ? [all.refetch()] : [])]);
  };
  const live = useLiveRecords({
    recordTypeId: recordType.id,
    isReady: rows.data !== undefined,
    rows: page,
    asked,
    isSaving: rowEdit.isSaving,
    store,
    showChanged: rowEdit.showChanged,
    refresh,
  });
  const { tone } = rowEdit;
  const rowTone = useCallback(
    (record: RecordRow) => tone(record) ?? (live.changed.has(record.id) ? ('marked' as const) : undefined),
    [tone, live.changed],
  );

  const { isExporting, exportRecords } = useExport(toRecordQuery(recordType.id, view), shownKeys);
  const context: GridActionContext = {
    view,
    change,
    grants,
    isSuper: recordType.isSuper,
    isExporting,
    openNewRecord: () =>
      void navigate(`${tenantPath}/create-record?recordTypeId=${recordType.id}`, {
        state: { previousPath: location.pathname + location.search },
      }),
    exportRecords,
    refresh,
    focusSearch: () => searchInput.current?.focus(),
    showKeys: () => setShowsKeys(true),
  };
  useKeys(context);

  const selectedRows = rowEdit.rows.filter((row) => selected.has(rowId(row)));
  const filesCount = selectedRows.filter(({ recordFile }) => recordFile != null).length;
  const selection: SelectionContext = {
    selected,
    edit: rowEdit.summary,
    isSaving: rowEdit.isSaving,
    whyNotEditable,
    isSuper: recordType.isSuper,
    bulk,
    download: { filesCount, run: () => onBulkDownload(selectedRows.map(rowId), filesCount) },
    startEdit: () => rowEdit.edit(selected),
    closeEdit: rowEdit.closeEdit,
    save: rowEdit.save,
    undo: rowEdit.undo,
    redo: rowEdit.redo,
    deselect: () => store.setSelection([]),
  };

  const linkTo = useCallback(
    (record: RecordRow) =>
      `${window.location.origin}${location.pathname}?${writeView({ ...startView, recordId: record.id })}`,
    [location.pathname],
  );
  const rowMenu = useCallback(
    (record: RecordRow) =>
      rowActions.map(({ id, label, icon, whyNot, run }) => ({
        id,
        label,
        icon: <Icon name={icon} />,
        disabledReason: whyNot?.(record) ?? undefined,
        onSelect: () => void run(record, { linkTo }),
      })),
    [linkTo],
  );

  const expand = useCallback(
    async (id: RowId | null) => {
      if (await detail?.mayLeave()) store.setExpanded(id);
    },
    [detail, store],
  );
  const status = statusOf(rows, isLate);
  const shown = rowEdit.rows;
  const firstRowIndex = asked.recordId === null ? (asked.page - 1) * asked.size : 0;
  const { count: allCount, select: selectAll } = bulk.all ?? {};
  const selectionMenu = useMemo(
    () => [
      {
        id: 'select-page',
        label: `Select records in page: ${shown.length}`,
        onSelect: () => store.setSelection(shown.map(rowId)),
      },
      ...(allCount === undefined || selectAll === undefined
        ? []
        : [{ id: 'select-all', label: `Select all ${showCount(allCount)} results`, onSelect: selectAll }]),
      { id: 'deselect', label: 'Deselect all', onSelect: () => store.setSelection([]) },
    ],
    [shown, store, allCount, selectAll],
  );
  // What is selected is what can be seen: other rows, no selection.
  useEffect(() => store.setSelection([]), [store, asked]);

  return (
    <div className={styles.screen}>
      <PageHeader
        title={recordType.name}
        aside={
          status !== 'failed' && (
            <>
              <Count found={total} all={isFiltered ? all.data : total} isFiltered={isFiltered} />
              {live.created > 0 && <NewRecords count={live.created} onShow={refresh} />}
            </>
          )
        }
        actions={
          <>
            {preferences.render(state)}
            <ActionButton action={newRecord} context={context} look="primary" />
          </>
        }
      />
      <LeftOut saved={state.saved} scene={scene} onReset={() => change({ filters: [] })} />
      {rowEdit.banner}
      {bulkChanges(refresh)}
      <div className={styles.tools}>
        <div inert={hasSelection} className={hasSelection ? styles.replaced : undefined}>
          <GridToolbar
            name={recordType.name}
            context={context}
            searchInput={searchInput}
            presetFilters={presetFilters}
            fields={byKey}
            options={options}
            density={density}
            onDensity={setDensity}
            panel={panel}
            onPanel={setPanel}
          />
        </div>
        {hasSelection && (
          <SelectionBar name={recordType.name} context={selection}>
            <BulkActionsMenu context={selection} />
          </SelectionBar>
        )}
      </div>
      <div className={styles.split} data-open={object.panel !== null || undefined}>
        <div className={styles.frame}>
          <div className={styles.grid}>
            <Grid
              label={recordType.name}
              store={store}
              columns={object.columns}
              columnState={columnState}
              onColumnStateChange={setColumnState}
              rows={shown}
              rowId={rowId}
              rowLabel={rowLabel}
              rowTone={rowTone}
              totalRows={asked.recordId === null ? total : shown.length}
              firstRowIndex={firstRowIndex}
              viewKey={JSON.stringify([asked.query, asked.page, asked.size, asked.recordId])}
              status={status}
              emptyState={<Nothing context={context} isFiltered={isFiltered || presetFilters.length > 0} />}
              failedState={
                <GridMessage
                  title="The records could not be loaded"
                  action={{ label: 'Retry', onSelect: () => void rows.refetch() }}
                >
                  {toSentence(rows.error)}
                </GridMessage>
              }
              density={density}
              sort={[view.sort]}
              onSort={([sort]) => sort && change({ sort })}
              selectionMenu={selectionMenu}
              isSelectionDisabled={rowEdit.summary.rows > 0}
              editing={rowEdit.editing}
              onCellOpen={object.onCellOpen}
              rowMenu={rowMenu}
              {...(detail && { renderDetail: detail.render, onExpand: (id) => void expand(id) })}
            />
          </div>
          <GridFooter
            store={store}
            page={view.page}
            size={view.size}
            firstRowIndex={firstRowIndex}
            rowsAtHand={shown.length}
            isAnswered={status === 'ready' || status === 'refresh'}
            total={asked.recordId === null ? total : shown.length}
            allSelected={bulk.all?.isSelected ? bulk.all.count : undefined}
            onPage={(page) => change({ page })}
            onStep={(pages) => change(({ page }) => ({ page: Math.max(1, page + pages) }))}
            onSize={(size) => change({ size })}
          />
        </div>
        {object.panel}
      </div>
      {rowEdit.dialogs}
      {bulkDialogs}
      <Suspense fallback={null}>
        {panel?.name === 'filters' && (
          <FilterPanel
            anchor={panel.anchor}
            fields={fields}
            options={options}
            presetFilters={presetFilters}
            filters={view.filters}
            onApply={(filters) => {
              setPanel(null);
              change({ filters, recordId: null });
            }}
            onClose={() => setPanel(null)}
          />
        )}
        {panel?.name === 'columns' && (
          <ColumnPanel
            anchor={panel.anchor}
            columns={columns}
            state={columnState}
            onChange={setColumnState}
            onRestore={() => setColumnState(toColumnState(columnsAsTheyStart, start, columns))}
            onClose={() => setPanel(null)}
          />
        )}
        {showsKeys && <KeyboardSheet onClose={() => setShowsKeys(false)} />}
      </Suspense>
    </div>
  );
}

const noRecords: readonly RecordRow[] = [];

/** Specification 6: a super record type has no edit; elsewhere the access to its fields decides. */
function whyNoRowIsEdited(isSuper: boolean, fields: readonly RecordField[]): string | null {
  if (isSuper) return 'Records of several types are edited in the grids of their types.';
  return fields.some((field) => whyReadOnly(field) === null)
    ? null
    : 'Your role cannot change any field of these records.';
}

type ColumnSetting = {
  grants: ReadonlySet<MenuAction>;
  tenantPath: string;
  recordTypeId: number;
  isSuper: boolean;
};

function useOptionsScene(
  fields: readonly RecordField[],
  byKey: ReadonlyMap<string, RecordField>,
  options: FieldOptions,
  { grants, tenantPath, recordTypeId, isSuper }: ColumnSetting,
): OptionsScene {
  const columns = useMemo(
    () => [
      ...toColumns(inStartOrder(fields), options, viewerZone(), !isSuper),
      ...toLinkColumns(grants, tenantPath, recordTypeId),
    ],
    [fields, options, grants, tenantPath, recordTypeId, isSuper],
  );
  const start = useMemo(() => columnStartOf(fields, isSuper), [fields, isSuper]);
  return useMemo(() => ({ fields: byKey, columns, start }), [byKey, columns, start]);
}

/** What the grid opens with where the address does not say. The same object while it says the same. */
function useOpeningView(saved: SavedOptions | null, scene: OptionsScene): GridView | null {
  const text = JSON.stringify(
    saved && { ...startView, ...toPreferredView(saved.options, scene), preference: saved.id },
  );
  return useMemo(() => JSON.parse(text) as GridView | null, [text]);
}

function useColumnState(
  choice: GridView['columns'],
  change: ChangeView,
  { start, columns }: OptionsScene,
): [GridColumnState, (state: GridColumnState) => void] {
  const choiceText = JSON.stringify(choice);
  const columnState = useMemo(
    () => toColumnState(JSON.parse(choiceText) as typeof choice, start, columns),
    [choiceText, start, columns],
  );
  const setColumnState = useCallback(
    (state: GridColumnState) => change({ columns: toColumnChoice(state, start, columns) }, { replace: true }),
    [change, start, columns],
  );
  return [columnState, setColumnState];
}

function toGridState(
  { preference }: GridView,
  change: ChangeView,
  options: GridState['options'],
  { find, opening }: GridPreferences,
  scene: OptionsScene,
): GridState {
  // One that this person does not have, as in the link of a colleague, reads as none.
  const saved = preference === 'none' ? null : (preference && find(preference)) || opening;
  return {
    options,
    saved,
    isChanged: differsFrom(saved?.options ?? null, options, scene),
    apply: (chosen) =>
      change({
        ...toPreferredView(chosen?.options ?? null, scene),
        search: '',
        recordId: null,
        preference: chosen?.id ?? (opening === null ? null : 'none'),
      }),
    choose: (id) => change({ preference: id }, { replace: true }),
  };
}

type LeftOutProps = { saved: SavedOptions | null; scene: OptionsScene; onReset: () => void };

/** What of the saved filter can no longer be applied is told: more records are shown than were meant. */
function LeftOut({ saved, scene, onReset }: LeftOutProps) {
  const [dismissed, setDismissed] = useState<SavedOptions['options'] | null>(null);
  const sentences = saved === null ? [] : whyNotApplied(saved.options, scene.fields);
  if (saved === null || sentences.length === 0 || dismissed === saved.options) return null;
  const dismiss = () => setDismissed(saved.options);
  return (
    <Notice tone="warning" onDismiss={dismiss}>
      A part of the filter saved as “{saved.name}” can no longer be applied and is left out:{' '}
      {sentences.join(' ')}
      <button
        type="button"
        className={styles.reset}
        onClick={() => {
          dismiss();
          onReset();
        }}
      >
        Reset Filters
      </button>
    </Notice>
  );
}

type Rows = ReturnType<typeof useRecordPage>['rows'];

function statusOf(rows: Rows, isLate: boolean): GridStatus {
  if (rows.isError && !rows.isFetching) return 'failed';
  if (rows.data === undefined) return 'first';
  return isLate ? 'refresh' : 'ready';
}

type CountProps = { found: number | undefined; all: number | undefined; isFiltered: boolean };

/** '1,204 of 4,012', and '4,012' alone where nothing is filtered. */
function Count({ found, all, isFiltered }: CountProps) {
  const say = (count: number | undefined) => (count === undefined ? '…' : showCount(count));
  return isFiltered ? `${say(found)} of ${say(all)}` : say(found);
}

/** They are shown when they are asked for: nothing moves under the hand of who works. */
function NewRecords({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <button type="button" className={styles.reset} onClick={onShow}>
      {count === 1 ? 'Show 1 new record' : `Show ${showCount(count)} new records`}
    </button>
  );
}

function Nothing({ context, isFiltered }: { context: GridActionContext; isFiltered: boolean }) {
  if (isFiltered)
    return (
      <GridMessage
        title="No records match"
        {...(resetFilters.whyNot?.(context) === null && {
          action: { label: 'Clear filters', onSelect: () => resetFilters.run(context) },
        })}
      >
        No record fits the search and the filters as they stand.
      </GridMessage>
    );
  const canCreate = newRecord.isOffered?.(context) !== false && newRecord.whyNot?.(context) === null;
  return (
    <GridMessage
      title="No records yet"
      {...(canCreate && {
        action: { label: newRecord.label(context), onSelect: () => newRecord.run(context) },
      })}
    >
      {canCreate ? 'The first one that you create will stand here.' : 'What is created will stand here.'}
    </GridMessage>
  );
}

/** A page that is no more, because fewer records match now, becomes the last one. */
function useClamp(page: number, total: number | undefined, size: number, goTo: (page: number) => void) {
  const last = total === undefined ? undefined : pageCount(total, size);
  useEffect(() => {
    if (last !== undefined && page > last) goTo(last);
  });
}

/** Keys that work anywhere on the screen but where somebody types. */
function useKeys(context: GridActionContext) {
  const present = useRef(context);
  useEffect(() => {
    present.current = context;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTypedInto(event.target) || document.querySelector('[role=dialog], [role=menu]')) return;
      const action = keyActions.find(({ key }: GridAction) => key === event.key);
      if (!action) return;
      event.preventDefault();
      action.run(present.current);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
