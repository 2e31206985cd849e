// Resizing and reordering by pointer. While it lasts nothing is rendered: the widths are CSS variables, the
// place of the drop is a line moved by hand. The state of the columns changes once, at the end.
import type { PointerEvent } from 'react';
import { dragThreshold, followPointer, swallowNextClick } from '../follow-pointer.ts';
import { largestColumnWidth, withMoved, withWidth } from './column-changes.ts';
import { positionOf, type GridScene } from './grid-scene.ts';
import { headerRow } from './move.ts';
import { layoutVariables, type PlacedColumn } from './use-column-layout.ts';

const scrollEdge = 32;
const scrollStep = 12;

export function onGridPointerDown<Row>(
  scene: GridScene<Row>,
  dropLine: HTMLElement,
  event: PointerEvent<HTMLDivElement>,
) {
  const position = positionOf(scene, event.target);
  if (event.button !== 0 || position?.row !== headerRow) return;
  const placed = scene.layout.all[position.column];
  if (!placed?.column) return;
  if ((event.target as Element).closest('[data-resize]')) resize(scene, placed, event.clientX);
  else if (event.pointerType !== 'touch') reorder(scene, placed, dropLine, event.clientX);
}

function resize<Row>(scene: GridScene<Row>, placed: PlacedColumn<Row>, startX: number) {
  const root = scene.root.current!;
  // A column pinned to the right grows to the left: its right edge stands.
  const direction = placed.pinned === 'right' ? -1 : 1;
  let { width } = placed;
  root.classList.add('rh-resizing');
  followPointer({
    onMove({ clientX }) {
      const wished = placed.width + (clientX - startX) * direction;
      width = Math.round(Math.min(largestColumnWidth, Math.max(placed.minWidth, wished)));
      writeVariables(scene, root, { id: placed.id, width });
    },
    onEnd(isDropped) {
      root.classList.remove('rh-resizing');
      if (isDropped && width !== placed.width)
        scene.changeColumns(withWidth(scene.columnState, placed.id, width));
      else writeVariables(scene, root);
    },
  });
}

function writeVariables<Row>(
  scene: GridScene<Row>,
  root: HTMLElement,
  resized?: { id: string; width: number },
) {
  for (const [name, value] of Object.entries(layoutVariables(scene.layout, resized))) {
    root.style.setProperty(name, value);
  }
}

interface Drop {
  id: string;
  side: 'before' | 'after';
}

function reorder<Row>(
  scene: GridScene<Row>,
  placed: PlacedColumn<Row>,
  dropLine: HTMLElement,
  startX: number,
) {
  const root = scene.root.current!;
  let drop: Drop | undefined;
  let isDragging = false;
  followPointer({
    onMove({ clientX, clientY }) {
      isDragging ||= Math.abs(clientX - startX) > dragThreshold;
      if (!isDragging) return;
      root.classList.add('rh-moving');
      scrollAtEdges(scene, root, clientX);
      const found = findDrop(scene, placed, root, clientX, clientY);
      drop = found?.drop;
      dropLine.hidden = !found;
      if (found) dropLine.style.transform = `translateX(${found.x}px)`;
    },
    onEnd(isDropped) {
      root.classList.remove('rh-moving');
      dropLine.hidden = true;
      if (isDragging) swallowNextClick();
      if (!isDropped || !drop) return;
      const allIds = scene.columns.map(({ id }) => id);
      scene.changeColumns(withMoved(scene.columnState, allIds, placed.id, drop));
      scene.store.announce(`${placed.column!.header} moved`);
    },
  });
}

function findDrop<Row>(
  scene: GridScene<Row>,
  placed: PlacedColumn<Row>,
  root: HTMLElement,
  clientX: number,
  clientY: number,
): { drop: Drop; x: number } | undefined {
  const frame = root.getBoundingClientRect();
  const y = Math.min(Math.max(clientY, frame.top + 1), frame.bottom - 1);
  const header = document.elementFromPoint(clientX, y)?.closest('[aria-colindex]');
  const target = header && scene.layout.all[Number(header.getAttribute('aria-colindex')) - 1];
  if (!target?.column || target.id === placed.id || target.pinned !== placed.pinned) return undefined;
  const rect = header!.getBoundingClientRect();
  const side = clientX < rect.left + rect.width / 2 ? 'before' : 'after';
  return { drop: { id: target.id, side }, x: (side === 'before' ? rect.left : rect.right) - frame.left };
}

function scrollAtEdges<Row>({ layout }: GridScene<Row>, root: HTMLElement, clientX: number) {
  const frame = root.getBoundingClientRect();
  if (clientX < frame.left + layout.leftWidth + scrollEdge) root.scrollLeft -= scrollStep;
  if (clientX > frame.right - layout.rightWidth - scrollEdge) root.scrollLeft += scrollStep;
}
