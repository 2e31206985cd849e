import { portalPath } from '@rowhouse/domain/portals/rules.ts';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon, isIconName } from '../../ui/icons.tsx';
import type { Portal } from './api.ts';
import styles from './portals.module.css';

/** The pages that are given to one's role, each a way to it. */
export function PortalLinks({ portals, tenantPath }: { portals: readonly Portal[]; tenantPath: string }) {
  if (portals.length === 0)
    return (
      <EmptyState title="No pages for your role yet" icon="external">
        An administrator gives pages of other servers to roles.
      </EmptyState>
    );
  return (
    <ul className={styles.links} aria-label="Pages">
      {portals.map(({ id, name, address, icon }) => (
        <li key={id}>
          <Link className={styles.link} to={`${tenantPath}/${portalPath(id)}`}>
            <Icon name={isIconName(icon) ? icon : 'external'} size={20} />
            <span className={styles.words}>
              <span className={styles.name}>{name}</span>
              <span className={styles.quiet}>{new URL(address).host}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
