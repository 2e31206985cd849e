import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { viewerZone } from '../../platform/clock.ts';
import { Chip, type ChipTone } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icons.tsx';
import styles from './bulk-download-entry.module.css';
import { markRead, openBulkDownload, removeBulkDownload, retryBulkDownload } from './bulk-downloads.ts';
import { describeFiles, type BulkDownload, type BulkDownloadStatus } from './entry.ts';

const tones: Readonly<Record<BulkDownloadStatus, ChipTone>> = {
  Pending: 'blue',
  Completed: 'green',
  Failed: 'amber',
};

type MainAction = { word: string; label: (fileName: string) => string; run: (id: string) => void };

/** One button in every state, so that the focus stays where it is when the state changes. */
const mainActions: Readonly<Record<BulkDownloadStatus, MainAction>> = {
  Pending: { word: 'Cancel', label: (name) => `Cancel ${name}`, run: removeBulkDownload },
  Completed: { word: 'Download', label: (name) => `Download ${name}`, run: openBulkDownload },
  Failed: { word: 'Try again', label: (name) => `Try again: ${name}`, run: retryBulkDownload },
};

export function BulkDownloadEntry({ entry }: { entry: BulkDownload }) {
  const { id, fileName, status, progress, started, isNew, reason } = entry;
  const { word, label, run } = mainActions[status];
  return (
    <li className={styles.entry} data-new={isNew || undefined}>
      <span className={styles.sign}>
        <Icon name="archive" size={20} />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>{fileName}</p>
        <p className={styles.facts}>
          {describeFiles(entry)}
          <span aria-hidden="true"> · </span>
          <time dateTime={started} className="rh-figures">
            {showInstant(started, viewerZone())}
          </time>
        </p>
        {reason !== null && <p className={styles.reason}>{reason}</p>}
      </div>
      {isNew && (
        <Tooltip title="Mark as read" slotProps={{ popper: { disablePortal: true } }}>
          <IconButton
            size="small"
            className={styles.read}
            aria-label={`Mark ${fileName} as read`}
            onClick={() => markRead(id)}
          >
            <span className={styles.dot} />
          </IconButton>
        </Tooltip>
      )}
      <div className={styles.state}>
        <Chip tone={tones[status]}>{status}</Chip>
        <div
          className={styles.track}
          data-status={status}
          role="progressbar"
          aria-label={`Progress of ${fileName}`}
          aria-valuenow={progress}
        >
          <div className={styles.done} style={{ width: `${progress}%` }} />
        </div>
        {status === 'Failed' && (
          <Button aria-label={`Remove ${fileName}`} variant="text" onClick={() => removeBulkDownload(id)}>
            Remove
          </Button>
        )}
        <Button
          aria-label={label(fileName)}
          startIcon={status === 'Completed' ? <Icon name="download" /> : undefined}
          onClick={() => run(id)}
        >
          {word}
        </Button>
      </div>
    </li>
  );
}
