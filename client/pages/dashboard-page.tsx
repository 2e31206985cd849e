// "Start", the built-in dashboard: what waits for me, what changed, where I was.
import { lazy, Suspense } from 'react';
import { ProgressLine } from '../ui/progress-line.tsx';
import { DashboardMessage } from './dashboard-message.tsx';
import styles from './dashboard-page.module.css';

const StartPage = lazy(async () => ({ default: (await import('./start-page.tsx')).StartPage }));

export function DashboardPage() {
  return (
    <div className={styles.page}>
      <DashboardMessage />
      <Suspense fallback={<ProgressLine active />}>
        <StartPage />
      </Suspense>
    </div>
  );
}
