import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { sayNotification } from '@rowhouse/domain/notifications/words.ts';
import { Link } from 'react-router';
import { viewerZone } from '../../platform/clock.ts';
import { toSentence } from '../../platform/request-failure.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { useOneTabStop } from '../../ui/use-one-tab-stop.ts';
import type { ListedNotification } from './api.ts';
import styles from './notification-list.module.css';
import type { Notifications } from './use-notifications.ts';

const icons: Readonly<Record<ListedNotification['kind'], IconName>> = {
  ASSIGNED: 'user',
  MENTIONED: 'comment',
  COMMENTED: 'comment',
  CHANGED: 'edit',
  ROLE: 'user',
  VIEWED: 'eye',
  TO_ANSWER: 'comment',
  OVERDUE: 'clock',
  REMINDED: 'bell',
  MAPPING_OFFERED: 'switch',
  MAPPING_APPROVED: 'switch',
  MAPPING_DECLINED: 'switch',
};

type NotificationListProps = {
  found: Notifications;
  /** Where the record is shown, and the comment if it is of one. */
  hrefOf: (notification: ListedNotification) => string | null;
  /** A link was followed. */
  onLeave: () => void;
};

/** What the person was told of, the newest first. The arrows walk along the entries, Enter opens one. */
export function NotificationList({ found, hrefOf, onLeave }: NotificationListProps) {
  const { ref, onKeyDown } = useOneTabStop<HTMLUListElement>();
  const { notifications, failure, mark } = found;
  if (failure !== null)
    return (
      <EmptyState
        title="The notifications could not be loaded"
        icon="warning"
        action={
          <Button variant="outlined" onClick={found.retry}>
            Retry
          </Button>
        }
      >
        {toSentence(failure)}
      </EmptyState>
    );
  if (notifications === null) return <ProgressLine active label="Loading the notifications" />;
  if (notifications.length === 0)
    return (
      <EmptyState title="No notifications" icon="bell">
        Records that are assigned to you, comments that name you, and news of the records that you watch stand
        here.
      </EmptyState>
    );
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows move along its links */}
      <ul ref={ref} onKeyDown={onKeyDown} className={styles.list} aria-label="Notifications">
        {notifications.map((notification) => (
          <Entry
            key={notification.id}
            notification={notification}
            href={hrefOf(notification)}
            onOpen={() => {
              if (!notification.isRead) mark([notification.id]);
              onLeave();
            }}
            onRead={() => mark([notification.id])}
          />
        ))}
      </ul>
      {found.hasMore && (
        <p className={styles.more}>
          <Button variant="text" disabled={found.isLoadingMore} onClick={found.loadMore}>
            {found.isLoadingMore ? 'Loading…' : 'Show older notifications'}
          </Button>
        </p>
      )}
    </>
  );
}

type EntryProps = {
  notification: ListedNotification;
  href: string | null;
  onOpen: () => void;
  onRead: () => void;
};

function Entry({ notification, href, onOpen, onRead }: EntryProps) {
  const { kind, at, isRead, record, excerpt } = notification;
  const says = sayNotification(notification);
  const content = (
    <>
      <span className={styles.says}>
        {!isRead && <span className="rh-visually-hidden">Unread: </span>}
        {says}
      </span>
      {excerpt != null && <span className={styles.excerpt}>{excerpt}</span>}
      <span className={styles.facts}>
        {record?.description != null && record.description !== '' && (
          <>
            <span>{record.description}</span>
            <span aria-hidden="true"> · </span>
          </>
        )}
        <time dateTime={at} className="rh-figures">
          {showInstant(at, viewerZone())}
        </time>
      </span>
    </>
  );
  return (
    <li className={styles.entry} data-new={!isRead || undefined}>
      <span className={styles.sign}>
        <Icon name={icons[kind]} size={20} />
      </span>
      {href === null ? (
        <div className={styles.words}>{content}</div>
      ) : (
        <Link to={href} data-stop className={styles.words} onClick={onOpen}>
          {content}
        </Link>
      )}
      {!isRead && (
        <Tooltip title="Mark as read" slotProps={{ popper: { disablePortal: true } }}>
          <IconButton
            size="small"
            className={styles.read}
            aria-label={`Mark as read: ${says}`}
            onClick={({ currentTarget }) => {
              // The button goes; the focus stays in the list.
              currentTarget.closest('li')?.querySelector('a')?.focus();
              onRead();
            }}
          >
            <span className={styles.dot} />
          </IconButton>
        </Tooltip>
      )}
    </li>
  );
}
