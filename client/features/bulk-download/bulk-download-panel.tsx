import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { useId } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { BulkDownloadEntry } from './bulk-download-entry.tsx';
import styles from './bulk-download-panel.module.css';
import { markAllRead } from './bulk-downloads.ts';
import type { BulkDownload } from './entry.ts';

type BulkDownloadPanelProps = {
  entries: readonly BulkDownload[];
  onClose: () => void;
};

export function BulkDownloadPanel({ entries, onClose }: BulkDownloadPanelProps) {
  const titleId = useId();
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': titleId, className: styles.panel },
      }}
    >
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          Downloads
        </h2>
        {entries.some(({ isNew }) => isNew) && (
          <Button variant="text" onClick={markAllRead}>
            Mark all as read
          </Button>
        )}
        <IconButton aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
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
    </Drawer>
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
