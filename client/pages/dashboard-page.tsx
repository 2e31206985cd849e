import { Link, useSearchParams } from 'react-router';
import { RecordCount } from '../features/records/grid/record-count.tsx';
import { useSession } from '../features/identity/use-session.ts';
import { useUserDetails } from '../features/identity/user-details.ts';
import { listMenuPlaces, menuItemPath, type MenuPlace } from '../features/menu/match-menu-item.ts';
import { useMenu } from '../features/menu/use-menu.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icons.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import styles from './dashboard-page.module.css';

export function DashboardPage() {
  const { data: details } = useUserDetails();
  const { tenantId, tenantPath } = useSession();
  const { data: groups } = useMenu();
  const [parameters, setParameters] = useSearchParams();
  const tenant = details?.tenants.find((membership) => String(membership.tenant.id) === tenantId)?.tenant;
  const places = listMenuPlaces(groups ?? []).filter(({ item }) => item.hasRecordTypes && item.recordType);

  return (
    <div className={styles.page}>
      <PageHeader title="Dashboard" />
      {parameters.get('message') === 'notAccessTenant' && (
        <Notice tone="warning" onDismiss={() => setParameters({}, { replace: true })}>
          You do not belong to the company at that address (notAccessTenant).
          {tenant !== undefined && ` You are in ${tenant.name}.`}
        </Notice>
      )}
      <p className={styles.greeting}>
        {details !== undefined && `Welcome back, ${details.firstName ?? details.name}.`}
        {tenant !== undefined && ` Here is what ${tenant.name} has on record.`}
      </p>
      {groups !== undefined && places.length === 0 && (
        <EmptyState title="No items found">
          Your role has no records to show here yet. An administrator of the company can give it some.
        </EmptyState>
      )}
      <ul className={styles.cards}>
        {places.map((place) => (
          <li key={place.item.id}>
            <RecordTypeCard place={place} tenantPath={tenantPath ?? ''} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function RecordTypeCard({ place, tenantPath }: { place: MenuPlace; tenantPath: string }) {
  const { group, item } = place;
  return (
    <Link to={`${tenantPath}/${menuItemPath(place)}`} className={styles.card}>
      <span className={styles.group}>{group.name}</span>
      <span className={styles.name}>{item.recordType?.name ?? item.name}</span>
      <span className={styles.total}>
        {item.recordType !== null && <RecordCount recordTypeId={item.recordType.id} />}
        <Icon name="chevron-right" />
      </span>
    </Link>
  );
}
