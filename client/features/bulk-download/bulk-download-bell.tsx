import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import styles from './bulk-download-bell.module.css';
import { useBulkDownloads } from './use-bulk-downloads.ts';

const BulkDownloadPanel = lazy(async () => ({
  default: (await import('./bulk-download-panel.tsx')).BulkDownloadPanel,
}));

/** In the top bar: how many bulk downloads have news, and the way to all of them. */
export function BulkDownloadBell() {
  const [isOpen, setIsOpen] = useState(false);
  const entries = useBulkDownloads();
  const news = entries.filter(({ isNew }) => isNew).length;
  return (
    <>
      <Tooltip title="Downloads" slotProps={{ popper: { disablePortal: true } }}>
        <IconButton
          className={styles.bell}
          aria-label={news === 0 ? 'Downloads' : `Downloads, ${news} new`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(true)}
        >
          <Icon name="bell" size={20} />
          {news > 0 && (
            <span className={styles.count} aria-hidden="true">
              {news > 9 ? '9+' : news}
            </span>
          )}
        </IconButton>
      </Tooltip>
      {isOpen && (
        <Suspense fallback={null}>
          <BulkDownloadPanel entries={entries} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
