import { parseFieldAccess } from '@rowhouse/domain/access/field-access.ts';
import { currencyOf } from '@rowhouse/domain/fields/rules.ts';
import { isDataType } from '@rowhouse/domain/fields/data-types.ts';
import {
  fieldId,
  listId,
  listValueId,
  menuItemId,
  recordTypeId,
  roleId,
  userId,
} from '@rowhouse/domain/kernel/ids.ts';
import type { MenuItemId, RecordTypeId, RoleId, TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { findMenuAction } from '@rowhouse/domain/menu/actions.ts';
import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import type { FieldFill } from '@rowhouse/domain/fills/field-fill.ts';
import type { ConditionKind } from '@rowhouse/domain/field-conditions/field-condition.ts';
import type { CreatorRule } from '@rowhouse/domain/status-paths/transition.ts';
import type {
  StoredField,
  StoredLineItemField,
  StoredLineItemType,
  StoredList,
  StoredListValue,
  StoredMenuGroup,
  StoredRecordType,
  StoredRole,
  TenantConfig,
  TenantMember,
} from '@rowhouse/domain/tenants/tenant-config.ts';
import { estimateBytes } from './estimate-bytes.ts';
import { withChangedValues } from './list-values.ts';
import type { ListValues } from './list-values.ts';
import type { Answer, Database } from '../database/database.ts';
import { flag, json, number, numbers, row, text } from '../database/row.ts';
import type { Described } from '../database/row.ts';
import { keepLinePlace, keepObjectPlaces, keepSlot, keepTypePlace } from '../record-store/places.ts';
import { isSlot } from '../record-store/slots.ts';
import { instantFromText } from '../record-store/stored-forms.ts';

const isoInstant = (stored: string): string => new Date(`${stored.replace(' ', 'T')}:00`).toISOString();
const instant = text.as(isoInstant);
const listTypeOf = (stored: string) => stored as StoredList['listType'];

const company = row({
  structureVersion: number,
  peopleVersion: number,
  listsVersion: number,
  listsSweptVersion: number,
  name: text,
  url: text,
  currency: text,
});

const recordType = row({
  id: number.as(recordTypeId),
  name: text,
  isSuper: flag,
  bucket: number,
  movingFrom: number.orNull,
  currency: text.orNull,
  isNumbered: flag.at(`exists (select from number_series s
    where s.tenant_id = record_type.tenant_id and s.record_type_id = record_type.id and s.enabled)`),
});

const related = row({
  superId: number.as(recordTypeId),
  relatedId: number.as(recordTypeId),
});

/** When the field got another data type at last, or got its own back. */
const retypedAt = (ofWhat: string, table = 'f') =>
  text.as(instantFromText).at(
    `(select max(greatest(r.switched_at, r.undone_at)) from field_retype r
          where r.tenant_id = ${table}.tenant_id and r.field_id = ${table}.id and ${ofWhat})`,
  ).orNull;

const field = row(
  {
    id: number.as(fieldId),
    recordTypeId: number.as(recordTypeId),
    name: text,
    dataType: text,
    required: flag,
    visibility: flag,
    order: number.at('f.position'),
    enabled: flag,
    listId: number.as(listId).orNull,
    listType: text.as(listTypeOf).at('l.list_type').orNull,
    objectDefinitionId: number.orNull,
    slot: text.as((stored) => (isSlot(stored) ? stored : null)).orNull,
    currency: text.orNull,
    defaultValue: text.orNull,
    help: text.orNull,
    section: text.orNull,
    formula: text.orNull,
    fills: json<readonly FieldFill[]>(),
    retypedAt: retypedAt('r.line_item_type_id is null and r.object_definition_id is null'),
  },
  'f',
);

/** A field that is deleted, or that is being deleted. */
const goneField = row({
  id: number.as(fieldId).at('field_id'),
  recordTypeId: number.as(recordTypeId),
  isOfLines: flag.at('line_item_type_id is not null'),
  name: text,
  dataType: text,
  listId: number.as(listId).orNull,
  objectDefinitionId: number.orNull,
  currency: text.orNull,
  seenBy: numbers.as((ids) => ids.map(roleId)),
});

const choice = row({
  id: number,
  name: text,
  enabled: flag,
  recordTypeId: number.as(recordTypeId),
});
const marked = row({ id: number });
const transition = row({
  id: number,
  recordTypeId: number.as(recordTypeId),
  fromStatusId: number.orNull,
  toStatusId: number,
  roleIds: numbers.as((ids) => ids.map(roleId)),
  creator: text.as((stored) => stored as CreatorRule),
  conditions: json<readonly unknown[]>(),
  needsComment: flag,
});

const fieldCondition = row({
  id: number,
  recordTypeId: number.as(recordTypeId),
  field: text.at(`coalesce(base_field, 'f' || field_id, 'l' || line_item_field_id)`),
  kind: text.as((stored) => stored as ConditionKind),
  conditions: json<readonly unknown[]>(),
});

const member = row(
  {
    id: number.as(userId),
    email: text,
    firstName: text.orNull,
    lastName: text.orNull,
    phone: text.orNull,
    typeOfUser: text.orNull,
    validated: flag,
    enabled: flag.at('u.enabled and m.enabled'),
    roleId: number.as(roleId).at('m.role_id'),
    membershipVersion: number.at('m.version'),
    timeZone: text.orNull,
  },
  'u',
);

const list = row({
  id: number.as(listId),
  name: text,
  listType: text.as(listTypeOf),
  backofficeManaged: flag,
  objectDefinitionId: number.orNull,
});

const listValue = row({
  id: number.as(listValueId),
  listId: number.as(listId),
  value: text,
  userId: number.as(userId).orNull,
  order: number.at('position'),
  enabled: flag,
  version: number,
  // As everybody reads them: what a change of a data type keeps is not among them.
  objectValues: json<unknown>().at(
    'shown_object(object_values, (select beside_properties(current_tenant())))',
  ).orNull,
  createdAt: instant,
  updatedAt: instant,
});

const role = row({
  id: number.as(roleId),
  name: text.at('coalesce(alias, name)'),
  description: text.orNull,
  defaultFieldAccess: text.as(parseFieldAccess),
  administers: flag,
  enabled: flag,
});

const fieldAccess = row({
  id: number,
  roleId: number.as(roleId),
  recordTypeId: number.as(recordTypeId),
  fieldId: number.as(fieldId).orNull,
  baseField: text.orNull,
  access: text.as(parseFieldAccess),
  filterCriteria: json<unknown>().as((stored): readonly unknown[] => [stored].flat()).orNull,
  order: number.at('position'),
  enabled: flag,
  updatedAt: instant,
});

const menuAction = row({
  roleId: number.as(roleId),
  menuItemId: number.as(menuItemId),
  action: text.as(findMenuAction).at('name'),
});

const menuGroup = row({
  id: number,
  name: text,
  tag: text,
  route: text,
  order: number.at('position'),
  application: text,
  enabled: flag,
});

const menuSection = row({
  id: number,
  groupId: number.at('menu_group_id'),
  name: text,
  tag: text,
  route: text,
  order: number.at('position'),
  enabled: flag,
});

const menuItem = row({
  id: number.as(menuItemId),
  sectionId: number.at('menu_section_id'),
  name: text,
  route: text,
  order: number.at('position'),
  icon: text.orNull,
  recordTypeId: number.as(recordTypeId).orNull,
  enabled: flag,
});

const objectProperty = row({
  id: number,
  objectDefinitionId: number,
  name: text,
  dataType: text,
  isRequired: flag,
  isDisplayable: flag,
  order: number.at('position'),
  enabled: flag,
  listId: number.as(listId).orNull,
  currency: text.orNull,
  retypedAt: retypedAt('r.object_definition_id is not null', 'object_property'),
});

/** Of which objects may hold values in two places. */
const splitProperty = row({ id: number, objectDefinitionId: number, standsBeside: flag });

const goneProperty = row({
  id: number.at('property_id'),
  objectDefinitionId: number,
  name: text,
  dataType: text,
  listId: number.as(listId).orNull,
  currency: text.orNull,
});
const asGone = { isRequired: false, isDisplayable: false, order: Number.MAX_SAFE_INTEGER, enabled: false };

const targetTenant = row({ id: number.at('target_id'), name: text.at('target_name') });

const lineType = row({
  id: number,
  recordTypeId: number.as(recordTypeId),
  name: text,
  description: text,
  visibility: flag,
});

const lineField = row(
  {
    id: number,
    lineItemTypeId: number,
    name: text,
    dataType: text,
    required: flag,
    order: number.at('f.position'),
    listId: number.as(listId).orNull,
    listType: text.as(listTypeOf).at('l.list_type').orNull,
    currency: text.orNull,
    formula: text.orNull,
    fills: json<readonly FieldFill[]>(),
    standsBeside: flag,
    retypedAt: retypedAt('r.line_item_type_id is not null'),
  },
  'f',
);

const structureTexts = {
  recordTypes: `select ${recordType.columns} from record_type where enabled order by id`,
  related: `select ${related.columns} from record_type_related where enabled order by super_id, position, related_id`,
  fields: `select ${field.columns} from field f
    left join list l on l.tenant_id = f.tenant_id and l.id = f.list_id
    where f.delete_after is null order by f.position, f.id`,
  goneFields: `select ${goneField.columns} from field_deletion where state <> 'TAKEN_BACK' order by id`,
  statuses: `select ${choice.columns} from record_status order by position, id`,
  closing: `select ${marked.columns} from record_status where closes`,
  first: `select ${marked.columns} from record_status where is_first and enabled`,
  transitions: `select ${transition.columns} from status_transition where enabled order by id`,
  fieldConditions: `select ${fieldCondition.columns} from field_condition where enabled order by id`,
  problemCodes: `select ${choice.columns} from problem_code order by position, id`,
  lists: `select ${list.columns} from list where enabled order by id`,
  roles: `select ${role.columns} from role order by id`,
  fieldAccess: `select ${fieldAccess.columns} from role_field_access order by position, id`,
  menuActions: `select ${menuAction.columns} from role_menu_item_action where enabled`,
  menuGroups: `select ${menuGroup.columns} from menu_group order by position, id`,
  menuSections: `select ${menuSection.columns} from menu_section order by position, id`,
  menuItems: `select ${menuItem.columns} from menu_item order by position, id`,
  objectProperties: `select ${objectProperty.columns} from object_property where delete_after is null order by position, id`,
  splitProperties: `select ${splitProperty.columns} from object_property where stands_beside or holds_two order by id`,
  goneProperties: `select ${goneProperty.columns} from property_deletion where state <> 'TAKEN_BACK' order by id`,
  targets: `select distinct ${targetTenant.columns} from transmission_targets()`,
  lineTypes: `select ${lineType.columns} from line_item_type where enabled order by id`,
  lineFields: `select ${lineField.columns} from line_item_field f
    left join list l on l.tenant_id = f.tenant_id and l.id = f.list_id where f.enabled order by f.position, f.id`,
};
const peopleTexts = {
  members: `select ${member.columns} from membership m join app_user u on u.id = m.user_id order by u.id`,
};
const listsTexts = { listValues: `select ${listValue.columns} from list_value where version > $1` };
const companyTexts = { company: `select ${company.columns} from tenant` };

type Structure = Omit<TenantConfig, 'versions' | 'members' | 'lists' | 'listValues'> & {
  readonly version: number;
  readonly listNames: readonly Described<typeof list>[];
  readonly bytes: number;
};
type People = {
  readonly version: number;
  readonly members: TenantConfig['members'];
  readonly bytes: number;
};

/** A configuration with the parts that it is put together from. */
export type LoadedConfig = {
  readonly config: TenantConfig;
  readonly structure: Structure;
  readonly people: People;
  readonly lists: ListValues;
};

/** The whole configuration of a tenant in one round trip, or null when there is no such tenant. */
export const loadTenantConfig = async (
  database: Pick<Database, 'read'>,
  tenantId: TenantId,
): Promise<TenantConfig | null> => (await loadConfig(database, tenantId, null))?.config ?? null;

/**
 * What of the configuration has another version than the known one, with the rest of that; all of it where none is
 * known. The versions are read first: what changes meanwhile is then newer than they say, and the next request sees it.
 */
export async function loadConfig(
  database: Pick<Database, 'read'>,
  tenantId: TenantId,
  known: LoadedConfig | null,
): Promise<LoadedConfig | null> {
  const ask = (texts: readonly NamedTexts[], listsSince: number) =>
    readNamed(database, tenantId, Object.assign({}, ...texts) as NamedTexts, listsSince);
  const first = await ask(
    known === null ? [companyTexts, structureTexts, peopleTexts, listsTexts] : [companyTexts],
    0,
  );
  const now = company.find(first['company']);
  if (now === null) return null;
  const changes = {
    structure: known?.structure.version !== now.structureVersion,
    people: known?.people.version !== now.peopleVersion,
    lists: known?.lists.version !== now.listsVersion,
  };
  if (known !== null && !Object.values(changes).includes(true)) return known;
  // Of values that are gone nothing is left that could say so.
  const keptValues = known === null || known.lists.version < now.listsSweptVersion ? null : known.lists;
  const answers =
    known === null
      ? first
      : await ask(
          [
            changes.structure ? structureTexts : {},
            changes.people ? peopleTexts : {},
            changes.lists ? listsTexts : {},
          ],
          keptValues?.version ?? 0,
        );
  return assemble(
    tenantId,
    known === null || changes.structure ? toStructure(tenantId, now, answers) : known.structure,
    known === null || changes.people ? toPeople(now.peopleVersion, answers) : known.people,
    known === null || changes.lists
      ? withChangedValues(keptValues, listValue.read(answers['listValues']), now.listsVersion)
      : known.lists,
    known,
  );
}

function assemble(
  tenantId: TenantId,
  structure: Structure,
  people: People,
  lists: ListValues,
  before: LoadedConfig | null,
): LoadedConfig {
  const { version, listNames, bytes: _, ...configured } = structure;
  // A list of which nothing changed stays the same object: what was made of its names is kept with it.
  const toList = (stored: Described<typeof list>): StoredList => {
    const values = lists.byList.get(stored.id) ?? noValues;
    const known = before?.structure === structure ? before.config.lists.get(stored.id) : undefined;
    return known?.values === values ? known : { ...stored, values };
  };
  const config: TenantConfig = {
    ...configured,
    tenantId,
    versions: { structure: version, people: people.version, lists: lists.version },
    members: people.members,
    lists: byId(listNames.map(toList)),
    listValues: lists.byId,
  };
  return { config, structure, people, lists };
}

const noValues: readonly StoredListValue[] = [];

function toStructure(tenantId: TenantId, now: Described<typeof company>, answers: NamedAnswers): Structure {
  const types = recordType.read(answers['recordTypes']);
  const kinds = lineType.read(answers['lineTypes']);
  const ofType = new Map(types.map(({ id, currency }) => [id, currency]));
  const ofKind = new Map(kinds.map(({ id, recordTypeId: type }) => [id, ofType.get(type) ?? null]));
  /** Where nothing was chosen for it, that of what it stands in. */
  const withCurrency = <Stored extends { readonly dataType: string; readonly currency: string | null }>(
    one: Stored,
    within: string | null = null,
  ) => ({ ...one, currency: currencyOf(one.dataType, one.currency, within, now.currency) });
  const split = groupBy(splitProperty.read(answers['splitProperties']), (one) => one.objectDefinitionId);
  const withPlaces = (one: StoredField): StoredField => {
    const properties = split.get(one.objectDefinitionId ?? 0);
    if (properties === undefined) return one;
    return keepObjectPlaces(
      one,
      properties.flatMap(({ id, standsBeside }) => (standsBeside ? id : [])),
    );
  };
  const fields = field
    .read(answers['fields'])
    .flatMap(withDataType)
    .map(({ slot, ...one }) => withPlaces(keepSlot(withCurrency(one, ofType.get(one.recordTypeId)), slot)));
  const lineTypes = toLineTypes(
    kinds,
    lineField
      .read(answers['lineFields'])
      .flatMap(withDataType)
      .map(({ standsBeside, ...one }) =>
        keepLinePlace(withCurrency(one, ofKind.get(one.lineItemTypeId)), standsBeside),
      ),
  );
  const structure = {
    tenantId,
    version: now.structureVersion,
    name: now.name,
    url: now.url,
    currency: now.currency,
    recordTypes: toRecordTypes(types, related.read(answers['related']), fields),
    fields: byId(fields),
    goneFields: goneField.read(answers['goneFields']).flatMap(withDataType),
    statuses: byId(choice.read(answers['statuses'])),
    closingStatuses: new Set(marked.read(answers['closing']).map(({ id }) => id)),
    firstStatuses: new Set(marked.read(answers['first']).map(({ id }) => id)),
    statusTransitions: groupBy(transition.read(answers['transitions']), ({ recordTypeId: typeId }) => typeId),
    fieldConditions: groupBy(
      fieldCondition.read(answers['fieldConditions']),
      ({ recordTypeId: typeId }) => typeId,
    ),
    problemCodes: byId(choice.read(answers['problemCodes'])),
    listNames: list.read(answers['lists']),
    roles: toRoles(
      role.read(answers['roles']),
      fieldAccess.read(answers['fieldAccess']),
      menuAction.read(answers['menuActions']),
    ),
    menu: toMenu(
      menuGroup.read(answers['menuGroups']),
      menuSection.read(answers['menuSections']),
      menuItem.read(answers['menuItems']),
    ),
    objectProperties: objectProperty.read(answers['objectProperties']).map((one) => withCurrency(one)),
    goneProperties: goneProperty
      .read(answers['goneProperties'])
      .map((one) => withCurrency({ ...asGone, ...one })),
    lineItemTypes: lineTypes,
    lineItemFields: byId([...lineTypes.values()].flatMap(({ fields: own }) => own)),
    targetTenants: new Map(targetTenant.read(answers['targets']).map(({ id, name }) => [id, name])),
  };
  return { ...structure, bytes: estimateBytes(structure) };
}

function toPeople(version: number, answers: NamedAnswers): People {
  const members = byId(member.read(answers['members']).map(toMember));
  return { version, members, bytes: estimateBytes(members) };
}

type NamedTexts = Readonly<Record<string, string>>;
type NamedAnswers = Readonly<Record<string, Answer>>;

/**
 * Each answer under the name of its statement. They are asked in the order in which they are written.
 * @param listsSince what the values of lists are to be newer than
 */
async function readNamed(
  database: Pick<Database, 'read'>,
  tenantId: TenantId,
  texts: NamedTexts,
  listsSince: number,
): Promise<NamedAnswers> {
  const names = Object.keys(texts);
  const answers = await database.read(
    { tenantId, userId: null },
    // Planned once but for the values of lists: how many of them are newer than the known ones changes their plan.
    Object.values(texts).map((text) =>
      text.includes('$1') ? { text, values: [listsSince] } : { text, isPrepared: true },
    ),
  );
  return Object.fromEntries(answers.map((answer, index) => [names[index], answer]));
}

const byId = <Id, Item extends { readonly id: Id }>(items: readonly Item[]): Map<Item['id'], Item> =>
  new Map(items.map((item) => [item.id, item]));

function groupBy<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** None of a data type that this version does not know. */
const withDataType = <Stored extends { readonly dataType: string }>(stored: Stored) =>
  isDataType(stored.dataType) ? [{ ...stored, dataType: stored.dataType }] : [];

function toRecordTypes(
  types: readonly Described<typeof recordType>[],
  pairs: readonly Described<typeof related>[],
  fields: readonly StoredField[],
): Map<RecordTypeId, StoredRecordType> {
  const fieldsByType = groupBy(fields, (one) => one.recordTypeId);
  const there = new Set(types.map(({ id }) => id));
  const relatedBySuper = groupBy(
    pairs.filter(({ relatedId }) => there.has(relatedId)),
    ({ superId }) => superId,
  );
  return byId(
    types.map(({ bucket, movingFrom, ...type }) => {
      const related = type.isSuper ? (relatedBySuper.get(type.id) ?? []) : [];
      const relatedIds = related.map(({ relatedId }) => relatedId);
      const whole = { ...type, relatedIds, fields: fieldsByType.get(type.id) ?? [] };
      return keepTypePlace(whole, { bucket, movingFrom });
    }),
  );
}

function toMember(stored: Described<typeof member>): TenantMember {
  const { firstName, lastName, email } = stored;
  const name = [firstName, lastName].filter((part) => part !== null && part !== '').join(' ') || email;
  return { ...stored, name };
}

function toRoles(
  roles: readonly Described<typeof role>[],
  access: readonly Described<typeof fieldAccess>[],
  actions: readonly Described<typeof menuAction>[],
): Map<RoleId, StoredRole> {
  const accessByRole = groupBy(access, ({ roleId: id }) => id);
  const actionsByRole = groupBy(actions, ({ roleId: id }) => id);
  return byId(
    roles.map((stored): StoredRole => ({
      ...stored,
      fieldAccess: (accessByRole.get(stored.id) ?? []).map(({ roleId: _, ...line }) => line),
      menuActions: toMenuActions(actionsByRole.get(stored.id) ?? []),
    })),
  );
}

function toMenuActions(stored: readonly Described<typeof menuAction>[]): Map<MenuItemId, Set<MenuAction>> {
  const actions = new Map<MenuItemId, Set<MenuAction>>();
  for (const { menuItemId: id, action } of stored) {
    if (action === null) continue;
    const known = actions.get(id);
    if (known === undefined) actions.set(id, new Set([action]));
    else known.add(action);
  }
  return actions;
}

function toMenu(
  groups: readonly Described<typeof menuGroup>[],
  sections: readonly Described<typeof menuSection>[],
  items: readonly Described<typeof menuItem>[],
): StoredMenuGroup[] {
  const itemsBySection = groupBy(items, ({ sectionId }) => sectionId);
  const sectionsByGroup = groupBy(sections, ({ groupId }) => groupId);
  return groups.map((group) => ({
    ...group,
    sections: (sectionsByGroup.get(group.id) ?? []).map(({ groupId: _group, ...section }) => ({
      ...section,
      items: (itemsBySection.get(section.id) ?? []).map(({ sectionId: _section, ...item }) => item),
    })),
  }));
}

function toLineTypes(
  types: readonly Described<typeof lineType>[],
  fields: readonly StoredLineItemField[],
): Map<number, StoredLineItemType> {
  const byType = groupBy(fields, ({ lineItemTypeId }) => lineItemTypeId);
  return byId(types.map((type) => ({ ...type, fields: byType.get(type.id) ?? [] })));
}
