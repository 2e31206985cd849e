import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { lineHistoryPage } from '@rowhouse/domain/line-items/limits.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { format } from 'date-fns';
import { useId, type ReactNode } from 'react';
import { request } from '../../platform/graphql/request.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import table from '../../ui/stacked-table.module.css';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { findLineHistory } from './api.ts';
import type { LineCells, LineId, LineType } from './line.ts';
import styles from './line-history-dialog.module.css';

type LineHistoryDialogProps = {
  record: { readonly id: number; readonly label: string };
  type: LineType;
  cells: LineCells;
  /** Where lines stand now. */
  places: ReadonlyMap<LineId, number>;
  onClose: () => void;
};

type Log = Awaited<ReturnType<typeof askPage>>['logs'][number];

async function askPage(recordId: number, offset: number, signal: AbortSignal) {
  const data = { filterInput: { recordId }, pagination: { offset, limit: lineHistoryPage } };
  return (await request(findLineHistory, { data }, { signal })).filterAuditLogsForLineItems;
}

const activities: Readonly<Record<string, string>> = {
  create: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  reorder: 'Reordered',
};

/** Specification 9. */
const showMoment = (instant: string): string => format(new Date(instant), 'MMM d, y - h:mmaaaa');

export function LineHistoryDialog({ record, type, cells, places, onClose }: LineHistoryDialogProps) {
  const titleId = useId();
  const isNarrow = useMediaQuery('(width < 600px)');
  const query = useInfiniteQuery({
    queryKey: ['line-items', 'history', record.id],
    queryFn: ({ pageParam, signal }) => askPage(record.id, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { logs }) => sum + logs.length, 0);
      return shown < last.total && last.logs.length > 0 ? shown : undefined;
    },
    gcTime: 0,
  });
  const logs = query.data?.pages.flatMap((page) => page.logs) ?? [];
  const fields = new Map(type.fields.map((field) => [field.key, field]));
  const show = (fieldId: number | null | undefined, value: string | null | undefined) => {
    if (value == null) return '–';
    const field = fieldId == null ? undefined : fields.get(additionalFieldKey(fieldId));
    return field ? cells.text(field, value) || value : value;
  };
  const lineOf = ({ lineItemsRowId: id, action }: Log) => {
    if (id == null) return 'All';
    const place = places.get(id);
    if (place !== undefined) return `Line ${place}`;
    return action === 'delete' ? 'Line' : 'Deleted line';
  };

  return (
    <Dialog open fullWidth fullScreen={isNarrow} maxWidth="lg" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{`History of the lines of ${record.label}`}</DialogTitle>
      {/* What scrolls is reached by the keyboard. */}
      <DialogContent tabIndex={0}>
        <ProgressLine active={query.isFetching} />
        {query.error !== null && (
          <ErrorAlert
            failure={query.error}
            title="The history could not be loaded"
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isSuccess && logs.length === 0 && (
          <EmptyState title="Nothing has happened yet" icon="clock">
            Changes of lines will stand here.
          </EmptyState>
        )}
        {logs.length > 0 && (
          <div role="table" aria-label={`History of the lines of ${record.label}`} className={table.table}>
            <div role="rowgroup" className={table.head}>
              <div role="row" className={table.row}>
                {['Name', 'Before', 'After', 'Activity', 'User', 'Date updated'].map((name) => (
                  <div key={name} role="columnheader">
                    {name}
                  </div>
                ))}
              </div>
            </div>
            <div role="rowgroup" className={table.body}>
              {logs.flatMap((log) => {
                // An entry whose fields are no more still says that something happened.
                const changes = log.changes.length > 0 ? log.changes : [null];
                return changes.map((change, at) => (
                  <div
                    key={`${log.id} ${at}`}
                    role="row"
                    className={`${table.row} ${styles.row}`}
                    data-goes-on={at > 0 || undefined}
                  >
                    <div role="cell">
                      <span className={styles.line}>{lineOf(log)}</span>
                      {change?.what}
                    </div>
                    <Cell label="Before">{show(change?.lineItemsByTypeFiledsId, change?.oldValue)}</Cell>
                    <Cell label="After">{show(change?.lineItemsByTypeFiledsId, change?.newValue)}</Cell>
                    <Cell label="Activity" isOfEntry>
                      {activities[log.action] ?? log.action}
                    </Cell>
                    <Cell label="User" isOfEntry>
                      {log.user?.name ?? log.user?.email ?? 'Unknown'}
                    </Cell>
                    <Cell label="Date updated" isOfEntry>
                      <time dateTime={log.datetime} className={styles.date}>
                        {showMoment(log.datetime)}
                      </time>
                    </Cell>
                  </div>
                ));
              })}
            </div>
          </div>
        )}
        {query.hasNextPage && (
          <div className={styles.earlier}>
            <Button variant="outlined" disabled={query.isFetching} onClick={() => void query.fetchNextPage()}>
              Show earlier changes
            </Button>
          </div>
        )}
      </DialogContent>
      <DialogActions>
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog opens on its way out */}
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type CellProps = {
  label: string;
  /** The same in all rows of an entry: it is seen in the first. */
  isOfEntry?: boolean;
  children: ReactNode;
};

function Cell({ label, isOfEntry = false, children }: CellProps) {
  return (
    <div role="cell" className={isOfEntry ? styles.ofEntry : undefined}>
      <span className={table.label} aria-hidden="true">
        {label}
      </span>
      <span>{children}</span>
    </div>
  );
}
