import type { Viewer } from '../kernel/viewer.ts';
import type { StoredMenuItem, TenantConfig } from '../tenants/tenant-config.ts';
import type { menuPages } from './pages.ts';
import { accessibleMenu } from './rules.ts';

/** Specification 2: these are whole paths; all other items stand under section/appSection. */
const wholePathRoutes = new Set(['tenant-profile-settings', 'portal', 'dynamic-portals', 'dashboard']);

type Routes = { readonly group: string; readonly section: string; readonly item: string };

/** The path of a menu item after the tenant, without slashes at its ends. */
export function menuPath({ group, section, item }: Routes): string {
  if (wholePathRoutes.has(item)) return item;
  return [group, section, item].map(trimSlashes).filter(Boolean).join('/');
}

export const trimSlashes = (path: string): string => path.replace(/^\/+|\/+$/g, '');

/** Where the viewer finds the grid of a record type: the first item that shows it; null where the menu has none. */
export const findGridPath = (
  config: TenantConfig,
  viewer: Pick<Viewer, 'roleId'>,
  recordTypeId: number,
): string | null => findPath(config, viewer, (item) => item.recordTypeId === recordTypeId);

/** Where the viewer finds a page by the route of its item; null where the menu has none. */
export const findPagePath = (
  config: TenantConfig,
  viewer: Pick<Viewer, 'roleId'>,
  route: (typeof menuPages)[number],
): string | null => findPath(config, viewer, (item) => item.recordTypeId === null && item.route === route);

function findPath(
  config: TenantConfig,
  viewer: Pick<Viewer, 'roleId'>,
  isSought: (item: StoredMenuItem) => boolean,
): string | null {
  for (const group of accessibleMenu(config, viewer))
    for (const section of group.sections)
      for (const item of section.items)
        if (isSought(item)) return menuPath({ group: group.route, section: section.route, item: item.route });
  return null;
}
