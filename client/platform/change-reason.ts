// Why its author changes what is set up. It goes with every change of the page of administration that is open, and is kept with
// each entry of the history.
import { useEffect, useSyncExternalStore } from 'react';

let reason = '';
const listeners = new Set<() => void>();

/** What goes out with a call. */
export const getChangeReason = (): string => reason;

export function setChangeReason(next: string): void {
  reason = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useChangeReason = (): string => useSyncExternalStore(subscribe, getChangeReason);

/** Another page begins without one. */
export function useReasonOfPage(route: string): void {
  useEffect(() => () => setChangeReason(''), [route]);
}

/** What is typed while the component stands, such as a dialog, is gone with it: it was of what was saved there. */
export function useReasonOfDialog(): void {
  useEffect(() => {
    const before = reason;
    return () => setChangeReason(before);
  }, []);
}
