// The title in the top bar of the dashboard page (Specification 2), and the way to the other dashboards.
import { Suspense, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import styles from './dashboard-picker.module.css';
import { useOpenDashboard } from './use-dashboards.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const load = () => import('./dashboard-choices.tsx');
const DashboardChoices = lazyPart(async () => ({ default: (await load()).DashboardChoices }));

export function DashboardPicker() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const open = useOpenDashboard();
  const name =
    open.kind === 'dashboard' ? open.dashboard.name : open.kind === 'start' ? 'Start' : 'Dashboard';
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="rh-visually-hidden">Dashboard: </span>
        <Icon name="thumbnails" className={styles.sign} />
        <span className={styles.name}>{name}</span>
        <Icon name="chevron-down" size={16} />
      </button>
      {anchor !== null && (
        <Suspense fallback={null}>
          <DashboardChoices anchor={anchor} current={open} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}
