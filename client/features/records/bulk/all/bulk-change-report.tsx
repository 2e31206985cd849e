// What became of each record of a bulk change. What was not changed comes first, with its reason, and as CSV.
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { titleOf } from '@rowhouse/domain/bulk-changes/describe.ts';
import { reachedCount } from '@rowhouse/domain/bulk-changes/rules.ts';
import type { BulkChangeOutcome } from '@rowhouse/domain/contract.generated.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toSentence } from '../../../../platform/request-failure.ts';
import { ErrorAlert } from '../../../../ui/error-alert.tsx';
import { ProgressLine } from '../../../../ui/progress-line.tsx';
import { snackbars } from '../../../../ui/snackbars.tsx';
import { ScrollTable } from '../../../../ui/scroll-table.tsx';
import { TitledDialog } from '../../../../ui/titled-dialog.tsx';
import { findBulkChangeRecords, type MyBulkChange } from './api.ts';
import styles from './bulk-changes.module.css';
import { downloadFailures, outcomeWords } from './failures-csv.ts';
import { ImportFaults } from './import-faults.tsx';
import { downloadFaults } from '../../import/api.ts';

const pageSize = 100;

type Part = { readonly outcome: BulkChangeOutcome; readonly count: number };

/** In the order in which they are of interest. */
const partsOf = (change: MyBulkChange): readonly Part[] =>
  (
    [
      { outcome: 'REFUSED', count: change.refused },
      { outcome: 'CONFLICT', count: change.conflicts },
      { outcome: 'NOT_FOUND', count: change.notFound },
      { outcome: 'NOT_REACHED', count: change.total - reachedCount(change) },
      { outcome: 'UPDATED', count: change.updated },
      { outcome: 'UNCHANGED', count: change.unchanged },
    ] as const
  ).filter(({ count }) => count > 0);

const isOfFile = ({ importId }: MyBulkChange, outcome: BulkChangeOutcome | null): boolean =>
  importId !== null && outcome === 'REFUSED';

const wordOf = ({ importId, made, updated }: MyBulkChange, outcome: BulkChangeOutcome): string => {
  if (importId === null || outcome !== 'UPDATED') return outcomeWords[outcome];
  return made === 0 ? 'Changed' : made === updated ? 'Made' : 'Made or changed';
};

export function BulkChangeReport({ change, onClose }: { change: MyBulkChange; onClose: () => void }) {
  const parts = partsOf(change);
  const [outcome, setOutcome] = useState<BulkChangeOutcome | null>(parts[0]?.outcome ?? null);
  const [isFetching, setIsFetching] = useState(false);
  const found = useInfiniteQuery({
    queryKey: ['bulk-changes', 'report', change.id, change.state, outcome],
    queryFn: ({ signal, pageParam }) =>
      findBulkChangeRecords(
        change.id,
        outcome === null ? null : [outcome],
        { offset: pageParam, limit: pageSize },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      pages.length * pageSize < last.total ? pages.length * pageSize : null,
    // Rows of a file are no records.
    enabled: !isOfFile(change, outcome),
    retry: false,
  });
  const records = found.data?.pages.flatMap((page) => page.records) ?? [];
  const total = found.data?.pages[0]?.total ?? 0;
  const hasFailures = parts.some(({ outcome: of }) => of !== 'UPDATED' && of !== 'UNCHANGED');

  async function download() {
    setIsFetching(true);
    try {
      await (change.importId === null
        ? downloadFailures(change.id)
        : downloadFaults(change.importId, change.fileName ?? 'file'));
    } catch (failure) {
      snackbars.error(`Download failed: ${toSentence(failure)}`);
    } finally {
      setIsFetching(false);
    }
  }

  return (
    <TitledDialog title={titleOf(change)} isWholeOnPhone maxWidth="md" onClose={onClose}>
      <DialogContent>
        <div role="group" aria-label="What became of them" className={styles.filter}>
          {parts.map((part) => (
            <Button
              key={part.outcome}
              size="small"
              variant={part.outcome === outcome ? 'outlined' : 'text'}
              aria-pressed={part.outcome === outcome}
              onClick={() => setOutcome(part.outcome)}
            >
              {`${wordOf(change, part.outcome)}: ${showCount(part.count)}`}
            </Button>
          ))}
        </div>
        {change.importId !== null && isOfFile(change, outcome) && <ImportFaults importId={change.importId} />}
        <ProgressLine active={found.isFetching} />
        {found.isError && (
          <ErrorAlert
            failure={found.error}
            title="The report could not be read"
            onRetry={() => void found.refetch()}
          />
        )}
        {records.length > 0 && (
          <ScrollTable
            label="Records"
            columns={[
              {
                name: 'Record',
                isRowHeader: true,
                renderCell: ({ id, recordNumber }) => recordNumber ?? `Record ${id}`,
              },
              { name: 'Outcome', renderCell: (record) => wordOf(change, record.outcome) },
              { name: 'Reason', renderCell: ({ message }) => message },
            ]}
            rows={records}
            rowKey={({ id }) => id}
          />
        )}
        {records.length > 0 && (
          <div className={styles.more}>
            <span role="status">{`${showCount(records.length)} of ${showCount(total)}`}</span>
            {found.hasNextPage && (
              <Button disabled={found.isFetching} onClick={() => void found.fetchNextPage()}>
                Show more
              </Button>
            )}
          </div>
        )}
      </DialogContent>
      <DialogActions>
        {hasFailures && (change.importId === null || change.refused > 0) && (
          <Button disabled={isFetching} onClick={() => void download()}>
            {isFetching
              ? 'Preparing'
              : change.importId === null
                ? 'Download what was not changed'
                : 'Download rows with reasons'}
          </Button>
        )}
        {/* eslint-disable-next-line jsx-a11y/no-autofocus -- the only thing that there is always to do */}
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </TitledDialog>
  );
}
