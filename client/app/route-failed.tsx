import Button from '@mui/material/Button';
import { useRouteError } from 'react-router';
import { RequestFailure } from '../platform/request-failure.ts';
import { Icon } from '../ui/icons.tsx';
import styles from './route-failed.module.css';

/**
 * A page that could not be shown. Loading anew is the retry: after an update of the server the pieces that this
 * page would ask for are gone, and only a new start names the present ones.
 */
export function RouteFailed({ whole = false }: { whole?: boolean }) {
  const failure = useRouteError();
  // Where the layout stands, its main landmark is around this page.
  const Frame = whole ? 'main' : 'div';
  return (
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
  );
}

function toFailureSentence(failure: unknown): string {
  if (failure instanceof RequestFailure) return failure.message;
  return isLoadFailure(failure)
    ? 'A part of the application could not be loaded. Check your connection and try again.'
    : 'Something went wrong on this page. Nothing that was saved is lost.';
}

/** Browsers word a failed import each in their own way. */
function isLoadFailure(failure: unknown): boolean {
  return failure instanceof TypeError && /import|module|preload|fetch/i.test(failure.message);
}
