// The catch-all under the tenant (Specification 2): the menu item at the path decides which page is shown. What could
// be an item's path and is none in this menu leads to the dashboard; anything else is not found (decision 032).
import { isMenuItemAddress } from '@rowhouse/domain/tenants/page-addresses.ts';
import { lazy, Suspense, type ReactNode } from 'react';
import { Navigate, useParams } from 'react-router';
import { useSession } from '../features/identity/use-session.ts';
import { matchMenuItem } from '../features/menu/match-menu-item.ts';
import { useMenu } from '../features/menu/use-menu.ts';
import { notInMenu } from '../pages/not-in-menu.ts';
import { NotFoundInCompany } from '../pages/not-found-page.tsx';
import { useScreenSource } from '../platform/change-source.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { AskReason } from './change-reason.tsx';

const loadGrid = () => import('../pages/record-grid-page.tsx');
const RecordGridPage = lazy(async () => ({ default: (await loadGrid()).RecordGridPage }));
// Nearly all that a menu leads to is a grid: it is fetched beside the menu, not after it.
loadGrid().catch(() => {
  // The page itself asks again, and says what is wrong.
});
const AuditLogPage = lazy(async () => ({
  default: (await import('../pages/audit-log-page.tsx')).AuditLogPage,
}));
const CompanyPage = lazy(async () => ({ default: (await import('../pages/company-page.tsx')).CompanyPage }));
const ConfigurationFilePage = lazy(async () => ({
  default: (await import('../pages/configuration-file-page.tsx')).ConfigurationFilePage,
}));
const CustomListsPage = lazy(async () => ({
  default: (await import('../pages/custom-lists-page.tsx')).CustomListsPage,
}));
const CustomObjectsPage = lazy(async () => ({
  default: (await import('../pages/custom-objects-page.tsx')).CustomObjectsPage,
}));
const PortalPage = lazy(async () => ({ default: (await import('../pages/portal-page.tsx')).PortalPage }));
const RoleAliasesPage = lazy(async () => ({
  default: (await import('../pages/role-aliases-page.tsx')).RoleAliasesPage,
}));
const RolesPage = lazy(async () => ({ default: (await import('../pages/roles-page.tsx')).RolesPage }));
const RecordTypesPage = lazy(async () => ({
  default: (await import('../pages/record-types-page.tsx')).RecordTypesPage,
}));
const OrderEntryPage = lazy(async () => ({
  default: (await import('../pages/order-entry-page.tsx')).OrderEntryPage,
}));
const MenusPage = lazy(async () => ({ default: (await import('../pages/menus-page.tsx')).MenusPage }));
const RecordDetailsPage = lazy(async () => ({
  default: (await import('../pages/record-details-page.tsx')).RecordDetailsPage,
}));
const TransmissionsPage = lazy(async () => ({
  default: (await import('../pages/transmissions-page.tsx')).TransmissionsPage,
}));
const UsersPage = lazy(async () => ({ default: (await import('../pages/users-page.tsx')).UsersPage }));

/** What an item without record types leads to, by its route. Most pages take the item's name as their title. */
const pages: ReadonlyMap<string, (item: { readonly name: string }) => ReactNode> = new Map([
  ['audit-log', ({ name }) => <AuditLogPage title={name} />],
  ['configuration', ({ name }) => <ConfigurationFilePage title={name} />],
  ['users', ({ name }) => <UsersPage title={name} />],
  ['roles', ({ name }) => <RolesPage title={name} />],
  ['portal', ({ name }) => <PortalPage title={name} />],
  ['dynamic-portals', ({ name }) => <PortalPage title={name} />],
  ['role-aliases', ({ name }) => <RoleAliasesPage title={name} />],
  ['record-types', ({ name }) => <RecordTypesPage title={name} />],
  ['order-entry', ({ name }) => <OrderEntryPage title={name} />],
  ['menus', ({ name }) => <MenusPage title={name} />],
  ['record-details', ({ name }) => <RecordDetailsPage title={name} />],
  ['custom-lists', ({ name }) => <CustomListsPage title={name} />],
  ['custom-objects', ({ name }) => <CustomObjectsPage title={name} />],
  ['transmissions', ({ name }) => <TransmissionsPage title={name} />],
  ['tenant-profile-settings', ({ name }) => <CompanyPage title={name} />],
]);

/** What stands there is no page of administration. */
const pagesOfWork: ReadonlySet<string> = new Set([
  'portal',
  'dynamic-portals',
  'order-entry',
  'record-details',
]);

/** What is put back there has a reason of its own. */
const putsBack = 'audit-log';

function AdministrationPage({ route, children }: { route: string; children: ReactNode }) {
  useScreenSource('ADMINISTRATION');
  return route === putsBack ? children : <AskReason route={route}>{children}</AskReason>;
}

export function MenuRoute() {
  const { '*': path = '' } = useParams();
  const { tenantPath } = useSession();
  const { data: groups, error, refetch } = useMenu();
  // A menu that stands keeps its page, with what is typed in it, though it cannot be read again.
  if (groups === undefined && error !== null) {
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
  const renderPage = item && pages.get(item.route);
  if (renderPage) {
    const page = <Suspense fallback={<ProgressLine active />}>{renderPage(item)}</Suspense>;
    return pagesOfWork.has(item.route) ? (
      page
    ) : (
      <AdministrationPage route={item.route}>{page}</AdministrationPage>
    );
  }
  // A page of another server: one that nobody made and one that is not for this role read alike.
  const isPortal = /^dynamic-portals\/./i.test(path);
  if (item === undefined && (isPortal || !isMenuItemAddress(path))) return <NotFoundInCompany />;
  return <Navigate to={`${tenantPath}/dashboard`} state={notInMenu} replace />;
}
