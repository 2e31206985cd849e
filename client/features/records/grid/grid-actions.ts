// What can be done with the grid as a whole and with one row: one object an action, read by the toolbar, the menu
// of a narrow screen, the row menu and the keyboard alike. A disabled action says why before the click.
import type { ExportFormat } from '@rowhouse/domain/contract.generated.ts';
import type { GridLayout } from '@rowhouse/domain/grid-preferences/model.ts';
import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import { whyNotBulkDownload } from '@rowhouse/domain/bulk-download/rules.ts';
import { whyNotSoMany } from '@rowhouse/domain/records/selection-rules.ts';
import { startDownload } from '../../../platform/download.ts';
import { RequestFailure, toSentence } from '../../../platform/request-failure.ts';
import type { IconName } from '../../../ui/icons.tsx';
import { openKeySheet } from '../../../ui/screen-keys/screen-keys.ts';
import { snackbars } from '../../../ui/snackbars.tsx';
import { getRecordFile } from '../api.ts';
import type { RecordRoute } from '../record-page/record-routes.ts';
import { defaultSort, isDefaultSort, type GridView } from './grid-view.ts';
import { askWhatIMay } from '../ask-why-of.ts';
import type { RecordRow } from '../record-row.ts';
import type { EditSummary } from '../../../edit-session/edited.ts';
import type { ChangeView } from './use-grid-view.ts';

export type GridActionContext = {
  readonly recordTypeId: number;
  readonly view: GridView;
  readonly change: ChangeView;
  readonly grants: ReadonlySet<MenuAction>;
  readonly isSuper: boolean;
  readonly isExporting: boolean;
  /** Whether the role sees what records stand under. */
  readonly hasPlaces: boolean;
  /** Those for which the role sees a field to lay out by. */
  readonly layouts: readonly GridLayout['kind'][];
  /** As what the records are shown now; null: as rows. */
  readonly layout: GridLayout['kind'] | null;
  readonly openNewRecord: () => void;
  readonly openImport: () => void;
  /** Makes a chart of what the filter finds. */
  readonly openChart: () => void;
  readonly exportRecords: (format: ExportFormat) => void;
  readonly refresh: () => void;
  readonly focusSearch: () => void;
};

export type GridAction = {
  readonly id: string;
  readonly label: (context: GridActionContext) => string;
  readonly icon: IconName | ((context: GridActionContext) => IconName);
  /** Without it the action is not there at all. */
  readonly isOffered?: (context: GridActionContext) => boolean;
  /** The sentence that says why it cannot be done now, or null. */
  readonly whyNot?: (context: GridActionContext) => string | null;
  /** The role's action that it takes: where that is refused, the server says why. */
  readonly takes?: MenuAction;
  readonly isOn?: (context: GridActionContext) => boolean;
  readonly key?: string;
  /** Its icon is known to everybody: it stands without its word. */
  readonly isPlain?: boolean;
  readonly run: (context: GridActionContext) => void;
};

export const isFiltered = ({ view }: GridActionContext) =>
  view.filters.length > 0 || view.search !== '' || view.recordId !== null;

export const newRecord: GridAction = {
  id: 'new-record',
  label: () => 'New Record',
  icon: 'plus',
  isOffered: ({ isSuper }) => !isSuper,
  whyNot: ({ grants }) =>
    grants.has('create records') ? null : 'Your role cannot create records of this type.',
  takes: 'create records',
  run: ({ openNewRecord }) => openNewRecord(),
};

/** Whoever may make records one by one may make them by a file. */
export const importFile: GridAction = {
  id: 'import',
  label: () => 'Import',
  icon: 'upload',
  isOffered: ({ isSuper, grants }) => !isSuper && grants.has('create records'),
  run: ({ openImport }) => openImport(),
};

export const findInRecords: GridAction = {
  id: 'find',
  label: () => 'Find',
  icon: 'search',
  run: ({ focusSearch }) => focusSearch(),
};

export const resetFilters: GridAction = {
  id: 'reset-filters',
  label: () => 'Reset Filters',
  icon: 'close',
  whyNot: (context) => (isFiltered(context) ? null : 'No filter is applied.'),
  run: ({ change }) => change({ filters: [], search: '', recordId: null }),
};

export const restoreSort: GridAction = {
  id: 'restore-sort',
  label: () => 'Restore Sort',
  icon: 'sort',
  // Its word would push the tools below the search on a common screen.
  isPlain: true,
  whyNot: ({ view: { sort } }) => (isDefaultSort(sort) ? 'The newest records are first already.' : null),
  run: ({ change }) => change({ sort: defaultSort }),
};

export const toggleDeleted: GridAction = {
  id: 'toggle-deleted',
  label: ({ view }) => (view.showsDeleted ? 'Hide delete Records' : 'Show delete Records'),
  icon: ({ view }) => (view.showsDeleted ? 'eye' : 'eye-off'),
  isOffered: ({ grants }) => grants.has('soft delete'),
  isOn: ({ view }) => view.showsDeleted,
  run: ({ change, view }) => change({ showsDeleted: !view.showsDeleted }),
};

export const toggleTree: GridAction = {
  id: 'toggle-tree',
  label: ({ view }) => (view.isTree ? 'Show as list' : 'Show as tree'),
  icon: 'tree',
  isOffered: ({ hasPlaces, layout }) => hasPlaces && layout === null,
  whyNot: (context) =>
    isFiltered(context) ? 'What is sought is shown as a list. Clear the filters first.' : null,
  isOn: ({ view }) => view.isTree,
  isPlain: true,
  run: ({ change, view }) => change({ isTree: !view.isTree }),
};

const showAs = (kind: GridLayout['kind'] | null, id: string, label: string, icon: IconName): GridAction => ({
  id,
  label: () => label,
  icon,
  isOffered: ({ layouts }) => layouts.length > 0 && (kind === null || layouts.includes(kind)),
  whyNot: ({ view }) =>
    view.recordId === null || kind === null ? null : 'One linked record is shown. Show all records first.',
  isOn: ({ layout }) => layout === kind,
  run: ({ change, layout }) =>
    layout !== kind && change({ layout: kind && { kind, field: null, sum: null } }),
});

/** The same records, filters and search, laid out otherwise. */
export const layoutActions: readonly GridAction[] = [
  showAs(null, 'as-grid', 'Grid', 'list'),
  showAs('BOARD', 'as-board', 'Board', 'columns'),
  showAs('CALENDAR', 'as-calendar', 'Calendar', 'calendar'),
];

const whyNotExport = ({ isExporting, view }: GridActionContext): string | null => {
  if (view.recordId !== null) return 'One linked record is shown. Show all records to export them.';
  return isExporting ? 'The export is being prepared.' : null;
};

export const exportWorkbook: GridAction = {
  id: 'export-workbook',
  label: () => 'Export Excel',
  icon: 'download',
  whyNot: whyNotExport,
  run: ({ exportRecords }) => exportRecords('XLSX'),
};

export const exportCsv: GridAction = {
  id: 'export',
  label: () => 'Export CSV',
  icon: 'download',
  whyNot: whyNotExport,
  run: ({ exportRecords }) => exportRecords('CSV'),
};

/** One button of the toolbar for several actions of one kind; where the tools are a list, they stand in it. */
export type GridActionMenu = {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly actions: readonly GridAction[];
};

export const exportMenu: GridActionMenu = {
  id: 'exports',
  label: 'Export',
  icon: 'download',
  actions: [exportWorkbook, exportCsv],
};

/** What it counts are the records of the filters, for whoever reads it: words that are sought are no filter. */
export const saveChart: GridAction = {
  id: 'save-chart',
  label: () => 'Save as chart',
  icon: 'chart',
  isPlain: true,
  whyNot: ({ view }) => {
    if (view.recordId !== null) return 'One linked record is shown. Show all records to chart them.';
    return view.search === '' ? null : 'A chart takes filters and no search. Clear the search first.';
  },
  run: ({ openChart }) => openChart(),
};

export const refreshGrid: GridAction = {
  id: 'refresh',
  label: () => 'Refresh Grid',
  icon: 'refresh',
  isPlain: true,
  run: ({ refresh }) => refresh(),
};

export const showKeys: GridAction = {
  id: 'keys',
  label: () => 'Keyboard shortcuts',
  icon: 'keyboard',
  isPlain: true,
  run: openKeySheet,
};

/** Those of the toolbar's right side, in order: which rows are shown, what is done with them, help. */
export const toolGroups: readonly (readonly (GridAction | GridActionMenu)[])[] = [
  [toggleTree, toggleDeleted, restoreSort],
  [importFile, exportMenu, saveChart, refreshGrid, showKeys],
];
export const toolActions: readonly GridAction[] = toolGroups
  .flat()
  .flatMap((tool) => ('actions' in tool ? tool.actions : [tool]));

/** What is done with the selected rows; the bar that stands for the tools while there are some. */
/** Records as a document, which the page brings. */
export type RecordPrinting = {
  readonly whyNot: (count: number) => string | null;
  readonly print: (ids: readonly number[]) => void;
  readonly download: (ids: readonly number[]) => void;
};

export type SelectionContext = {
  readonly selected: ReadonlySet<string | number>;
  readonly edit: EditSummary;
  readonly isSaving: boolean;
  /** Why no row can be edited here, or null. */
  readonly whyNotEditable: string | null;
  readonly isSuper: boolean;
  readonly bulk: BulkContext;
  /** Of the files that the selected rows hold; absent where they cannot be downloaded together. */
  readonly download?: { readonly filesCount: number; readonly run: () => void };
  readonly printing?: RecordPrinting;
  /** Puts the selected records under another one; absent where the role may not change where they stand. */
  readonly moveUnder?: ((ids: readonly number[]) => void) | undefined;
  readonly startEdit: () => void;
  readonly closeEdit: () => void;
  readonly save: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly deselect: () => void;
};

/** What is done with all of the selected rows at once. */
export type BulkContext = {
  readonly grants: ReadonlySet<MenuAction>;
  /** Of the selected rows. */
  readonly enabledCount: number;
  readonly deletedCount: number;
  /** Why nothing can be begun now, or null. */
  readonly whyBusy: string | null;
  readonly openEdit: () => void;
  readonly deleteRecords: () => void;
  readonly restoreRecords: () => void;
  /** All that the filter finds, beyond the page; absent where the role may not change so many together. */
  readonly all?: AllResults;
};

export type AllResults = {
  readonly count: number;
  /** Whether the deleted ones are among them. */
  readonly hasDeleted: boolean;
  readonly isSelected: boolean;
  /** Whether the whole page is selected, so that the next thing to select is all of them. */
  readonly isNext: boolean;
  readonly select: () => void;
};

export type SelectionAction = Omit<GridAction, 'label' | 'icon' | 'isOffered' | 'whyNot' | 'isOn' | 'run'> & {
  readonly label: (context: SelectionContext) => string;
  readonly icon: IconName;
  readonly isOffered?: (context: SelectionContext) => boolean;
  readonly whyNot?: (context: SelectionContext) => string | null;
  readonly run: (context: SelectionContext) => void;
};

const isEditing = ({ edit }: SelectionContext): boolean => edit.rows > 0;

export const isAllSelected = ({ bulk }: SelectionContext): boolean => bulk.all?.isSelected === true;

/** Specification 9: what is done with selected records is done with so many at most; with all results, in the background. */
const whyNotSelected = (context: SelectionContext): string | null =>
  isAllSelected(context) ? null : whyNotSoMany(context.selected.size);

/** Of what is done in the page alone. */
const whyNotAll = (context: SelectionContext): string | null =>
  isAllSelected(context)
    ? (whyNotSoMany(context.bulk.all?.count ?? 0) ?? 'All results are selected. Select the records in page.')
    : null;

export const editRows: SelectionAction = {
  id: 'edit',
  label: (context) => (isEditing(context) ? 'Close Edit' : 'Edit'),
  icon: 'edit',
  isOffered: ({ isSuper }) => !isSuper,
  whyNot: (context) => {
    if (context.isSaving) return 'The rows are being saved.';
    if (isEditing(context)) return null;
    return context.whyNotEditable ?? whyNotAll(context) ?? whyNotSoMany(context.selected.size);
  },
  run: (context) => (isEditing(context) ? context.closeEdit() : context.startEdit()),
};

export const undoEdit: SelectionAction = {
  id: 'undo',
  label: () => 'Undo',
  icon: 'undo',
  isOffered: isEditing,
  whyNot: ({ edit }) => (edit.canUndo ? null : 'There is nothing to undo.'),
  run: ({ undo }) => undo(),
};

export const redoEdit: SelectionAction = {
  id: 'redo',
  label: () => 'Redo',
  icon: 'redo',
  isOffered: isEditing,
  whyNot: ({ edit }) => (edit.canRedo ? null : 'There is nothing to do again.'),
  run: ({ redo }) => redo(),
};

export const saveRows: SelectionAction = {
  id: 'save',
  label: () => 'Save',
  icon: 'check',
  isOffered: isEditing,
  whyNot: ({ edit, isSaving }) => {
    if (isSaving) return 'The rows are being saved.';
    return edit.changes === 0 ? 'Nothing is changed yet.' : null;
  },
  run: ({ save }) => save(),
};

export const deselect: SelectionAction = {
  id: 'deselect',
  label: () => 'Deselect',
  icon: 'close',
  isOffered: (context) => !isEditing(context),
  run: (context) => context.deselect(),
};

export const bulkEdit: SelectionAction = {
  id: 'bulk-edit',
  label: () => 'Bulk Edit',
  icon: 'edit',
  isOffered: ({ isSuper }) => !isSuper,
  whyNot: (context) => {
    const { grants, whyBusy } = context.bulk;
    if (!grants.has('bulk update')) return 'Your role cannot change many records at once.';
    return whyBusy ?? context.whyNotEditable ?? whyNotSelected(context);
  },
  run: ({ bulk }) => bulk.openEdit(),
};

export const bulkDownload: SelectionAction = {
  id: 'bulk-download',
  label: () => 'Bulk Download',
  icon: 'download',
  isOffered: ({ isSuper, download }) => !isSuper && download !== undefined,
  whyNot: (context) =>
    whyNotBulkDownload(context.bulk.grants, context.selected.size) ??
    whyNotAll(context) ??
    (context.download?.filesCount === 0
      ? 'None of the selected records has a Record File. Files in other fields are not downloaded together.'
      : null),
  run: ({ download }) => download?.run(),
};

const idsOf = ({ selected }: SelectionContext): readonly number[] => [...selected].map(Number);
const whyNotPrinted = (context: SelectionContext): string | null =>
  whyNotAll(context) ?? context.printing?.whyNot(context.selected.size) ?? null;

const printSelected: SelectionAction = {
  id: 'print',
  label: () => 'Print…',
  icon: 'print',
  isOffered: ({ printing }) => printing !== undefined,
  whyNot: whyNotPrinted,
  run: (context) => context.printing?.print(idsOf(context)),
};

const downloadSelectedPdf: SelectionAction = {
  id: 'download-pdf',
  label: () => 'Download PDF…',
  icon: 'file',
  isOffered: ({ printing }) => printing !== undefined,
  whyNot: whyNotPrinted,
  run: (context) => context.printing?.download(idsOf(context)),
};

const moveSelected: SelectionAction = {
  id: 'move-under',
  label: () => 'Move under…',
  icon: 'list',
  isOffered: ({ moveUnder, isSuper }) => moveUnder !== undefined && !isSuper,
  whyNot: (context) => whyNotAll(context) ?? whyNotSoMany(context.selected.size),
  run: (context) => context.moveUnder?.(idsOf(context)),
};

const mayDelete = ({ isSuper, bulk }: SelectionContext): boolean =>
  !isSuper && bulk.grants.has('soft delete');

export const deleteRecords: SelectionAction = {
  id: 'delete',
  label: () => 'Delete',
  icon: 'trash',
  isOffered: mayDelete,
  whyNot: (context) => {
    const { bulk } = context;
    if (bulk.enabledCount === 0 && !isAllSelected(context))
      return context.selected.size === 1
        ? 'The record is deleted already.'
        : 'All of the selected records are deleted already.';
    return bulk.whyBusy ?? whyNotSelected(context);
  },
  run: ({ bulk }) => bulk.deleteRecords(),
};

export const restoreRecords: SelectionAction = {
  id: 'restore',
  label: () => 'Restore',
  icon: 'restore',
  isOffered: (context) =>
    mayDelete(context) &&
    (isAllSelected(context) ? context.bulk.all?.hasDeleted === true : context.bulk.deletedCount > 0),
  whyNot: (context) => context.bulk.whyBusy ?? whyNotSelected(context),
  run: ({ bulk }) => bulk.restoreRecords(),
};

/** The Actions menu of the selection, in its order. */
export const bulkActions: readonly SelectionAction[] = [
  bulkEdit,
  bulkDownload,
  printSelected,
  downloadSelectedPdf,
  moveSelected,
  deleteRecords,
  restoreRecords,
];

/** Those that a phone offers for one record: the others are in its sheet, or among the actions of a row. */
export const actionsOfOne: readonly SelectionAction[] = [moveSelected, deleteRecords, restoreRecords];

export type RowActionContext = {
  readonly recordTypeId: number;
  readonly linkTo: (record: RecordRow) => string;
  readonly isSuper: boolean;
  readonly grants: ReadonlySet<MenuAction>;
  /** The address of a screen of the record; null without access. */
  readonly hrefOfPage: (record: RecordRow, route: RecordRoute) => string | null;
  readonly open: (href: string) => void;
  /** Opens the form of a new record with what the record holds. */
  readonly duplicate: (record: RecordRow) => void;
  readonly showHistory: (record: RecordRow) => void;
  readonly printing: RecordPrinting;
};

export type RowAction = {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  /** Without it the action is not there at all. */
  readonly isOffered?: (context: RowActionContext) => boolean;
  readonly whyNot?: (record: RecordRow, context: RowActionContext) => string | null;
  readonly run: (record: RecordRow, context: RowActionContext) => Promise<void> | void;
};

/** Specification 2: the screens of one record, each for whom it is there. */
const opens = (
  id: string,
  label: string,
  icon: IconName,
  route: RecordRoute,
  grant: MenuAction,
): RowAction => ({
  id,
  label,
  icon,
  isOffered: ({ grants }) => grants.has(grant),
  run: (record, { hrefOfPage, open }) => {
    const href = hrefOfPage(record, route);
    if (href !== null) open(href);
  },
});

const openDetails = opens(
  'details',
  'Record details view',
  'list',
  'record-details-viewer',
  'record viewer access',
);
const openFocus = opens('focus', 'Dynamic data focus view', 'eye', 'data-focus-view', 'data focus view');
const openDocument: RowAction = {
  ...opens('document', 'Open document viewer', 'file', 'accounting/doc-viewer', 'record viewer access'),
  whyNot: ({ recordFile }) => (recordFile ? null : 'No file is attached to this record.'),
};

const duplicateRecord: RowAction = {
  id: 'duplicate',
  label: 'Duplicate',
  icon: 'copy',
  isOffered: ({ isSuper }) => !isSuper,
  whyNot: (_, { grants }) =>
    grants.has('create records') ? null : 'Your role cannot create records of this type.',
  run: (record, { duplicate }) => duplicate(record),
};

const showHistory: RowAction = {
  id: 'history',
  label: 'History',
  icon: 'clock',
  run: (record, context) => context.showHistory(record),
};

const sayWhatIMay: RowAction = {
  id: 'may',
  label: 'What may I do?',
  icon: 'help',
  run: (record, { recordTypeId }) => askWhatIMay(recordTypeId, record),
};

const printRecord: RowAction = {
  id: 'print',
  label: 'Print…',
  icon: 'print',
  run: ({ id }, { printing }) => printing.print([id]),
};

const copyLink: RowAction = {
  id: 'copy-link',
  label: 'Copy record link',
  icon: 'link',
  run: async (record, { linkTo }) => {
    try {
      await navigator.clipboard.writeText(linkTo(record));
      snackbars.success('Record link copied to clipboard');
    } catch {
      snackbars.error('The browser did not allow the link to be copied.');
    }
  },
};

const downloadFile: RowAction = {
  id: 'download-file',
  label: 'Download attached file',
  icon: 'download',
  whyNot: ({ recordFile }) => (recordFile ? null : 'No file is attached to this record.'),
  run: async ({ recordFile }) => {
    if (!recordFile) return;
    try {
      const file = await getRecordFile(recordFile.id);
      startDownload(file.signedUrl, file.originalFileName);
    } catch (failure) {
      const isMissing = failure instanceof RequestFailure && failure.code === 'NOT_FOUND';
      snackbars.error(`Download failed: ${isMissing ? 'File not found' : toSentence(failure)}`);
    }
  },
};

export const rowActions: readonly RowAction[] = [
  copyLink,
  openDetails,
  openFocus,
  openDocument,
  duplicateRecord,
  showHistory,
  printRecord,
  downloadFile,
  sayWhatIMay,
];
