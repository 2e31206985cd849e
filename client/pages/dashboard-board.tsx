import type { Dashboard } from '../features/dashboards/api.ts';
import { DashboardMenu } from '../features/dashboards/dashboard-menu.tsx';
import { EmbeddedDashboard } from '../features/dashboards/embedded-dashboard.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { DashboardCharts } from './dashboard-charts.tsx';

/** One of the company's dashboards. */
export function DashboardBoard({ dashboard }: { dashboard: Dashboard }) {
  if (dashboard.embedType === 'BUILT_IN') return <DashboardCharts dashboard={dashboard} />;
  return (
    <>
      <PageHeader
        title={dashboard.name}
        actions={dashboard.mayEdit ? <DashboardMenu dashboard={dashboard} /> : undefined}
      />
      <EmbeddedDashboard dashboard={dashboard} />
    </>
  );
}
