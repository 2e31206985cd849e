import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { subscribeToSession } from '../../platform/session.ts';
import {
  listBulkDownloads,
  presentOwner,
  resumeBulkDownloads,
  subscribeToBulkDownloads,
} from './bulk-downloads.ts';
import type { BulkDownload } from './entry.ts';

/** Those of the person in the present tenant, the newest first. */
export function useBulkDownloads(): readonly BulkDownload[] {
  const all = useSyncExternalStore(subscribeToBulkDownloads, listBulkDownloads);
  const owner = useSyncExternalStore(subscribeToSession, presentOwner);
  useEffect(() => resumeBulkDownloads(), [owner]);
  return useMemo(() => all.filter((entry) => entry.owner === owner), [all, owner]);
}
