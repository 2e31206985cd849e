// Rows that stand under other rows of the grid, as in the treegrid of the ARIA practices: the first column of the tree is
// indented, and opens and closes what is below by mouse and by the arrow keys.
import { activate, headAt, reveal, type GridScene } from './grid-scene.ts';
import type { GridPosition } from './move.ts';

export function toggleBelow<Row>(scene: GridScene<Row>, index: number): void {
  const { tree, rows, rowLabel, store } = scene;
  const row = rows[index];
  const isOpen = row === undefined ? null : (tree?.isOpen(row) ?? null);
  if (row === undefined || isOpen === null) return;
  tree?.toggle(row);
  store.announce(`${headAt(scene, index)?.label ?? rowLabel(row)} ${isOpen ? 'collapsed' : 'expanded'}`);
}

/** On a row that stands for others Enter opens what it stands for and Space shows it below; nothing is written there. */
export function onHeadKey<Row>(scene: GridScene<Row>, row: number, key: string): boolean {
  const head = headAt(scene, row);
  if (head === null) return false;
  if (key === 'Enter') head.open();
  else if (key === ' ') toggleBelow(scene, row);
  else return key === 'F2' || (key.length === 1 && !screenKeys.has(key));
  return true;
}

/** They find and help wherever nothing is being written; a value that begins with one is begun by F2. */
export const screenKeys: ReadonlySet<string> = new Set(['/', '?']);

/** Right opens what is closed, left closes what is open, else goes to the row above it in the tree; all else moves on. */
export function onTreeKey<Row>(scene: GridScene<Row>, position: GridPosition, key: string): boolean {
  const { tree, rows, layout } = scene;
  const row = rows[position.row];
  if (tree === undefined || row === undefined || layout.all[position.column]?.id !== tree.column)
    return false;
  const isOpen = tree.isOpen(row);
  if ((key === 'ArrowRight' && isOpen === false) || (key === 'ArrowLeft' && isOpen === true)) {
    toggleBelow(scene, position.row);
    return true;
  }
  if (key !== 'ArrowLeft') return false;
  const level = tree.levelOf(row);
  const above = rows.slice(0, position.row).findLastIndex((one) => tree.levelOf(one) < level);
  if (above === -1) return false;
  const next = { row: above, column: position.column };
  scene.store.setRange(null);
  activate(scene, next);
  reveal(scene, next);
  return true;
}
