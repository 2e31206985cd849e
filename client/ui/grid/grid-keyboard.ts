// The grid is one tab stop: the focus stays on the grid element and aria-activedescendant names the active cell.
// That element never unmounts, so no scrolling, paging or column window can lose the focus; a roving tabindex
// would sit on cells that windows remove. Enter and F2 move the real focus into a cell's content, Escape back.
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { largestColumnWidth, withMoved, withWidth } from './column-changes.ts';
import {
  activate,
  activePosition,
  announceSelection,
  elementOf,
  isSortable,
  openRowMenu,
  openSelectionMenu,
  ordinaryIds,
  reveal,
  toggleSelection,
  type GridScene,
} from './grid-scene.ts';
import { clearCells, fill, openCell, pasteText, textAt } from './grid-editing.ts';
import { columnsIn, extendTo, hasManyCells, rectangleOf } from './grid-range.ts';
import { nextSort, nextSortBeside, saySort } from './grid-sort.ts';
import { onHeadKey, onTreeKey, screenKeys } from './grid-tree.ts';
import { headerRow, move, type GridPosition } from './move.ts';
import { toHtmlTable, toTsv } from './tsv.ts';
import type { PlacedColumn } from './use-column-layout.ts';
import { headerHeight } from './use-windows.ts';

const widthStep = 16;
export const interactiveSelector = 'a[href], button, input, select, textarea, [data-interactive]';

export function onGridKeyDown<Row>(scene: GridScene<Row>, event: KeyboardEvent<HTMLDivElement>) {
  const root = scene.root.current!;
  if (event.target !== root) {
    if (root.contains(event.target as Node)) onContentKeyDown(root, event);
    return;
  }
  const position = activePosition(scene);
  if (!position || event.metaKey) return;
  const isHandled =
    position.row === headerRow
      ? onHeaderKey(scene, scene.layout.all[position.column]!, event)
      : onRowKey(scene, position, event);
  if (isHandled || (!event.altKey && onMoveKey(scene, position, event))) event.preventDefault();
}

function onMoveKey<Row>(scene: GridScene<Row>, position: GridPosition, event: KeyboardEvent): boolean {
  const view = scene.root.current!.clientHeight - headerHeight;
  const next = move(position, event, {
    rows: scene.rows.length,
    columns: scene.layout.all.length,
    rowsInView: Math.max(1, Math.floor(view / scene.rowHeight) - 1),
  });
  if (!next) return false;
  if (event.shiftKey && position.row !== headerRow && next.row !== headerRow) extendTo(scene, next);
  else {
    scene.store.setRange(null);
    activate(scene, next);
  }
  reveal(scene, next);
  return true;
}

function onHeaderKey<Row>(scene: GridScene<Row>, placed: PlacedColumn<Row>, event: KeyboardEvent): boolean {
  const { key, altKey, shiftKey } = event;
  if (key === 'Enter' || key === ' ') {
    if (placed.control === 'select') {
      openSelectionMenu(
        scene,
        elementOf(scene, { row: headerRow, column: placed.index })!.getBoundingClientRect(),
      );
    } else if (isSortable(scene, placed)) {
      sortBy(scene, placed, shiftKey);
    }
    return true;
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return false;
  const direction = key === 'ArrowLeft' ? -1 : 1;
  if (altKey) return resizeByKey(scene, placed, direction);
  if (shiftKey) return moveColumnByKey(scene, placed, direction);
  return false;
}

/** @param isBeside whether the column joins those that sort already, rather than taking their place */
export function sortBy<Row>(scene: GridScene<Row>, { column }: PlacedColumn<Row>, isBeside: boolean) {
  const sort = (isBeside && scene.mostSorts > 1 ? nextSortBeside : nextSort)(scene.sort, column!.id);
  if (sort.length > scene.mostSorts) {
    scene.store.announce(`At most ${scene.mostSorts} columns can be sorted by`);
    return;
  }
  scene.onSort?.(sort);
  const headerOf = (id: string) => scene.columns.find((other) => other.id === id)?.header ?? id;
  scene.store.announce(saySort(sort, headerOf));
}

function resizeByKey<Row>(scene: GridScene<Row>, placed: PlacedColumn<Row>, direction: number): boolean {
  if (!placed.column) return true;
  const wished = placed.width + direction * widthStep;
  const width = Math.min(largestColumnWidth, Math.max(placed.minWidth, wished));
  scene.changeColumns(withWidth(scene.columnState, placed.id, width));
  scene.store.announce(`${placed.column.header}: ${width} pixels wide`);
  return true;
}

function moveColumnByKey<Row>(scene: GridScene<Row>, placed: PlacedColumn<Row>, direction: number): boolean {
  const neighbour = scene.layout.all[placed.index + direction];
  if (!placed.column || !neighbour?.column || neighbour.pinned !== placed.pinned) return true;
  const side = direction < 0 ? 'before' : 'after';
  const allIds = scene.columns.map(({ id }) => id);
  scene.changeColumns(withMoved(scene.columnState, allIds, placed.id, { id: neighbour.id, side }));
  scene.store.announce(
    `${placed.column.header} moved to position ${neighbour.index + 1} of ${scene.layout.all.length}`,
  );
  return true;
}

function onRowKey<Row>(scene: GridScene<Row>, position: GridPosition, event: KeyboardEvent): boolean {
  const { key, ctrlKey, shiftKey, altKey } = event;
  const placed = scene.layout.all[position.column]!;
  const id = scene.ids[position.row]!;
  if (altKey) return false;
  if (!ctrlKey && !shiftKey && onTreeKey(scene, position, key)) return true;
  if (!ctrlKey && !shiftKey && onHeadKey(scene, position.row, key)) return true;
  if (ctrlKey) {
    if (key === 'd' || key === 'r') return fillByKey(scene, key);
    if (key !== 'a' || !scene.selectionMenu || scene.isSelectionDisabled) return false;
    scene.store.setSelection(ordinaryIds(scene));
    announceSelection(scene);
    return true;
  }
  if (key === ' ') {
    if (placed.control === 'expand' || shiftKey) scene.toggleDetail?.(id);
    else if (placed.control === 'actions') openMenuAt(scene, position);
    else if (placed.column?.edit?.toggle && scene.store.getEdits().has(id)) openCell(scene, position, '');
    else toggleSelection(scene, position.row, false);
    return true;
  }
  if (key === 'Escape' && scene.store.getRange()) {
    scene.store.setRange(null);
    return true;
  }
  if (key === 'Delete' || key === 'Backspace') return clearCells(scene);
  if (key === 'Enter' || key === 'F2') {
    if (placed.control === 'select') toggleSelection(scene, position.row, shiftKey);
    else if (placed.control === 'expand') scene.toggleDetail?.(id);
    else if (placed.control === 'actions') openMenuAt(scene, position);
    else if (!opens(scene, position, key)) enterContent(scene, position);
    return true;
  }
  const isTyping = key.length === 1 && !screenKeys.has(key) && placed.column !== undefined;
  return isTyping && opens(scene, position, key);
}

/** Enter goes into a link of a row that is only read; F2 and typing always mean the value. */
function opens<Row>(scene: GridScene<Row>, position: GridPosition, key: string): boolean {
  const placed = scene.layout.all[position.column]!;
  if (scene.onCellOpen?.(scene.rows[position.row]!, placed.id, key)) return true;
  const isRead = !scene.store.getEdits().has(scene.ids[position.row]!);
  const leads = isRead && elementOf(scene, position)?.querySelector(interactiveSelector) != null;
  if (key === 'Enter' && leads) return false;
  if (key.length === 1 && placed.column?.edit?.toggle) return false;
  return openCell(scene, position, key.length === 1 ? key : '');
}

/** Where nothing is edited, Ctrl+D and Ctrl+R are the browser's. */
function fillByKey<Row>(scene: GridScene<Row>, key: 'd' | 'r'): boolean {
  const rectangle = rectangleOf(scene);
  const isMeant = scene.store.getEdits().size > 0 || (rectangle && hasManyCells(rectangle));
  return isMeant ? fill(scene, key === 'd' ? 'down' : 'right') : false;
}

function openMenuAt<Row>(scene: GridScene<Row>, position: GridPosition) {
  const anchor = elementOf(scene, position)?.getBoundingClientRect();
  if (anchor) openRowMenu(scene, position.row, anchor);
}

function enterContent<Row>(scene: GridScene<Row>, position: GridPosition) {
  elementOf(scene, position)?.querySelector<HTMLElement>(interactiveSelector)?.focus();
}

/** In the content of a cell: Escape leads back, the arrows to the next link or button of the same cell. */
function onContentKeyDown(root: HTMLElement, event: KeyboardEvent) {
  const target = event.target as HTMLElement;
  if (event.key === 'Escape') {
    if (event.defaultPrevented) return;
    event.preventDefault();
    root.focus({ preventScroll: true });
    return;
  }
  const isStep = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
  if (!isStep || !target.matches('a, button') || target.closest('[data-grid-detail]')) return;
  const items = [...target.closest('[role=gridcell]')!.querySelectorAll<HTMLElement>(interactiveSelector)];
  const next = items[items.indexOf(target) + (event.key === 'ArrowLeft' ? -1 : 1)];
  event.preventDefault();
  next?.focus();
}

/** Events of the clipboard meet the cell where the caret was left, whatever has the focus. */
const isForGrid = <Row>({ root }: GridScene<Row>): boolean => document.activeElement === root.current;

/** Ctrl+C: the marked cells, else the selected rows when the active one is among them, else the active cell. */
export function onGridCopy<Row>(scene: GridScene<Row>, event: ClipboardEvent<HTMLDivElement>) {
  if (!isForGrid(scene) || document.getSelection()?.isCollapsed === false) return;
  const position = activePosition(scene);
  if (!position) return;
  const { table, told } = copied(scene, position);
  event.clipboardData.setData('text/plain', toTsv(table));
  event.clipboardData.setData('text/html', toHtmlTable(table));
  event.preventDefault();
  scene.store.announce(told);
}

function copied<Row>(scene: GridScene<Row>, position: GridPosition): { table: string[][]; told: string } {
  const marked = rectangleOf(scene);
  const selection = scene.store.getSelection();
  const isSelected = position.row !== headerRow && selection.has(scene.ids[position.row]!);
  if ((!marked || !hasManyCells(marked)) && !isSelected)
    return { table: [[textAt(scene, position)]], told: 'Copied' };
  const isRange = marked !== undefined && hasManyCells(marked);
  const columns = isRange
    ? columnsIn(scene, marked)
    : columnsIn(scene, { firstRow: 0, lastRow: 0, firstColumn: 0, lastColumn: scene.layout.all.length });
  const rows = scene.ids.flatMap((id, row) => {
    const isCopied = isRange ? row >= marked.firstRow && row <= marked.lastRow : selection.has(id);
    return isCopied ? [row] : [];
  });
  return {
    table: rows.map((row) => columns.map(({ index }) => textAt(scene, { row, column: index }))),
    told: isRange ? `Copied ${rows.length * columns.length} cells` : `Copied ${rows.length} rows`,
  };
}

export function onGridCut<Row>(scene: GridScene<Row>, event: ClipboardEvent<HTMLDivElement>) {
  onGridCopy(scene, event);
  if (event.isDefaultPrevented()) clearCells(scene);
}

export function onGridPaste<Row>(scene: GridScene<Row>, event: ClipboardEvent<HTMLDivElement>) {
  if (!isForGrid(scene)) return;
  if (pasteText(scene, event.clipboardData.getData('text/plain'))) event.preventDefault();
}
