// Whose account is being made or opened, for the pages that follow. It goes along with the navigation; the mail's
// link may open in another tab, which finds it in the browser's storage until a session begins or ends.
import { readStored, writeStored } from '../../../platform/storage/local-storage.ts';

/** What the page before says of the email, or ''. */
export function readEmail(state: unknown): string {
  const email = typeof state === 'object' && state !== null ? (state as { email?: unknown }).email : null;
  return typeof email === 'string' ? email : '';
}

/** The email that a field begins with, or ''. */
export const findExpectedEmail = (state: unknown): string =>
  readEmail(state) || (readStored('userEmail') ?? '');

export function expectEmail(email: string): void {
  writeStored('userEmail', email);
}
