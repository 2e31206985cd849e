import type { UpdateCompanyMenuInput } from '@rowhouse/domain/contract.generated.ts';
import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

export const menuDocument = graphql(`
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

export const menuItemActionsDocument = graphql(`
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

const countsDocument = graphql(`
  query CountRecordsByType {
    countRecordsByType {
      recordTypeId
      total
      totalState
    }
  }
`);

export type MenuGroup = Awaited<ReturnType<typeof listMenuGroups>>[number];
export type MenuSection = MenuGroup['appSections'][number];
export type MenuItem = MenuSection['menuItems'][number];
export type MenuItemActions = Awaited<ReturnType<typeof listMenuItemActions>>[number];

export async function listMenuGroups(signal?: AbortSignal) {
  return (await request(menuDocument, {}, { signal, together: true })).SaasMenu;
}

export async function listMenuItemActions(signal?: AbortSignal) {
  return (await request(menuItemActionsDocument, {}, { signal, together: true })).SaasMyRoleMenuItemActions;
}

export async function countRecordsByType(signal?: AbortSignal) {
  return (await request(countsDocument, {}, { signal })).countRecordsByType;
}

const companyMenuDocument = graphql(`
  query CompanyMenu {
    getCompanyMenu {
      version
      groups {
        id
        name
        route
        enabled
        sections {
          id
          name
          route
          enabled
          items {
            id
            name
            route
            enabled
            icon
            recordTypeId
          }
        }
      }
      recordTypes {
        id
        name
      }
    }
  }
`);

const updateCompanyMenuDocument = graphql(`
  mutation UpdateCompanyMenu($data: UpdateCompanyMenuInput!) {
    updateCompanyMenu(data: $data) {
      version
    }
  }
`);

export type CompanyMenu = Awaited<ReturnType<typeof getCompanyMenu>>;

/** All of it, what is switched off too. Refused for who does not administer the company. */
export async function getCompanyMenu(signal?: AbortSignal) {
  return (await request(companyMenuDocument, {}, { signal })).getCompanyMenu;
}

/** Refused as CONFLICT when the menu has been changed since that version. */
export async function updateCompanyMenu(data: UpdateCompanyMenuInput): Promise<void> {
  await request(updateCompanyMenuDocument, { data });
}
