// The rows that the screen shows: those of the page, with what row edit and live news make of them.
import { editedInTheirGrids } from '@rowhouse/domain/access/why-not-editable.ts';
import { pageCount } from '@rowhouse/domain/records/paging.ts';
import { placeField } from '@rowhouse/domain/projects/rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { getConnection } from '../../../platform/connection.ts';
import { refetchAfterWrite } from '../../../platform/refetch-after-write.ts';
import { isConnectionLost, isSessionEnd } from '../../../platform/request-failure.ts';
import type { GridStatus } from '../../../ui/grid/grid.tsx';
import { useObserved } from '../../../platform/observed.ts';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import type { RecordField } from '../record-field.ts';
import { toRecordQuery } from '../record-query.ts';
import type { RecordRow } from '../record-row.ts';
import { useRowEdit } from '../row-edit/use-row-edit.ts';
import { whyReadOnly } from '../row-edit/why-read-only.ts';
import type { ScreenParts } from './screen-parts.ts';
import { startView } from './grid-view.ts';
import type { RecordGridProps } from './record-grid-props.ts';
import { useRecordPage, useTotal } from './use-record-page.ts';
import { askedByRules, useMarks } from '../colours/use-colours.ts';
import { useGroupRows, type GroupRows } from '../groups/use-group-rows.ts';
import { useGathered, useGroupedRows } from '../groups/use-grouped-rows.ts';
import { useTreeRows } from './use-tree-rows.ts';
import type { ShownView } from './use-shown-view.ts';

export type ShownRows = ReturnType<typeof useShownRows>;

export function useShownRows(
  screen: ScreenParts,
  { recordType, fields: fieldList, options, presetFilters, detail, files }: RecordGridProps,
  { fields, view, layout, change, shownKeys, columnState }: ShownView,
) {
  const { store, edit, live, changedRows } = screen;
  const isFiltered = view.filters.length > 0 || view.search !== '' || view.recordId !== null;
  const isPhone = useMediaQuery('(width < 600px)');
  const gathered = useGathered(screen, { fields, view, shownKeys, isRows: layout === null });
  const isGrouped = gathered.groups.length > 0;
  const isTree = view.isTree && !isGrouped && !isFiltered && !isPhone && fields.has(placeField);
  const marksOf = useMarks(view.colours, fields);
  const readKeys = useMemo(
    () => [...new Set([...shownKeys, ...askedByRules(view.colours)])],
    [shownKeys, view.colours],
  );
  const { rows, asked, isLate, awaitedIndex, total } = useRecordPage(
    recordType.id,
    view,
    readKeys,
    fieldList,
    isTree,
    isGrouped,
  );
  const inGroups = useGroupRows({ recordTypeId: recordType.id, view, switches: asked.switches, ...gathered });
  const unfiltered = toRecordQuery(recordType.id, { ...startView, showsDeleted: view.showsDeleted });
  const all = useTotal(recordType.id, unfiltered, isFiltered);
  useClamp(view.page, asked.recordId === null && !isLate ? total : undefined, view.size, (page) =>
    change({ page }, { replace: true }),
  );

  const roots = isGrouped ? noRecords : (rows.data?.records ?? noRecords);
  const typeIds = useMemo(
    () => [recordType.id, ...(recordType.relatedRecordTypes ?? []).map(({ id }) => id)],
    [recordType],
  );
  const { rows: inTree, tree: ofRows } = useTreeRows(
    { rows: roots, asked },
    { recordTypeId: recordType.id, typeIds, isTree: asked.isTree },
  );
  const page = useMemo(
    () => (isGrouped ? inGroups.lines.flatMap((line) => (line.kind === 'record' ? [line.row] : [])) : inTree),
    [isGrouped, inGroups.lines, inTree],
  );
  const treeColumn = shownKeys[0];
  const tree = useMemo(
    () => (ofRows === undefined || treeColumn === undefined ? undefined : { ...ofRows, column: treeColumn }),
    [ofRows, treeColumn],
  );
  const { query } = asked;
  const areRowsFiltered =
    asked.recordId !== null || (query.filters ?? []).length > 0 || (query.search ?? '') !== '';
  const whyNotEditable = whyNoRowIsEdited(recordType.isSuper, fieldList);
  const rowEdit = useRowEdit(screen, {
    fields,
    options,
    page,
    asked,
    isFiltered: isFiltered || presetFilters.length > 0,
    whyNot: whyNotEditable,
  });
  const grouped = useGroupedRows(rowEdit.rows, {
    ...gathered,
    inGroups,
    view,
    column: columnState.pinned.left.find((key) => shownKeys.includes(key)) ?? treeColumn,
  });
  const isEditing = rowEdit.summary.rows > 0;
  const hasFiles = fieldList.some(({ dataType }) => dataType === 'attachment');
  useEffect(() => {
    if (isEditing && hasFiles) files.prepare();
  }, [isEditing, hasFiles, files]);

  const queryClient = useQueryClient();
  const refresh = () => {
    changedRows.forget();
    live.forget();
    void Promise.all([
      // Also what is under open rows: a record that was moved there is among the others no more.
      refetchAfterWrite(queryClient, ['records', recordType.id, 'page']),
      ...(isGrouped ? [inGroups.refetch()] : []),
      ...(isFiltered ? [all.refetch()] : []),
    ]);
  };
  const isReady = rows.data !== undefined;
  useEffect(() => (isReady ? live.watch() : undefined), [live, isReady]);
  const heard = useObserved(live.heard);
  const marked = live.changedOf(heard, asked);
  const { strays } = rowEdit;
  const rowTone = useCallback(
    ({ id, enabled }: RecordRow) => {
      if (strays.has(id)) return 'marked' as const;
      if (enabled === false) return 'muted' as const;
      return marked.has(id) ? ('marked' as const) : undefined;
    },
    [strays, marked],
  );

  const rowNote = useCallback((record: RecordRow) => marked.get(record.id), [marked]);

  // A record's own address shows what there is of it, its lines too.
  const linked = asked.recordId !== null && rows.data?.records.length === 1 ? asked.recordId : null;
  useEffect(() => {
    if (linked !== null && detail !== undefined) store.setExpanded(linked);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when both are there: who closes it has closed it
  }, [linked, detail === undefined, store]);
  return {
    asked,
    page,
    tree: grouped?.tree ?? tree,
    /** Null: the rows are not gathered. */
    grouped,
    /** Without what is shown below them. */
    rootCount: roots.length,
    rows: rowEdit.rows,
    /** With those of groups among them. */
    gridRows: grouped?.rows ?? rowEdit.rows,
    summary: rowEdit.summary,
    isSaving: rowEdit.isSaving,
    total,
    totalOfAll: areRowsFiltered ? all.data : total,
    areRowsFiltered,
    status: isGrouped ? statusOfGroups(inGroups) : statusOf(rows, isLate),
    failure: isGrouped ? inGroups.first?.error : rows.error,
    awaitedIndex: isGrouped ? null : awaitedIndex,
    retry: () => void (isGrouped ? inGroups.refetch() : rows.refetch()),
    firstRowIndex: asked.recordId === null && !isGrouped ? (asked.page - 1) * asked.size : 0,
    refresh,
    rowTone,
    rowNote,
    marksOf,
    createdCount: live.countCreated(heard, asked, page),
    whyNotEditable,
    editing: whyNotEditable === null ? edit.editing : undefined,
  };
}

const noRecords: readonly RecordRow[] = [];

/** Specification 6: a super record type has no edit; elsewhere the access to its fields decides. */
function whyNoRowIsEdited(isSuper: boolean, fields: readonly RecordField[]): string | null {
  if (isSuper) return editedInTheirGrids;
  return fields.some((field) => whyReadOnly(field) === null)
    ? null
    : 'Your role cannot change any field of these records.';
}

/** A number that stands is not taken away because it could not be read again. */
function statusOfGroups({ first, isLate }: GroupRows): GridStatus {
  if (first?.data !== undefined) return isLate ? 'refresh' : 'ready';
  return first?.error && !first.isFetching && !isSessionEnd(first.error) ? 'failed' : 'first';
}

type Rows = ReturnType<typeof useRecordPage>['rows'];

function statusOf(rows: Rows, isLate: boolean): GridStatus {
  // The dialog of the session says what is to be done: nothing here is in want of a second attempt.
  const isFailed = rows.isError && !rows.isFetching && !isSessionEnd(rows.error);
  // Rows that stand are not taken away because they could not be read again: the bar says that there is no connection,
  // and with it they are asked for anew.
  const stands = rows.data !== undefined && isConnectionLost(rows.error) && getConnection().state !== 'fine';
  if (isFailed && !stands) return 'failed';
  if (rows.data === undefined) return 'first';
  return isLate ? 'refresh' : 'ready';
}

/** A page that is no more, because fewer records match now, becomes the last one. */
function useClamp(page: number, total: number | undefined, size: number, goTo: (page: number) => void) {
  const last = total === undefined ? undefined : pageCount(total, size);
  useEffect(() => {
    if (last !== undefined && page > last) goTo(last);
  });
}
