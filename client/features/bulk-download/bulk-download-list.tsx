import { EmptyState } from '../../ui/empty-state.tsx';
import { BulkDownloadEntry } from './bulk-download-entry.tsx';
import styles from './bulk-download-list.module.css';
import type { BulkDownload } from './entry.ts';

/** The bulk downloads of the person, the newest first; in the panel that the bell opens. */
export function BulkDownloadList({ entries }: { entries: readonly BulkDownload[] }) {
  return (
    <>
      <p role="status" className="rh-visually-hidden">
        {describeAll(entries)}
      </p>
      {entries.length === 0 ? (
        <EmptyState title="No downloads" icon="download">
          Select records and choose Bulk Download in Actions: their files come as one zip.
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {entries.map((entry) => (
            <BulkDownloadEntry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Said when it changes: what passes outside of an open dialog is not heard in it. */
function describeAll(entries: readonly BulkDownload[]): string {
  const words = { Pending: 'pending', Completed: 'ready', Failed: 'failed' } as const;
  return (['Pending', 'Completed', 'Failed'] as const)
    .map((status) => ({ status, count: entries.filter((entry) => entry.status === status).length }))
    .flatMap(({ status, count }) => (count === 0 ? [] : `${count} ${words[status]}`))
    .join(', ');
}
