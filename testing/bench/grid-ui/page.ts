// What the benchmark asks of a page, the same of ours and of the vanilla one.

export interface BenchPage {
  /** Makes the rows, as a response brings them; what it returns shows them, and that is measured. */
  prepare: (rows: number, columns: number, seed: number) => () => void;
  clear: () => void;
  scroller: () => HTMLElement;
  /** Only of ours. */
  setDensity?: (density: 1.3 | 1 | 0.7) => void;
  selectAll?: (isSelected: boolean) => void;
  expand?: (index: number | null) => void;
  /** The first rows, so many of them, are in row edit; 0 for none. */
  edit?: (count: number) => void;
  /** A table of so many rows and columns, ready; what it returns pastes it from the first cell on. */
  paste?: (rows: number, columns: number) => () => void;
  rowsRendered?: () => number;
}

declare global {
  var benchPage: BenchPage;
}
