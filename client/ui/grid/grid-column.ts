import type { ReactNode } from 'react';

export type RowId = string | number;

/** One column as the page describes it. Cells are cheap: plain text, or a small element without hooks. */
export interface GridColumn<Row> {
  id: string;
  /** The header, as shown and as spoken. */
  header: string;
  /** Pixels, until the state of the columns says otherwise. Default 140. */
  width?: number;
  /** Pixels. Default 64. */
  minWidth?: number;
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
