// The bulk downloads that this browser remembers, of everyone who uses it; each person is shown their own of the
// tenant they are in. They outlive the page. What is done with them (bulk-downloads.ts) comes when it is.
import { createObserved } from '../../platform/observed.ts';
import { getSession } from '../../platform/session.ts';
import { onStoredElsewhere, readStoredJson, writeStoredJson } from '../../platform/storage/local-storage.ts';
import { readClaims } from '../../platform/token-claims.ts';
import { isBulkDownload, type BulkDownload } from './entry.ts';

const key = 'bulk-download-data';
const oldestMs = 30 * 24 * 60 * 60 * 1000;
/** Of one owner. */
const mostEntries = 50;

export const bulkDownloads = createObserved<readonly BulkDownload[]>(readEntries());

export const findBulkDownload = (id: string): BulkDownload | undefined =>
  bulkDownloads.get().find((entry) => entry.id === id);

/** Whose entries are shown now: a number that says nothing of the person; null without one. */
export function currentOwner(): string | null {
  const { tenantId, backendToken, serviceToken } = getSession();
  const person = readClaims(backendToken ?? serviceToken ?? '')?.['sub'];
  return tenantId === null || person === undefined ? null : `${tenantId}:${String(person)}`;
}

/** From what is stored now, for another tab may have changed it. */
export function changeBulkDownloads(
  next: (current: readonly BulkDownload[]) => readonly BulkDownload[],
): void {
  bulkDownloads.set(withinBounds(next(readEntries())));
  writeStoredJson(key, bulkDownloads.get());
}

function withinBounds(all: readonly BulkDownload[]): readonly BulkDownload[] {
  const counts = new Map<string, number>();
  return all.filter(({ owner, started }) => {
    const count = (counts.get(owner) ?? 0) + 1;
    counts.set(owner, count);
    return count <= mostEntries && Date.now() - Date.parse(started) < oldestMs;
  });
}

function readEntries(): readonly BulkDownload[] {
  const isList = (value: unknown): value is unknown[] => Array.isArray(value);
  return withinBounds((readStoredJson(key, isList) ?? []).filter(isBulkDownload));
}

onStoredElsewhere(key, () => bulkDownloads.set(readEntries()));
