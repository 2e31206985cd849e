import type { ColumnLayout, PlacedColumn } from './use-column-layout.ts';

interface SkeletonRowsProps<Row> {
  layout: ColumnLayout<Row>;
  rowHeight: number;
  viewportWidth: number;
}

type Bone = Pick<PlacedColumn<never>, 'id' | 'width' | 'control'>;

const rows = Array.from({ length: 12 }, (_, index) => index);
const barShares = ['58%', '72%', '44%', '66%', '52%'];
/** What stands in until the columns are known too. */
const unknownColumns: Bone[] = Array.from({ length: 8 }, (_, index) => ({
  id: `column ${index}`,
  width: 150,
  control: undefined,
}));

/** Twelve rows in the shape of what comes (specification, section 9); nothing for assistive technology. */
export function SkeletonRows<Row>({ layout, rowHeight, viewportWidth }: SkeletonRowsProps<Row>) {
  const shown = columnsInView(layout.all.length > 0 ? layout.all : unknownColumns, viewportWidth);
  return (
    <div aria-hidden="true" className="rh-skeleton">
      <div className="rh-bones">
        {rows.map((row) => (
          <div key={row} className="rh-skeleton-row" style={{ height: rowHeight }}>
            {shown.map(({ id, width, control }, column) => (
              <span key={id} className="rh-skeleton-cell" style={{ width }}>
                {!control && (
                  <span
                    className="rh-bone"
                    style={{ width: barShares[(row + column * 2) % barShares.length] }}
                  />
                )}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function columnsInView(columns: readonly Bone[], viewportWidth: number): Bone[] {
  const shown: Bone[] = [];
  let end = 0;
  for (const column of columns) {
    if (end >= viewportWidth) break;
    shown.push(column);
    end += column.width;
  }
  return shown;
}
