// A row renders when its record, its place or its snapshot in the store changes, and at no other time.
// The columns that are not pinned come in memoised chunks, so that scrolling sideways or moving the active
// cell touches one chunk of a row. Handlers sit on the grid, not here.
import { memo, type CSSProperties, type ReactElement, type ReactNode, type RefCallback } from 'react';
import type { RowId } from './grid-column.ts';
import type { GridStore, RowSnapshot } from './grid-store.ts';
import type { ColumnLayout, PlacedColumn } from './use-column-layout.ts';
import { useRowSnapshot } from './use-grid-store.ts';
import { columnsAChunk, type IndexWindow } from './use-windows.ts';

/** What all rows of one grid share; it keeps its identity while rows scroll. */
export interface RowSetting<Row> {
  gridId: string;
  store: GridStore;
  layout: ColumnLayout<Row>;
  rowId: (row: Row) => RowId;
  rowLabel: (row: Row) => string;
  rowTone: ((row: Row) => 'muted' | 'marked' | undefined) | undefined;
  isSelectable: boolean;
  isSelectionDisabled: boolean;
  /** Tells the grid which element its aria-activedescendant is. */
  activeCellRef: RefCallback<HTMLElement>;
}

interface GridRowProps<Row> {
  row: Row;
  /** Within the rows at hand. */
  index: number;
  ariaRowIndex: number;
  /** Pixels from the top of the body. */
  top: number;
  isOdd: boolean;
  chunks: IndexWindow;
  setting: RowSetting<Row>;
}

export const GridRow = memo(GridRowWhole) as typeof GridRowWhole;

function GridRowWhole<Row>({ row, index, ariaRowIndex, top, isOdd, chunks, setting }: GridRowProps<Row>) {
  const { layout, store, isSelectable, rowTone } = setting;
  const snapshot = useRowSnapshot(store, setting.rowId(row));
  const tone = rowTone?.(row);
  let className = isOdd ? 'rh-row rh-odd' : 'rh-row';
  if (snapshot.selected) className += ' rh-selected';
  if (snapshot.expanded) className += ' rh-expanded';
  if (tone) className += ` rh-${tone}`;
  return (
    <div
      role="row"
      aria-rowindex={ariaRowIndex}
      aria-selected={isSelectable ? snapshot.selected : undefined}
      data-row={index}
      className={className}
      style={{ top }}
    >
      {layout.left.map((column) => cellOf(column, row, index, snapshot, setting))}
      {centerOf(row, index, snapshot, chunks, setting)}
      {layout.right.map((column) => cellOf(column, row, index, snapshot, setting))}
    </div>
  );
}

/** The chunks of the window and, wherever it is, the chunk of the active cell: focus and editors survive scrolling. */
function centerOf<Row>(
  row: Row,
  index: number,
  snapshot: RowSnapshot,
  chunks: IndexWindow,
  setting: RowSetting<Row>,
) {
  const { center } = setting.layout;
  const activeAt =
    snapshot.activeColumn === null ? -1 : center.findIndex(({ id }) => id === snapshot.activeColumn);
  const activeChunk = activeAt < 0 ? -1 : Math.floor(activeAt / columnsAChunk);
  const shown: ReactElement[] = [];
  let reached = 0;
  function show(chunk: number) {
    const first = center[chunk * columnsAChunk]!;
    const last = center[Math.min(center.length, (chunk + 1) * columnsAChunk) - 1]!;
    if (first.start > reached) shown.push(spacer(`before ${chunk}`, first.start - reached));
    shown.push(
      <Chunk
        key={chunk}
        chunk={chunk}
        row={row}
        index={index}
        snapshot={chunk === activeChunk ? snapshot : quiet}
        setting={setting}
      />,
    );
    reached = last.start + last.width;
  }
  if (activeChunk >= 0 && activeChunk < chunks.first) show(activeChunk);
  for (let chunk = chunks.first; chunk <= chunks.last; chunk += 1) show(chunk);
  if (activeChunk > chunks.last) show(activeChunk);
  return shown;
}

/** Outside its chunk nothing of the snapshot shows in a cell that is not pinned. */
const quiet: RowSnapshot = { selected: false, expanded: false, activeColumn: null };

export function spacer(key: string, width: number): ReactElement {
  const style: CSSProperties = { width };
  return <div key={key} aria-hidden="true" className="rh-spacer" style={style} />;
}

interface ChunkProps<Row> {
  chunk: number;
  row: Row;
  index: number;
  snapshot: RowSnapshot;
  setting: RowSetting<Row>;
}

const Chunk = memo(ChunkWhole) as typeof ChunkWhole;

function ChunkWhole<Row>({ chunk, row, index, snapshot, setting }: ChunkProps<Row>): ReactNode {
  const from = chunk * columnsAChunk;
  return setting.layout.center
    .slice(from, from + columnsAChunk)
    .map((column) => cellOf(column, row, index, snapshot, setting));
}

function cellOf<Row>(
  placed: PlacedColumn<Row>,
  row: Row,
  index: number,
  snapshot: RowSnapshot,
  setting: RowSetting<Row>,
): ReactElement {
  const isActive = snapshot.activeColumn === placed.id;
  return (
    <div
      key={placed.id}
      role="gridcell"
      aria-colindex={placed.index + 1}
      id={isActive ? `${setting.gridId}-${index}-${placed.index}` : undefined}
      ref={isActive ? setting.activeCellRef : undefined}
      className={isActive ? placed.activeClassName : placed.className}
      style={placed.style}
    >
      {contentOf(placed, row, snapshot, setting)}
    </div>
  );
}

function contentOf<Row>(
  { control, column }: PlacedColumn<Row>,
  row: Row,
  snapshot: RowSnapshot,
  setting: RowSetting<Row>,
): ReactNode {
  if (column) return column.render ? column.render(row) : column.text(row);
  switch (control) {
    case 'select':
      return (
        <input
          type="checkbox"
          className="rh-checkbox"
          tabIndex={-1}
          aria-label={`Select ${setting.rowLabel(row)}`}
          checked={snapshot.selected}
          disabled={setting.isSelectionDisabled}
          onChange={doNothing}
        />
      );
    case 'expand':
      return (
        <button
          type="button"
          className="rh-expander"
          tabIndex={-1}
          aria-expanded={snapshot.expanded}
          aria-label={`Details of ${setting.rowLabel(row)}`}
        />
      );
    case 'actions':
      return (
        <button
          type="button"
          className="rh-kebab"
          tabIndex={-1}
          aria-haspopup="menu"
          aria-label={`Actions for ${setting.rowLabel(row)}`}
        />
      );
    default:
      return null;
  }
}

/** The grid listens for the click; React only wants to know that the box is not read-only. */
function doNothing() {}
