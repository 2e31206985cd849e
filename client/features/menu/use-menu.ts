import { queryOptions, useQuery } from '@tanstack/react-query';
import { findMenuAction, type MenuAction } from '@rowhouse/domain/menu/actions.ts';
import { listMenuGroups, listMenuItemActions, type MenuItemActions } from './api.ts';
import { arrangeMenu } from './arrange-menu.ts';

export const menuQuery = queryOptions({
  queryKey: ['menu', 'groups'],
  queryFn: async ({ signal }) => arrangeMenu(await listMenuGroups(signal)),
  staleTime: 60_000,
});

export const actionsQuery = queryOptions({
  queryKey: ['menu', 'actions'],
  queryFn: async ({ signal }) => gatherActions(await listMenuItemActions(signal)),
  staleTime: 60_000,
});

/** The menu as it is shown: enabled, in order, the default group included. */
export function useMenu() {
  return useQuery(menuQuery);
}

const none: ReadonlySet<MenuAction> = new Set();

/** What the role may do at the menu item. Empty until it is known: nothing is offered too early. */
export function useMenuItemActions(menuItemId: number): ReadonlySet<MenuAction> {
  return useQuery(actionsQuery).data?.get(menuItemId) ?? none;
}

/** Of every menu item; empty until they are known. */
export function useMenuActions(): ReadonlyMap<number, ReadonlySet<MenuAction>> {
  return useQuery(actionsQuery).data ?? noActions;
}

const noActions: ReadonlyMap<number, ReadonlySet<MenuAction>> = new Map();

function gatherActions(answered: readonly MenuItemActions[]): ReadonlyMap<number, ReadonlySet<MenuAction>> {
  return new Map(
    answered.map(({ menuItemId, actions }) => [
      menuItemId,
      new Set(actions.flatMap(({ name, enabled }) => (enabled ? (findMenuAction(name) ?? []) : []))),
    ]),
  );
}
