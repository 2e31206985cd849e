import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { startDownload } from '../../platform/download.ts';
import { toSentence } from '../../platform/request-failure.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { snackbars } from '../../ui/snackbars.tsx';
import styles from './document-viewer.module.css';

type OfferedFileProps = {
  file: { readonly name: string };
  getUrl: () => Promise<string>;
  /** Why it is not shown. */
  title: string;
  children?: ReactNode;
  onRetry?: () => void;
};

/** In the place of a file that is not shown: why, and the file itself to be saved. */
export function OfferedFile({ file, getUrl, title, children, onRetry }: OfferedFileProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.middle} role="status">
        <EmptyState
          title={title}
          action={
            <div className={styles.offers}>
              {onRetry && <Button onClick={onRetry}>Retry</Button>}
              <Button variant="outlined" onClick={() => void saveFile(file.name, getUrl)}>
                Download
              </Button>
            </div>
          }
        >
          {children}
        </EmptyState>
      </div>
    </div>
  );
}

async function saveFile(name: string, getUrl: () => Promise<string>): Promise<void> {
  try {
    startDownload(await getUrl(), name);
  } catch (failure) {
    snackbars.error(`Download failed: ${toSentence(failure)}`);
  }
}
