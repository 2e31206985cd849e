import { coloursOf } from '@rowhouse/domain/tenants/accent.ts';
import IconButton from '@mui/material/IconButton';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import type { UserDetails } from '../../features/identity/api.ts';
import { useSession } from '../../features/identity/use-session.ts';
import { DrawerMenu } from '../../features/menu/drawer-menu.tsx';
import type { MenuPlace } from '../../features/menu/match-menu-item.ts';
import { useMenu } from '../../features/menu/use-menu.ts';
import { useRecordCounts } from '../../features/menu/use-record-counts.ts';
import { TenantBadge } from '../../features/tenants/tenant-badge.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Drawer } from '../../ui/late-parts.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import styles from './side-drawer.module.css';

type SideDrawerProps = {
  id: string;
  narrow: boolean;
  open: boolean;
  details: UserDetails | undefined;
  current: MenuPlace | null;
  onClose: () => void;
};

/** Beside the page where there is room; over it, and closed by a selection, where there is not. */
export function SideDrawer({ id, narrow, open, details, current, onClose }: SideDrawerProps) {
  const { tenantId } = useSession();
  const colours = useAccent(details);
  const body = (
    <>
      <TenantBlock details={details} tenantId={tenantId} onSelect={onClose} />
      <Menu current={current} onSelect={onClose} />
    </>
  );
  if (!narrow) {
    return (
      <nav id={id} aria-label="Main" className={styles.drawer} style={colours} hidden={!open}>
        {body}
      </nav>
    );
  }
  return (
    <Drawer open={open} onClose={onClose} slotProps={{ paper: { 'aria-label': 'Main menu' } }}>
      <nav id={id} aria-label="Main" className={styles.sheet} style={colours}>
        <div className={styles.closeLine}>
          <IconButton size="small" aria-label="Close the menu" onClick={onClose}>
            <Icon name="close" />
          </IconButton>
        </div>
        {body}
      </nav>
    </Drawer>
  );
}

/** The company's colour, for the mark of the chosen item in either palette. */
function useAccent(details: UserDetails | undefined): CSSProperties | undefined {
  const { tenantId } = useSession();
  const accent = findTenant(details, tenantId)?.accent ?? null;
  if (accent === null) return undefined;
  const { markOnLight, markOnDark } = coloursOf(accent);
  return { '--rh-accent-on-light': markOnLight, '--rh-accent-on-dark': markOnDark } as CSSProperties;
}

const findTenant = (details: UserDetails | undefined, tenantId: string | null) =>
  details?.tenants.find(({ tenant }) => String(tenant.id) === tenantId)?.tenant;

function Menu({ current, onSelect }: Pick<SideDrawerProps, 'current'> & { onSelect: () => void }) {
  const { tenantPath } = useSession();
  const { data: groups, error, refetch } = useMenu();
  const counts = useRecordCounts();
  if (groups === undefined && error !== null) {
    return (
      <div className={styles.failed}>
        <ErrorAlert failure={error} title="The menu could not be loaded" onRetry={() => void refetch()} />
      </div>
    );
  }
  if (groups === undefined) return <ProgressLine active label="Loading the menu" />;
  return (
    <DrawerMenu
      groups={groups}
      tenantPath={tenantPath ?? ''}
      current={current}
      counts={counts}
      onSelect={onSelect}
    />
  );
}

type TenantBlockProps = Pick<SideDrawerProps, 'details'> & { tenantId: string | null; onSelect: () => void };

/** Where one is, and for members of several companies the way to the others. */
function TenantBlock({ details, tenantId, onSelect }: TenantBlockProps) {
  const tenant = findTenant(details, tenantId);
  if (details === undefined || tenant === undefined) return <div className={styles.tenant} />;
  const words = (
    <>
      <TenantBadge name={tenant.name} accent={tenant.accent} logo={tenant.logo} />
      <span className={styles.words}>
        <span className={styles.name}>{tenant.name}</span>
        <span className={styles.url}>{tenant.url}</span>
      </span>
    </>
  );
  if (details.tenants.length < 2) return <div className={styles.tenant}>{words}</div>;
  return (
    <Link to="/select-tenant" className={styles.tenant} title="Switch company" onClick={onSelect}>
      {words}
      <Icon name="switch" size={16} />
      <span className="rh-visually-hidden">Switch company</span>
    </Link>
  );
}
