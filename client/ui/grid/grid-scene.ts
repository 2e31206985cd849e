// What the grid's handlers work on, gathered anew at each render: rows, layout, measures and the page's wishes.
import type { RefObject } from 'react';
import type { GridColumn, GridColumnState, GridEditing, GridHead, GridTree, RowId } from './grid-column.ts';
import type { GridMenuItem, MenuAnchor } from './grid-menu.tsx';
import type { GridSort } from './grid-sort.ts';
import type { GridStore } from './grid-store.ts';
import { headerRow, type GridPosition } from './move.ts';
import type { ColumnLayout, PlacedColumn } from './use-column-layout.ts';
import { headerHeight } from './use-windows.ts';

export interface OpenMenu {
  label: string;
  items: readonly GridMenuItem[];
  anchor: MenuAnchor;
}

export interface GridScene<Row> {
  root: RefObject<HTMLDivElement | null>;
  store: GridStore;
  rows: readonly Row[];
  ids: readonly RowId[];
  indexById: ReadonlyMap<RowId, number>;
  layout: ColumnLayout<Row>;
  columns: readonly GridColumn<Row>[];
  columnState: GridColumnState;
  rowHeight: number;
  rowTop: (index: number) => number;
  rowLabel: (row: Row) => string;
  sort: readonly GridSort[];
  onSort: ((sort: GridSort[]) => void) | undefined;
  changeColumns: (state: GridColumnState) => void;
  toggleDetail: ((id: RowId) => void) | undefined;
  mostSorts: number;
  rowMenu: ((row: Row, column?: string) => readonly GridMenuItem[]) | undefined;
  headerMenu: ((column: string) => readonly GridMenuItem[]) | undefined;
  selectionMenu: readonly GridMenuItem[] | undefined;
  isSelectionDisabled: boolean;
  onCellOpen: ((row: Row, column: string, key: string) => boolean) | undefined;
  editing: GridEditing | undefined;
  tree: GridTree<Row> | undefined;
  openMenu: (menu: OpenMenu) => void;
}

/** Where the active cell is now; undefined when there is none, or its row or column is not at hand. */
export function activePosition<Row>({ store, indexById, layout }: GridScene<Row>): GridPosition | undefined {
  const active = store.getActive();
  if (!active) return undefined;
  const row = active.row === null ? headerRow : indexById.get(active.row);
  const column = layout.all.findIndex(({ id }) => id === active.column);
  return row === undefined || column < 0 ? undefined : { row, column };
}

export function headAt<Row>({ tree, rows }: GridScene<Row>, index: number): GridHead | null {
  const row = rows[index];
  return row === undefined ? null : (tree?.headOf?.(row) ?? null);
}

/** Those that stand for themselves. */
export const ordinaryIds = <Row>(scene: GridScene<Row>): readonly RowId[] =>
  scene.tree?.headOf === undefined ? scene.ids : scene.ids.filter((_, index) => !headAt(scene, index));

export function activate<Row>({ store, ids, layout }: GridScene<Row>, { row, column }: GridPosition) {
  const placed = layout.all[column];
  if (!placed) return;
  store.setActive({ row: row === headerRow ? null : ids[row]!, column: placed.id });
}

/** Scrolls as little as brings the whole cell into the part of the view that nothing covers. */
export function reveal<Row>(scene: GridScene<Row>, { row, column }: GridPosition) {
  const root = scene.root.current;
  if (!root) return;
  if (row !== headerRow) {
    revealSpan(root, scene.rowTop(row), scene.rowHeight);
  }
  const placed = scene.layout.all[column];
  if (placed && !placed.pinned) {
    const { leftWidth, rightWidth } = scene.layout;
    const view = root.clientWidth - leftWidth - rightWidth;
    root.scrollLeft = nearest(root.scrollLeft, placed.start, placed.width, view);
  }
}

export function revealSpan(root: HTMLElement, top: number, height: number) {
  const foot = root.querySelector<HTMLElement>(':scope > .rh-foot-group')?.offsetHeight ?? 0;
  root.scrollTop = nearest(root.scrollTop, top, height, root.clientHeight - headerHeight - foot);
}

function nearest(scroll: number, start: number, size: number, view: number): number {
  if (start < scroll || size > view) return start;
  return Math.max(scroll, start + size - view);
}

export function elementOf<Row>(scene: GridScene<Row>, { row, column }: GridPosition): HTMLElement | null {
  const cell = `[aria-colindex="${column + 1}"]`;
  const selector = row === headerRow ? `[role=columnheader]${cell}` : `[data-row="${row}"] > ${cell}`;
  const root = scene.root.current;
  const found = [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])];
  // A grid in the detail panel has cells of the same numbers.
  return found.find((element) => element.closest('.rh-grid') === root) ?? null;
}

/** The cell that a pointer event met; undefined in the detail panel, in a grid of its own there, and between cells. */
export function positionOf<Row>(
  { root }: GridScene<Row>,
  target: EventTarget | null,
): GridPosition | undefined {
  if (!(target instanceof Element)) return undefined;
  if (target.closest('[data-grid-detail], .rh-grid') !== root.current) return undefined;
  const cell = target.closest('[aria-colindex]');
  if (!cell) return undefined;
  const row = cell.closest<HTMLElement>('[data-row]');
  return {
    row: row ? Number(row.dataset.row) : headerRow,
    column: Number(cell.getAttribute('aria-colindex')) - 1,
  };
}

export function announceSelection({ store }: { store: GridStore }) {
  store.announce(`${store.getSelection().size} selected`);
}

export function toggleSelection<Row>(scene: GridScene<Row>, row: number, isRange: boolean) {
  if (!scene.selectionMenu || scene.isSelectionDisabled || headAt(scene, row)) return;
  if (isRange) scene.store.toggleRangeTo(scene.ids[row]!, ordinaryIds(scene));
  else scene.store.toggle(scene.ids[row]!);
  announceSelection(scene);
}

/** @param column whose cell was asked, where it was a cell */
export function openRowMenu<Row>(
  scene: GridScene<Row>,
  row: number,
  anchor: MenuAnchor,
  column?: string,
): boolean {
  const record = scene.rows[row];
  if (!record || !scene.rowMenu || headAt(scene, row)) return false;
  const items = scene.rowMenu(record, column);
  scene.openMenu({ label: `Actions for ${scene.rowLabel(record)}`, items, anchor });
  return true;
}

export function openHeaderMenu<Row>(
  scene: GridScene<Row>,
  placed: PlacedColumn<Row> | undefined,
  anchor: MenuAnchor,
): boolean {
  const items = placed?.column && scene.headerMenu?.(placed.id);
  if (!placed?.column || items === undefined || items.length === 0) return false;
  scene.openMenu({ label: `Column ${placed.column.header}`, items, anchor });
  return true;
}

export function openSelectionMenu<Row>(scene: GridScene<Row>, anchor: MenuAnchor) {
  if (!scene.selectionMenu || scene.isSelectionDisabled) return;
  scene.openMenu({ label: 'Selection', items: scene.selectionMenu, anchor });
}

export function isSortable<Row>({ onSort }: GridScene<Row>, { column }: PlacedColumn<Row>): boolean {
  return onSort !== undefined && column !== undefined && column.sortable !== false;
}
