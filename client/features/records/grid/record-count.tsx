import { useQuery } from '@tanstack/react-query';
import { request } from '../../../platform/graphql/request.ts';
import { countRecords } from '../api.ts';
import styles from './record-count.module.css';

const askAgainMs = 1000;

/** The exact number of enabled records. A total that is not yet known is asked for again, and never guessed. */
export function RecordCount({ recordTypeId }: { recordTypeId: number }) {
  const { data, error } = useQuery({
    queryKey: ['records', 'count', recordTypeId],
    queryFn: async ({ signal }) =>
      (await request(countRecords, { data: { recordTypeId, enabled: true } }, { signal }))
        .filterAndSortRecordHeader,
    refetchInterval: ({ state }) => (state.data?.totalState === 'PENDING' ? askAgainMs : false),
  });
  if (error !== null) return <span className={styles.quiet}>Not available</span>;
  const total = data?.totalState === 'EXACT' ? data.total : null;
  if (total === null) return <span className={styles.quiet}>Counting…</span>;
  return (
    <span>
      <span className={styles.total}>{total.toLocaleString('en-US')}</span>{' '}
      <span className={styles.quiet}>{total === 1 ? 'record' : 'records'}</span>
    </span>
  );
}
