import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { subscribeToSession } from '../../platform/session.ts';
import type { BulkDownload } from './entry.ts';
import { useObserved } from '../../platform/observed.ts';
import { bulkDownloads, currentOwner } from './kept-downloads.ts';

/** Those of the person in the current tenant, the newest first. */
export function useBulkDownloads(): readonly BulkDownload[] {
  const all = useObserved(bulkDownloads);
  const owner = useSyncExternalStore(subscribeToSession, currentOwner);
  useEffect(() => {
    if (!bulkDownloads.get().some(({ status }) => status === 'Pending')) return;
    // Where it does not come, the next page takes them up.
    void import('./bulk-downloads.ts').then(
      ({ resumeBulkDownloads }) => resumeBulkDownloads(),
      () => undefined,
    );
  }, [owner]);
  return useMemo(() => all.filter((entry) => entry.owner === owner), [all, owner]);
}
