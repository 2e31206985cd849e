import { memo, type ReactElement, type ReactNode } from 'react';
import { DetailRow } from './detail-row.tsx';
import { GridRow, type RowSetting } from './grid-row.tsx';
import type { IndexWindow } from './use-windows.ts';

interface GridRowsProps<Row> {
  rows: readonly Row[];
  rowsWindow: IndexWindow;
  chunks: IndexWindow;
  rowTop: (index: number) => number;
  rowHeight: number;
  detailHeight: number;
  /** -1 for none. */
  expandedIndex: number;
  /** The row of the active cell when it is out of the window, else -1. */
  activeIndexOutside: number;
  firstRowIndex: number;
  setting: RowSetting<Row>;
  renderDetail: ((row: Row) => ReactNode) | undefined;
}

export const GridRows = memo(GridRowsWhole) as typeof GridRowsWhole;

/** The rows of the window; the expanded row and the active one also from outside it, so that no work in them is lost. */
function GridRowsWhole<Row>(props: GridRowsProps<Row>): ReactNode {
  const { rows, rowsWindow, rowTop, expandedIndex, firstRowIndex, setting } = props;
  const shown: ReactElement[] = [];
  const show = (index: number) => {
    const row = rows[index]!;
    const ariaRowIndex = firstRowIndex + index + 2 + (expandedIndex >= 0 && index > expandedIndex ? 1 : 0);
    shown.push(
      <GridRow
        key={setting.rowId(row)}
        row={row}
        index={index}
        ariaRowIndex={ariaRowIndex}
        top={rowTop(index)}
        isOdd={(firstRowIndex + index) % 2 === 1}
        chunks={props.chunks}
        setting={setting}
      />,
    );
    if (index !== expandedIndex || !props.renderDetail) return;
    shown.push(
      <DetailRow
        key={`detail ${setting.rowId(row)}`}
        ariaRowIndex={ariaRowIndex + 1}
        columnCount={setting.layout.all.length}
        top={rowTop(index) + props.rowHeight}
        height={props.detailHeight}
      >
        {props.renderDetail(row)}
      </DetailRow>,
    );
  };

  const first = Math.max(0, Math.min(rowsWindow.first, rows.length));
  const last = Math.min(rowsWindow.last, rows.length - 1);
  const outside = new Set([expandedIndex, props.activeIndexOutside]);
  const kept = [...outside].filter((index) => index >= 0 && index < rows.length).toSorted((a, b) => a - b);
  for (const index of kept) if (index < first) show(index);
  for (let index = first; index <= last; index += 1) show(index);
  for (const index of kept) if (index > last) show(index);
  return shown;
}
