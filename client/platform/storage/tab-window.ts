// The window that this tab has opened beside itself, by the name of the channel between both: a reload of the tab finds it
// again. Kept for the tab alone, and for nobody else who signs in there.
import { getSession } from '../session.ts';

export type TabWindow = {
  readonly read: () => string | null;
  /** Null: it is closed. */
  readonly write: (link: string | null) => void;
};

/** Of whoever is signed in now, also when they are not any more. */
export function tabWindow(): TabWindow {
  const { tenantId, personId } = getSession();
  const key = `window:${tenantId ?? ''}:${personId ?? ''}`;
  return {
    read() {
      try {
        return window.sessionStorage.getItem(key);
      } catch {
        return null;
      }
    },
    write(link) {
      try {
        if (link === null) window.sessionStorage.removeItem(key);
        else window.sessionStorage.setItem(key, link);
      } catch {
        // Without storage a reload does not find the window: it can be closed, and opened again.
      }
    },
  };
}
