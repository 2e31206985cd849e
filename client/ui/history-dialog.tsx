import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { ChangeTable, type ChangeEntry } from './change-table.tsx';
import styles from './change-table.module.css';
import { EmptyState } from './empty-state.tsx';
import { ErrorAlert } from './error-alert.tsx';
import { ProgressLine } from './progress-line.tsx';
import { TitledDialog } from './titled-dialog.tsx';

type HistoryPage<Log> = { readonly logs: readonly Log[]; readonly total: number };

/** For an infinite query over pages of a history: where the next one begins, or nothing after the last. */
export function nextHistoryOffset<Log>(
  last: HistoryPage<Log>,
  pages: readonly HistoryPage<Log>[],
): number | undefined {
  const shown = pages.reduce((sum, { logs }) => sum + logs.length, 0);
  return shown < last.total && last.logs.length > 0 ? shown : undefined;
}

type HistoryDialogProps<Log> = {
  title: string;
  /** What will stand here, while nothing does. */
  emptyText: string;
  query: UseInfiniteQueryResult<InfiniteData<HistoryPage<Log>>>;
  describe: (log: Log) => ChangeEntry;
  onClose: () => void;
};

export function HistoryDialog<Log>({ title, emptyText, query, describe, onClose }: HistoryDialogProps<Log>) {
  const logs = query.data?.pages.flatMap((page) => page.logs) ?? [];
  return (
    <TitledDialog title={title} isWholeOnPhone maxWidth="lg" onClose={onClose}>
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
            {emptyText}
          </EmptyState>
        )}
        {logs.length > 0 && <ChangeTable label={title} entries={logs.map(describe)} />}
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
    </TitledDialog>
  );
}
