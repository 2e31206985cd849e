import type { ReactNode, Ref } from 'react';

export type RowId = string | number;

/** One column as the page describes it. Cells are cheap: plain text, or a small element without hooks. */
export interface GridColumn<Row> {
  id: string;
  /** The header, as shown and as spoken. */
  header: string;
  /** A red asterisk stands behind the header. */
  isRequired?: boolean;
  /** Pixels, until the state of the columns says otherwise. Default 140. */
  width?: number;
  /** Pixels. Default 64. */
  minWidth?: number;
  /** In what its numbers are, behind the header: 'USD'. */
  unit?: string;
  /** Default: `end` for numbers, else `start`. */
  align?: 'start' | 'center' | 'end';
  /** Default true. */
  sortable?: boolean;
  /** Numbers and dates are set in tabular figures. Default `text`. */
  kind?: 'text' | 'number' | 'date';
  /** Where it is pinned until the state of the columns says otherwise. */
  pin?: 'left' | 'right';
  /** What is copied, and what is shown where there is no `render`. */
  text: (row: Row) => string;
  /**
   * What is shown, when that is more than text. Links and buttons in it carry `tabIndex={-1}`: the grid is
   * one tab stop, and Enter on the cell moves into its content.
   */
  render?: (row: Row) => ReactNode;
  /** Without it the column is read-only. */
  edit?: ColumnEdit<Row>;
  /** Why it is read-only, for who tries to write into it. */
  whyReadOnly?: string;
  /** How a value reads that follows from what was changed in the row. */
  computed?: (value: string) => string;
}

/** How a column is edited. A value is text: as the page stores it, '' when empty. */
export interface ColumnEdit<Row> {
  required: boolean;
  value: (row: Row) => string;
  /** How a value reads that is not in the row yet: on the clipboard, and in the cell. */
  text: (value: string) => string;
  show: (value: string) => ReactNode;
  /** What is wrong with a value, asked while somebody types. */
  whyNot: (value: string) => string | null;
  /** For a value that is one of two: Enter and a click change it at once; only Tab mounts its editor. */
  toggle?: (value: string) => string;
  editor: (props: CellEditorProps, row: Row) => ReactNode;
}

/** Where the active cell goes when an editor closes; 'away': the focus is elsewhere already. */
export type EditorExit = 'stay' | 'down' | 'up' | 'next' | 'previous' | 'away';

export interface CellEditorProps {
  label: string;
  required: boolean;
  value: string;
  /** What was typed to open the editor: it stands instead of the value. */
  typed: string;
  /** Id of the element that says what is wrong. */
  describedBy: string;
  /** Takes what the editor reads and closes it. */
  onDone: (exit: EditorExit) => void;
  /**
   * Closes it for a question that is asked elsewhere; the focus is in the grid.
   * @param value what the cell takes at once; without it nothing changes
   * @returns writes the answer into the cell, whenever it comes
   */
  onAsk?: (value?: string) => (answer: string) => void;
  ref: Ref<CellEditorHandle>;
}

export interface CellEditorHandle {
  /** The value as it stands, or null when what was typed is none and cannot be kept. */
  read: () => string | null;
}

/** What shall be written into one cell: a value, or a text that the page has to read. */
export interface CellWrite {
  readonly row: RowId;
  readonly column: string;
  readonly text: string;
  readonly value?: string;
}

export type WriteKind = 'type' | 'paste' | 'fill' | 'clear';

/** What the page does with what a person asked of the cells. */
export interface GridEditing {
  /** Takes rows into row edit; false when that cannot be, and then it has said why. */
  begin: (rows: readonly RowId[]) => boolean;
  /** One step of what can be undone. `leftOut`: pasted cells that lie beyond the last row or column. */
  write: (writes: readonly CellWrite[], kind: WriteKind, leftOut?: number) => void | Promise<void>;
}

/** What a person may change about the columns, and a preference keeps. Ids that no column has are ignored. */
export interface GridColumnState {
  /** Ids in order; columns that are not named follow in their own order. */
  order: readonly string[];
  hidden: readonly string[];
  /** Pixels by column id; columns that are not named have their own width. */
  widths: Readonly<Record<string, number>>;
  pinned: { left: readonly string[]; right: readonly string[] };
}

export const defaultColumnWidth = 140;
export const defaultMinColumnWidth = 64;

export function columnStateOf<Row>(columns: readonly GridColumn<Row>[]): GridColumnState {
  const pinnedTo = (side: 'left' | 'right') =>
    columns.filter((column) => column.pin === side).map((column) => column.id);
  return {
    order: columns.map((column) => column.id),
    hidden: [],
    widths: {},
    pinned: { left: pinnedTo('left'), right: pinnedTo('right') },
  };
}

/** Rows that stand under other rows of the grid. It keeps its identity while nothing in it changes. */
export interface GridTree<Row> {
  /** The column whose cells are indented. */
  readonly column: string;
  /** From 1. */
  readonly levelOf: (row: Row) => number;
  /** Whether what is below is shown; null where nothing is below. */
  readonly isOpen: (row: Row) => boolean | null;
  readonly toggle: (row: Row) => void;
  /** A row that stands for others and is none of them: it is not selected, edited or acted on. Null: an ordinary row. */
  readonly headOf?: (row: Row) => GridHead | null;
}

/** A colour of a row or a cell; what it means is said wherever it is shown. */
export interface GridMark {
  readonly tone: 'red' | 'amber' | 'green' | 'teal' | 'blue' | 'violet' | 'grey';
  readonly label: string;
}

export interface GridMarks {
  readonly row: GridMark | null;
  readonly cells: ReadonlyMap<string, GridMark>;
}

/** What a row says that stands for others. */
export interface GridHead {
  /** Names it in spoken sentences: 'Status Open'. */
  readonly label: string;
  /** What stands in the tree's column; it reaches over those after it that are empty. */
  readonly title: ReactNode;
  /** What is shown in a cell of another column; null: nothing. */
  readonly render: (column: string) => ReactNode;
  /** What is copied. */
  readonly text: (column: string) => string;
  /** Enter. */
  readonly open: () => void;
}
