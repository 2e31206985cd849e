// Which edition of the release notes has been read here, by whom: what is new to one is not new to another.
import { findOwnKey } from './own-key.ts';

const prefix = 'release-notes-read:';

export function readNotesEdition(): number {
  const key = findOwnKey(prefix);
  if (key === null) return 0;
  try {
    return Number(window.localStorage.getItem(key) ?? 0) || 0;
  } catch {
    return 0;
  }
}

export function rememberNotesEdition(edition: number): void {
  const key = findOwnKey(prefix);
  if (key === null) return;
  try {
    window.localStorage.setItem(key, String(edition));
  } catch {
    // Without storage they are new at each visit.
  }
}
