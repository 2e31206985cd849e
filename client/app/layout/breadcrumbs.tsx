import { Link, useLocation } from 'react-router';
import { useSession } from '../../features/identity/use-session.ts';
import { menuItemPath, type MenuPlace } from '../../features/menu/match-menu-item.ts';
import { Icon } from '../../ui/icons.tsx';
import styles from './breadcrumbs.module.css';

type Crumb = { name: string; to?: string };

/** Groups and sections have no page of their own, so they are words; the item is a link from pages below it. */
export function Breadcrumbs({ place }: { place: MenuPlace | null }) {
  const { tenantPath } = useSession();
  const { pathname } = useLocation();
  if (place === null || place.item.route === 'dashboard') return null;
  const itemPath = `${tenantPath}/${menuItemPath(place)}`;
  const crumbs = listCrumbs(place, pathname === `${tenantPath}/create-record` ? itemPath : null);
  return (
    <nav aria-label="Breadcrumb" className={styles.nav}>
      <ol className={styles.crumbs}>
        {crumbs.map(({ name, to }, index) => (
          <li key={name} className={styles.crumb}>
            {index > 0 && <Icon name="chevron-right" size={14} />}
            {to !== undefined ? (
              <Link to={to}>{name}</Link>
            ) : (
              <span aria-current={index === crumbs.length - 1 ? 'page' : undefined}>{name}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function listCrumbs({ group, section, item }: MenuPlace, wayBack: string | null): Crumb[] {
  const names = [group.name, section.name].filter((name, index, all) => all.indexOf(name) === index);
  return [
    ...names.filter((name) => name !== item.name).map((name) => ({ name })),
    wayBack === null ? { name: item.name } : { name: item.name, to: wayBack },
    ...(wayBack === null ? [] : [{ name: 'New record' }]),
  ];
}
