/**
 * The actions that a role may have on a menu item (Specification 6). The specification matches names by
 * substring; that would let 'record soft delete' satisfy 'soft delete', so whole names are matched,
 * case-insensitively, with the aliases listed here (docs/decisions/004).
 */
export const menuActions = [
  'view',
  'create records',
  'soft delete',
  'record soft delete',
  'bulk download',
  'bulk update',
  'line item access',
  'edit line items',
  'export line items',
  'record viewer access',
  'data focus view',
  'dynamic data views',
  'grid preferences',
  'answer conversations',
] as const;

export type MenuAction = (typeof menuActions)[number];

const aliases: Readonly<Record<string, MenuAction>> = {
  'create record': 'create records',
  'record viewer': 'record viewer access',
  'line items access': 'line item access',
  'dynamic data view': 'dynamic data views',
  'grid preference': 'grid preferences',
};

/** The action that a stored name means, or null when it means none. */
export function findMenuAction(name: string): MenuAction | null {
  const plain = name.trim().toLowerCase().replace(/\s+/g, ' ');
  return menuActions.find((action) => action === plain) ?? aliases[plain] ?? null;
}

/** The names, in small letters, by which the action may be stored. */
export const storedNamesOf = (action: MenuAction): string[] => [
  action,
  ...Object.entries(aliases).flatMap(([name, meant]) => (meant === action ? [name] : [])),
];

/** The id under which an action is stored and sent; 'view' is 1. */
export const menuActionId = (action: MenuAction): number => menuActions.indexOf(action) + 1;

/** Specification 6: super record types have no edit, bulk or create actions. */
export const closedOnSuperTypes: readonly MenuAction[] = [
  'create records',
  'soft delete',
  'bulk update',
  'bulk download',
  'edit line items',
  'answer conversations',
];

/** The actions that a role may have on a menu item; a page that is no grid is seen or not. */
export function actionsOfItem(recordType: { readonly isSuper: boolean } | null): readonly MenuAction[] {
  if (recordType === null) return ['view'];
  return recordType.isSuper
    ? menuActions.filter((action) => !closedOnSuperTypes.includes(action))
    : menuActions;
}
