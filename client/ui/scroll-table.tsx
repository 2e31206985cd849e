import type { ReactNode } from 'react';
import styles from './scroll-table.module.css';

export type ScrollColumn<Row> = {
  /** Stands for the column where several have the same name. */
  readonly key?: string | number;
  readonly name: ReactNode;
  readonly renderCell: (row: Row) => ReactNode;
  /** Names the row. */
  readonly isRowHeader?: boolean;
  readonly className?: string | ((row: Row) => string | undefined) | undefined;
};

type ScrollTableProps<Row> = {
  label: string;
  columns: readonly ScrollColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string | number;
  /** Rows that nothing is done with. */
  isQuiet?: (row: Row) => boolean;
  className?: string | undefined;
  /** Below the rows, and scrolls with them. */
  tail?: ReactNode;
};

/** A table in a dialog: its head stands while its rows scroll, by keys as well. */
export function ScrollTable<Row>(props: ScrollTableProps<Row>) {
  const { label, columns, rows, rowKey, isQuiet, className = '', tail } = props;
  return (
    <div
      className={`${styles.scroller} ${className}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ name, key }, index) => (
              <th key={key ?? index} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)} data-quiet={isQuiet?.(row) || undefined}>
              {columns.map((column, at) => {
                const { isRowHeader, renderCell, key = at, className: look } = column;
                const cellClass = typeof look === 'function' ? look(row) : look;
                return isRowHeader ? (
                  <th key={key} scope="row" className={cellClass}>
                    {renderCell(row)}
                  </th>
                ) : (
                  <td key={key} className={cellClass}>
                    {renderCell(row)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {tail}
    </div>
  );
}
