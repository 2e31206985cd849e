/** What an item without a record type can lead to (Specification 2), by its route; any other is a 'Menu Items Error'. */
export const menuPages = [
  'dashboard',
  'users',
  'roles',
  'transmissions',
  'role-aliases',
  'record-details',
  'custom-lists',
  'custom-objects',
  'record-types',
  'menus',
  'order-entry',
  'audit-log',
  'configuration',
  'tenant-profile-settings',
  'portal',
  'dynamic-portals',
] as const;

const known: ReadonlySet<string> = new Set(menuPages);

/** Specification 2. */
export const menuItemsError = 'Menu Items Error';

/** Whether the item leads nowhere. */
export const isMenuItemError = (item: {
  readonly route: string;
  readonly recordTypeId: number | null;
}): boolean => item.recordTypeId === null && !known.has(item.route);
