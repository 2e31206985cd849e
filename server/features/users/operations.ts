import { byName } from '@rowhouse/domain/kernel/by-name.ts';
import { userId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { largestUsersPage } from '@rowhouse/domain/users/limits.ts';
import type { OperationTable } from '../../graphql/operation.ts';

/** Disabled members come too: a record may still name them. */
export const usersOperations: Pick<OperationTable, 'getSaasUsers'> = {
  async getSaasUsers({ data }, { config }) {
    const only = data?.filter?.id;
    const member = only == null ? null : config.members.get(userId(only));
    const members = only == null ? [...config.members.values()] : member ? [member] : [];
    return pageOf(members.sort(byName), data?.pagination).map((each) => {
      const role = config.roles.get(each.roleId);
      return {
        id: each.id,
        email: each.email,
        name: each.name,
        firstName: each.firstName,
        lastName: each.lastName,
        enabled: each.enabled,
        phone: each.phone,
        typeOfUser: each.typeOfUser,
        validated: each.validated,
        roles: role === undefined ? [] : [{ id: role.id, name: role.name }],
      };
    });
  },
};

/** Pages are counted from 1. */
function pageOf<Item>(
  items: readonly Item[],
  page: { pageSize: number; pageNumber: number } | null | undefined,
) {
  if (page == null) return items;
  if (page.pageSize < 1 || page.pageSize > largestUsersPage) {
    throw invalid(`The page size must be from 1 to ${largestUsersPage}.`, 'pageSize');
  }
  if (page.pageNumber < 1) throw invalid('Pages are counted from 1.', 'pageNumber');
  return items.slice((page.pageNumber - 1) * page.pageSize, page.pageNumber * page.pageSize);
}
