import { crumbsOf, type MenuPlace } from '../../features/menu/match-menu-item.ts';
import { CrumbList } from '../../ui/breadcrumbs.tsx';

/** Groups and sections have no page of their own, so they are words. */
export function Breadcrumbs({ place }: { place: MenuPlace | null }) {
  if (place === null || place.item.route === 'dashboard') return null;
  return <CrumbList crumbs={crumbsOf(place, null)} />;
}
