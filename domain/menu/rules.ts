import type { Viewer } from '../kernel/viewer.ts';
import type { StoredMenuGroup, StoredMenuItem, TenantConfig } from '../tenants/tenant-config.ts';

/**
 * The menu as the role may see it (Specification 6): enabled groups, sections and items, an item only with the action
 * 'view'. A section or a group without an item is left out: its name would tell of what the role may not open.
 */
export function accessibleMenu(config: TenantConfig, viewer: Viewer): StoredMenuGroup[] {
  const role = config.roles.get(viewer.roleId);
  const isAccessible = (item: StoredMenuItem) =>
    item.enabled &&
    role?.menuActions.get(item.id)?.has('view') === true &&
    // A type that was switched off takes its items with it.
    (item.recordTypeId === null || config.recordTypes.has(item.recordTypeId));
  return config.menu
    .filter((group) => group.enabled)
    .map((group) => ({
      ...group,
      sections: group.sections
        .filter((section) => section.enabled)
        .map((section) => ({ ...section, items: section.items.filter(isAccessible) }))
        .filter((section) => section.items.length > 0),
    }))
    .filter((group) => group.sections.length > 0);
}

/** Every item, the disabled too, in the order of the menu. */
export const menuItemsOf = ({ menu }: TenantConfig): StoredMenuItem[] =>
  menu.flatMap(({ sections }) => sections.flatMap(({ items }) => items));
