import Button from '@mui/material/Button';
import { useEffect, useLayoutEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { doubtConnection, onConnectionReturn } from '../platform/connection.ts';
import { isConnectionLost, RequestFailure } from '../platform/request-failure.ts';
import { Icon } from '../ui/icons.tsx';
import { notLoaded } from '../ui/load-or-say.ts';
import { ConnectionBar } from './connection-bar.tsx';
import { endFirstPaint } from './first-paint.ts';
import styles from './route-failed.module.css';

/**
 * A page that could not be shown. Loading anew is the retry: after an update of the server the pieces that this
 * page would ask for are gone, and only a new start names the current ones.
 */
export function RouteFailed({ whole = false }: { whole?: boolean }) {
  const failure = useRouteError();
  useLayoutEffect(endFirstPaint, []);
  const isOfConnection = isLoadFailure(failure) || isConnectionLost(failure);
  useEffect(() => {
    if (!isOfConnection) return undefined;
    // Asked, not supposed: a piece that an update has taken away fails while the server answers.
    void doubtConnection();
    return onConnectionReturn(() => window.location.reload());
  }, [isOfConnection]);
  if (isRouteErrorResponse(failure) && failure.status === 404) return <NotFoundPage />;
  // Where the layout stands, its main landmark is around this page.
  const Frame = whole ? 'main' : 'div';
  return (
    <>
      {whole && <ConnectionBar />}
      <Frame className={styles.page}>
        <div role="alert" className={styles.words}>
          <Icon name="warning" size={28} />
          <h1 className={styles.title}>This page could not be shown</h1>
          <p className={styles.sentence}>{toFailureSentence(failure)}</p>
        </div>
        <Button variant="contained" onClick={() => window.location.reload()}>
          Retry
        </Button>
      </Frame>
    </>
  );
}

function toFailureSentence(failure: unknown): string {
  if (failure instanceof RequestFailure) return failure.message;
  return isLoadFailure(failure)
    ? notLoaded
    : 'Something went wrong on this page. Nothing that was saved is lost.';
}

/** Browsers word a failed import each in their own way; of styles the bundler says it, in an error of its own kind. */
function isLoadFailure(failure: unknown): boolean {
  if (!(failure instanceof Error) || failure instanceof RequestFailure) return false;
  const isOfModule = failure instanceof TypeError && /import|module|fetch/i.test(failure.message);
  return isOfModule || failure.message.startsWith('Unable to preload CSS');
}
