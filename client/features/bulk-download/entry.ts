import { showSize } from '@rowhouse/domain/kernel/formats.ts';
/** Specification 3 and 4: progress is 50, 100 or 0, by the status. */
export type BulkDownloadStatus = 'Pending' | 'Completed' | 'Failed';

/** One bulk download as this browser remembers it (Specification 3), with what it takes to ask for it once more. */
export type BulkDownload = {
  readonly id: string;
  readonly filesCount: number;
  readonly fileName: string;
  readonly status: BulkDownloadStatus;
  readonly fileUrl: string | null;
  readonly progress: number;
  /** ISO 8601 */
  readonly started: string;
  readonly isNew: boolean;
  /** Whose it is: one person in one tenant. */
  readonly owner: string;
  readonly recordIds: readonly number[];
  readonly sizeBytes: number | null;
  /** Until when fileUrl opens, in milliseconds since 1970. */
  readonly usableUntil: number;
  /** Why it failed, as a sentence. */
  readonly reason: string | null;
};

export const progressOf: Readonly<Record<BulkDownloadStatus, number>> = {
  Pending: 50,
  Completed: 100,
  Failed: 0,
};

const forms: { readonly [Key in keyof BulkDownload]: (value: unknown) => boolean } = {
  id: isText,
  filesCount: Number.isSafeInteger,
  fileName: isText,
  status: (value) => typeof value === 'string' && value in progressOf,
  // A link that somebody put there leads nowhere else.
  fileUrl: (value) => value === null || (isText(value) && /^\/zips\/[\w.-]+$/.test(value as string)),
  progress: Number.isFinite,
  started: (value) => isText(value) && !Number.isNaN(Date.parse(value as string)),
  isNew: (value) => typeof value === 'boolean',
  owner: isText,
  recordIds: (value) => Array.isArray(value) && value.every(Number.isSafeInteger),
  sizeBytes: (value) => value === null || Number.isSafeInteger(value),
  usableUntil: Number.isFinite,
  reason: (value) => value === null || isText(value),
};

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

export function isBulkDownload(value: unknown): value is BulkDownload {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(forms).every(([key, accepts]) => accepts((value as Record<string, unknown>)[key]));
}

/** '12 files · 36.4 MB' */
export function describeFiles({ filesCount, sizeBytes }: BulkDownload): string {
  const count = `${filesCount} ${filesCount === 1 ? 'file' : 'files'}`;
  return sizeBytes === null ? count : `${count} · ${showSize(sizeBytes)}`;
}
