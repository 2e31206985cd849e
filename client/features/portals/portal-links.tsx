import { portalPath } from '@rowhouse/domain/portals/rules.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon, isIconName } from '../../ui/icons.tsx';
import type { Portal } from './api.ts';
import styles from './portals.module.css';

type PortalLinksProps = {
  portals: readonly Portal[];
  tenantPath: string;
  /** What is to be done where there are none. */
  children: ReactNode;
};

/** The pages that are given to one's role, each a way to it. */
export function PortalLinks({ portals, tenantPath, children }: PortalLinksProps) {
  if (portals.length === 0)
    return (
      <EmptyState title="No pages for your role yet" icon="external">
        {children}
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
