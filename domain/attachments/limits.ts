/** Specification 5 and 9: what it calls 10 MB. */
export const largestAttachmentBytes = 10_484_736;
/** Specification 5: 'PDF (max. 3MB)'. */
export const largestRecordFileBytes = 3 * 1024 * 1024;

/** Of one record, in one attachment field. */
export const mostFilesOfField = 20;

export const longestFileName = 200;
/** What a sender says of a file, in characters. */
export const longestAnnotation = 2000;

/** Of one person in one company: a page of a hundred rows, twice over. */
export const mostUnsavedUploads = 200;
/** After that a file that no record holds can be saved no more, and goes. */
export const unsavedUploadHours = 24;
/** Of one person at one moment. */
export const mostUploadsAtOnce = 4;
/** How long a file may be begun to be sent. */
export const uploadLinkTtlMs = 60_000;
/** Until when a file that was sent straight to the storage may be confirmed: the largest, at 3 kB a second. */
export const confirmLinkTtlMs = 60 * 60_000;
