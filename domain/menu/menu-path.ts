import type { Viewer } from '../kernel/viewer.ts';
import type { TenantConfig } from '../tenants/tenant-config.ts';
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
export function findGridPath(
  config: TenantConfig,
  viewer: Pick<Viewer, 'roleId'>,
  recordTypeId: number,
): string | null {
  for (const group of accessibleMenu(config, viewer))
    for (const section of group.sections)
      for (const item of section.items)
        if (item.recordTypeId === recordTypeId)
          return menuPath({ group: group.route, section: section.route, item: item.route });
  return null;
}
