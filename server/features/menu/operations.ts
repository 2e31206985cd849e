import { menuActionId } from '@rowhouse/domain/menu/actions.ts';
import { accessibleMenu } from '@rowhouse/domain/menu/rules.ts';
import type { OperationTable } from '../../graphql/operation.ts';

type Names = 'SaasMenu' | 'SaasMyRoleMenuItemActions';

export const menuOperations: Pick<OperationTable, Names> = {
  async SaasMenu(_input, { config, viewer }) {
    return accessibleMenu(config, viewer).map(({ sections, ...group }) => ({
      ...group,
      appSections: sections.map(({ items, ...section }) => ({
        ...section,
        menuItems: items.map(({ recordTypeId, ...item }) => {
          const type = recordTypeId === null ? undefined : config.recordTypes.get(recordTypeId);
          return {
            ...item,
            hasRecordTypes: type !== undefined,
            recordType: type === undefined ? null : { id: type.id, name: type.name, isSuper: type.isSuper },
          };
        }),
      })),
    }));
  },

  async SaasMyRoleMenuItemActions(_input, { config, viewer }) {
    const role = config.roles.get(viewer.roleId);
    const items = accessibleMenu(config, viewer).flatMap((group) =>
      group.sections.flatMap((section) => section.items),
    );
    return items.map((item) => ({
      menuItemId: item.id,
      recordTypeId: item.recordTypeId,
      actions: [...(role?.menuActions.get(item.id) ?? [])]
        .map((action) => ({ id: menuActionId(action), name: action, enabled: true }))
        .sort((one, other) => one.id - other.id),
    }));
  },
};
