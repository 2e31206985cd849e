// The rows of a file that could not be imported, which are no records: by why, and by their place in the file.
import { useQuery } from '@tanstack/react-query';
import { ErrorAlert } from '../../../../ui/error-alert.tsx';
import { ProgressLine } from '../../../../ui/progress-line.tsx';
import { findImportReasons } from '../../import/api.ts';
import { RowsOfReason } from '../../import/import-result.tsx';
import { ReasonTable } from '../../import/reason-table.tsx';

export function ImportFaults({ importId }: { importId: number }) {
  const found = useQuery({
    queryKey: ['bulk-changes', 'import-faults', importId],
    queryFn: ({ signal }) => findImportReasons(importId, signal),
    retry: false,
  });
  const { reasons, reasonCount } = found.data ?? { reasons: [], reasonCount: 0 };
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
      {reasons.length > 0 && (
        <ReasonTable
          label="Rows that could not be imported"
          {...{ reasons, reasonCount }}
          renderRows={(reason) => (
            <RowsOfReason key={reason} id={importId} reason={reason} judgement={null} />
          )}
        />
      )}
    </>
  );
}
