import type { MenuGroup } from './api.ts';

const byOrder = (one: { order: number; name: string }, other: { order: number; name: string }) =>
  one.order - other.order || one.name.localeCompare(other.name);

/** Specification 2: the default menu. Its item is the page at `dashboard`, for which no section stands. */
const dashboardGroup: MenuGroup = {
  id: 0,
  name: 'Dashboard',
  tag: 'dashboard',
  route: 'dashboard',
  order: 0,
  application: '',
  enabled: true,
  appSections: [
    {
      id: 0,
      name: 'Main',
      tag: 'main',
      route: '',
      order: 0,
      enabled: true,
      menuItems: [
        {
          id: 0,
          name: 'Main',
          route: 'dashboard',
          order: 0,
          enabled: true,
          hasRecordTypes: false,
          icon: 'home',
          recordType: null,
        },
      ],
    },
  ],
};

/** What is enabled, in its order, with the default group first unless the tenant has a dashboard of its own. */
export function arrangeMenu(groups: readonly MenuGroup[]): MenuGroup[] {
  const enabled = groups
    .filter((group) => group.enabled)
    .toSorted(byOrder)
    .map((group) => ({
      ...group,
      appSections: group.appSections
        .filter((section) => section.enabled)
        .toSorted(byOrder)
        .map((section) => ({
          ...section,
          menuItems: section.menuItems.filter((item) => item.enabled).toSorted(byOrder),
        })),
    }));
  const items = enabled.flatMap(({ appSections }) => appSections.flatMap(({ menuItems }) => menuItems));
  return items.some(({ route }) => route === 'dashboard') ? enabled : [dashboardGroup, ...enabled];
}
