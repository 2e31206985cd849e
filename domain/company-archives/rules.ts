/** For how long the file of an export is kept. */
export const keptExportHours = 24;

/** How long a link to it opens it. */
export const exportLinkTtlMs = 5 * 60_000;

/** The purpose of such a link's grant. */
export const exportGrant = 'company export';

export const exportLinkOver =
  'This link is over, or the file is no longer kept. Go back and download it again.';
export const exportOver = 'This export is no longer kept. Export the company again.';
export const exportFailed =
  'The export could not be made: nothing of it is kept. Try again; if it fails again, whoever runs this installation finds the reason in its log.';
