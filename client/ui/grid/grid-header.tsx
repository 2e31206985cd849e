// The header is the first row of the grid: same layout, same column window, always in view.
import { memo, type ReactElement, type RefCallback } from 'react';
import type { GridSort } from './grid-sort.ts';
import type { GridStore } from './grid-store.ts';
import { spacer } from './grid-row.tsx';
import type { ColumnLayout, PlacedColumn } from './use-column-layout.ts';
import { useActiveHeader, useSelection } from './use-grid-store.ts';
import { columnsAChunk, type IndexWindow } from './use-windows.ts';

interface GridHeaderProps<Row> {
  gridId: string;
  store: GridStore;
  layout: ColumnLayout<Row>;
  chunks: IndexWindow;
  sort: readonly GridSort[];
  canSort: boolean;
  rowsAtHand: number;
  isSelectionDisabled: boolean;
  activeCellRef: RefCallback<HTMLElement>;
}

export const GridHeader = memo(GridHeaderWhole) as typeof GridHeaderWhole;

function GridHeaderWhole<Row>(props: GridHeaderProps<Row>) {
  const { layout, chunks, store } = props;
  const activeColumn = useActiveHeader(store);
  const { center } = layout;
  const activeAt = activeColumn === null ? -1 : center.findIndex(({ id }) => id === activeColumn);
  const cell = (column: PlacedColumn<Row>) => (
    <HeaderCell key={column.id} placed={column} isActive={column.id === activeColumn} header={props} />
  );

  const shown: ReactElement[] = [];
  let reached = 0;
  function show(column: PlacedColumn<Row>) {
    if (column.start > reached) shown.push(spacer(`before ${column.id}`, column.start - reached));
    shown.push(cell(column));
    reached = column.start + column.width;
  }
  const first = chunks.first * columnsAChunk;
  const last = Math.min(center.length, (chunks.last + 1) * columnsAChunk) - 1;
  if (activeAt >= 0 && activeAt < first) show(center[activeAt]!);
  for (let at = first; at <= last; at += 1) show(center[at]!);
  if (activeAt > last) show(center[activeAt]!);

  return (
    <div role="row" aria-rowindex={1} className="rh-header">
      {layout.left.map(cell)}
      {shown}
      {layout.right.map(cell)}
    </div>
  );
}

interface HeaderCellProps<Row> {
  placed: PlacedColumn<Row>;
  isActive: boolean;
  header: GridHeaderProps<Row>;
}

function HeaderCell<Row>({ placed, isActive, header }: HeaderCellProps<Row>) {
  const { column } = placed;
  const place = header.sort.findIndex((item) => item.column === placed.id);
  const sorted = header.sort[place];
  const isOneOfSeveral = sorted !== undefined && header.sort.length > 1;
  return (
    <div
      role="columnheader"
      aria-colindex={placed.index + 1}
      aria-sort={sorted ? (sorted.direction === 'asc' ? 'ascending' : 'descending') : undefined}
      id={isActive ? `${header.gridId}-header-${placed.index}` : undefined}
      ref={isActive ? header.activeCellRef : undefined}
      data-column={placed.index}
      className={isActive ? `${placed.headerClassName} rh-active` : placed.headerClassName}
      style={placed.style}
    >
      {column ? (
        <>
          {placed.pinned && <PinMark />}
          {header.canSort && column.sortable !== false ? (
            <button type="button" tabIndex={-1} className="rh-header-text" data-sort="">
              {column.header}
            </button>
          ) : (
            <span className="rh-header-text">
              {column.header}
              {column.isRequired && <span className="rh-required"> *</span>}
            </span>
          )}
          {column.unit !== undefined && <span className="rh-header-unit">{column.unit}</span>}
          {sorted && <SortMark direction={sorted.direction} />}
          {sorted && isOneOfSeveral && (
            <span className="rh-sort-place">
              <span className="rh-unseen">, sort key </span>
              {place + 1}
            </span>
          )}
          <span aria-hidden="true" className="rh-resizer" data-resize="" />
        </>
      ) : (
        <ControlHeader placed={placed} header={header} />
      )}
    </div>
  );
}

function ControlHeader<Row>({ placed, header }: { placed: PlacedColumn<Row>; header: GridHeaderProps<Row> }) {
  if (placed.control === 'select') return <SelectionControl {...header} />;
  return <span className="rh-unseen">{placed.control === 'expand' ? 'Details' : 'Actions'}</span>;
}

function SelectionControl<Row>({ store, rowsAtHand, isSelectionDisabled }: GridHeaderProps<Row>) {
  const { size } = useSelection(store);
  const state = size === 0 ? 'none' : size < rowsAtHand ? 'some' : 'all';
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`rh-selection-control rh-selection-${state}`}
      aria-haspopup="menu"
      aria-label={`Selection: ${size} selected`}
      disabled={isSelectionDisabled}
      data-selection-menu=""
    />
  );
}

function PinMark() {
  return (
    <svg aria-hidden="true" className="rh-mark" width="12" height="12" viewBox="0 0 12 12">
      <path
        d="M4 1.5h4M4.6 1.5v3.2L3 7h6L7.4 4.7V1.5M6 7v3.8"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

function SortMark({ direction }: { direction: 'asc' | 'desc' }) {
  return (
    <svg aria-hidden="true" className="rh-mark" width="12" height="12" viewBox="0 0 12 12">
      <path
        d={direction === 'desc' ? 'M6 1.5v9M2.8 7.3 6 10.5l3.2-3.2' : 'M6 10.5v-9M2.8 4.7 6 1.5l3.2 3.2'}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
