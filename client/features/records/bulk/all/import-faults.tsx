// The rows of a file that could not be imported, which are no records: by their place in the file.
import { useQuery } from '@tanstack/react-query';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { ErrorAlert } from '../../../../ui/error-alert.tsx';
import { ProgressLine } from '../../../../ui/progress-line.tsx';
import { ScrollTable } from '../../../../ui/scroll-table.tsx';
import { findImportFaults } from '../../import/api.ts';
import styles from './bulk-changes.module.css';

const mostShown = 200;

export function ImportFaults({ importId }: { importId: number }) {
  const found = useQuery({
    queryKey: ['bulk-changes', 'import-faults', importId],
    queryFn: ({ signal }) => findImportFaults(importId, { offset: 0, limit: mostShown }, signal),
    retry: false,
  });
  const faults = found.data?.faults ?? [];
  const total = found.data?.total ?? 0;
  return (
    <>
      <ProgressLine active={found.isFetching} />
      {found.isError && (
        <ErrorAlert
          failure={found.error}
          title="The rows could not be read"
          onRetry={() => void found.refetch()}
        />
      )}
      {faults.length > 0 && (
        <ScrollTable
          label="Rows that could not be imported"
          columns={[
            { name: 'Row', isRowHeader: true, renderCell: ({ row }) => row },
            { name: 'Reason', renderCell: ({ fault }) => fault },
          ]}
          rows={faults}
          rowKey={({ row }) => row}
        />
      )}
      {total > 0 && (
        <div className={styles.more}>
          <span role="status">{`${showCount(faults.length)} of ${showCount(total)}`}</span>
        </div>
      )}
    </>
  );
}
