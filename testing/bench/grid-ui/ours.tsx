import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import '@fontsource/poppins/400.css';
import '@fontsource/poppins/500.css';
import '@fontsource/poppins/600.css';
import '@fontsource/inter/400.css';
import '../../../client/ui/theme.css';
import type { GridColumn } from '../../../client/ui/grid/grid-column.ts';
import type { GridMenuItem } from '../../../client/ui/grid/grid-menu.tsx';
import { GridMessage } from '../../../client/ui/grid/grid-message.tsx';
import type { GridSort } from '../../../client/ui/grid/grid-sort.ts';
import { createGridStore } from '../../../client/ui/grid/grid-store.ts';
import { Grid, type GridDensity, type GridStatus } from '../../../client/ui/grid/grid.tsx';
import { createRowEdit } from './row-edit.ts';
import { sampleColumns, sampleRows, statuses, type SampleColumn, type SampleRow } from './sample.ts';
import './page.ts';
import './page.css';

const store = createGridStore();
const rowEdit = createRowEdit(store, sampleColumns(60));
const asked = new URLSearchParams(location.search);

interface Shown {
  rows: readonly SampleRow[];
  columns: readonly GridColumn<SampleRow>[];
  status: GridStatus;
  density: GridDensity;
  view: number;
}

let change: (next: Partial<Shown>) => void;
let rowsRendered = 0;
let shown: Shown = {
  rows: [],
  columns: describe(sampleColumns(60)),
  status: (asked.get('status') as GridStatus | null) ?? 'first',
  density: 1,
  view: 0,
};

function describe(columns: readonly SampleColumn[]): GridColumn<SampleRow>[] {
  return columns.map((column) => ({
    id: column.id,
    header: column.header,
    width: column.width,
    kind: column.kind === 'number' || column.kind === 'date' ? column.kind : 'text',
    pin: column.kind === 'link' ? 'left' : undefined,
    text: (row) => row[column.id]!,
    render:
      column.kind === 'link'
        ? renderLink
        : column.kind === 'chip'
          ? (row) => renderChip(row[column.id]!)
          : undefined,
    edit: rowEdit.columnEdits.get(column.id),
  }));
}

function renderLink(row: SampleRow) {
  rowsRendered += 1;
  return (
    <a href={`#${row.id}`} tabIndex={-1}>
      {row.number}
    </a>
  );
}

function renderChip(status: string) {
  return <span className={`chip chip-${statuses.indexOf(status)}`}>{status}</span>;
}

const rowId = (row: SampleRow) => Number(row.id.slice(1));
const rowLabel = (row: SampleRow) => row.number!;
const rowMenu = (row: SampleRow): GridMenuItem[] => [
  { id: 'open', label: 'Record details view', onSelect: () => store.announce(`Opened ${row.number}`) },
  { id: 'copy', label: 'Copy record link', onSelect: () => store.announce('Copied') },
  {
    id: 'file',
    label: 'Download attached file',
    disabledReason: 'This record has no file.',
    onSelect: () => undefined,
  },
];
const renderDetail = (row: SampleRow) => (
  <div style={{ padding: 24 }}>
    <strong>Line items of {row.number}</strong>
    <p>
      <button type="button">Add Line Item</button>
    </p>
  </div>
);

function Page() {
  const [state, setState] = useState(shown);
  const [sort, setSort] = useState<GridSort[]>([{ column: 'ordered', direction: 'desc' }]);
  change = (next) => {
    shown = { ...shown, ...next };
    setState(shown);
  };
  const selectionMenu: GridMenuItem[] = [
    {
      id: 'page',
      label: `Select records in page: ${state.rows.length}`,
      onSelect: () => store.setSelection(state.rows.map(rowId)),
    },
    { id: 'none', label: 'Deselect all', onSelect: () => store.setSelection([]) },
  ];
  return (
    <Grid
      label="Purchase orders"
      store={store}
      columns={state.columns}
      rows={state.rows}
      rowId={rowId}
      rowLabel={rowLabel}
      totalRows={state.rows.length}
      firstRowIndex={0}
      viewKey={String(state.view)}
      status={state.status}
      density={state.density}
      sort={sort}
      onSort={setSort}
      selectionMenu={selectionMenu}
      rowMenu={rowMenu}
      editing={rowEdit.editing}
      renderDetail={renderDetail}
      emptyState={
        <GridMessage title="No orders match" action={{ label: 'Clear filters', onSelect: () => undefined }}>
          Try another filter, or clear them all.
        </GridMessage>
      }
      failedState={
        <GridMessage
          title="The orders could not be loaded"
          action={{ label: 'Retry', onSelect: () => undefined }}
        />
      }
    />
  );
}

const root = createRoot(document.getElementById('grid')!);
flushSync(() => root.render(<Page />));

globalThis.benchPage = {
  prepare(rows, columns, seed) {
    const sample = sampleColumns(columns);
    const next: Partial<Shown> = {
      rows: sampleRows(rows, sample, seed),
      columns: columns === shown.columns.length ? shown.columns : describe(sample),
      status: 'ready',
      view: seed,
    };
    return () => change(next);
  },
  clear: () => change({ rows: [], status: 'first' }),
  scroller: () => document.querySelector<HTMLElement>('[role=grid]')!,
  setDensity: (density) => change({ density }),
  selectAll: (isSelected) => store.setSelection(isSelected ? shown.rows.map(rowId) : []),
  expand: (index) => store.setExpanded(index === null ? null : rowId(shown.rows[index]!)),
  edit: (count) => rowEdit.begin(shown.rows.slice(0, count)),
  paste(rows, columns) {
    store.setActive({ row: rowId(shown.rows[0]!), column: shown.columns[0]!.id });
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', rowEdit.table(rows, columns));
    const grid = document.querySelector<HTMLElement>('[role=grid]')!;
    grid.focus({ preventScroll: true });
    return () => grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  },
  rowsRendered: () => rowsRendered,
};

if (asked.has('rows')) {
  globalThis.benchPage.prepare(Number(asked.get('rows')), Number(asked.get('columns') ?? 60), 0)();
}
