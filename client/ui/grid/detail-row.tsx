import type { ReactNode } from 'react';

interface DetailRowProps {
  ariaRowIndex: number;
  columnCount: number;
  top: number;
  height: number;
  children: ReactNode;
}

/** The panel under the expanded row: a row of its own with one cell, as wide as the view and not as the columns. */
export function DetailRow({ ariaRowIndex, columnCount, top, height, children }: DetailRowProps) {
  return (
    <div role="row" aria-rowindex={ariaRowIndex} className="rh-detail-row" style={{ top, height }}>
      <div
        role="gridcell"
        aria-colindex={1}
        aria-colspan={columnCount}
        className="rh-detail"
        data-grid-detail=""
      >
        {children}
      </div>
    </div>
  );
}
