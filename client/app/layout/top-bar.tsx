import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BrandLogo } from '../../brands/brand-logo.tsx';
import { chosenBrand } from '../../brands/chosen-brand.ts';
import type { UserDetails } from '../../features/identity/api.ts';
import { useSession } from '../../features/identity/use-session.ts';
import { Icon } from '../../ui/icons.tsx';
import { Bell } from './bell.tsx';
import { PaletteBox } from './palette-box.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import styles from './top-bar.module.css';
import { WhatsNew } from './whats-new.tsx';

type TopBarProps = {
  details: UserDetails | undefined;
  /** The section, or on the dashboard the way to the others. */
  title: ReactNode;
  drawerOpen: boolean;
  drawerId: string;
  onToggleDrawer: () => void;
};

export function TopBar({ details, title, drawerOpen, drawerId, onToggleDrawer }: TopBarProps) {
  const { tenantPath } = useSession();
  return (
    <header className={styles.bar}>
      <IconButton
        aria-label="Menu"
        aria-expanded={drawerOpen}
        aria-controls={drawerOpen ? drawerId : undefined}
        onClick={onToggleDrawer}
      >
        <Icon name="menu" size={20} />
      </IconButton>
      <Link to={`${tenantPath}/dashboard`} className={styles.brand}>
        <BrandLogo size={28} />
        <span className={styles.name} aria-hidden="true">
          {chosenBrand.name}
        </span>
      </Link>
      <span className={styles.section}>{title}</span>
      <PaletteBox onToggleDrawer={onToggleDrawer} />
      <WhatsNew />
      <Bell />
      <ProfileMenu details={details} />
    </header>
  );
}
