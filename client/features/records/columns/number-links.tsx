// Cells that lead to a screen of their record: its number, and the two columns of addresses.
import type { MouseEvent } from 'react';
import type { RecordRow } from '../record-row.ts';
import styles from './record-cell.module.css';
import { linkColumns, type RecordColumn } from './record-columns.tsx';
import type { RecordRoute } from '../record-page/record-routes.ts';

export type RecordLinks = {
  readonly hrefOf: (record: RecordRow) => string;
  /** The address of another screen of the record; null without access. */
  readonly hrefOfRoute: (record: RecordRow, route: RecordRoute) => string | null;
  /** A plain click; with Ctrl, Shift or the middle button the address is the browser's to open. */
  readonly onOpen: (recordId: number, href: string) => void;
};

export function withRecordLinks(
  columns: readonly RecordColumn[],
  { hrefOf, hrefOfRoute, onOpen }: RecordLinks,
): readonly RecordColumn[] {
  // One function for all cells: it finds the record in the link.
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const link = event.currentTarget;
    onOpen(Number(link.dataset['record']), link.getAttribute('href')!);
  };
  const link = (record: RecordRow, href: string, words: string, className?: string) => (
    <a href={href} tabIndex={-1} className={className} data-record={record.id} onClick={onClick}>
      {words}
    </a>
  );
  return columns.map((column) => {
    const route = routeOfColumn.get(column.id);
    if (route !== undefined)
      return {
        ...column,
        text: (record) => {
          const href = hrefOfRoute(record, route);
          return href === null ? column.text(record) : new URL(href, window.location.origin).href;
        },
        render: (record) => {
          const href = hrefOfRoute(record, route);
          return href === null ? column.text(record) : link(record, href, column.header);
        },
      };
    if (column.id !== 'recordNumber') return column;
    return {
      ...column,
      render: (record) => {
        const number = column.text(record);
        if (number === '') return column.render?.(record);
        return link(record, hrefOf(record), number, styles.number);
      },
    };
  });
}

const routeOfColumn = new Map(linkColumns.map(({ id, route }) => [id, route]));
