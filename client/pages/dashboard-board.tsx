import { EmbeddedDashboard } from '../features/dashboards/embedded-dashboard.tsx';
import type { Dashboard } from '../features/dashboards/api.ts';
import { DashboardMenu } from '../features/dashboards/dashboard-menu.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';

/** One of the company's dashboards. */
export function DashboardBoard({ dashboard }: { dashboard: Dashboard }) {
  return (
    <>
      <PageHeader
        title={dashboard.name}
        actions={dashboard.mayEdit ? <DashboardMenu dashboard={dashboard} /> : undefined}
      />
      {dashboard.embedType === 'SIGNED_URL' ? (
        <EmbeddedDashboard dashboard={dashboard} />
      ) : (
        <EmptyState title="No items found">This dashboard has no charts yet.</EmptyState>
      )}
    </>
  );
}
