// A table of few columns, without the grid's powers. Where the page is narrow each row is a card of its own with the
// column's name before each value: no table element, because another display would take its meaning away.
import type { ReactNode } from 'react';
import styles from './stacked-table.module.css';

export type StackedColumn<Row> = {
  readonly name: string;
  readonly renderCell: (row: Row) => ReactNode;
  /** The same in all rows of a group: seen in the first of them, spoken in each. */
  readonly isOfGroup?: boolean;
  /** The least of a wide table that the column takes, such as '22%', whatever the others hold. */
  readonly share?: string;
};

type StackedTableProps<Row> = {
  label: string;
  /** The first names the row. */
  columns: readonly StackedColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Rows that follow each other and answer the same are one group, without a line between them. */
  groupOf?: (row: Row) => unknown;
  /** What can be done with the row. */
  renderActions?: (row: Row) => ReactNode;
};

export function StackedTable<Row>(props: StackedTableProps<Row>) {
  const { label, columns, rows, rowKey, groupOf, renderActions } = props;
  const goesOn = (at: number) =>
    at > 0 && groupOf !== undefined && groupOf(rows[at]!) === groupOf(rows[at - 1]!);
  return (
    <div className={styles.table} role="table" aria-label={label} data-grouped={groupOf && true}>
      <div className={styles.head} role="rowgroup">
        <div className={styles.row} role="row">
          {columns.map(({ name, share }) => (
            <div key={name} role="columnheader" style={share === undefined ? undefined : { width: share }}>
              {name}
            </div>
          ))}
          {renderActions !== undefined && (
            <div role="columnheader">
              <span className="rh-visually-hidden">Actions</span>
            </div>
          )}
        </div>
      </div>
      <div className={styles.body} role="rowgroup">
        {rows.map((row, at) => (
          <div
            key={rowKey(row)}
            className={styles.row}
            role="row"
            data-goes-on={goesOn(at) || undefined}
            data-acts={renderActions && true}
          >
            {columns.map(({ name, renderCell, isOfGroup }, index) =>
              index === 0 ? (
                <div key={name} role="rowheader" className={styles.name}>
                  {renderCell(row)}
                </div>
              ) : (
                <div key={name} role="cell" className={isOfGroup ? styles.ofGroup : undefined}>
                  <span className={styles.label} aria-hidden="true">
                    {name}
                  </span>
                  {isOfGroup ? <span>{renderCell(row)}</span> : renderCell(row)}
                </div>
              ),
            )}
            {renderActions !== undefined && (
              <div role="cell" className={styles.actions}>
                {renderActions(row)}
              </div>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
