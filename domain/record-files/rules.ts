import { Refusal } from '../kernel/refusal.ts';

/** Specification 8. The same for a file that is not there and for one that is out of sight. */
export const fileNotFound = 'File not found';

export const refuseFile = () => new Refusal('NOT_FOUND', fileNotFound);

/** How long a link to a file opens it. */
export const fileLinkTtlMs = 60_000;

/** The purpose of such a link's grant. */
export const fileGrant = 'file';
