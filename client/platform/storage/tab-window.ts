// The window that this tab has opened beside itself, by the name of the channel between both: a reload of the tab finds it
// again. Kept for the tab alone, and for nobody else who signs in there.
import { getSession } from '../session.ts';

const keyOf = (): string => {
  const { tenantId, personId } = getSession();
  return `window:${tenantId ?? ''}:${personId ?? ''}`;
};

export function readTabWindow(): string | null {
  try {
    return window.sessionStorage.getItem(keyOf());
  } catch {
    return null;
  }
}

/** Null: it is closed. */
export function writeTabWindow(link: string | null): void {
  try {
    if (link === null) window.sessionStorage.removeItem(keyOf());
    else window.sessionStorage.setItem(keyOf(), link);
  } catch {
    // Without storage a reload does not find the window: it can be closed, and opened again.
  }
}
