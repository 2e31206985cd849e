// A table of few columns, without the grid's powers. Where the page is narrow each row is a card of its own with the
// column's name before each value: no table element, because another display would take its meaning away.
import type { ReactNode } from 'react';
import styles from './stacked-table.module.css';

export type StackedColumn<Row> = { readonly name: string; readonly renderCell: (row: Row) => ReactNode };

type StackedTableProps<Row> = {
  label: string;
  /** The first names the row. */
  columns: readonly StackedColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** What can be done with the row. */
  renderActions?: (row: Row) => ReactNode;
};

export function StackedTable<Row>({ label, columns, rows, rowKey, renderActions }: StackedTableProps<Row>) {
  return (
    <div className={styles.table} role="table" aria-label={label}>
      <div className={styles.head} role="rowgroup">
        <div className={styles.row} role="row">
          {columns.map(({ name }) => (
            <div key={name} role="columnheader">
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
        {rows.map((row) => (
          <div key={rowKey(row)} className={styles.row} role="row">
            {columns.map(({ name, renderCell }, index) =>
              index === 0 ? (
                <div key={name} role="rowheader" className={styles.name}>
                  {renderCell(row)}
                </div>
              ) : (
                <div key={name} role="cell">
                  <span className={styles.label} aria-hidden="true">
                    {name}
                  </span>
                  {renderCell(row)}
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
