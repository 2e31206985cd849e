import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const menuDocument = graphql(`
  query Menu {
    SaasMenu {
      id
      name
      tag
      route
      order
      application
      enabled
      appSections {
        id
        name
        tag
        route
        order
        enabled
        menuItems {
          id
          name
          route
          order
          enabled
          hasRecordTypes
          icon
          recordType {
            id
            name
            isSuper
          }
        }
      }
    }
  }
`);

const menuItemActionsDocument = graphql(`
  query MyRoleMenuItemActions {
    SaasMyRoleMenuItemActions {
      menuItemId
      recordTypeId
      actions {
        id
        name
        enabled
      }
    }
  }
`);

export type MenuGroup = Awaited<ReturnType<typeof listMenuGroups>>[number];
export type MenuSection = MenuGroup['appSections'][number];
export type MenuItem = MenuSection['menuItems'][number];
export type MenuItemActions = Awaited<ReturnType<typeof listMenuItemActions>>[number];

export async function listMenuGroups(signal?: AbortSignal) {
  return (await request(menuDocument, {}, { signal })).SaasMenu;
}

export async function listMenuItemActions(signal?: AbortSignal) {
  return (await request(menuItemActionsDocument, {}, { signal })).SaasMyRoleMenuItemActions;
}
