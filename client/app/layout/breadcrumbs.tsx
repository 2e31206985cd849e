import { useLocation } from 'react-router';
import { useSession } from '../../features/identity/use-session.ts';
import { crumbsOf, menuItemPath, type MenuPlace } from '../../features/menu/match-menu-item.ts';
import { CrumbList } from '../../ui/breadcrumbs.tsx';

/** Groups and sections have no page of their own, so they are words; the item is a link from pages below it. */
export function Breadcrumbs({ place }: { place: MenuPlace | null }) {
  const { tenantPath } = useSession();
  const { pathname } = useLocation();
  if (place === null || place.item.route === 'dashboard') return null;
  const isBelow = pathname === `${tenantPath}/create-record`;
  const itemPath = `${tenantPath}/${menuItemPath(place)}`;
  return <CrumbList crumbs={crumbsOf(place, isBelow ? { name: 'New record', wayBack: itemPath } : null)} />;
}
