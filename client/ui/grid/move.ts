// The keyboard of the grid (W3C APG grid pattern) as arithmetic on positions: it knows no element.
// Row -1 is the header. Moves stop at the edges; none wraps.

export interface GridPosition {
  row: number;
  column: number;
}

export interface GridExtent {
  rows: number;
  columns: number;
  /** How many rows PageUp and PageDown pass. */
  rowsInView: number;
}

export interface GridKey {
  key: string;
  ctrlKey?: boolean;
}

export const headerRow = -1;

/** The position after the key, or undefined for a key that does not move. */
export function move(
  from: GridPosition,
  { key, ctrlKey = false }: GridKey,
  extent: GridExtent,
): GridPosition | undefined {
  const last = { row: extent.rows - 1, column: extent.columns - 1 };
  const at = (row: number, column: number): GridPosition => ({
    row: Math.max(headerRow, Math.min(row, last.row)),
    column: Math.max(0, Math.min(column, last.column)),
  });
  // Pages and edges are those of the rows: only an arrow leads into the header.
  const firstRow = Math.min(0, last.row);
  switch (key) {
    case 'ArrowUp':
      return at(ctrlKey ? firstRow : from.row - 1, from.column);
    case 'ArrowDown':
      return at(ctrlKey ? last.row : from.row + 1, from.column);
    case 'ArrowLeft':
      return at(from.row, ctrlKey ? 0 : from.column - 1);
    case 'ArrowRight':
      return at(from.row, ctrlKey ? last.column : from.column + 1);
    case 'Home':
      return ctrlKey ? at(firstRow, 0) : at(from.row, 0);
    case 'End':
      return ctrlKey ? at(last.row, last.column) : at(from.row, last.column);
    case 'PageUp':
      return at(Math.max(firstRow, from.row - extent.rowsInView), from.column);
    case 'PageDown':
      return at(Math.max(0, from.row) + extent.rowsInView, from.column);
    default:
      return undefined;
  }
}
