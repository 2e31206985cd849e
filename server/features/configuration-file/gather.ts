// All that a company has set up, as it is written into a configuration file, with the rows that each thing stands for.
import { baseFields } from '@rowhouse/domain/fields/base-fields.ts';
import type { FieldAccess } from '@rowhouse/domain/access/field-access.ts';
import {
  configurationFormat,
  formatVersion,
  writeFieldName,
} from '@rowhouse/domain/configuration-file/format.ts';
import type {
  Configuration,
  FieldPart,
  ListPart,
  MenuGroupPart,
  ObjectPart,
  OrderFormPart,
  PortalPart,
  RecordTypePart,
  RolePart,
  WholeConfiguration,
} from '@rowhouse/domain/configuration-file/format.ts';
import { readIds } from '@rowhouse/domain/kernel/formats.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { actionsOfItem, findMenuAction, menuActions } from '@rowhouse/domain/menu/actions.ts';
import type { EditedMenu } from '@rowhouse/domain/menu/edit-menu.ts';
import { readFills } from '@rowhouse/domain/fills/field-fill.ts';
import { readObject } from '@rowhouse/domain/objects/stored-object.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { Answer } from '../../platform/database/database.ts';
import { planOnce } from '../../platform/database/statement-batch.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { readSharedDashboards, selectSharedDashboards } from '../dashboards/sql.ts';
import { readPreferences, selectOfRoles } from '../grid-preferences/sql.ts';
import type { StoredPreference } from '../grid-preferences/sql.ts';
import { readLists, readValues, selectLists, selectValues } from '../lists/sql.ts';
import type { StoredList, StoredValue } from '../lists/sql.ts';
import { findMenu, selectMenu } from '../menu/sql.ts';
import { readDefinitions, readProperties, selectDefinitions, selectProperties } from '../objects/sql.ts';
import type { StoredDefinition, StoredProperty } from '../objects/sql.ts';
import { readForms, selectAllForms } from '../order-entry/sql.ts';
import { readPortals, selectPortals } from '../portals/sql.ts';
import type { StoredPortal } from '../portals/sql.ts';
import { findDesign, readTypes, selectDesign, selectTypes } from '../record-types/sql.ts';
import type { StoredDesign } from '../record-types/sql.ts';
import { readAliases, selectAliases } from '../role-aliases/sql.ts';
import {
  readAccessTests,
  readActionLines,
  readFieldLines,
  readRoles,
  selectAccessTests,
  selectActionLines,
  selectFieldLines,
  selectRoles,
} from '../roles/sql.ts';
import type { StoredSaasRole } from '../roles/sql.ts';
import { byText } from './by-text.ts';
import { sayUnconfined, writeCriteria, writeFieldConditions, writeTransitions } from './gather-conditions.ts';
import type { Gathering } from './gather-conditions.ts';
import { nameFields } from './named-fields.ts';
import { writeDashboards } from './gather-dashboards.ts';
import type { GatheredDashboard } from './gather-dashboards.ts';
import { writeViews } from './gather-views.ts';

type Run = (statements: readonly Statement[]) => Promise<readonly Answer[]>;
type Form = ReturnType<typeof readForms>[number];

/** What stands behind a configuration. A thing of it is found in the list of its kind at the same place. */
export type Gathered = {
  readonly configuration: WholeConfiguration;
  readonly lists: readonly (StoredList & { readonly values: readonly StoredValue[] })[];
  readonly objects: readonly (StoredDefinition & { readonly properties: readonly StoredProperty[] })[];
  readonly recordTypes: readonly StoredDesign[];
  readonly roles: readonly StoredSaasRole[];
  readonly aliasVersions: ReadonlyMap<number, number>;
  readonly menu: { readonly version: number; readonly groups: EditedMenu };
  readonly portals: readonly StoredPortal[];
  readonly orderForms: readonly Form[];
  readonly dashboards: readonly GatheredDashboard[];
  readonly views: readonly StoredPreference[];
  /** Views of roles that stand here and that no file can say. */
  readonly unsaidViews: readonly StoredPreference[];
  /** Ids of tests of roles, by keyOfTest. */
  readonly tests: ReadonlyMap<string, number>;
  /** Levels that are stored as Editable where nothing is ever edited, by role, type and key of the field. */
  readonly stored: ReadonlySet<string>;
  /** The criteria of roles as they are stored, by keyOfCell; the file has those that it can say. */
  readonly confinements: ReadonlyMap<string, readonly unknown[]>;
  /** Sentences on what stays out of the file and would be missed. */
  readonly leftOut: readonly string[];
  /** What hangs on conditions here, by its ids, and its part of the file; null where it stays out. */
  readonly conditioned: ReadonlyMap<string, object | null>;
};

/** A record type that is being deleted is none any more. */
export async function gatherConfiguration(tenant: TenantId, run: Run): Promise<Gathered> {
  const first = await run(
    planOnce([
      selectLists(tenant),
      selectDefinitions(tenant),
      selectProperties(tenant, null),
      selectTypes(tenant),
      selectRoles(tenant),
      selectAliases(tenant),
      selectMenu(tenant),
      selectAccessTests(tenant),
      selectPortals(tenant),
      selectAllForms(tenant),
      selectSharedDashboards(tenant),
      selectOfRoles(tenant, null, { role: null, type: null }),
    ]),
  );
  const [listRows, definitionRows, propertyRows, typeRows, roleRows, aliasRows, menuRows, testRows] = first;
  const found = readLists(listRows).sort(byName);
  const types = readTypes(typeRows)
    .filter(({ deleteAfter }) => deleteAfter === null)
    .sort(byName);
  const roles = readRoles(roleRows).sort(byName);
  const roleIds = roles.map(({ id }) => id);
  const second = await run([
    selectFieldLines(tenant, roleIds),
    selectActionLines(tenant, roleIds),
    ...planOnce(found.map(({ id }) => selectValues(tenant, id))),
    ...types.flatMap(({ id }) => selectDesign(tenant, id)),
  ]);
  const lists = found.map((list, at) => ({ ...list, values: readValues(second[at + 2]) }));
  const designs = second.slice(2 + found.length);
  const size = types.length === 0 ? 0 : designs.length / types.length;
  const recordTypes = types.flatMap((_, at) => findDesign(designs.slice(at * size, (at + 1) * size)) ?? []);
  const properties = Map.groupBy(readProperties(propertyRows), (one) => one.objectDefinitionId);
  const objects = readDefinitions(definitionRows)
    .sort(byName)
    .map((one) => ({
      ...one,
      properties: properties.get(one.id) ?? [],
    }));
  const aliases = readAliases(aliasRows);
  const menu = findMenu(menuRows) ?? { version: 0, groups: [] };
  const portals = readPortals(first[8]).sort(byName);
  const orderForms = readForms(first[9])
    .filter((form) => recordTypes.some(({ id }) => id === form.recordTypeId))
    .sort(byName);
  const names = nameThings({ lists, objects, recordTypes, roles });
  const leftOut: string[] = [];
  const conditioned = new Map<string, object | null>();
  const here: Gathering = {
    lists,
    recordTypes,
    roleNames: names.role,
    leaveOut: (sentence) => leftOut.push(sentence),
    note: (key, part) => conditioned.set(key, part),
  };
  const dashboards = writeDashboards(readSharedDashboards(first[10]), names.role, here);
  const views = writeViews(readPreferences(first[11]), roles, here);
  const tests = new Map<string, number>();
  const stored = new Set<string>();
  const confinements = new Map<string, readonly unknown[]>();
  const lines = readFieldLines(second[0]);
  const actionLines = readActionLines(second[1]);
  const aliasOf = new Map(aliases.map(({ roleId, alias }) => [roleId, alias]));
  const testLines = readAccessTests(testRows);
  const configuration = {
    format: configurationFormat,
    version: formatVersion,
    lists: lists.map((list) => writeList(list, names)),
    objects: objects.map((one) => writeObject(one, names)),
    recordTypes: recordTypes.map((design) => writeRecordType(design, names, here)),
    menu: menu.groups.map((group) => writeMenuGroup(group, names)),
    roles: roles.map((role) =>
      writeRole(role, {
        alias: aliasOf.get(role.id) ?? null,
        lines: lines.filter(({ roleId }) => roleId === role.id),
        actions: actionLines.filter(({ roleId, enabled }) => roleId === role.id && enabled),
        tests: testLines.filter(({ roleId }) => roleId === role.id),
        recordTypes,
        menu: menu.groups,
        here,
        note: (key, id) => tests.set(key, id),
        noteStored: (key) => stored.add(key),
        noteConfinement: (key, criteria) => confinements.set(key, criteria),
      }),
    ),
    portals: portals.map((portal) => writePortal(portal, names)),
    orderForms: orderForms.map((form) => writeOrderForm(form, names)),
    dashboards: dashboards.parts,
    views: views.parts,
  } satisfies Configuration;
  return {
    configuration,
    lists,
    objects,
    recordTypes,
    roles,
    aliasVersions: new Map(aliases.map(({ roleId, version }) => [roleId, version])),
    menu: { version: menu.version, groups: menu.groups },
    portals,
    orderForms,
    dashboards: dashboards.stored,
    views: views.stored,
    unsaidViews: views.unsaid,
    tests,
    stored,
    confinements,
    leftOut,
    conditioned,
  };
}

type Names = ReturnType<typeof nameThings>;

function nameThings({
  lists,
  objects,
  recordTypes,
  roles,
}: Pick<Gathered, 'lists' | 'objects' | 'recordTypes' | 'roles'>) {
  const byId = (things: readonly { readonly id: number; readonly name: string }[]) =>
    new Map(things.map(({ id, name }) => [id, name]));
  const values = new Map(lists.flatMap((list) => list.values.map(({ id, value }) => [id, value] as const)));
  const ofPeople = new Set(
    lists.flatMap((list) => (list.listType === 'User' ? list.values.map(({ id }) => id) : [])),
  );
  const properties = new Map(objects.flatMap((one) => one.properties.map((own) => [own.id, own] as const)));
  return {
    list: byId(lists),
    object: byId(objects),
    recordType: byId(recordTypes),
    role: byId(roles),
    values,
    ofPeople,
    properties,
    problemCode: byId(recordTypes.flatMap(({ problemCodes }) => problemCodes)),
  };
}

const nameOf = (names: ReadonlyMap<number, string>, id: number | null): string | null =>
  id === null ? null : (names.get(id) ?? null);

/** The ids of choices as the names of the values; of people nothing is said. */
function writeChoice(
  kept: string | null,
  dataType: FieldPart['dataType'],
  names: Names,
): string | string[] | null {
  const { choosing } = valueOf(dataType as never);
  if (kept === null || choosing === null) return kept;
  const ids = choosing === 'one' ? [Number(kept)] : readIds(kept);
  const named = ids.flatMap((id) => (names.ofPeople.has(id) ? [] : (names.values.get(id) ?? [])));
  if (named.length === 0) return null;
  return choosing === 'one' ? (named[0] ?? null) : named;
}

function writeList({ values, ...list }: Gathered['lists'][number], names: Names): ListPart {
  const isOfPeople = list.listType === 'User';
  return {
    name: list.name,
    description: list.description,
    kind: list.listType as NonNullable<ListPart['kind']>,
    object: list.objectDefinition?.name ?? null,
    backofficeManaged: list.backofficeManaged,
    enabled: list.enabled,
    ...(!isOfPeople && {
      values: values.map(({ value, enabled, objectText }) => ({
        name: value,
        enabled,
        ...(objectText !== null && { properties: writeProperties(objectText, names) }),
      })),
    }),
  };
}

function writeProperties(objectText: string, names: Names): Record<string, string> {
  const written = [...readObject(objectText)].flatMap(([id, value]): [string, string][] => {
    const property = names.properties.get(id);
    if (property === undefined) return [];
    const chosen = writeChoice(value, property.dataType, names);
    return chosen === null
      ? []
      : [[property.name, typeof chosen === 'string' ? chosen : JSON.stringify(chosen)]];
  });
  return Object.fromEntries(written.sort(byKey));
}

const writeObject = (
  { name, enabled, properties }: Gathered['objects'][number],
  names: Names,
): ObjectPart => ({
  name,
  enabled,
  properties: properties.map((one) => ({
    name: one.name,
    dataType: one.dataType,
    required: one.isRequired,
    displayed: one.isDisplayable,
    enabled: one.enabled,
    list: nameOf(names.list, one.listId),
  })),
});

function writeRecordType(design: StoredDesign, names: Names, here: Gathering): RecordTypePart {
  const { name, isSuper, enabled } = design;
  if (isSuper)
    return {
      name,
      isSuper,
      enabled,
      gathers: design.relatedRecordTypes.flatMap((id) => names.recordType.get(id) ?? []),
    };
  return {
    name,
    isSuper,
    enabled,
    fields: design.fields.map((field) => ({
      name: field.name,
      dataType: field.dataType,
      required: field.required,
      defaultValue: writeChoice(field.defaultValue, field.dataType, names),
      help: field.help,
      section: field.section,
      visibility: field.visibility,
      enabled: field.enabled,
      list: nameOf(names.list, field.listId),
      object: nameOf(names.object, field.objectDefinitionId),
      formula: field.formula,
      fills: writeFills(field.fills, design.fields, names),
    })),
    statuses: design.statuses.map(({ name: status, enabled: isOn, closes, isFirst }) => ({
      name: status,
      enabled: isOn,
      closes,
      isFirst,
    })),
    problemCodes: design.problemCodes.map(({ name: code, enabled: isOn }) => ({ name: code, enabled: isOn })),
    lineTypes: design.lineTypes.map((kind) => ({
      name: kind.name,
      description: kind.description,
      visibility: kind.visibility,
      enabled: kind.enabled,
      fields: kind.fields.map((field) => ({
        name: field.name,
        dataType: field.dataType,
        required: field.required,
        enabled: field.enabled,
        list: nameOf(names.list, field.listId),
        formula: field.formula,
        fills: writeFills(field.fills, kind.fields, names),
      })),
    })),
    numbering:
      design.numbering === null
        ? null
        : {
            prefix: design.numbering.prefix,
            padding: design.numbering.padding,
            byYear: design.numbering.byYear,
            enabled: design.numbering.enabled,
          },
    fieldConditions: writeFieldConditions(design, here),
    transitions: writeTransitions(design, here),
  };
}

/** What names a field that is gone is not written. */
const writeFills = (
  fills: string,
  fields: readonly { readonly id: number; readonly name: string }[],
  names: Names,
): NonNullable<FieldPart['fills']> =>
  readFills(fills).flatMap(({ fieldId, propertyId }) => {
    const field = fields.find(({ id }) => id === Number(fieldId))?.name;
    const property = names.properties.get(propertyId)?.name;
    return field === undefined || property === undefined ? [] : [{ field, property }];
  });

const baseKeys: ReadonlySet<string> = new Set(baseFields.map(({ name }) => name));

/** 'status' and 'f12' as the file writes them; null for what is no field of the type any more. */
export function nameField(key: string, design: Pick<StoredDesign, 'fields'>): string | null {
  if (baseKeys.has(key)) return `@${key}`;
  const field = design.fields.find(({ id, enabled }) => enabled && `f${id}` === key);
  return field === undefined ? null : writeFieldName(field.name);
}

const writeMenuGroup = (group: EditedMenu[number], names: Names): MenuGroupPart => ({
  route: group.route,
  name: group.name,
  enabled: group.enabled,
  sections: group.sections.map((section) => ({
    route: section.route,
    name: section.name,
    enabled: section.enabled,
    items: section.items.map((item) => ({
      route: item.route,
      name: item.name,
      enabled: item.enabled,
      icon: item.icon,
      recordType: nameOf(names.recordType, item.recordTypeId),
    })),
  })),
});

type RoleParts = {
  readonly alias: string | null;
  readonly lines: ReturnType<typeof readFieldLines>;
  readonly actions: ReturnType<typeof readActionLines>;
  readonly tests: ReturnType<typeof readAccessTests>;
  readonly recordTypes: readonly StoredDesign[];
  readonly menu: EditedMenu;
  readonly here: Gathering;
  readonly note: (key: string, id: number) => void;
  readonly noteStored: (key: string) => void;
  readonly noteConfinement: (key: string, criteria: readonly unknown[]) => void;
};

/** Every cell is written, whatever the role has for fields of which nothing is said: an import changes what it names. */
function writeRole(role: StoredSaasRole, parts: RoleParts): RolePart {
  const types = parts.recordTypes.filter(({ isSuper, enabled }) => !isSuper && enabled);
  const lineOf = mapLines(parts);
  const access = types.map((design) => {
    const cells = fieldsOf(design).map(({ key, written, isFixed }): [string, FieldAccess] => {
      const line = lineOf.get(`${design.id} ${key}`);
      const level = line === undefined ? role.defaultFieldAccess : line.enabled ? line.access : 'NotAllowed';
      if (!isFixed || level !== 'Editable') return [written, level];
      parts.noteStored(keyOfCell(role.id, design.id, key));
      return [written, 'ViewOnly'];
    });
    return { recordType: design.name, fields: Object.fromEntries(cells) };
  });
  const { confinements, unsaid } = writeConfinements(role, types, parts);
  const mustNot = parts.tests
    .flatMap((test) => {
      const design = types.find(({ id }) => id === test.recordTypeId);
      const key = test.fieldId === null ? (test.baseField ?? '') : `f${test.fieldId}`;
      const field = design === undefined ? null : nameField(key, design);
      if (design === undefined || field === null) return [];
      parts.note(keyOfTest(role.name, design.name, field), test.id);
      return [{ recordType: design.name, field, most: test.most }];
    })
    .sort((one, other) => byText(one.recordType, other.recordType) || byText(one.field, other.field));
  return {
    name: role.name,
    alias: parts.alias,
    description: role.description,
    administers: role.administers,
    enabled: role.enabled,
    otherFields: role.defaultFieldAccess,
    access,
    confinements,
    actions: writeActions(parts, unsaid),
    mustNot,
  };
}

const keyOfLine = ({ fieldId, baseField }: RoleParts['lines'][number]): string =>
  fieldId === null ? (baseField ?? '') : `f${fieldId}`;

const mapLines = ({ lines }: RoleParts) =>
  new Map(lines.map((line) => [`${line.recordTypeId} ${keyOfLine(line)}`, line]));

/** `unsaid`: the record types of which a confinement stays out of the file. */
function writeConfinements(role: StoredSaasRole, types: readonly StoredDesign[], parts: RoleParts) {
  const lineOf = mapLines(parts);
  const unsaid = new Set<number>();
  const keyFor = (typeId: number, field: string) => `confinement ${keyOfCell(role.id, typeId, field)}`;
  // Those of fields and types that are switched off stand here as well.
  for (const line of parts.lines) {
    const criteria = line.enabled ? (line.filterCriteria ?? []) : [];
    if (criteria.length === 0) continue;
    parts.noteConfinement(keyOfCell(role.id, line.recordTypeId, keyOfLine(line)), criteria);
    parts.here.note(keyFor(line.recordTypeId, keyOfLine(line)), null);
  }
  const confinements = types.flatMap((design) =>
    nameFields(design, parts.here).flatMap((field) => {
      const line = lineOf.get(`${design.id} ${field.key}`);
      const stored = line?.enabled === true ? (line.filterCriteria ?? []) : [];
      if (stored.length === 0) return [];
      const criteria = writeCriteria(stored, field);
      if (criteria !== null) {
        const part = { recordType: design.name, field: field.written, criteria };
        parts.here.note(keyFor(design.id, field.key), part);
        return [part];
      }
      unsaid.add(design.id);
      parts.here.leaveOut(sayUnconfined(role.name, design.name, field.written));
      return [];
    }),
  );
  return { confinements, unsaid };
}

/** Of a field of a record type for a role. */
export const keyOfCell = (roleId: number, recordTypeId: number, field: string): string =>
  `${roleId} ${recordTypeId} ${field}`;

export const keyOfTest = (role: string, recordType: string, field: string): string =>
  JSON.stringify([role.toLowerCase(), recordType.toLowerCase(), field.toLowerCase()]);

/** Of records that a role would see more of than here, what it may do is not said. */
function writeActions(
  { menu, actions, recordTypes }: RoleParts,
  unsaid: ReadonlySet<number>,
): Record<string, string[]> {
  const held = Map.groupBy(actions, ({ menuItemId }) => menuItemId);
  const types = new Map(recordTypes.map((design) => [design.id, design]));
  return Object.fromEntries(
    listPaths(menu)
      .flatMap(({ path, item }): [string, string[]][] => {
        const may = new Set((held.get(item.id ?? 0) ?? []).map(({ name }) => findMenuAction(name)));
        const type = item.recordTypeId === null ? null : (types.get(item.recordTypeId) ?? null);
        if (type !== null && [type.id, ...type.relatedRecordTypes].some((id) => unsaid.has(id))) return [];
        const possible = new Set(actionsOfItem(type));
        return [[path, menuActions.filter((action) => may.has(action) && possible.has(action))]];
      })
      .sort(byKey),
  );
}

/** Each menu item by its route with those of its section and group. */
export const listPaths = (menu: EditedMenu) =>
  menu.flatMap((group) =>
    group.sections.flatMap((section) =>
      section.items.map((item) => ({ path: `${group.route}/${section.route}/${item.route}`, item })),
    ),
  );

function fieldsOf(design: StoredDesign) {
  return [
    ...baseFields
      .filter(({ name }) => name !== 'id')
      .map((base) => ({
        key: base.name as string,
        written: `@${base.name}`,
        isFixed: 'readOnly' in base && base.readOnly === true,
      })),
    ...design.fields
      .filter(({ enabled }) => enabled)
      .map((field) => ({ key: `f${field.id}`, written: writeFieldName(field.name), isFixed: false })),
  ];
}

const writePortal = ({ name, address, icon, roleIds, enabled }: StoredPortal, names: Names): PortalPart => ({
  name,
  address,
  icon,
  roles: roleIds.flatMap((id) => names.role.get(id) ?? []).sort(byText),
  enabled,
});

const writeOrderForm = (form: Form, names: Names): OrderFormPart => ({
  name: form.name,
  recordType: names.recordType.get(form.recordTypeId) ?? '',
  parts: [...form.parts],
  problemCode: nameOf(names.problemCode, form.problemCodeId),
  takesLines: form.lines !== null,
  enabled: form.enabled,
});

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  byText(one, other);
const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  byText(one.name.toLowerCase(), other.name.toLowerCase()) || byText(one.name, other.name);
