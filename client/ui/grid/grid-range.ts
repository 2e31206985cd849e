// The rectangle of cells that shift and the mouse mark. It reaches from its anchor to the active cell.
import { activate, activePosition, type GridScene } from './grid-scene.ts';
import type { CellRange } from './grid-store.ts';
import { headerRow, type GridPosition } from './move.ts';
import type { PlacedColumn } from './use-column-layout.ts';

export interface Rectangle {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}

/** The marked rectangle, or the active cell alone; undefined in the header and in the grid's own columns. */
export function rectangleOf<Row>(scene: GridScene<Row>): Rectangle | undefined {
  const active = activePosition(scene);
  if (!active || active.row === headerRow) return undefined;
  const anchor = anchorOf(scene) ?? active;
  const rectangle = between(anchor, active);
  return columnsIn(scene, rectangle).length > 0 ? rectangle : undefined;
}

function anchorOf<Row>({ store, indexById, layout }: GridScene<Row>): GridPosition | undefined {
  const range = store.getRange();
  const row = range ? indexById.get(range.anchor.row) : undefined;
  if (!range || row === undefined) return undefined;
  const column = layout.all.findIndex(({ id }) => id === range.anchor.column);
  return column < 0 ? undefined : { row, column };
}

const between = (one: GridPosition, other: GridPosition): Rectangle => ({
  firstRow: Math.min(one.row, other.row),
  lastRow: Math.max(one.row, other.row),
  firstColumn: Math.min(one.column, other.column),
  lastColumn: Math.max(one.column, other.column),
});

/** Those that hold values: the grid's own columns are passed over. */
export const columnsIn = <Row>(
  { layout }: GridScene<Row>,
  { firstColumn, lastColumn }: Rectangle,
): (PlacedColumn<Row> & { column: NonNullable<PlacedColumn<Row>['column']> })[] =>
  layout.all
    .slice(firstColumn, lastColumn + 1)
    .filter((placed): placed is typeof placed & { column: NonNullable<typeof placed.column> } =>
      Boolean(placed.column),
    );

export const hasManyCells = ({ firstRow, lastRow, firstColumn, lastColumn }: Rectangle): boolean =>
  lastRow > firstRow || lastColumn > firstColumn;

/** Makes the cell the end of the range; its other end is the anchor, or the cell that was active. */
export function extendTo<Row>(scene: GridScene<Row>, to: GridPosition) {
  const from = anchorOf(scene) ?? activePosition(scene);
  if (!from || from.row === headerRow || to.row === headerRow) return;
  const rectangle = between(from, to);
  const range: CellRange = {
    anchor: { row: scene.ids[from.row]!, column: scene.layout.all[from.column]!.id },
    rows: new Set(scene.ids.slice(rectangle.firstRow, rectangle.lastRow + 1)),
    columns: new Set(columnsIn(scene, rectangle).map(({ id }) => id)),
  };
  activate(scene, to);
  scene.store.setRange(range);
  const { rows, columns } = range;
  scene.store.announce(
    `${rows.size} ${rows.size === 1 ? 'row' : 'rows'}, ${columns.size} ${columns.size === 1 ? 'column' : 'columns'} marked`,
  );
}
