import type { SecurityEvent } from '@rowhouse/domain/identity/auth-calls.ts';
import { showInstant } from '@rowhouse/domain/kernel/dates.ts';
import { viewerZone } from '../../../platform/clock.ts';
import { Card } from '../../../ui/card.tsx';
import { AccountList, AccountListItem, NothingListed } from './account-list.tsx';

export function AccountEvents({ events }: { events: readonly SecurityEvent[] }) {
  const zone = viewerZone();
  return (
    <Card
      title="Recent activity"
      subtitle="Something here that was not you? Change your password: it signs out every other session."
    >
      {events.length === 0 && <NothingListed>Nothing has happened yet.</NothingListed>}
      {events.length > 0 && (
        <AccountList label="Recent activity">
          {events.map((event, index) => (
            <AccountListItem
              // Two events may be of one moment, and the list only ever grows at its head.
              key={`${event.at} ${events.length - index}`}
              title={event.what}
              detail={
                <>
                  {showInstant(event.at, zone)}
                  {event.address !== null && ` · ${event.address}`}
                </>
              }
            />
          ))}
        </AccountList>
      )}
    </Card>
  );
}
