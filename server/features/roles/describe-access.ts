import { baseAccessKey } from '@rowhouse/domain/access/decide.ts';
import { gatherFieldAccess } from '@rowhouse/domain/access/find-viewer.ts';
import type { AccessField, AccessMatrix } from '@rowhouse/domain/contract.generated.ts';
import { baseFields } from '@rowhouse/domain/fields/base-fields.ts';
import type { BaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { byName } from '@rowhouse/domain/kernel/by-name.ts';
import { actionsOfItem } from '@rowhouse/domain/menu/actions.ts';
import type { StoredRecordType, StoredRole, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';

/** From the configuration in memory: what is decided by, and nothing beside it. */
export function describeAccess(config: TenantConfig): AccessMatrix {
  const roles = [...config.roles.values()].sort(byName);
  const types = [...config.recordTypes.values()].filter((type) => !type.isSuper).sort(byName);
  const members = [...config.members.values()].filter(({ enabled }) => enabled);
  return {
    roles: roles.map((role) => ({
      id: role.id,
      name: role.name,
      administers: role.administers,
      enabled: role.enabled,
      defaultFieldAccess: role.defaultFieldAccess,
      members: members.filter(({ roleId }) => roleId === role.id).length,
    })),
    recordTypes: types.map((type) => ({ id: type.id, name: type.name, fields: fieldsOf(type) })),
    menuItems: menuItemsOf(config),
    fieldAccess: roles.flatMap((role) => fieldAccessOf(role, types)),
    confinements: roles.flatMap((role) =>
      role.fieldAccess.flatMap((line) =>
        line.enabled && line.filterCriteria?.length
          ? {
              roleId: role.id,
              recordTypeId: line.recordTypeId,
              field: line.fieldId === null ? (line.baseField ?? '') : additionalFieldKey(line.fieldId),
              criteria: [...line.filterCriteria],
            }
          : [],
      ),
    ),
    actions: roles.flatMap((role) =>
      [...role.menuActions].map(([menuItemId, actions]) => ({
        roleId: role.id,
        menuItemId,
        actions: [...actions],
      })),
    ),
  };
}

/** The id is seen by whoever sees the record: nothing decides about it. */
const decided: readonly BaseField[] = baseFields.filter(({ name }) => name !== 'id');

function fieldsOf(type: StoredRecordType): AccessField[] {
  return [
    ...decided.map((base) => ({
      key: base.name,
      name: base.label,
      dataType: base.dataType,
      // What is deleted is seen or not, by the action 'soft delete'.
      isFixed: base.readOnly === true,
    })),
    ...type.fields
      .filter(({ enabled }) => enabled)
      .map((field) => ({
        key: additionalFieldKey(field.id),
        name: field.name,
        dataType: field.dataType,
        isFixed: false,
      })),
  ];
}

function fieldAccessOf(role: StoredRole, types: readonly StoredRecordType[]) {
  const access = gatherFieldAccess(role);
  return types.flatMap((type) => {
    const keys = [
      ...decided.map(({ name }) => ({ field: name, key: baseAccessKey(type.id, name) })),
      ...type.fields.map(({ id }) => ({ field: additionalFieldKey(id), key: additionalFieldKey(id) })),
    ];
    return keys.flatMap(({ field, key }) => {
      const level = access.get(key) ?? role.defaultFieldAccess;
      return level === role.defaultFieldAccess
        ? []
        : [{ roleId: role.id, recordTypeId: type.id, field, access: level }];
    });
  });
}

function menuItemsOf(config: TenantConfig) {
  return config.menu.flatMap((group) =>
    group.sections.flatMap((section) =>
      section.items.map((item) => {
        const type = item.recordTypeId === null ? null : (config.recordTypes.get(item.recordTypeId) ?? null);
        return {
          id: item.id,
          name: item.name,
          route: item.route,
          group: group.name,
          section: section.name,
          enabled: group.enabled && section.enabled && item.enabled,
          recordType: type === null ? null : { id: type.id, name: type.name, isSuper: type.isSuper },
          actions: [...actionsOfItem(type)],
        };
      }),
    ),
  );
}
