// What is done with bulk downloads. One that was still being prepared is asked for again by the next page, which does no
// harm where another tab asks for it as well. A link lasts a minute, so Download asks for a new one where the old is over.
import { zipFileName } from '@rowhouse/domain/bulk-download/zip-name.ts';
import { viewerZone } from '../../platform/clock.ts';
import { openInNewTab } from '../../platform/download.ts';
import { makeRandomKey } from '../../platform/random-key.ts';
import { isSessionEnd, RequestFailure, toSentence } from '../../platform/request-failure.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { createZipFileLink } from './api.ts';
import { progressOf, type BulkDownload, type BulkDownloadStatus } from './entry.ts';
import {
  changeBulkDownloads as change,
  currentOwner,
  findBulkDownload as find,
  bulkDownloads,
} from './kept-downloads.ts';

/** A link lasts a minute; one that is about to end is not followed. */
const usableMs = 45_000;
const leavingMs = 500;

const requests = new Map<string, AbortController>();

export type AskedDownload = {
  readonly recordTypeName: string;
  readonly recordIds: readonly number[];
  readonly filesCount: number;
};

export function startBulkDownload({ recordTypeName, recordIds, filesCount }: AskedDownload): void {
  const owner = currentOwner();
  if (owner === null) return;
  const id = makeRandomKey();
  const started: BulkDownload = {
    id,
    filesCount,
    fileName: zipFileName(recordTypeName, Date.now(), viewerZone()),
    ...inStatus('Pending'),
    started: new Date().toISOString(),
    isNew: true,
    owner,
    recordIds: [...recordIds],
  };
  change((current) => [started, ...current]);
  void prepare(id, tellReady);
}

/** Takes up what an earlier page of this person left pending. */
export function resumeBulkDownloads(): void {
  const owner = currentOwner();
  for (const { id, status, owner: whose } of bulkDownloads.get())
    if (status === 'Pending' && whose === owner && !requests.has(id)) void prepare(id, tellReady);
}

/** Cancel, and away with one that failed. */
export function removeBulkDownload(id: string): void {
  requests.get(id)?.abort();
  requests.delete(id);
  change((current) => current.filter((entry) => entry.id !== id));
}

/** Opens the zip and takes the entry away; where its link is over, after asking for another. */
export function openBulkDownload(id: string): void {
  const entry = find(id);
  if (entry?.status !== 'Completed') return;
  if (entry.fileUrl !== null && Date.now() < entry.usableUntil) open(entry.fileUrl, id);
  else prepareAgain(id, ({ fileUrl }) => fileUrl !== null && open(fileUrl, id));
}

export function retryBulkDownload(id: string): void {
  prepareAgain(id, tellReady);
}

export function markRead(id: string): void {
  change((current) => current.map((entry) => (entry.id === id ? { ...entry, isNew: false } : entry)));
}

export function markAllRead(): void {
  const owner = currentOwner();
  change((current) => current.map((entry) => (entry.owner === owner ? { ...entry, isNew: false } : entry)));
}

function open(url: string, id: string): void {
  openInNewTab(url);
  removeBulkDownload(id);
}

function prepareAgain(id: string, then: (entry: BulkDownload) => void): void {
  settle(id, inStatus('Pending'));
  void prepare(id, then);
}

function tellReady({ id, filesCount }: BulkDownload): void {
  snackbars.success(
    filesCount === 1 ? 'The file is ready to download.' : `The ${filesCount} files are ready to download.`,
    { label: 'Download', run: () => openBulkDownload(id) },
  );
}

/** Asks for the link of a pending entry. Whoever takes the entry away meanwhile hears no more of it. */
async function prepare(id: string, then: (entry: BulkDownload) => void): Promise<void> {
  const asked = find(id);
  if (asked === undefined) return;
  const controller = new AbortController();
  requests.set(id, controller);
  try {
    const link = await createZipFileLink(
      { ids: [...asked.recordIds], timeZone: viewerZone() },
      controller.signal,
    );
    const { filesCount, fileName, sizeBytes } = link;
    const ready = settle(id, {
      ...inStatus('Completed'),
      filesCount,
      fileName,
      sizeBytes,
      fileUrl: link.url,
      usableUntil: Date.now() + usableMs,
      isNew: true,
    });
    if (ready !== undefined && isOfCurrent(ready)) then(ready);
  } catch (failure) {
    // A session that ended says so itself; the next one takes the entry up.
    if (controller.signal.aborted || isSessionEnd(failure)) return;
    await outliveLeaving(failure);
    const reason = toSentence(failure);
    const failed = settle(id, { ...inStatus('Failed'), reason, isNew: true });
    if (failed !== undefined && isOfCurrent(failed)) snackbars.error(`Download failed: ${reason}`);
  } finally {
    if (requests.get(id) === controller) requests.delete(id);
  }
}

/** A page that is being left loses its calls: it is gone before it can write that down, and the next asks again. */
async function outliveLeaving(failure: unknown): Promise<void> {
  if (failure instanceof RequestFailure && failure.code === 'UNREACHABLE')
    await new Promise((resolve) => setTimeout(resolve, leavingMs));
}

/** What one person asked for is not told to the next. */
const isOfCurrent = ({ owner }: BulkDownload): boolean => owner === currentOwner();

function inStatus(status: BulkDownloadStatus) {
  return {
    status,
    progress: progressOf[status],
    fileUrl: null,
    usableUntil: 0,
    reason: null,
    sizeBytes: null,
  } as const satisfies Partial<BulkDownload>;
}

/** The entry as it is now; undefined when it was taken away. */
function settle(id: string, news: Partial<BulkDownload>): BulkDownload | undefined {
  change((current) => current.map((entry) => (entry.id === id ? { ...entry, ...news } : entry)));
  return find(id);
}
