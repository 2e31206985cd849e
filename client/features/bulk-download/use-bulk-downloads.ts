import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { subscribeToSession } from '../../platform/session.ts';
import {
  listBulkDownloads,
  currentOwner,
  resumeBulkDownloads,
  subscribeToBulkDownloads,
} from './bulk-downloads.ts';
import type { BulkDownload } from './entry.ts';

/** Those of the person in the current tenant, the newest first. */
export function useBulkDownloads(): readonly BulkDownload[] {
  const all = useSyncExternalStore(subscribeToBulkDownloads, listBulkDownloads);
  const owner = useSyncExternalStore(subscribeToSession, currentOwner);
  useEffect(() => resumeBulkDownloads(), [owner]);
  return useMemo(() => all.filter((entry) => entry.owner === owner), [all, owner]);
}
