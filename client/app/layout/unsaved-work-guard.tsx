import { useEffect, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router';
import {
  abandonUnsavedWork,
  hasUnsavedWork,
  listUnsavedWork,
  subscribeToUnsavedWork,
} from '../../platform/unsaved-work.ts';
import { useConfirm } from '../../ui/confirm-dialog.tsx';

/** Leaving a page with unsaved work asks: here by a dialog, on the way out of the application by the browser's own. */
export function UnsavedWorkGuard() {
  const confirm = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsavedWork() && currentLocation.pathname !== nextLocation.pathname,
  );
  const { state } = blocker;
  const ask = async () => {
    const leaves = await confirm({
      title: 'Leave this page?',
      body: listUnsavedWork().map((what) => <p key={what}>{what}</p>),
      confirmLabel: 'Leave',
      cancelLabel: 'Stay',
    });
    if (!leaves) {
      blocker.reset?.();
      return;
    }
    abandonUnsavedWork();
    blocker.proceed?.();
  };
  useEffect(() => {
    if (state === 'blocked') void ask();
    // eslint-disable-next-line react/exhaustive-deps -- asked once for each time that it blocks
  }, [state]);

  const hasWork = useSyncExternalStore(subscribeToUnsavedWork, hasUnsavedWork);
  useEffect(() => {
    if (!hasWork) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasWork]);
  return null;
}
