// What can be done with the grid as a whole and with one row: one object an action, read by the toolbar, the menu
// of a narrow screen, the row menu and the keyboard alike. A disabled action says why before the click.
import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import { request } from '../../platform/graphql/request.ts';
import { startDownload } from '../../platform/download.ts';
import { RequestFailure, toSentence } from '../../platform/request-failure.ts';
import type { IconName } from '../../ui/icons.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import { getRecordFile } from './api.ts';
import { defaultSort, type GridView } from './grid-view.ts';
import type { RecordRow } from './record-row.ts';
import type { ChangeView } from './use-grid-view.ts';

export type GridActionContext = {
  readonly view: GridView;
  readonly change: ChangeView;
  readonly grants: ReadonlySet<MenuAction>;
  readonly isSuper: boolean;
  readonly isExporting: boolean;
  readonly openNewRecord: () => void;
  readonly exportRecords: () => void;
  readonly refresh: () => void;
  readonly focusSearch: () => void;
  readonly showKeys: () => void;
};

export type GridAction = {
  readonly id: string;
  readonly label: (context: GridActionContext) => string;
  readonly icon: IconName | ((context: GridActionContext) => IconName);
  /** Without it the action is not there at all. */
  readonly isOffered?: (context: GridActionContext) => boolean;
  /** The sentence that says why it cannot be done now, or null. */
  readonly whyNot?: (context: GridActionContext) => string | null;
  readonly isOn?: (context: GridActionContext) => boolean;
  readonly key?: string;
  readonly run: (context: GridActionContext) => void;
};

const isFiltered = ({ view }: GridActionContext) =>
  view.filters.length > 0 || view.search !== '' || view.recordId !== null;

export const newRecord: GridAction = {
  id: 'new-record',
  label: () => 'New Record',
  icon: 'plus',
  isOffered: ({ isSuper }) => !isSuper,
  whyNot: ({ grants }) =>
    grants.has('create records') ? null : 'Your role cannot create records of this type.',
  run: ({ openNewRecord }) => openNewRecord(),
};

export const findInRecords: GridAction = {
  id: 'find',
  label: () => 'Find',
  icon: 'search',
  key: '/',
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
  whyNot: ({ view: { sort } }) =>
    sort.column === defaultSort.column && sort.direction === defaultSort.direction
      ? 'The newest records are first already.'
      : null,
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

export const exportCsv: GridAction = {
  id: 'export',
  label: () => 'Export CSV',
  icon: 'download',
  whyNot: ({ isExporting, view }) => {
    if (view.recordId !== null) return 'One linked record is shown. Show all records to export them.';
    return isExporting ? 'The export is being prepared.' : null;
  },
  run: ({ exportRecords }) => exportRecords(),
};

export const refreshGrid: GridAction = {
  id: 'refresh',
  label: () => 'Refresh Grid',
  icon: 'refresh',
  run: ({ refresh }) => refresh(),
};

export const showKeys: GridAction = {
  id: 'keys',
  label: () => 'Keyboard shortcuts',
  icon: 'keyboard',
  key: '?',
  run: (context) => context.showKeys(),
};

/** Those of the toolbar's right side, in order. */
export const toolActions: readonly GridAction[] = [
  toggleDeleted,
  restoreSort,
  exportCsv,
  refreshGrid,
  showKeys,
];

export const keyActions: readonly GridAction[] = [findInRecords, showKeys];

export type RowActionContext = { readonly linkTo: (record: RecordRow) => string };

export type RowAction = {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly whyNot?: (record: RecordRow) => string | null;
  readonly run: (record: RecordRow, context: RowActionContext) => Promise<void>;
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
      const file = (await request(getRecordFile, { recordFileId: recordFile.id })).getMyRecordFileById;
      startDownload(file.signedUrl, file.originalFileName);
    } catch (failure) {
      const isMissing = failure instanceof RequestFailure && failure.code === 'NOT_FOUND';
      snackbars.error(`Download failed: ${isMissing ? 'File not found' : toSentence(failure)}`);
    }
  },
};

export const rowActions: readonly RowAction[] = [copyLink, downloadFile];
