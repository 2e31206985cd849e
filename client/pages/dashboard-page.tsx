// The dashboard that is open: Start, which everybody has, or one of the company's.
import { Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { boardSearch, useOpenDashboard } from '../features/dashboards/use-dashboards.ts';
import { useScreenSource } from '../platform/change-source.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { createLate } from '../ui/late.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import styles from './dashboard-page.module.css';
import { lazyPart } from '../ui/lazy-part.tsx';

const DashboardMessage = createLate(() => import('./dashboard-message.tsx')).part(
  (module) => module.DashboardMessage,
);
const loadStart = () => import('./start-page.tsx');
const StartPage = lazyPart(async () => ({ default: (await loadStart()).StartPage }));
const DashboardBoard = lazyPart(async () => ({
  default: (await import('./dashboard-board.tsx')).DashboardBoard,
}));

export function DashboardPage() {
  useScreenSource('DASHBOARD');
  const open = useOpenDashboard();
  const { search, state } = useLocation();
  const isTold = state !== null || new URLSearchParams(search).has('message');
  return (
    <div className={styles.page}>
      {isTold && <DashboardMessage />}
      <Suspense fallback={<ProgressLine active />}>
        {open.kind === 'loading' && <ProgressLine active label="Loading the dashboard" />}
        {open.kind === 'start' && <StartPage />}
        {open.kind === 'dashboard' && <DashboardBoard key={open.dashboard.id} dashboard={open.dashboard} />}
        {open.kind === 'gone' && (
          <EmptyState title="This dashboard is not there">
            It was deleted, or is no longer shared with your role.{' '}
            <Link to={boardSearch(null)}>Open Start</Link>
          </EmptyState>
        )}
      </Suspense>
    </div>
  );
}

// Nearly everybody begins there: unless the address says another one, it is fetched beside the list of dashboards.
if (!new URLSearchParams(window.location.search).has('board'))
  loadStart().catch(() => {
    // The page itself asks again, and says what is wrong.
  });
