import type { GridColumnState } from './grid-column.ts';

export const largestColumnWidth = 1200;

export function withWidth(state: GridColumnState, id: string, width: number): GridColumnState {
  return { ...state, widths: { ...state.widths, [id]: Math.round(width) } };
}

/**
 * Puts a column before or after another of the same section (pinned left, pinned right, or neither).
 * `allIds` are the columns as the page describes them: those that the order does not name yet.
 */
export function withMoved(
  state: GridColumnState,
  allIds: readonly string[],
  id: string,
  target: { id: string; side: 'before' | 'after' },
): GridColumnState {
  for (const side of ['left', 'right'] as const) {
    const pinned = state.pinned[side];
    if (pinned.includes(id)) {
      return { ...state, pinned: { ...state.pinned, [side]: moveInList(pinned, id, target) } };
    }
  }
  const named = new Set(state.order);
  const order = [...state.order, ...allIds.filter((each) => !named.has(each))];
  return { ...state, order: moveInList(order, id, target) };
}

function moveInList(
  list: readonly string[],
  id: string,
  target: { id: string; side: 'before' | 'after' },
): readonly string[] {
  if (id === target.id || !list.includes(target.id)) return list;
  const rest = list.filter((each) => each !== id);
  const at = rest.indexOf(target.id) + (target.side === 'after' ? 1 : 0);
  return [...rest.slice(0, at), id, ...rest.slice(at)];
}
