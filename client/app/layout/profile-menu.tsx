import ButtonBase from '@mui/material/ButtonBase';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { UserDetails } from '../../features/identity/api.ts';
import { roleNameIn } from '../../features/identity/user-details.ts';
import { useSession } from '../../features/identity/use-session.ts';
import { toInitials } from '../../features/tenants/tenant-badge.tsx';
import { askWhyPage } from '../../platform/ask-why.ts';
import { findLandmark } from '../../ui/find-landmark.ts';
import { Icon } from '../../ui/icons.tsx';
import { Divider, ListItemIcon, Menu, MenuItem } from '../../ui/late-parts.tsx';
import styles from './profile-menu.module.css';
import { useSignOut } from './use-sign-out.ts';

/** Who logs out without a connection still comes to it. */
function fetchSignInPage(): void {
  import('../../pages/login-page.tsx').catch(() => {
    // The way there asks again, and says what is wrong.
  });
}

export function ProfileMenu({ details }: { details: UserDetails | undefined }) {
  const { tenantId, email } = useSession();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const navigate = useNavigate();
  const signOut = useSignOut();
  const name = details?.name ?? email ?? '';
  const role = roleNameIn(details, tenantId);
  const close = () => setAnchor(null);
  const askAboutPage = () => askWhyPage(document.getElementById('profile-button') ?? document.body);
  const entries = [
    { icon: 'lock', label: 'Profile and security', act: () => navigate('/account') },
    { icon: 'help', label: 'Why is a page not in my menu?', act: askAboutPage },
    // Nobody is led to an empty list.
    ...(details !== undefined && details.tenants.length > 1
      ? [{ icon: 'switch', label: 'Switch company', act: () => navigate('/select-tenant') } as const]
      : []),
    { icon: 'sign-out', label: 'Log out', act: signOut },
  ] as const;

  return (
    <>
      <ButtonBase
        id="profile-button"
        className={styles.button}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : 'profile-menu'}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          fetchSignInPage();
        }}
      >
        <span className={styles.avatar} aria-hidden="true">
          {toInitials(name)}
        </span>
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          <span className={styles.role}>{details === undefined ? '' : role}</span>
        </span>
        <Icon name="chevron-down" className={styles.arrow} />
      </ButtonBase>
      <Menu
        id="profile-menu"
        anchorEl={anchor}
        container={() => findLandmark(anchor)}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-labelledby': 'profile-button' }, paper: { sx: { mt: 2, minWidth: 240 } } }}
      >
        <MenuItem disabled className={styles.person}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          <span className={styles.role} title={email ?? undefined}>
            {email}
          </span>
          <span className={styles.role} title={role}>
            {role}
          </span>
        </MenuItem>
        <Divider component="li" aria-hidden="true" />
        {entries.map(({ icon, label, act }) => (
          <MenuItem
            key={label}
            onClick={() => {
              close();
              void act();
            }}
          >
            <ListItemIcon>
              <Icon name={icon} />
            </ListItemIcon>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
