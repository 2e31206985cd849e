import Button from '@mui/material/Button';
import { documentWindow } from '../features/documents/document-window.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icons.tsx';
import styles from './document-elsewhere.module.css';

type DocumentElsewhereProps = {
  page: number;
  /** 0 while that is not known. */
  pages: number;
  onPage: (page: number) => void;
};

/** In the place of the document, while it is in a window of its own: it follows from here, and comes back. */
export function DocumentElsewhere({ page, pages, onPage }: DocumentElsewhereProps) {
  const beside = documentWindow();
  return (
    <div className={styles.place}>
      <EmptyState
        title="In the other window"
        action={
          <div className={styles.deeds}>
            <div className={styles.pages} role="group" aria-label="Page in the other window">
              <button
                type="button"
                aria-label="Previous page"
                disabled={page <= 1}
                onClick={() => onPage(page - 1)}
              >
                <Icon name="chevron-left" />
              </button>
              <span role="status">{pages === 0 ? `Page ${page}` : `Page ${page} of ${pages}`}</span>
              <button
                type="button"
                aria-label="Next page"
                disabled={page >= pages}
                onClick={() => onPage(page + 1)}
              >
                <Icon name="chevron-right" />
              </button>
            </div>
            <Button variant="outlined" onClick={beside.bringBack}>
              Bring back
            </Button>
          </div>
        }
      >
        It follows the record, the page and the fields that you choose here. Ctrl+Enter there takes what is
        selected into the field that had the focus last.
      </EmptyState>
    </div>
  );
}
