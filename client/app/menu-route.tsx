// The catch-all under the tenant (Specification 2): the menu item at the path decides which page is shown.
import { lazy, Suspense } from 'react';
import { Navigate, useParams } from 'react-router';
import { useSession } from '../features/identity/use-session.ts';
import { matchMenuItem } from '../features/menu/match-menu-item.ts';
import { useMenu } from '../features/menu/use-menu.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';

const loadGrid = () => import('../pages/record-grid-page.tsx');
const RecordGridPage = lazy(async () => ({ default: (await loadGrid()).RecordGridPage }));
// Nearly all that a menu leads to is a grid: it is fetched beside the menu, not after it.
loadGrid().catch(() => {
  // The page itself asks again, and says what is wrong.
});
const UsersPage = lazy(async () => ({ default: (await import('../pages/users-page.tsx')).UsersPage }));

export function MenuRoute() {
  const { '*': path = '' } = useParams();
  const { tenantPath } = useSession();
  const { data: groups, error, refetch } = useMenu();
  if (error !== null) {
    return <ErrorAlert failure={error} title="The menu could not be loaded" onRetry={() => void refetch()} />;
  }
  if (groups === undefined) return <ProgressLine active />;
  const item = matchMenuItem(groups, path)?.item;
  if (item?.hasRecordTypes && item.recordType !== null) {
    return (
      <Suspense fallback={<ProgressLine active />}>
        <RecordGridPage key={item.id} menuItem={item} recordTypeId={item.recordType.id} />
      </Suspense>
    );
  }
  if (item?.route === 'users') {
    return (
      <Suspense fallback={<ProgressLine active />}>
        <UsersPage title={item.name} />
      </Suspense>
    );
  }
  return <Navigate to={`${tenantPath}/dashboard`} replace />;
}
