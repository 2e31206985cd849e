// What changes in a grid while a person works in it, kept outside React and keyed by row id.
// Every row subscribes once and reads one snapshot; a snapshot keeps its identity until that row changes,
// so that a key stroke renders the two rows that it concerns and not the page.
import type { RowId } from './grid-column.ts';

export interface ActiveCell {
  /** null is the header. */
  row: RowId | null;
  column: string;
}

/** A row in row edit, as it looks. Who edits keeps the rest; a change of it is a new object. */
export interface RowEdit {
  /** The changed cells: their values as the column's editor reads and writes them. */
  readonly values: ReadonlyMap<string, string>;
  /** What is wrong with a cell, or why it could not be saved. */
  readonly faults: ReadonlyMap<string, string>;
  /** What is wrong with the row as a whole. */
  readonly fault: string | null;
  /** What follows from the changes, in columns that nobody writes. */
  readonly computed?: ReadonlyMap<string, string>;
  /** Cells of columns that are edited into which nothing is written in this row, each with its reason. */
  readonly locked?: ReadonlyMap<string, string>;
  /** Those of them that are of no field of this row. */
  readonly absent?: ReadonlySet<string>;
  /** Cells that are required in this row, each with its reason. */
  readonly asked?: ReadonlyMap<string, string>;
}

/** What a cell that nobody writes comes to by changes elsewhere. */
export interface Following {
  readonly value: string;
  /** The changes are saved, and the row as it stands now is on its way. */
  readonly isSaved: boolean;
}

/** The one cell whose editor is mounted. */
export interface OpenCell {
  readonly row: RowId;
  readonly column: string;
  /** What was typed to open it; '' for none. */
  readonly typed: string;
}

/** A rectangle of cells. It ends at the active cell. */
export interface CellRange {
  readonly anchor: { readonly row: RowId; readonly column: string };
  readonly rows: ReadonlySet<RowId>;
  readonly columns: ReadonlySet<string>;
}

export interface RowSnapshot {
  readonly selected: boolean;
  readonly expanded: boolean;
  /** The column of the active cell, when it is in this row. */
  readonly activeColumn: string | null;
  /** Null while the row is not in row edit. */
  readonly edit: RowEdit | null;
  /** By column, what follows from changes beside the row, which need not be in row edit. */
  readonly follows: ReadonlyMap<string, Following> | null;
  readonly open: OpenCell | null;
  /** The columns of the range, when it passes through this row. */
  readonly range: ReadonlySet<string> | null;
}

export interface GridStore {
  subscribe: (listener: () => void) => () => void;
  getRow: (id: RowId) => RowSnapshot;
  getActive: () => ActiveCell | null;
  getExpanded: () => RowId | null;
  getSelection: () => ReadonlySet<RowId>;
  getEdits: () => ReadonlyMap<RowId, RowEdit>;
  getOpen: () => OpenCell | null;
  getRange: () => CellRange | null;
  setActive: (cell: ActiveCell | null) => void;
  setExpanded: (id: RowId | null) => void;
  /** Replaces the rows in row edit: those whose object is the same are not rendered again. */
  setEdits: (edits: ReadonlyMap<RowId, RowEdit>) => void;
  /** Null: nothing follows in the row any more. A change is a new object. */
  setFollows: (id: RowId, follows: ReadonlyMap<string, Following> | null) => void;
  setOpen: (cell: OpenCell | null) => void;
  setRange: (range: CellRange | null) => void;
  /** Replaces the selection. */
  setSelection: (ids: Iterable<RowId>) => void;
  toggle: (id: RowId) => void;
  /** Gives the rows from the last toggled one to this one the state that the last toggled one has. */
  toggleRangeTo: (id: RowId, idsInOrder: readonly RowId[]) => void;
  /** Brings the active cell into view and, unless it is to stay where it is, the focus into the grid. */
  reveal: (focus?: 'stays') => void;
  onReveal: (listener: (focus?: 'stays') => void) => () => void;
  /** Speaks through the grid's live region (polite). */
  announce: (text: string) => void;
  onAnnouncement: (listener: (text: string) => void) => () => void;
}

const quietSnapshots = [false, true].map((selected) =>
  [false, true].map((expanded): RowSnapshot => ({
    selected,
    expanded,
    activeColumn: null,
    edit: null,
    follows: null,
    open: null,
    range: null,
  })),
);
/** More rows than are ever on a screen. */
const mostSnapshots = 4096;

export function createGridStore(): GridStore {
  const listeners = new Set<() => void>();
  const revealListeners = new Set<(focus?: 'stays') => void>();
  const announcementListeners = new Set<(text: string) => void>();
  let active: ActiveCell | null = null;
  let expanded: RowId | null = null;
  let selection: ReadonlySet<RowId> = new Set();
  let anchor: RowId | null = null;
  let edits: ReadonlyMap<RowId, RowEdit> = new Map();
  let follows: ReadonlyMap<RowId, ReadonlyMap<string, Following>> = new Map();
  let open: OpenCell | null = null;
  let range: CellRange | null = null;
  const snapshots = new Map<RowId, RowSnapshot>();

  function changed() {
    for (const listener of listeners) listener();
  }

  function getRow(id: RowId): RowSnapshot {
    const now: RowSnapshot = {
      selected: selection.has(id),
      expanded: expanded === id,
      activeColumn: active?.row === id ? active.column : null,
      edit: edits.get(id) ?? null,
      follows: follows.get(id) ?? null,
      open: open?.row === id ? open : null,
      range: range?.rows.has(id) ? range.columns : null,
    };
    if (
      now.activeColumn === null &&
      now.edit === null &&
      now.follows === null &&
      now.open === null &&
      now.range === null
    )
      return quietSnapshots[Number(now.selected)]![Number(now.expanded)]!;
    const before = snapshots.get(id);
    if (before && isSame(before, now)) return before;
    if (snapshots.size > mostSnapshots) snapshots.clear();
    snapshots.set(id, now);
    return now;
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
    getEdits: () => edits,
    getOpen: () => open,
    getRange: () => range,
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
    setEdits(next) {
      edits = next;
      if (open && !edits.has(open.row)) open = null;
      changed();
    },
    setFollows(id, next) {
      if ((follows.get(id) ?? null) === next) return;
      const all = new Map(follows);
      if (next === null) all.delete(id);
      else all.set(id, next);
      follows = all;
      changed();
    },
    setOpen(cell) {
      if (open === cell) return;
      open = cell;
      changed();
    },
    setRange(next) {
      if (range === next) return;
      // The same columns keep their identity: rows that were in the range and stay in it are not rendered.
      const isSameWidth = range && next && isSameSet(range.columns, next.columns);
      range = isSameWidth ? { ...next, columns: range!.columns } : next;
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
    reveal(focus) {
      for (const listener of revealListeners) listener(focus);
    },
    onReveal(listener) {
      revealListeners.add(listener);
      return () => {
        revealListeners.delete(listener);
      };
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

const isSame = (one: RowSnapshot, other: RowSnapshot): boolean =>
  one.selected === other.selected &&
  one.expanded === other.expanded &&
  one.activeColumn === other.activeColumn &&
  one.edit === other.edit &&
  one.follows === other.follows &&
  one.open === other.open &&
  one.range === other.range;

const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((each) => other.has(each));
