import Button from '@mui/material/Button';
import { mostUnreadShown } from '@rowhouse/domain/notifications/limits.ts';
import { useState } from 'react';
import { BulkDownloadList } from '../../features/bulk-download/bulk-download-list.tsx';
import { markAllRead } from '../../features/bulk-download/bulk-downloads.ts';
import type { BulkDownload } from '../../features/bulk-download/entry.ts';
import { useSession } from '../../features/identity/use-session.ts';
import type { ListedNotification } from '../../features/notifications/api.ts';
import { NotificationList } from '../../features/notifications/notification-list.tsx';
import type { Notifications } from '../../features/notifications/use-notifications.ts';
import { hrefOfRecordPage } from '../../features/records/record-page/record-place.ts';
import { PaneTabs } from '../../ui/pane-tabs.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';

type BellPanelProps = {
  found: Notifications;
  downloads: readonly BulkDownload[];
  /** Only they have news. */
  opensDownloads: boolean;
  onClose: () => void;
};

/** Specification 2: 540 wide where there is room. */
export function BellPanel({ found, downloads, opensDownloads, onClose }: BellPanelProps) {
  const { tenantPath } = useSession();
  const [chosen, setChosen] = useState(opensDownloads ? 'downloads' : 'notifications');
  const news = downloads.filter(({ isNew }) => isNew).length;
  const isOfDownloads = chosen === 'downloads';
  const hasNews = isOfDownloads ? news > 0 : found.unread > 0;
  return (
    <SidePanel
      place="edge"
      title="Notifications"
      aside={
        hasNews && (
          <Button
            variant="text"
            sx={{ flex: 'none', px: 1 }}
            onClick={({ currentTarget }) => {
              // The button goes with the last news; the focus stays in the panel.
              const panel = currentTarget.closest('[role=dialog]');
              panel?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus();
              if (isOfDownloads) markAllRead();
              else found.mark(null);
            }}
          >
            Mark all as read
          </Button>
        )
      }
      onClose={onClose}
    >
      <PaneTabs
        label="Notifications and downloads"
        chosen={chosen}
        onChoose={setChosen}
        tabs={[
          {
            id: 'notifications',
            title: 'For you',
            icon: 'bell',
            news:
              found.unread > 0
                ? `${found.unread > mostUnreadShown ? `${mostUnreadShown}+` : found.unread} unread`
                : undefined,
            render: () => (
              <NotificationList
                found={found}
                hrefOf={(notification) => hrefOf(notification, tenantPath ?? '')}
                onLeave={onClose}
              />
            ),
          },
          {
            id: 'downloads',
            title: 'Downloads',
            icon: 'download',
            count: downloads.length,
            news: news > 0 ? `${news} new` : undefined,
            render: () => <BulkDownloadList entries={downloads} />,
          },
        ]}
      />
    </SidePanel>
  );
}

/** Its record, with the comments beside it where it is of one, or with what another company waits for; or its mapping. */
function hrefOf(
  { record, commentNumber, company, mapping }: ListedNotification,
  tenantPath: string,
): string | null {
  if (record == null) return mapping?.path == null ? null : `${tenantPath}/${mapping.path}`;
  const { id, recordTypeId } = record;
  const href = hrefOfRecordPage({ tenantPath, route: 'record-details-viewer', recordId: id, recordTypeId });
  if (company != null) return `${href}&viewMode=SPLIT_VIEW&tab=conversation`;
  return commentNumber == null ? href : `${href}&viewMode=SPLIT_VIEW&tab=comments&comment=${commentNumber}`;
}
