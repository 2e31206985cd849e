// The mouse, delegated: one listener on the grid finds the cell that was met.
import type { MouseEvent } from 'react';
import { withWidth, largestColumnWidth } from './column-changes.ts';
import { openCell } from './grid-editing.ts';
import { interactiveSelector, sortBy } from './grid-keyboard.ts';
import { extendTo } from './grid-range.ts';
import {
  activate,
  activePosition,
  elementOf,
  headAt,
  isSortable,
  openHeaderMenu,
  openRowMenu,
  openSelectionMenu,
  positionOf,
  toggleSelection,
  type GridScene,
} from './grid-scene.ts';
import { toggleBelow } from './grid-tree.ts';
import { headerRow } from './move.ts';

/** Room for the arrow of the sort and the pin in a header. */
const widthOfMarks = 32;

type GridMouseEvent = MouseEvent<HTMLDivElement>;

export function onGridMouseDown<Row>(scene: GridScene<Row>, event: GridMouseEvent) {
  const target = event.target as Element;
  const position = positionOf(scene, target);
  if (!position || isInOpenCell(target)) return;
  const { store } = scene;
  const isContent =
    isOwnContent(scene, target, position.column) && target.closest('[data-tree-toggle]') === null;
  const isCell = position.row !== headerRow && scene.layout.all[position.column]?.column !== undefined;
  if (isCell && event.shiftKey && event.button === 0) extendTo(scene, position);
  else {
    // The menu of a marked range is asked for within it.
    if (event.button === 0) store.setRange(null);
    activate(scene, position);
  }
  if (isContent && event.button === 0) return;
  // The focus stays on the grid, and dragging marks cells and not text.
  if (event.button === 0) {
    event.preventDefault();
    scene.root.current!.focus({ preventScroll: true });
  }
}

const isInOpenCell = (target: Element): boolean => target.closest('.rh-open') !== null;

/** With the button held down: the range reaches to where the mouse is. */
export function onGridMouseMove<Row>(scene: GridScene<Row>, event: GridMouseEvent) {
  if (event.buttons !== 1 || isInOpenCell(event.target as Element)) return;
  const position = positionOf(scene, event.target);
  const active = activePosition(scene);
  if (!position || position.row === headerRow || !active || active.row === headerRow) return;
  if (position.row === active.row && position.column === active.column) return;
  if (!scene.layout.all[position.column]?.column || !scene.layout.all[active.column]?.column) return;
  if (scene.root.current!.matches('.rh-resizing, .rh-moving')) return;
  extendTo(scene, position);
}

export function onGridClick<Row>(scene: GridScene<Row>, event: GridMouseEvent) {
  const position = positionOf(scene, event.target);
  const placed = position && scene.layout.all[position.column];
  if (!position || !placed) return;
  const target = event.target as Element;
  if (position.row === headerRow) {
    if (placed.control === 'select') openSelectionMenu(scene, target.getBoundingClientRect());
    else if (target.closest('[data-sort]') && isSortable(scene, placed))
      sortBy(scene, placed, event.shiftKey);
    return;
  }
  const head = headAt(scene, position.row);
  if (target.closest('[data-tree-toggle]')) toggleBelow(scene, position.row);
  else if (head) {
    if (target.closest('[data-head-open]')) head.open();
  } else if (placed.control === 'select') toggleSelection(scene, position.row, event.shiftKey);
  else if (placed.control === 'expand') scene.toggleDetail?.(scene.ids[position.row]!);
  else if (placed.control === 'actions' && target.closest('button')) {
    openRowMenu(scene, position.row, target.getBoundingClientRect());
  } else if (isField(target) && !event.shiftKey && !scene.store.getRange()) openCell(scene, position, '');
}

/** In row edit a cell is a field: one click opens it. */
const isField = (target: Element): boolean =>
  target.closest('.rh-field') !== null && target.closest('a, button') === null;

export function onGridDoubleClick<Row>(scene: GridScene<Row>, event: GridMouseEvent) {
  const position = positionOf(scene, event.target);
  const placed = position && scene.layout.all[position.column];
  if (!position || !placed?.column) return;
  if (position.row === headerRow) {
    if ((event.target as Element).closest('[data-resize]')) fitToContent(scene, placed.index);
    return;
  }
  if (headAt(scene, position.row)) {
    toggleBelow(scene, position.row);
    return;
  }
  const target = event.target as Element;
  if (isInOpenCell(target) || target.closest('.rh-field, a, button')) return;
  if (!scene.onCellOpen?.(scene.rows[position.row]!, placed.id, 'Enter')) openCell(scene, position, '');
}

/** As wide as the widest of what is in the page now. */
function fitToContent<Row>(scene: GridScene<Row>, column: number) {
  const placed = scene.layout.all[column]!;
  const cells = scene.root.current!.querySelectorAll<HTMLElement>(`[aria-colindex="${column + 1}"]`);
  const range = document.createRange();
  let width = placed.minWidth;
  for (const cell of cells) {
    const headerText = cell.querySelector('.rh-header-text');
    range.selectNodeContents(headerText ?? cell);
    const style = getComputedStyle(cell);
    const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const marks = headerText ? widthOfMarks : 0;
    width = Math.max(width, Math.ceil(range.getBoundingClientRect().width + padding + marks) + 1);
  }
  scene.changeColumns(withWidth(scene.columnState, placed.id, Math.min(largestColumnWidth, width)));
}

/** Also the context menu key: it meets the grid element, as that has the focus. */
export function onGridContextMenu<Row>(scene: GridScene<Row>, event: GridMouseEvent) {
  if (event.shiftKey || document.getSelection()?.isCollapsed === false) return;
  const isByKey = event.target === scene.root.current && event.button !== 2;
  const position = isByKey ? activePosition(scene) : positionOf(scene, event.target);
  if (!position) return;
  const { clientX: x, clientY: y } = event;
  const anchor = isByKey
    ? elementOf(scene, position)?.getBoundingClientRect()
    : { left: x, right: x, top: y, bottom: y };
  if (!anchor) return;
  const placed = scene.layout.all[position.column];
  const isOpened =
    position.row === headerRow
      ? openHeaderMenu(scene, placed, anchor)
      : openRowMenu(scene, position.row, anchor, placed?.column?.id);
  if (isOpened) event.preventDefault();
}

/** A cell that is cut off shows its whole text on hover; nothing is measured before. */
export function onGridMouseOver(event: GridMouseEvent) {
  const cell = (event.target as Element).closest<HTMLElement>('.rh-cell, .rh-header-text');
  if (!cell) return;
  if (cell.dataset['marked'] !== undefined) return;
  if (cell.classList.contains('rh-read-only') || cell.classList.contains('rh-open')) return;
  // Also where the text stands in a button or a chip of its own.
  const isCut =
    !cell.classList.contains('rh-control') &&
    [cell, ...cell.querySelectorAll('button, span')].some((part) => part.scrollWidth > part.clientWidth);
  if (isCut) cell.title = cell.textContent;
  else cell.removeAttribute('title');
}

function isOwnContent<Row>(scene: GridScene<Row>, target: Element, column: number): boolean {
  return scene.layout.all[column]?.control === undefined && target.closest(interactiveSelector) !== null;
}
