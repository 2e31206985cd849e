import type { ReactNode } from 'react';
import styles from './scroll-table.module.css';
import { useMediaQuery } from './use-media-query.ts';

export type ScrollColumn<Row> = {
  /** Stands for the column where several have the same name. */
  readonly key?: string | number;
  readonly name: ReactNode;
  readonly renderCell: (row: Row) => ReactNode;
  /** Names the row. */
  readonly isRowHeader?: boolean;
  /** A number: its digits stand below those of the others. */
  readonly isAmount?: boolean;
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
  /** Below 600 px each row is a card, with the column's name before each value: nothing stands beside the screen. */
  isCardsOnPhone?: boolean;
  /** Below the rows, and scrolls with them. */
  tail?: ReactNode;
};

/** A table in a dialog: its head stands while its rows scroll, by keys as well. */
export function ScrollTable<Row>(props: ScrollTableProps<Row>) {
  const { label, columns, rows, rowKey, isQuiet, className = '', isCardsOnPhone = false, tail } = props;
  const isCards = useMediaQuery('(width < 600px)') && isCardsOnPhone;
  // Another display takes the meaning of the elements away: it is said again.
  const as = (role: string) => (isCards ? { role } : {});
  return (
    <div
      className={`${styles.scroller} ${className}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys
      tabIndex={0}
      role="region"
      aria-label={label}
      data-cards={isCards || undefined}
    >
      <table className={styles.table} {...as('table')}>
        <thead {...as('rowgroup')}>
          <tr {...as('row')}>
            {columns.map(({ name, key, isAmount }, index) => (
              <th key={key ?? index} scope="col" data-amount={isAmount || undefined} {...as('columnheader')}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...as('rowgroup')}>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)} data-quiet={isQuiet?.(row) || undefined} {...as('row')}>
              {columns.map((column, at) => {
                const { name, isRowHeader, isAmount, renderCell, key = at, className: look } = column;
                const cellClass = typeof look === 'function' ? look(row) : look;
                return isRowHeader ? (
                  <th key={key} scope="row" className={cellClass} {...as('rowheader')}>
                    {isCards && <span aria-hidden="true">{name} </span>}
                    {renderCell(row)}
                  </th>
                ) : (
                  <td key={key} className={cellClass} data-amount={isAmount || undefined} {...as('cell')}>
                    {isCards && (
                      <span className={styles.label} aria-hidden="true">
                        {name}
                      </span>
                    )}
                    {isCards ? <div>{renderCell(row)}</div> : renderCell(row)}
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
