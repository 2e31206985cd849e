// Why its author changes what is set up. It goes with every change of the page of administration that is open, and is kept with
// each entry of the history. What is typed in a form is of what that form saves.
import { useEffect, useSyncExternalStore } from 'react';

let ofPage = '';
/** Null while no form stands. */
let ofForm: string | null = null;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What goes out with a call. */
export const getChangeReason = (): string => ofForm ?? ofPage;

export function setChangeReason(next: string): void {
  if (ofForm === null) ofPage = next;
  else ofForm = next;
  tell();
}

export const useChangeReason = (): string => useSyncExternalStore(subscribe, getChangeReason);
export const usePageReason = (): string => useSyncExternalStore(subscribe, () => ofPage);
/** Whether what is said now is of one form, and gone with it. */
export const useHasFormReason = (): boolean => useSyncExternalStore(subscribe, () => ofForm !== null);

/** Another page begins without one. */
export function useReasonOfPage(route: string): void {
  useEffect(
    () => () => {
      ofPage = '';
      tell();
    },
    [route],
  );
}

/** On a page of work: what is worked on, for whoever sets something up meanwhile. */
let work: string | null = null;
export const getWork = (): string | null => work;
export function useWork(name: string | null): void {
  useEffect(() => {
    work = name;
    return () => {
      work = null;
    };
  }, [name]);
}

/**
 * While the form stands. It begins with the reason of the page.
 * @param otherwise where the page has none
 */
export function useReasonOfForm(otherwise = ''): void {
  useEffect(() => {
    const before = ofForm;
    ofForm = getChangeReason() || otherwise;
    tell();
    return () => {
      ofForm = before;
      tell();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what it begins with
  }, []);
}
