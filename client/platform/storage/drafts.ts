// What somebody has typed and not yet sent. It belongs to the tab, outlives a reload and an expired session, and
// goes when the person signs out. What is much to type is kept in the browser: there it outlives a crash as well, and
// the next tab goes on with it.
import { getSession, subscribeToSession } from '../session.ts';

const prefix = 'draft:';

/** A draft belongs to one person in one tenant. */
export const keyOf = (name: string): string => {
  const { tenantId, email } = getSession();
  return `${prefix}${[tenantId ?? '', email ?? '', name].map(encodeURIComponent).join(':')}`;
};

type Place = 'tab' | 'browser';
const storageOf = (place: Place): Storage => (place === 'tab' ? window.sessionStorage : window.localStorage);

export function readDraft<Value>(
  name: string,
  accepts: (value: unknown) => value is Value,
  place: Place = 'tab',
): Value | null {
  try {
    const value: unknown = JSON.parse(storageOf(place).getItem(keyOf(name)) ?? 'null');
    return accepts(value) ? value : null;
  } catch {
    return null;
  }
}

export function writeDraft(name: string, value: unknown, place: Place = 'tab'): void {
  try {
    storageOf(place).setItem(keyOf(name), JSON.stringify(value));
  } catch {
    // Without storage the draft lasts as long as the page.
  }
}

/** Whether anything is kept under the name. */
export function hasDraft(name: string, place: Place = 'tab'): boolean {
  try {
    return storageOf(place).getItem(keyOf(name)) !== null;
  } catch {
    return false;
  }
}

export function removeDraft(name: string, place: Place = 'tab'): void {
  try {
    storageOf(place).removeItem(keyOf(name));
  } catch {
    // Nothing could have been stored.
  }
}

/** Tells when another window has written or removed what is kept in the browser under the name. Answers how to stop. */
export function watchDraft(name: string, hear: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === null || key === keyOf(name)) hear();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

subscribeToSession(() => {
  if (!getSession().leftOnPurpose) return;
  try {
    for (const storage of [window.sessionStorage, window.localStorage])
      for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  } catch {
    // Nothing could have been stored.
  }
});
