import type { MenuAction } from '../menu/actions.ts';
import { whyNotSoMany } from '../records/selection-rules.ts';

/** Why the files of so many selected records cannot be downloaded together, or null. */
export function whyNotBulkDownload(actions: ReadonlySet<MenuAction>, count: number): string | null {
  if (!actions.has('bulk download')) return mayNotBulkDownload;
  return count === 0 ? noRecords : whyNotSoMany(count);
}

export const mayNotBulkDownload = 'Your role cannot download the files of these records together.';
export const noRecords = 'Choose at least one record.';

export const storageSilent = 'The files cannot be reached just now. Try again in a moment.';
export const zipLinkOver = 'This link has been used or is over. Start the download again.';

/** How long a link to a zip opens it, once. */
export const zipLinkTtlMs = 60_000;

/** The purpose of such a link's grant. */
export const zipGrant = 'zip';
