import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { useSession } from '../features/identity/use-session.ts';
import { SessionWatch } from './session-watch.tsx';

const SessionExpiredDialog = lazy(async () => ({
  default: (await import('./session-expired-dialog.tsx')).SessionExpiredDialog,
}));

export function Root() {
  const { expired, held } = useSession();
  return (
    <>
      <SessionWatch />
      <Outlet />
      {(expired || held) && (
        <Suspense>
          <SessionExpiredDialog />
        </Suspense>
      )}
    </>
  );
}
