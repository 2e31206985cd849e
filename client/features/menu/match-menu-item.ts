import { menuPath, trimSlashes } from '@rowhouse/domain/menu/menu-path.ts';
import type { MenuGroup, MenuItem, MenuSection } from './api.ts';

export type MenuPlace = { group: MenuGroup; section: MenuSection; item: MenuItem };

/** The item's path after the tenant, without slashes at its ends. */
export const menuItemPath = ({ group, section, item }: MenuPlace): string =>
  menuPath({ group: group.route, section: section.route, item: item.route });

export function listMenuPlaces(groups: readonly MenuGroup[]): MenuPlace[] {
  return groups.flatMap((group) =>
    group.appSections.flatMap((section) => section.menuItems.map((item) => ({ group, section, item }))),
  );
}

/** The menu item at the path after the tenant, or null. */
export function matchMenuItem(groups: readonly MenuGroup[], path: string): MenuPlace | null {
  const sought = trimSlashes(path).toLowerCase();
  if (sought === '') return null;
  const places = listMenuPlaces(groups);
  const find = (own: string) => places.find((place) => menuItemPath(place).toLowerCase() === own) ?? null;
  if (!sought.startsWith('dynamic-portals/')) return find(sought);
  // A page of another server stands under either of the items that lead to them.
  return find('dynamic-portals') ?? find('portal');
}

/** Where the records of a type are listed: the first item that shows it. */
export function findPlaceOfRecordType(groups: readonly MenuGroup[], recordTypeId: number): MenuPlace | null {
  return listMenuPlaces(groups).find(({ item }) => item.recordType?.id === recordTypeId) ?? null;
}

type PageBelow = { readonly name: string; /** The address of the item. */ readonly wayBack: string };

/** Group, section and item, each name once; the item is a link where a page stands below it. */
export function crumbsOf(
  { group, section, item }: MenuPlace,
  below: PageBelow | null,
): { readonly name: string; readonly to?: string }[] {
  const names = [group.name, section.name].filter((name, index, all) => all.indexOf(name) === index);
  const above = names.filter((name) => name !== item.name).map((name) => ({ name }));
  if (below === null) return [...above, { name: item.name }];
  return [...above, { name: item.name, to: below.wayBack }, { name: below.name }];
}
