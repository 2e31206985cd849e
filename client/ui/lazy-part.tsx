import { lazy, useEffect, type ComponentType, type LazyExoticComponent } from 'react';
import { doubtConnection, onConnectionReturn } from '../platform/connection.ts';
import { RequestFailure } from '../platform/request-failure.ts';
import { hasUnsavedWork } from '../platform/unsaved-work.ts';
import { ErrorAlert } from './error-alert.tsx';
import { loadAgain, sayNotLoaded } from './load-or-say.ts';

const notFetched = new RequestFailure('UNAVAILABLE', 'Check your connection, and try again.');

/**
 * As React's `lazy`, for a part of a page: where its code does not come, because the connection is away or an update took
 * the file away, that is said, and the page around it stays with what is typed in it. What opens over the page is given up,
 * by `giveUp` or the part's `onClose`; another part has the sentence in its place. A browser does not ask again for a piece
 * that has failed, so what is offered is to load the page anew.
 */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  giveUp?: (props: Props) => void,
): LazyExoticComponent<ComponentType<Props>> {
  function NotLoaded(props: Props) {
    const { onClose } = props as { onClose?: () => void };
    const leave = giveUp === undefined ? onClose : () => giveUp(props);
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
      <ErrorAlert
        failure={notFetched}
        title="This part could not be loaded"
        onRetry={() => void loadAgain()}
      />
    );
  }
  return lazy(() => load().catch(() => ({ default: NotLoaded })));
}
