// What the grid does to cells: open an editor and close it, paste, fill and clear. What a cell may hold is the page's.
import type { CellWrite, EditorExit, RowId, WriteKind } from './grid-column.ts';
import { columnsIn, hasManyCells, rectangleOf, type Rectangle } from './grid-range.ts';
import { activate, headAt, reveal, type GridScene } from './grid-scene.ts';
import { headerRow, type GridPosition } from './move.ts';
import { readTsv } from './tsv.ts';
import type { PlacedColumn } from './use-column-layout.ts';

/** Opens the cell's editor, or turns its value over; false when the cell is none that is edited. */
export function openCell<Row>(scene: GridScene<Row>, position: GridPosition, typed: string): boolean {
  const { editing, store, ids } = scene;
  const placed = scene.layout.all[position.column];
  if (!editing || !placed?.column || position.row === headerRow) return false;
  const { edit, header, whyReadOnly } = placed.column;
  if (!edit) {
    store.announce(whyReadOnly ?? `${header} is read-only.`);
    return false;
  }
  const row = ids[position.row]!;
  if (!store.getEdits().has(row) && !editing.begin([row])) return true;
  const whyLocked = lockOf(scene, row, placed.id);
  if (whyLocked !== undefined) {
    activate(scene, position);
    store.announce(whyLocked);
    return false;
  }
  if (edit.toggle) {
    activate(scene, position);
    store.setRange(null);
    const value = edit.toggle(valueAt(scene, position));
    write(scene, [{ row, column: placed.id, text: '', value }], 'type');
  } else mountEditor(scene, position, typed);
  return true;
}

/** Also for a box, when somebody comes to it by Tab: it is not turned over by being passed. */
function mountEditor<Row>(scene: GridScene<Row>, position: GridPosition, typed: string) {
  activate(scene, position);
  scene.store.setRange(null);
  reveal(scene, position);
  const column = scene.layout.all[position.column]!.id;
  scene.store.setOpen({ row: scene.ids[position.row]!, column, typed });
}

/** The value of a cell as it stands in the draft, or in the row. */
export function valueAt<Row>(scene: GridScene<Row>, { row, column }: GridPosition): string {
  const placed = scene.layout.all[column]!;
  const draft = scene.store.getEdits().get(scene.ids[row]!)?.values.get(placed.id);
  return draft ?? placed.column?.edit?.value(scene.rows[row]!) ?? '';
}

/** What a cell shows as text, its draft before its value. */
export function textAt<Row>(scene: GridScene<Row>, { row, column }: GridPosition): string {
  const placed = scene.layout.all[column];
  if (!placed?.column) return '';
  if (row === headerRow) return placed.column.header;
  const head = headAt(scene, row);
  if (head) return head.text(placed.id);
  const draft = scene.store.getEdits().get(scene.ids[row]!)?.values.get(placed.id);
  if (draft !== undefined && placed.column.edit) return placed.column.edit.text(draft);
  const follows = scene.store.getEdits().get(scene.ids[row]!)?.computed?.get(placed.id);
  if (follows !== undefined && placed.column.computed) return placed.column.computed(follows);
  return placed.column.text(scene.rows[row]!);
}

export function closeCell<Row>(
  scene: GridScene<Row>,
  row: RowId,
  column: string,
  value: string | undefined,
  exit: EditorExit,
) {
  scene.store.setOpen(null);
  if (value !== undefined) keepValue(scene, row, column, value);
  if (exit === 'away') return;
  scene.root.current?.focus({ preventScroll: true });
  const from = { row: scene.indexById.get(row) ?? -1, column: indexOf(scene, column) };
  if (exit === 'stay' || from.row < 0 || from.column < 0) return;
  if (exit === 'next' || exit === 'previous') {
    const next = nextEditable(scene, from, exit === 'next' ? 1 : -1);
    if (next) mountEditor(scene, next, '');
    return;
  }
  const to = from.row + (exit === 'down' ? 1 : -1);
  if (to < 0 || to >= scene.ids.length) return;
  activate(scene, { row: to, column: from.column });
  reveal(scene, { row: to, column: from.column });
}

export function keepValue<Row>(scene: GridScene<Row>, row: RowId, column: string, value: string) {
  const position = { row: scene.indexById.get(row) ?? -1, column: indexOf(scene, column) };
  if (position.row < 0 || position.column < 0 || valueAt(scene, position) === value) return;
  write(scene, [{ row, column, text: '', value }], 'type');
}

const indexOf = <Row>({ layout }: GridScene<Row>, column: string): number =>
  layout.all.findIndex(({ id }) => id === column);

const isEditable = <Row>({ column }: PlacedColumn<Row>): boolean => column?.edit !== undefined;

/** Why nothing is written into the cell of a row in row edit though its column is edited. */
const lockOf = <Row>({ store }: GridScene<Row>, row: RowId, column: string): string | undefined =>
  store.getEdits().get(row)?.locked?.get(column);

/** In the order of reading, from row to row of those in row edit. */
function nextEditable<Row>(
  scene: GridScene<Row>,
  from: GridPosition,
  step: 1 | -1,
): GridPosition | undefined {
  const { all } = scene.layout;
  const edits = scene.store.getEdits();
  let { row, column } = from;
  while (row >= 0 && row < scene.ids.length) {
    for (column += step; column >= 0 && column < all.length; column += step)
      if (isEditable(all[column]!) && lockOf(scene, scene.ids[row]!, all[column]!.id) === undefined)
        return { row, column };
    do row += step;
    while (row >= 0 && row < scene.ids.length && !edits.has(scene.ids[row]!));
    column = step === 1 ? -1 : all.length;
  }
  return undefined;
}

function write<Row>(
  { editing }: GridScene<Row>,
  writes: readonly CellWrite[],
  kind: WriteKind,
  leftOut?: number,
) {
  if (writes.length > 0) void editing?.write(writes, kind, leftOut);
}

const wouldWrite = <Row>(scene: GridScene<Row>): Rectangle | undefined =>
  scene.editing ? rectangleOf(scene) : undefined;

export function clearCells<Row>(scene: GridScene<Row>): boolean {
  const rectangle = wouldWrite(scene);
  if (!rectangle) return false;
  write(
    scene,
    cellsOf(scene, rectangle).map(({ row, column }) => ({ row, column, text: '', value: '' })),
    'clear',
  );
  return true;
}

function cellsOf<Row>(scene: GridScene<Row>, rectangle: Rectangle) {
  const columns = columnsIn(scene, rectangle);
  return scene.ids.slice(rectangle.firstRow, rectangle.lastRow + 1).flatMap((row, at) =>
    headAt(scene, rectangle.firstRow + at)
      ? []
      : columns.map(({ id, index }) => ({
          row,
          column: id,
          at: { row: rectangle.firstRow + at, column: index },
        })),
  );
}

/** The first row (or column) of the range over the rest of it; of one cell, what stands above (or left of) it. */
export function fill<Row>(scene: GridScene<Row>, direction: 'down' | 'right'): boolean {
  const rectangle = wouldWrite(scene);
  if (!rectangle) return false;
  const isDown = direction === 'down';
  const isOne = isDown
    ? rectangle.firstRow === rectangle.lastRow
    : rectangle.firstColumn === rectangle.lastColumn;
  const whole = isOne
    ? {
        ...rectangle,
        firstRow: rectangle.firstRow - (isDown ? 1 : 0),
        firstColumn: rectangle.firstColumn - (isDown ? 0 : 1),
      }
    : rectangle;
  if (whole.firstRow < 0 || !scene.layout.all[whole.firstColumn]?.column) return hasManyCells(rectangle);
  if (isDown && headAt(scene, whole.firstRow)) return true;
  const writes = cellsOf(scene, whole).flatMap(({ row, column, at }): CellWrite[] => {
    const source = isDown
      ? { row: whole.firstRow, column: at.column }
      : { row: at.row, column: whole.firstColumn };
    if (source.row === at.row && source.column === at.column) return [];
    const isSameColumn = source.column === at.column && isEditable(scene.layout.all[at.column]!);
    return [
      {
        row,
        column,
        text: textAt(scene, source),
        ...(isSameColumn && { value: valueAt(scene, source) }),
      },
    ];
  });
  write(scene, writes, 'fill');
  return true;
}

/**
 * A table of texts over the range, as spreadsheets do it: one value fills the whole range, a range that is a multiple
 * of the table takes it several times, and any other takes it once, from its first cell.
 */
export function pasteText<Row>(scene: GridScene<Row>, text: string): boolean {
  const rectangle = wouldWrite(scene);
  if (!rectangle || text === '') return false;
  const table = readTsv(text);
  const height = table.length;
  const width = Math.max(...table.map((cells) => cells.length));
  // What is pasted goes on behind a row that stands for others.
  const isRow = (_: RowId, at: number) => !headAt(scene, rectangle.firstRow + at);
  const below = scene.ids.slice(rectangle.firstRow);
  const markedRows = below.slice(0, rectangle.lastRow - rectangle.firstRow + 1).filter(isRow);
  const marked = { height: markedRows.length, columns: columnsIn(scene, rectangle) };
  const repeats = marked.height % height === 0 && marked.columns.length % width === 0;
  const all = columnsIn(scene, { ...rectangle, lastColumn: scene.layout.all.length });
  const rowCount = repeats ? marked.height : height;
  const columnCount = repeats ? marked.columns.length : width;
  const rows = below.filter(isRow).slice(0, rowCount);
  const columns = all.slice(0, columnCount);
  const writes = rows.flatMap((row, rowAt) =>
    columns.map(({ id }, columnAt): CellWrite => ({
      row,
      column: id,
      text: table[rowAt % height]![columnAt % width] ?? '',
    })),
  );
  write(scene, writes, 'paste', rowCount * columnCount - writes.length);
  return true;
}
