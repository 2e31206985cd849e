import type { Viewer } from '../kernel/viewer.ts';
import type {
  StoredMenuGroup,
  StoredMenuItem,
  StoredMenuSection,
  TenantConfig,
} from '../tenants/tenant-config.ts';

/**
 * Why the role does not see the item (Specification 6), or null: enabled groups, sections and items, an item only with
 * the action 'view'.
 */
export function whyNotShown(
  config: TenantConfig,
  { roleId }: Pick<Viewer, 'roleId'>,
  { group, section, item }: MenuItemPlace,
): 'GROUP_OFF' | 'SECTION_OFF' | 'ITEM_OFF' | 'TYPE_OFF' | 'NOT_GIVEN' | null {
  if (!group.enabled) return 'GROUP_OFF';
  if (!section.enabled) return 'SECTION_OFF';
  if (!item.enabled) return 'ITEM_OFF';
  // A type that was switched off takes its items with it.
  if (item.recordTypeId !== null && !config.recordTypes.has(item.recordTypeId)) return 'TYPE_OFF';
  return config.roles.get(roleId)?.menuActions.get(item.id)?.has('view') === true ? null : 'NOT_GIVEN';
}

export type MenuItemPlace = {
  readonly group: StoredMenuGroup;
  readonly section: StoredMenuSection;
  readonly item: StoredMenuItem;
};

/**
 * The menu as the role may see it. A section or a group without an item is left out: its name would tell of what the
 * role may not open.
 */
export function accessibleMenu(config: TenantConfig, viewer: Pick<Viewer, 'roleId'>): StoredMenuGroup[] {
  return config.menu
    .map((group) => ({
      ...group,
      sections: group.sections
        .map((section) => ({
          ...section,
          items: section.items.filter(
            (item) => whyNotShown(config, viewer, { group, section, item }) === null,
          ),
        }))
        .filter((section) => section.items.length > 0),
    }))
    .filter((group) => group.sections.length > 0);
}

/** Every item, the disabled too, in the order of the menu. */
export const menuItemsOf = ({ menu }: TenantConfig): StoredMenuItem[] =>
  menu.flatMap(({ sections }) => sections.flatMap(({ items }) => items));
