import { parseFieldAccess } from '@rowhouse/domain/access/field-access.ts';
import { isDataType } from '@rowhouse/domain/fields/data-types.ts';
import { isSlot } from '@rowhouse/domain/fields/slots.ts';
import {
  fieldId,
  listId,
  listValueId,
  menuItemId,
  recordTypeId,
  roleId,
  userId,
} from '@rowhouse/domain/kernel/ids.ts';
import type {
  FieldId,
  ListId,
  MenuItemId,
  RecordTypeId,
  RoleId,
  TenantId,
} from '@rowhouse/domain/kernel/ids.ts';
import { findMenuAction } from '@rowhouse/domain/menu/actions.ts';
import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import type {
  NamedChoice,
  StoredField,
  StoredLineItemField,
  StoredLineItemType,
  StoredList,
  StoredListValue,
  StoredMenuGroup,
  StoredMenuItem,
  StoredMenuSection,
  StoredObjectProperty,
  StoredRecordType,
  StoredRole,
  StoredRoleFieldAccess,
  TenantConfig,
  TenantMember,
} from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Answer, Database } from '../database/database.ts';
import type { TextRow } from '../database/statement-batch.ts';

const text = (row: TextRow, column: number): string => row[column] ?? '';
const number = (row: TextRow, column: number): number => Number(row[column]);
const flag = (row: TextRow, column: number): boolean => row[column] === 't';
const numberOrNull = (row: TextRow, column: number): number | null =>
  row[column] == null ? null : Number(row[column]);
const isoInstant = (stored: string): string => new Date(`${stored.replace(' ', 'T')}:00`).toISOString();

/**
 * The whole configuration of a tenant in one round trip, or null when there is no such tenant. The version is read
 * first: what changes meanwhile is then newer than the version says, and the next request sees that it is.
 */
export async function loadTenantConfig(database: Database, tenantId: TenantId): Promise<TenantConfig | null> {
  const answers = await database.read({ tenantId, userId: null }, [
    { text: 'select config_version, name, url from tenant' },
    { text: 'select id, name, is_super, bucket, moving_from from record_type where enabled order by id' },
    { text: 'select super_id, related_id from record_type_related order by super_id, position, related_id' },
    {
      text: `select f.id, f.record_type_id, f.name, f.data_type, f.required, f.visibility, f.position, f.enabled, f.list_id,
               l.list_type, f.object_definition_id, f.slot
             from field f left join list l on l.tenant_id = f.tenant_id and l.id = f.list_id order by f.position, f.id`,
    },
    { text: 'select id, name, enabled, record_type_id from record_status order by position, id' },
    { text: 'select id, name, enabled, record_type_id from problem_code order by position, id' },
    {
      text: `select u.id, u.email, u.first_name, u.last_name, u.phone, u.type_of_user, u.validated, u.enabled and m.enabled,
               m.role_id, m.version
             from membership m join app_user u on u.id = m.user_id order by u.id`,
    },
    { text: 'select id, name, list_type, object_definition_id from list where enabled order by id' },
    {
      text: `select id, list_id, value, user_id, position, enabled, object_values, created_at, updated_at
             from list_value order by list_id, position, id`,
    },
    {
      text: 'select id, name, description, default_field_access, administers, enabled from role order by id',
    },
    {
      text: `select id, role_id, record_type_id, field_id, base_field, access, filter_criteria, position, enabled, updated_at
             from role_field_access order by position, id`,
    },
    { text: 'select role_id, menu_item_id, name from role_menu_item_action where enabled' },
    {
      text: 'select id, name, tag, route, position, application, enabled from menu_group order by position, id',
    },
    {
      text: 'select id, menu_group_id, name, tag, route, position, enabled from menu_section order by position, id',
    },
    {
      text: `select id, menu_section_id, name, route, position, icon, record_type_id, enabled
             from menu_item order by position, id`,
    },
    {
      text: `select id, object_definition_id, name, data_type, is_required, is_displayable, position, enabled, list_id
             from object_property order by position, id`,
    },
    { text: 'select distinct target_id, target_name from transmission_targets()' },
    {
      text: 'select id, record_type_id, name, description, visibility from line_item_type where enabled order by id',
    },
    {
      text: `select f.id, f.line_item_type_id, f.name, f.data_type, f.required, f.position, f.list_id, l.list_type
             from line_item_field f left join list l on l.tenant_id = f.tenant_id and l.id = f.list_id
             where f.enabled order by f.position, f.id`,
    },
  ]);
  const rows = (index: number): Answer['rows'] => answers[index]?.rows ?? [];
  const tenant = rows(0)[0];
  if (tenant === undefined) return null;

  const fields = rows(3).flatMap((row) => readField(row) ?? []);
  const listValues = rows(8).map(readListValue);
  const lineTypes = readLineTypes(
    rows(17),
    rows(18).flatMap((row) => readLineField(row) ?? []),
  );
  return {
    tenantId,
    version: number(tenant, 0),
    name: text(tenant, 1),
    url: text(tenant, 2),
    recordTypes: readRecordTypes(rows(1), rows(2), fields),
    fields: new Map(fields.map((field) => [field.id, field])),
    statuses: readChoices(rows(4)),
    problemCodes: readChoices(rows(5)),
    members: new Map(rows(6).map((row) => [userId(number(row, 0)), readMember(row)])),
    lists: readLists(rows(7), listValues),
    listValues: new Map(listValues.map((value) => [value.id, value])),
    roles: readRoles(rows(9), rows(10), rows(11)),
    menu: readMenu(rows(12), rows(13), rows(14)),
    objectProperties: rows(15).map(readObjectProperty),
    lineItemTypes: lineTypes,
    lineItemFields: new Map(
      [...lineTypes.values()].flatMap(({ fields: own }) => own.map((field) => [field.id, field])),
    ),
    targetTenants: new Map(rows(16).map((row) => [number(row, 0), text(row, 1)])),
  };
}

function groupBy<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

function readField(row: TextRow): StoredField | null {
  const dataType = text(row, 3);
  if (!isDataType(dataType)) return null;
  const slot = row[11];
  return {
    id: fieldId(number(row, 0)),
    recordTypeId: recordTypeId(number(row, 1)),
    name: text(row, 2),
    dataType,
    required: flag(row, 4),
    visibility: flag(row, 5),
    order: number(row, 6),
    enabled: flag(row, 7),
    listId: row[8] == null ? null : listId(number(row, 8)),
    listType: (row[9] ?? null) as StoredField['listType'],
    objectDefinitionId: numberOrNull(row, 10),
    slot: slot != null && isSlot(slot) ? slot : null,
  };
}

function readRecordTypes(
  types: Answer['rows'],
  related: Answer['rows'],
  fields: readonly StoredField[],
): Map<RecordTypeId, StoredRecordType> {
  const fieldsByType = groupBy(fields, (field) => field.recordTypeId);
  const present = new Set(types.map((row) => number(row, 0)));
  const relatedBySuper = groupBy(
    related.filter((row) => present.has(number(row, 1))),
    (row) => number(row, 0),
  );
  return new Map(
    types.map((row): [RecordTypeId, StoredRecordType] => {
      const id = recordTypeId(number(row, 0));
      return [
        id,
        {
          id,
          name: text(row, 1),
          isSuper: flag(row, 2),
          relatedIds: flag(row, 2)
            ? (relatedBySuper.get(id) ?? []).map((pair) => recordTypeId(number(pair, 1)))
            : [],
          bucket: number(row, 3),
          movingFrom: numberOrNull(row, 4),
          fields: fieldsByType.get(id) ?? [],
        },
      ];
    }),
  );
}

function readChoices(rows: Answer['rows']): Map<number, NamedChoice> {
  return new Map(
    rows.map((row) => [
      number(row, 0),
      {
        id: number(row, 0),
        name: text(row, 1),
        enabled: flag(row, 2),
        recordTypeId: recordTypeId(number(row, 3)),
      },
    ]),
  );
}

function readMember(row: TextRow): TenantMember {
  const [firstName, lastName] = [row[2] ?? null, row[3] ?? null];
  return {
    id: userId(number(row, 0)),
    email: text(row, 1),
    firstName,
    lastName,
    name: [firstName, lastName].filter((part) => part !== null && part !== '').join(' ') || text(row, 1),
    phone: row[4] ?? null,
    typeOfUser: row[5] ?? null,
    validated: flag(row, 6),
    enabled: flag(row, 7),
    roleId: roleId(number(row, 8)),
    membershipVersion: number(row, 9),
  };
}

function readListValue(row: TextRow): StoredListValue {
  return {
    id: listValueId(number(row, 0)),
    listId: listId(number(row, 1)),
    value: text(row, 2),
    userId: row[3] == null ? null : userId(number(row, 3)),
    order: number(row, 4),
    enabled: flag(row, 5),
    objectValues: row[6] == null ? null : (JSON.parse(row[6]) as unknown),
    createdAt: isoInstant(text(row, 7)),
    updatedAt: isoInstant(text(row, 8)),
  };
}

function readLists(rows: Answer['rows'], values: readonly StoredListValue[]): Map<ListId, StoredList> {
  const byList = groupBy<ListId, StoredListValue>(values, (value) => value.listId);
  return new Map(
    rows.map((row): [ListId, StoredList] => {
      const id = listId(number(row, 0));
      return [
        id,
        {
          id,
          name: text(row, 1),
          listType: text(row, 2) as StoredList['listType'],
          objectDefinitionId: numberOrNull(row, 3),
          values: byList.get(id) ?? [],
        },
      ];
    }),
  );
}

function readRoles(
  roles: Answer['rows'],
  access: Answer['rows'],
  actions: Answer['rows'],
): Map<RoleId, StoredRole> {
  const accessByRole = groupBy(access, (row) => number(row, 1));
  const actionsByRole = groupBy(actions, (row) => number(row, 0));
  return new Map(
    roles.map((row): [RoleId, StoredRole] => {
      const id = roleId(number(row, 0));
      return [
        id,
        {
          id,
          name: text(row, 1),
          description: row[2] ?? null,
          defaultFieldAccess: parseFieldAccess(text(row, 3)),
          administers: flag(row, 4),
          enabled: flag(row, 5),
          fieldAccess: (accessByRole.get(id) ?? []).map(readFieldAccess),
          menuActions: readMenuActions(actionsByRole.get(id) ?? []),
        },
      ];
    }),
  );
}

function readFieldAccess(row: TextRow): StoredRoleFieldAccess {
  return {
    id: number(row, 0),
    recordTypeId: recordTypeId(number(row, 2)),
    fieldId: row[3] == null ? null : (fieldId(number(row, 3)) satisfies FieldId),
    baseField: row[4] ?? null,
    access: parseFieldAccess(text(row, 5)),
    filterCriteria: row[6] == null ? null : [JSON.parse(row[6]) as unknown].flat(),
    order: number(row, 7),
    enabled: flag(row, 8),
    updatedAt: isoInstant(text(row, 9)),
  };
}

function readMenuActions(rows: readonly TextRow[]): Map<MenuItemId, Set<MenuAction>> {
  const actions = new Map<MenuItemId, Set<MenuAction>>();
  for (const row of rows) {
    const id = menuItemId(number(row, 1));
    const action = findMenuAction(text(row, 2));
    if (action === null) continue;
    const known = actions.get(id);
    if (known === undefined) actions.set(id, new Set([action]));
    else known.add(action);
  }
  return actions;
}

function readMenu(
  groups: Answer['rows'],
  sections: Answer['rows'],
  items: Answer['rows'],
): StoredMenuGroup[] {
  const sectionsByGroup = groupBy(sections, (row) => number(row, 1));
  const itemsBySection = groupBy(items, (row) => number(row, 1));
  const readItem = (row: TextRow): StoredMenuItem => ({
    id: menuItemId(number(row, 0)),
    name: text(row, 2),
    route: text(row, 3),
    order: number(row, 4),
    icon: row[5] ?? null,
    recordTypeId: row[6] == null ? null : recordTypeId(number(row, 6)),
    enabled: flag(row, 7),
  });
  const readSection = (row: TextRow): StoredMenuSection => ({
    id: number(row, 0),
    name: text(row, 2),
    tag: text(row, 3),
    route: text(row, 4),
    order: number(row, 5),
    enabled: flag(row, 6),
    items: (itemsBySection.get(number(row, 0)) ?? []).map(readItem),
  });
  return groups.map((row) => ({
    id: number(row, 0),
    name: text(row, 1),
    tag: text(row, 2),
    route: text(row, 3),
    order: number(row, 4),
    application: text(row, 5),
    enabled: flag(row, 6),
    sections: (sectionsByGroup.get(number(row, 0)) ?? []).map(readSection),
  }));
}

function readObjectProperty(row: TextRow): StoredObjectProperty {
  return {
    id: number(row, 0),
    objectDefinitionId: number(row, 1),
    name: text(row, 2),
    dataType: text(row, 3),
    isRequired: flag(row, 4),
    isDisplayable: flag(row, 5),
    order: number(row, 6),
    enabled: flag(row, 7),
    listId: row[8] == null ? null : listId(number(row, 8)),
  };
}

function readLineField(row: TextRow): StoredLineItemField | null {
  const dataType = text(row, 3);
  if (!isDataType(dataType)) return null;
  return {
    id: number(row, 0),
    lineItemTypeId: number(row, 1),
    name: text(row, 2),
    dataType,
    required: flag(row, 4),
    order: number(row, 5),
    listId: row[6] == null ? null : listId(number(row, 6)),
    listType: (row[7] ?? null) as StoredLineItemField['listType'],
  };
}

function readLineTypes(
  rows: Answer['rows'],
  fields: readonly StoredLineItemField[],
): Map<number, StoredLineItemType> {
  const byType = groupBy(fields, (field) => field.lineItemTypeId);
  return new Map(
    rows.map((row) => [
      number(row, 0),
      {
        id: number(row, 0),
        recordTypeId: recordTypeId(number(row, 1)),
        name: text(row, 2),
        description: text(row, 3),
        visibility: flag(row, 4),
        fields: byType.get(number(row, 0)) ?? [],
      },
    ]),
  );
}
