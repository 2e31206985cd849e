// What changes in a grid while a person works in it, kept outside React and keyed by row id.
// Every row subscribes once and reads one snapshot; a snapshot keeps its identity until that row changes,
// so that a key stroke renders the two rows that it concerns and not the page.
// Drafts and row edit belong into RowSnapshot too: one more field, the same subscription.
import type { RowId } from './grid-column.ts';

export interface ActiveCell {
  /** null is the header. */
  row: RowId | null;
  column: string;
}

export interface RowSnapshot {
  readonly selected: boolean;
  readonly expanded: boolean;
  /** The column of the active cell, when it is in this row. */
  readonly activeColumn: string | null;
}

export interface GridStore {
  subscribe: (listener: () => void) => () => void;
  getRow: (id: RowId) => RowSnapshot;
  getActive: () => ActiveCell | null;
  getExpanded: () => RowId | null;
  getSelection: () => ReadonlySet<RowId>;
  setActive: (cell: ActiveCell | null) => void;
  setExpanded: (id: RowId | null) => void;
  /** Replaces the selection. */
  setSelection: (ids: Iterable<RowId>) => void;
  toggle: (id: RowId) => void;
  /** Gives the rows from the last toggled one to this one the state that the last toggled one has. */
  toggleRangeTo: (id: RowId, idsInOrder: readonly RowId[]) => void;
  /** Speaks through the grid's live region (polite). */
  announce: (text: string) => void;
  onAnnouncement: (listener: (text: string) => void) => () => void;
}

const quietSnapshots = [false, true].map((selected) =>
  [false, true].map((expanded): RowSnapshot => ({ selected, expanded, activeColumn: null })),
);

export function createGridStore(): GridStore {
  const listeners = new Set<() => void>();
  const announcementListeners = new Set<(text: string) => void>();
  let active: ActiveCell | null = null;
  let expanded: RowId | null = null;
  let selection: ReadonlySet<RowId> = new Set();
  let anchor: RowId | null = null;
  let activeSnapshot: RowSnapshot | undefined;

  function changed() {
    for (const listener of listeners) listener();
  }

  function getRow(id: RowId): RowSnapshot {
    const isSelected = selection.has(id);
    const isExpanded = expanded === id;
    if (active?.row !== id) return quietSnapshots[Number(isSelected)]![Number(isExpanded)]!;
    const isCurrent =
      activeSnapshot?.activeColumn === active.column &&
      activeSnapshot.selected === isSelected &&
      activeSnapshot.expanded === isExpanded;
    if (!isCurrent) {
      activeSnapshot = { selected: isSelected, expanded: isExpanded, activeColumn: active.column };
    }
    return activeSnapshot!;
  }

  function setSelection(ids: Iterable<RowId>) {
    selection = new Set(ids);
    if (selection.size === 0) anchor = null;
    changed();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getRow,
    getActive: () => active,
    getExpanded: () => expanded,
    getSelection: () => selection,
    setActive(cell) {
      if (active?.row === cell?.row && active?.column === cell?.column) return;
      active = cell;
      changed();
    },
    setExpanded(id) {
      if (expanded === id) return;
      expanded = id;
      changed();
    },
    setSelection,
    toggle(id) {
      const next = new Set(selection);
      if (!next.delete(id)) next.add(id);
      anchor = id;
      selection = next;
      changed();
    },
    toggleRangeTo(id, idsInOrder) {
      const range = anchor === null ? [id] : idsBetween(anchor, id, idsInOrder);
      const shallSelect = anchor === null ? !selection.has(id) : selection.has(anchor);
      const next = new Set(selection);
      for (const each of range) {
        if (shallSelect) next.add(each);
        else next.delete(each);
      }
      anchor = id;
      selection = next;
      changed();
    },
    announce(text) {
      for (const listener of announcementListeners) listener(text);
    },
    onAnnouncement(listener) {
      announcementListeners.add(listener);
      return () => announcementListeners.delete(listener);
    },
  };
}

/** Both ends included, in the order of the list; only `to` when the other end is no longer there. */
export function idsBetween(from: RowId, to: RowId, idsInOrder: readonly RowId[]): readonly RowId[] {
  const start = idsInOrder.indexOf(from);
  const end = idsInOrder.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return idsInOrder.slice(Math.min(start, end), Math.max(start, end) + 1);
}
