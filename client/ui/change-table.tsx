// What happened, as rows of before and after (Specification 3): an entry is one row for each thing that it changed.
import { format } from 'date-fns';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './change-table.module.css';
import { StackedTable, type StackedColumn } from './stacked-table.tsx';

export type ChangeEntry = {
  readonly id: string | number;
  /** What of the whole it is about: a line of a record, or in the company's log a record. */
  readonly part?: string;
  /** The address to which the part leads. */
  readonly partTo?: string | null;
  /** Without any the entry still says that something happened. */
  readonly changes: readonly { readonly what: string; readonly before: string; readonly after: string }[];
  readonly activity: ReactNode;
  readonly user: string;
  /** An instant. */
  readonly at: string;
};

/** Specification 9. */
const showMoment = (instant: string): string => format(new Date(instant), 'MMM d, y - h:mmaaaa');

/** One thing that an entry changed; without a change the entry itself. */
type ChangeRow = { readonly entry: ChangeEntry; readonly at: number };

/** Of an entry that only says that something happened: a column has a place for it, a card needs no line of it. */
const nothing = <span className={styles.nothing}>–</span>;

const changeOf = ({ entry, at }: ChangeRow) => entry.changes[at];

const columns: readonly StackedColumn<ChangeRow>[] = [
  {
    name: 'Name',
    share: '22%',
    renderCell: (row) => (
      <>
        {row.entry.part !== undefined && (
          <span className={styles.part} data-again={row.at > 0 || undefined}>
            {row.entry.partTo != null && row.at === 0 ? (
              <Link to={row.entry.partTo}>{row.entry.part}</Link>
            ) : (
              row.entry.part
            )}
          </span>
        )}
        {changeOf(row)?.what}
      </>
    ),
  },
  { name: 'Before', share: '20%', renderCell: (row) => changeOf(row)?.before ?? nothing },
  { name: 'After', renderCell: (row) => changeOf(row)?.after ?? nothing },
  { name: 'Activity', isOfGroup: true, share: '12%', renderCell: ({ entry }) => entry.activity },
  { name: 'User', isOfGroup: true, share: '12%', renderCell: ({ entry }) => entry.user },
  {
    name: 'Date updated',
    isOfGroup: true,
    renderCell: ({ entry }) => (
      <time dateTime={entry.at} className={styles.date}>
        {showMoment(entry.at)}
      </time>
    ),
  },
];

export function ChangeTable({ label, entries }: { label: string; entries: readonly ChangeEntry[] }) {
  const rows = entries.flatMap((entry) =>
    Array.from({ length: Math.max(1, entry.changes.length) }, (_, at): ChangeRow => ({ entry, at })),
  );
  return (
    <StackedTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={({ entry, at }) => `${entry.id} ${at}`}
      groupOf={({ entry }) => entry}
    />
  );
}
