import { Suspense, useLayoutEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useSession } from '../features/identity/use-session.ts';
import { firstSegment, isPublicSegment } from '../features/identity/sign-in/safe-redirect-path.ts';
import { ConnectionBar } from './connection-bar.tsx';
import { endFirstPaint } from './first-paint.ts';
import { SessionWatch } from './session-watch.tsx';
import { ViewingBar } from './viewing-bar.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const SessionExpiredDialog = lazyPart(
  async () => ({ default: (await import('./session-expired-dialog.tsx')).SessionExpiredDialog }),
  // The page stands with what is typed in it, and its calls wait.
  () => undefined,
);

export function Root() {
  const { expired, held } = useSession();
  useLayoutEffect(endFirstPaint, []);
  const first = firstSegment(useLocation().pathname);
  // Inside a company it stands below the top bar.
  const isOutside = first === '' || isPublicSegment(first);
  return (
    <>
      <SessionWatch />
      {isOutside && <ViewingBar />}
      {isOutside && <ConnectionBar />}
      <Outlet />
      {(expired || held) && (
        <Suspense>
          <SessionExpiredDialog />
        </Suspense>
      )}
    </>
  );
}
