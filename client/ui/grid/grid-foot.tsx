// A row of its own under the rows, always in view: one stop of the Tab key after the grid, walked by arrows. What stands in
// it belongs to the page.
import type { ReactElement, ReactNode, SyntheticEvent } from 'react';
import { useOneTabStop } from '../use-one-tab-stop.ts';
import { spacer } from './grid-row.tsx';
import type { ColumnLayout, PlacedColumn } from './use-column-layout.ts';
import { columnsAChunk, type IndexWindow } from './use-windows.ts';

type GridFootProps<Row> = {
  label: string;
  layout: ColumnLayout<Row>;
  chunks: IndexWindow;
  render: (column: string) => ReactNode;
};

/** The grid's own keys and clicks are of its cells. */
const stop = (event: SyntheticEvent) => event.stopPropagation();

export function GridFoot<Row>({ label, layout, chunks, render }: GridFootProps<Row>) {
  const { ref, onKeyDown } = useOneTabStop<HTMLDivElement>('horizontal');
  const { center } = layout;
  const cell = (placed: PlacedColumn<Row>) => (
    <div
      key={placed.id}
      role="gridcell"
      className={`${placed.headerClassName} rh-foot-cell`}
      style={placed.style}
    >
      {placed.column && render(placed.id)}
    </div>
  );
  const shown: ReactElement[] = [];
  const first = chunks.first * columnsAChunk;
  const last = Math.min(center.length, (chunks.last + 1) * columnsAChunk) - 1;
  for (let at = first; at <= last; at += 1) {
    const placed = center[at]!;
    if (at === first && placed.start > 0) shown.push(spacer('before the foot', placed.start));
    shown.push(cell(placed));
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus is on what stands in its cells
    <div
      ref={ref}
      role="rowgroup"
      aria-label={label}
      className="rh-foot-group"
      onKeyDown={(event) => {
        onKeyDown(event);
        stop(event);
      }}
      onPointerDown={stop}
      onMouseDown={stop}
      onClick={stop}
      onDoubleClick={stop}
      onContextMenu={stop}
    >
      <div role="row" className="rh-header rh-foot">
        {layout.left.map(cell)}
        {shown}
        {layout.right.map(cell)}
      </div>
    </div>
  );
}
