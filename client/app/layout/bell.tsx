import IconButton from '@mui/material/IconButton';
import { mostUnreadShown } from '@rowhouse/domain/notifications/limits.ts';
import { Suspense, useState } from 'react';
import { useBulkDownloads } from '../../features/bulk-download/use-bulk-downloads.ts';
import { useSession } from '../../features/identity/use-session.ts';
import { useNotifications } from '../../features/notifications/use-notifications.ts';
import { Icon } from '../../ui/icons.tsx';
import { Tip } from '../../ui/tip.tsx';
import styles from './bell.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';

const BellPanel = lazyPart(async () => ({ default: (await import('./bell-panel.tsx')).BellPanel }));

/** 99+ beyond that many. */
const cap = (count: number): string => (count > mostUnreadShown ? `${mostUnreadShown}+` : String(count));

/** The number on the bell is in its name. */
function sayNews(unread: number, downloads: number): string {
  const word = downloads === 1 ? 'download' : 'downloads';
  if (unread > 0 && downloads > 0)
    return `Notifications, ${cap(unread + downloads)} new: ${cap(unread)} for you, ${downloads} ${word}`;
  if (unread > 0) return `Notifications, ${cap(unread)} unread`;
  return downloads > 0 ? `Notifications, ${downloads} new ${word}` : 'Notifications';
}

/** In the top bar: how much is new of what the person was told of, and of the bulk downloads; and the way to all of it. */
export function Bell() {
  const { tenantId } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const downloads = useBulkDownloads();
  const found = useNotifications(tenantId);
  const news = downloads.filter(({ isNew }) => isNew).length;
  const label = sayNews(found.unread, news);
  return (
    <>
      <Tip title="Notifications" isBeside>
        <IconButton
          className={styles.bell}
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(true)}
        >
          <Icon name="bell" size={20} />
          {found.unread + news > 0 && (
            <span className={styles.count} aria-hidden="true">
              {cap(found.unread + news)}
            </span>
          )}
        </IconButton>
      </Tip>
      {isOpen && (
        <Suspense fallback={null}>
          <BellPanel
            found={found}
            downloads={downloads}
            opensDownloads={found.unread === 0 && news > 0}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
