import { useParams } from 'react-router';
import { useSession } from '../features/identity/use-session.ts';
import { PortalLinks } from '../features/portals/portal-links.tsx';
import type { PortalSettings } from '../features/portals/api.ts';
import { PortalList } from '../features/portals/portal-list.tsx';
import { useMyPortals, usePortalSettings } from '../features/portals/use-portals.ts';
import { RequestFailure } from '../platform/request-failure.ts';
import { EmbeddedPage } from '../ui/embedded-page.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { NotFoundInCompany } from './not-found-page.tsx';
import styles from './portal-page.module.css';

/** Pages of other servers (Specification 2): `portal` leads to them, and each stands under `dynamic-portals`. */
export function PortalPage({ title }: { title: string }) {
  const { '*': path = '' } = useParams();
  const [, id] = /^dynamic-portals\/(.*[^/])\/*$/i.exec(path) ?? [];
  const { data: portals, error, refetch } = useMyPortals();
  if (portals === undefined)
    return error === null ? (
      <ProgressLine active label="Loading the pages" />
    ) : (
      <div className={styles.page}>
        <PageHeader title={title} />
        <ErrorAlert failure={error} title="The pages could not be loaded" onRetry={() => void refetch()} />
      </div>
    );
  if (id !== undefined) return <OnePortal portal={portals.find((one) => String(one.id) === id)} />;
  return <AllPortals title={title} portals={portals} />;
}

type Portals = NonNullable<ReturnType<typeof useMyPortals>['data']>;

function OnePortal({ portal }: { portal: Portals[number] | undefined }) {
  if (portal === undefined) return <NotFoundInCompany />;
  return (
    <div className={styles.page}>
      <PageHeader title={portal.name} />
      {portal.isAllowed ? (
        <EmbeddedPage key={portal.id} name={portal.name} address={portal.address} />
      ) : (
        <EmptyState title={`${new URL(portal.address).host} is shown here no more`} icon="external">
          Who runs this installation has taken the server from those that may be embedded.
        </EmptyState>
      )}
    </div>
  );
}

/** For who administers the company; the table of its pages stands below. */
function whatToDo({ origins, portals }: PortalSettings): string {
  if (origins.length === 0)
    return 'A page can be added below once this installation names a server that may be embedded.';
  if (portals.length === 0) return 'Add a page below, and choose the roles that see it.';
  if (!portals.some(({ enabled }) => enabled)) return 'Enable one of the pages below, or add another.';
  return 'Give your role one of the pages below: its menu has Change.';
}

function AllPortals({ title, portals }: { title: string; portals: Portals }) {
  const { tenantPath } = useSession();
  const settings = usePortalSettings();
  const isMember = settings.error instanceof RequestFailure && settings.error.code === 'FORBIDDEN';
  return (
    <div className={styles.page}>
      <PageHeader title={title} />
      {(portals.length > 0 || !settings.isPending) && (
        <PortalLinks portals={portals} tenantPath={tenantPath ?? ''}>
          {settings.data === undefined
            ? 'An administrator of your company gives pages of other servers to roles.'
            : whatToDo(settings.data)}
        </PortalLinks>
      )}
      {settings.data !== undefined && <PortalList settings={settings.data} />}
      {settings.data === undefined && settings.error !== null && !isMember && (
        <ErrorAlert
          failure={settings.error}
          title="The pages of the company could not be loaded"
          onRetry={() => void settings.refetch()}
        />
      )}
    </div>
  );
}
