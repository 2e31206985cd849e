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
  rowsRendered?: () => number;
}

declare global {
  var benchPage: BenchPage;
}
