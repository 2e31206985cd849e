// What somebody has typed and not yet sent. It belongs to the tab, outlives a reload and an expired session, and
// goes when the person signs out.
import { getSession, subscribeToSession } from '../session.ts';

const prefix = 'draft:';

/** A draft belongs to one person in one tenant. */
const keyOf = (name: string): string => {
  const { tenantId, email } = getSession();
  return `${prefix}${[tenantId ?? '', email ?? '', name].map(encodeURIComponent).join(':')}`;
};

export function readDraft<Value>(name: string, accepts: (value: unknown) => value is Value): Value | null {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(keyOf(name)) ?? 'null');
    return accepts(value) ? value : null;
  } catch {
    return null;
  }
}

export function writeDraft(name: string, value: unknown): void {
  try {
    window.sessionStorage.setItem(keyOf(name), JSON.stringify(value));
  } catch {
    // Without storage the draft lasts as long as the page.
  }
}

/** Whether anything is kept under the name. */
export function hasDraft(name: string): boolean {
  try {
    return window.sessionStorage.getItem(keyOf(name)) !== null;
  } catch {
    return false;
  }
}

export function removeDraft(name: string): void {
  try {
    window.sessionStorage.removeItem(keyOf(name));
  } catch {
    // Nothing could have been stored.
  }
}

subscribeToSession(() => {
  if (!getSession().leftOnPurpose) return;
  try {
    for (const key of Object.keys(window.sessionStorage))
      if (key.startsWith(prefix)) window.sessionStorage.removeItem(key);
  } catch {
    // Nothing could have been stored.
  }
});
