import type { MenuGroupSpec } from './build-menu.ts';

/**
 * The group with which a company is administered, in each company from its first day. An item that is added here
 * comes into the companies that stand by a migration: `select add_administration_item(…)` with the same words.
 */
export const administrationMenu: MenuGroupSpec = {
  name: 'Administration',
  route: 'administration',
  sections: [
    {
      name: 'People',
      route: 'people',
      items: [
        { name: 'Users', route: 'users', icon: 'users' },
        { name: 'Roles', route: 'roles', icon: 'lock' },
        { name: 'Role aliases', route: 'role-aliases', icon: 'lock' },
      ],
    },
    {
      name: 'Data',
      route: 'data',
      items: [
        { name: 'Record types', route: 'record-types', icon: 'columns' },
        { name: 'Custom objects', route: 'custom-objects', icon: 'sheet' },
      ],
    },
    {
      name: 'Lists',
      route: 'lists',
      items: [{ name: 'Custom lists', route: 'custom-lists', icon: 'list' }],
    },
    {
      name: 'Navigation',
      route: 'navigation',
      items: [{ name: 'Menus', route: 'menus', icon: 'list' }],
    },
    {
      name: 'Companies',
      route: 'companies',
      items: [{ name: 'Transmissions', route: 'transmissions', icon: 'switch' }],
    },
    {
      name: 'Portal',
      route: 'portal',
      items: [{ name: 'Portal', route: 'portal', icon: 'external' }],
    },
    {
      name: 'Company',
      route: 'company',
      items: [{ name: 'Company', route: 'tenant-profile-settings', icon: 'building' }],
    },
    {
      name: 'Changes',
      route: 'changes',
      items: [
        { name: 'Audit log', route: 'audit-log', icon: 'clock' },
        { name: 'Configuration file', route: 'configuration', icon: 'file' },
      ],
    },
  ],
};

const items = administrationMenu.sections.flatMap((section) => section.items);

/** Whether the item of this name is one that a company is administered with. */
export const isAdministrationItem = (name: string): boolean => items.some((item) => item.name === name);
