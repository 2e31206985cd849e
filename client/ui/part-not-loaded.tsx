import { useEffect } from 'react';
import { doubtConnection, onConnectionReturn } from '../platform/connection.ts';
import { RequestFailure } from '../platform/request-failure.ts';
import { hasUnsavedWork } from '../platform/unsaved-work.ts';
import { ErrorAlert } from './error-alert.tsx';
import { loadAgain, sayNotLoaded } from './load-or-say.ts';

const notFetched = new RequestFailure('UNAVAILABLE', 'Check your connection, and try again.');

/** @param leave of what opens over the page: it is said, and given up */
export function PartNotLoaded({ leave }: { leave: (() => void) | undefined }) {
  useEffect(() => {
    if (leave === undefined) return;
    sayNotLoaded();
    leave();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each time that it is opened
  }, []);
  // Of nobody who types here: what the page shows comes when it can.
  useEffect(() => {
    if (leave !== undefined) return undefined;
    void doubtConnection();
    return onConnectionReturn(() => {
      if (!hasUnsavedWork()) window.location.reload();
    });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the part stays what it is
  }, []);
  if (leave !== undefined) return null;
  return (
    <ErrorAlert failure={notFetched} title="This part could not be loaded" onRetry={() => void loadAgain()} />
  );
}
