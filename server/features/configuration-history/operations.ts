// One change of the configuration goes back by the operation by which its page saves: what judges a change there judges this one.
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import type { FieldAccess } from '@rowhouse/domain/access/field-access.ts';
import { entriesPutBackBy } from '@rowhouse/domain/audit-log/change-source.ts';
import type { ChangeSource } from '@rowhouse/domain/audit-log/change-source.ts';
import {
  changedColumns,
  findObstacle,
  orderBefore,
  sayWhyNotBack,
  whyNotInOneStep,
} from '@rowhouse/domain/audit-log/put-back-configuration.ts';
import { showAuditMoment } from '@rowhouse/domain/audit-log/show-moment.ts';
import type {
  ConfigurationPutBackReason,
  FilterCriteriaInput,
  MenuGroupInput,
  PutBackConfigurationResult,
  TransitionConditionInput,
} from '@rowhouse/domain/contract.generated.ts';
import { lineKey } from '@rowhouse/domain/formulas/formula.ts';
import { readKeptFormula } from '@rowhouse/domain/formulas/read-formula.ts';
import { nameInFormula, writeFormula } from '@rowhouse/domain/formulas/write-formula.ts';
import { fieldId, recordTypeId, roleId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal, invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { longestReason, mostConfiguredAtOnce } from '@rowhouse/domain/put-back/limits.ts';
import { readKeptCondition } from '@rowhouse/domain/records/kept-conditions.ts';
import type { CreatorRule } from '@rowhouse/domain/status-paths/transition.ts';
import { joinTransaction } from '../../graphql/join-transaction.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { findList, readValues, selectList, selectValues } from '../lists/sql.ts';
import { findMenu, selectMenu } from '../menu/sql.ts';
import {
  findDefinition,
  findDefinitionOfProperty,
  readProperties,
  selectDefinition,
  selectDefinitionOfProperty,
  selectProperties,
} from '../objects/sql.ts';
import { saySource } from '../put-back/sql.ts';
import {
  findCondition,
  findLineField,
  findLineType,
  findListOf,
  findPart,
  findTransition,
  findVersion,
  isPartOfType,
  readEntries,
  readOrder,
  selectCondition,
  selectEntry,
  selectLater,
  selectLineField,
  selectLineFieldOrder,
  selectLineType,
  selectListOf,
  selectOrder,
  selectPart,
  selectTransition,
  selectVersion,
} from './sql.ts';
import type { PartOfType, StoredEntry, VersionedEntity } from './sql.ts';

type Saves = Pick<
  OperationTable,
  | 'updateRoleAccess'
  | 'updateSaasRole'
  | 'updateSaasMember'
  | 'updateTenantProfile'
  | 'updateRecordType'
  | 'updateList'
  | 'updateListValues'
  | 'updateCompanyMenu'
  | 'updateObjectDefinition'
>;

class Gone extends Error {}

/** Rolls the whole step back. */
class NotBack extends Error {
  readonly result: PutBackConfigurationResult;
  constructor(result: PutBackConfigurationResult) {
    super();
    this.result = result;
  }
}

export function configurationHistoryOperations(saves: Saves): Pick<OperationTable, 'putBackConfiguration'> {
  return {
    async putBackConfiguration({ data }, context) {
      const reason = data.reason?.trim() ?? '';
      if (reason.length > longestReason)
        throw invalid(`The reason has at most ${longestReason} characters.`, 'reason');
      const ids = [...new Set([data.id, ...(data.with ?? [])])].toSorted((one, other) => other - one);
      if (ids.length > mostConfiguredAtOnce)
        throw invalid(`At most ${mostConfiguredAtOnce} changes go back in one step.`, 'with');
      try {
        await context.write([], async (transaction) => {
          const joined = joinTransaction(context, transaction);
          for (const entry of await getEntries(ids, joined))
            await putBackOne(entry, reason, saves, joined, transaction);
        });
        return { whyNot: null, sentence: null, entry: null };
      } catch (error) {
        if (error instanceof NotBack) return error.result;
        throw error;
      }
    },
  };
}

/** Before any is judged, so that an id of another company is answered as one of nobody, whatever stands beside it. */
async function getEntries(ids: readonly number[], { viewer, read }: MemberContext): Promise<StoredEntry[]> {
  const { answers } = await read(ids.map((id) => selectEntry(viewer.tenantId, id)));
  return answers.map((answer) => {
    const [entry] = readEntries(answer);
    if (entry === undefined) throw notFound('The entry');
    return entry;
  });
}

/** Of several each is judged by what those before it left. */
async function putBackOne(
  entry: StoredEntry,
  reason: string,
  saves: Saves,
  context: MemberContext,
  transaction: Transaction,
): Promise<void> {
  const tenant = context.viewer.tenantId;
  const refuse = (
    whyNot: ConfigurationPutBackReason,
    last: Parameters<typeof sayWhyNotBack>[1] | undefined = null,
  ) => new NotBack({ whyNot, sentence: sayWhyNotBack(whyNot, last), entry: entry.id });
  const whyNot = whyNotInOneStep(entry);
  if (whyNot !== null) throw refuse(whyNot);
  const later = readEntries((await context.read([selectLater(tenant, entry)])).answers[0]);
  const obstacle = findObstacle(
    entry,
    later.map((one) => ({ ...one, putsBack: entriesPutBackBy(one.source) })),
  );
  if (obstacle !== null) {
    const by = later.find((one) => one.id === obstacle.by.id);
    throw refuse(obstacle.reason, by && nameLast(by, context));
  }
  const source: ChangeSource = { kind: 'PUT_BACK', entries: [entry.id], ...(reason !== '' && { reason }) };
  await transaction.run([saySource(source)]);
  try {
    await putBack(entry, saves, context);
  } catch (error) {
    if (error instanceof Gone) throw refuse('GONE');
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'NOT_FOUND') throw refuse('GONE');
    if (error.code === 'CONFLICT') throw refuse('CHANGED_SINCE');
    throw error;
  }
}

const nameLast = ({ userId, at }: StoredEntry, { config, viewer }: MemberContext) => ({
  who: (userId === null ? undefined : config.members.get(userId)?.name) ?? 'the system',
  when: showAuditMoment(at, viewer.timeZone ?? 'UTC'),
});

/** What each column was, of those that changed. */
const before = (entry: StoredEntry): Readonly<Record<string, unknown>> =>
  Object.fromEntries(changedColumns(entry).map((key) => [key, entry.changes[key]?.[0] ?? null]));

async function putBack(entry: StoredEntry, saves: Saves, context: MemberContext): Promise<void> {
  const { entity } = entry;
  if (entity === 'role_field_access' || entity === 'role_menu_item_action')
    await putBackAccess(entry, saves, context);
  else if (entity === 'list_value') await putBackValue(entry, saves, context);
  else if (entity === 'membership') await putBackMember(entry, saves, context);
  else if (entity === 'tenant') await putBackCompany(entry, saves, context);
  else if (entity === 'role') await putBackRole(entry, saves, context);
  else if (entity === 'field_condition') await putBackCondition(entry, saves, context);
  else if (entity === 'status_transition') await putBackTransition(entry, saves, context);
  else if (entity === 'record_type') await putBackType(entry, saves, context);
  else if (entity === 'line_item_type') await putBackLineType(entry, saves, context);
  else if (entity === 'line_item_field') await putBackLineField(entry, saves, context);
  else if (entity === 'object_definition') await putBackObject(entry, saves, context);
  else if (entity === 'object_property') await putBackProperty(entry, saves, context);
  else if (entity === 'list') await putBackList(entry, saves, context);
  else if (isPartOfType(entity)) await putBackPart(entry, entity, saves, context);
  else await putBackMenu(entry, saves, context);
}

async function putBackAccess(entry: StoredEntry, { updateRoleAccess }: Saves, context: MemberContext) {
  const { config } = context;
  const kept = (key: string) => entry.changes[key]?.[1] ?? null;
  const role = config.roles.get(roleId(Number(kept('role_id'))));
  if (role === undefined) throw new Gone();
  if (entry.entity === 'role_menu_item_action') {
    const [was, is] = entry.changes['enabled'] ?? [null, null];
    const action = {
      roleId: role.id,
      menuItemId: entry.entityId,
      action: String(kept('name')),
      before: is === true,
      after: was === true,
    };
    await updateRoleAccess({ data: { fields: [], actions: [action], confinements: [] } }, context);
    return;
  }
  const base = kept('base_field');
  const place = {
    roleId: role.id,
    recordTypeId: Number(kept('record_type_id')),
    field: base === null ? additionalFieldKey(fieldId(Number(kept('field_id')))) : String(base),
  };
  const { access, filter_criteria: confined } = entry.changes;
  const level = (stored: unknown) => (stored ?? role.defaultFieldAccess) as FieldAccess;
  const data = {
    fields: access === undefined ? [] : [{ ...place, before: level(access[1]), after: level(access[0]) }],
    actions: [],
    confinements:
      confined === undefined
        ? []
        : [
            {
              ...place,
              before: criteriaIn(confined[1]),
              after: criteriaIn(confined[0]) as FilterCriteriaInput[],
            },
          ],
  };
  await updateRoleAccess({ data }, context);
}

/** One criterion may stand without its list; none are null. What they say is judged by the save. */
const criteriaIn = (stored: unknown): unknown[] => (stored == null ? [] : [stored].flat());

async function putBackPart(
  entry: StoredEntry,
  entity: PartOfType,
  { updateRecordType }: Saves,
  context: MemberContext,
) {
  const { answers } = await context.read([selectPart(context.viewer.tenantId, entity, entry.entityId)]);
  const part = findPart(answers[0]);
  if (part === null) throw new Gone();
  const { formula, ...was } = before(entry);
  const input = { id: entry.entityId, version: part.version, ...was };
  const computed = formula === undefined ? {} : { formula: nameFormula(formula, part.recordTypeId, context) };
  const given =
    entity === 'field'
      ? // That records are empty is no reason against what was asked of them before.
        { fields: [{ ...input, ...computed, ...(was['required'] === true && { requiredFromNow: true }) }] }
      : entity === 'record_status'
        ? { statuses: [input] }
        : { problemCodes: [input] };
  await updateRecordType({ data: { id: part.recordTypeId, ...given } }, context);
}

async function putBackRole(entry: StoredEntry, { updateSaasRole }: Saves, context: MemberContext) {
  const version = await readVersion('role', entry.entityId, context);
  await updateSaasRole({ data: { id: entry.entityId, version, ...described(before(entry)) } }, context);
}

async function putBackMember(entry: StoredEntry, { updateSaasMember }: Saves, context: MemberContext) {
  const { role_id: role, enabled } = before(entry);
  const version = await readVersion('membership', entry.entityId, context);
  const given = {
    ...(role !== undefined && { roleId: Number(role) }),
    ...(enabled !== undefined && { enabled: enabled === true }),
  };
  await updateSaasMember({ data: { id: entry.entityId, version, ...given } }, context);
}

async function putBackCompany(entry: StoredEntry, { updateTenantProfile }: Saves, context: MemberContext) {
  const { mfa_required: required, ...was } = before(entry);
  const version = await readVersion('tenant', entry.entityId, context);
  const given = {
    ...Object.fromEntries(Object.entries(was).map(([key, value]) => [key, value ?? ''])),
    ...(required !== undefined && { mfaRequired: required === true }),
  };
  await updateTenantProfile({ data: { version, ...given } }, context);
}

/** Of a description nothing says that it is kept. */
const described = (was: Readonly<Record<string, unknown>>) => ({
  ...was,
  ...(was['description'] === null && { description: '' }),
});

async function readVersion(entity: VersionedEntity, id: number, context: MemberContext): Promise<number> {
  const { answers } = await context.read([selectVersion(context.viewer.tenantId, entity, id)]);
  const version = findVersion(answers[0]);
  if (version === null) throw new Gone();
  return version;
}

/** What was made is taken away; one that was taken away is made again, for what is switched off does not come back by its id. */
async function putBackCondition(entry: StoredEntry, { updateRecordType }: Saves, context: MemberContext) {
  const { answers } = await context.read([selectCondition(context.viewer.tenantId, entry.entityId)]);
  const kept = findCondition(answers[0]);
  if (kept === null) throw new Gone();
  const was = entry.action === 'insert' ? { enabled: false } : before(entry);
  const isBack = was['enabled'] === true && !kept.enabled;
  if (!kept.enabled && !isBack) throw new Gone();
  const conditions = was['conditions'] ?? (isBack ? kept.conditions : undefined);
  const given = {
    ...(isBack ? { field: kept.field, kind: kept.kind } : { id: entry.entityId, version: kept.version }),
    ...(conditions !== undefined && { conditions: conditionsIn(conditions) }),
    ...(was['enabled'] === false && { enabled: false }),
  };
  await updateRecordType({ data: { id: kept.recordTypeId, fieldConditions: [given] } }, context);
}

async function putBackTransition(entry: StoredEntry, { updateRecordType }: Saves, context: MemberContext) {
  const { answers } = await context.read([selectTransition(context.viewer.tenantId, entry.entityId)]);
  const kept = findTransition(answers[0]);
  if (kept === null) throw new Gone();
  const was = entry.action === 'insert' ? { enabled: false } : before(entry);
  const isBack = was['enabled'] === true && !kept.enabled;
  if (!kept.enabled && !isBack) throw new Gone();
  const given = isBack
    ? {
        fromStatusId: kept.fromStatusId,
        toStatusId: kept.toStatusId,
        // Roles that are gone since would keep the whole from coming back.
        roleIds: kept.roleIds.filter((id) => context.config.roles.has(roleId(id))),
        creator: kept.creator,
        conditions: conditionsIn(kept.conditions),
        needsComment: kept.needsComment,
      }
    : {
        id: entry.entityId,
        version: kept.version,
        ...(was['role_ids'] !== undefined && { roleIds: (was['role_ids'] as unknown[]).map(Number) }),
        ...(was['creator'] !== undefined && { creator: was['creator'] as CreatorRule }),
        ...(was['conditions'] !== undefined && { conditions: conditionsIn(was['conditions']) }),
        ...(was['needs_comment'] !== undefined && { needsComment: was['needs_comment'] === true }),
        ...(was['enabled'] === false && { enabled: false }),
      };
  await updateRecordType({ data: { id: kept.recordTypeId, transitions: [given] } }, context);
}

const conditionsIn = (stored: unknown): TransitionConditionInput[] =>
  [stored].flat().map((one) => {
    const read = readKeptCondition(one);
    if (read === null) throw new Gone();
    const { field, operator, value, values, logicOperator } = read;
    return {
      field,
      operator,
      logicOperator,
      ...(value !== undefined && { value }),
      ...(values != null && { values: [...values] }),
    };
  });

const orders = [
  ['field_order', 'field', 'fieldOrder'],
  ['record_status_order', 'record_status', 'statusOrder'],
  ['problem_code_order', 'problem_code', 'problemCodeOrder'],
] as const;

async function putBackType(entry: StoredEntry, { updateRecordType }: Saves, context: MemberContext) {
  const found = orders.find(([column]) => entry.changes[column] !== undefined);
  if (found === undefined) {
    const version = await readVersion('record_type', entry.entityId, context);
    await updateRecordType({ data: { id: entry.entityId, version, ...before(entry) } }, context);
    return;
  }
  const [column, entity, member] = found;
  const { answers } = await context.read([selectOrder(context.viewer.tenantId, entity, entry.entityId)]);
  const from = readOrder(answers[0]);
  const to = orderBack(from, entry.changes[column]);
  await updateRecordType({ data: { id: entry.entityId, [member]: { from, to } } }, context);
}

/** Where they have among them another order by now, that is a conflict. */
function orderBack(from: readonly number[], moved: unknown): number[] {
  const to = orderBefore(from, moved as [number[], number[]]);
  if (to === null) throw new Refusal('CONFLICT', sayWhyNotBack('CHANGED_SINCE', null));
  return to;
}

async function putBackLineType(entry: StoredEntry, { updateRecordType }: Saves, context: MemberContext) {
  const tenant = context.viewer.tenantId;
  const { answers } = await context.read([
    selectLineType(tenant, entry.entityId),
    selectLineFieldOrder(tenant, entry.entityId),
  ]);
  const type = findLineType(answers[0]);
  if (type === null) throw new Gone();
  const { line_item_field_order: moved, ...was } = before(entry);
  const from = readOrder(answers[1]);
  const ordered =
    moved === undefined
      ? {}
      : { fieldOrder: { from, to: orderBack(from, entry.changes['line_item_field_order']) } };
  const lineTypes = [{ id: entry.entityId, version: type.version, ...was, ...ordered }];
  await updateRecordType({ data: { id: type.recordTypeId, lineTypes } }, context);
}

async function putBackLineField(entry: StoredEntry, { updateRecordType }: Saves, context: MemberContext) {
  const { answers } = await context.read([selectLineField(context.viewer.tenantId, entry.entityId)]);
  const field = findLineField(answers[0]);
  if (field === null) throw new Gone();
  const { formula, ...was } = before(entry);
  const computed =
    formula === undefined ? {} : { formula: nameFormula(formula, field.recordTypeId, context) };
  const fields = [{ id: entry.entityId, version: field.version, ...was, ...computed }];
  const lineTypes = [{ id: field.lineTypeId, version: field.lineTypeVersion, fields }];
  await updateRecordType({ data: { id: field.recordTypeId, lineTypes } }, context);
}

/** It is kept by the keys of fields and saved by their names; one that names what is gone does not go back. */
function nameFormula(kept: unknown, typeId: number, { config }: MemberContext): string | null {
  if (kept === null) return null;
  const formula = readKeptFormula(String(kept));
  if (formula === null) throw new Gone();
  const fields = new Map<string, string>(
    (config.recordTypes.get(recordTypeId(typeId))?.fields ?? []).map(({ id, name }) => [
      additionalFieldKey(id),
      name,
    ]),
  );
  for (const { id, name } of config.lineItemFields.values()) fields.set(lineKey(id), name);
  return writeFormula(formula, (key) => {
    const name = fields.get(key);
    if (name === undefined) throw new Gone();
    return nameInFormula(name);
  });
}

async function putBackValue(entry: StoredEntry, { updateListValues }: Saves, context: MemberContext) {
  const tenant = context.viewer.tenantId;
  const listId = findListOf((await context.read([selectListOf(tenant, entry.entityId)])).answers[0]);
  if (listId === null) throw new Gone();
  const { valuesVersion, values } = await readList(listId, context);
  const back = values.map((value) => (value.id === entry.entityId ? { ...value, ...before(entry) } : value));
  await updateListValues({ data: { listId, valuesVersion, values: back } }, context);
}

async function putBackList(
  entry: StoredEntry,
  { updateList, updateListValues }: Saves,
  context: MemberContext,
) {
  if (entry.changes['value_order'] === undefined) {
    const version = await readVersion('list', entry.entityId, context);
    await updateList({ data: { id: entry.entityId, version, ...described(before(entry)) } }, context);
    return;
  }
  const { valuesVersion, values } = await readList(entry.entityId, context);
  const byId = new Map(values.map((value) => [value.id, value]));
  const order = orderBack([...byId.keys()], entry.changes['value_order']);
  const back = order.flatMap((id) => byId.get(id) ?? []);
  await updateListValues({ data: { listId: entry.entityId, valuesVersion, values: back } }, context);
}

/** As its dialog sends it. */
async function readList(listId: number, context: MemberContext) {
  const tenant = context.viewer.tenantId;
  const { answers } = await context.read([selectList(tenant, listId), selectValues(tenant, listId)]);
  const list = findList(answers[0]);
  if (list === null) throw new Gone();
  const values = readValues(answers[1]).map(({ id, value, userId, enabled }) => ({
    id,
    value,
    userId,
    enabled,
  }));
  return { valuesVersion: list.valuesVersion, values };
}

async function putBackObject(entry: StoredEntry, { updateObjectDefinition }: Saves, context: MemberContext) {
  const { id, version, properties } = await readObject(entry.entityId, context);
  const { order: _, property_order: moved, ...was } = before(entry);
  const byId = new Map(properties.map((property) => [property.id, property]));
  const ordered =
    moved === undefined
      ? {}
      : {
          properties: orderBack([...byId.keys()], entry.changes['property_order']).flatMap(
            (property) => byId.get(property) ?? [],
          ),
        };
  await updateObjectDefinition({ data: { id, version, ...was, ...ordered } }, context);
}

async function putBackProperty(
  entry: StoredEntry,
  { updateObjectDefinition }: Saves,
  context: MemberContext,
) {
  const { answers } = await context.read([
    selectDefinitionOfProperty(context.viewer.tenantId, entry.entityId),
  ]);
  const { id, version, properties } = await readObject(findDefinitionOfProperty(answers[0]), context);
  if (!properties.some((property) => property.id === entry.entityId)) throw new Gone();
  const {
    data_type: dataType,
    is_required: isRequired,
    is_displayable: isDisplayable,
    list_id: listId,
    ...was
  } = before(entry);
  const given = {
    ...was,
    ...(dataType !== undefined && { dataType: String(dataType) }),
    ...(isRequired !== undefined && { isRequired: isRequired === true }),
    ...(isDisplayable !== undefined && { isDisplayable: isDisplayable === true }),
    ...(listId !== undefined && { listId: listId === null ? null : Number(listId) }),
  };
  const back = properties.map((property) =>
    property.id === entry.entityId ? { ...property, ...given } : property,
  );
  await updateObjectDefinition({ data: { id, version, properties: back } }, context);
}

/** As its dialog sends it. */
async function readObject(definitionId: number | null, context: MemberContext) {
  if (definitionId === null) throw new Gone();
  const tenant = context.viewer.tenantId;
  const { answers } = await context.read([
    selectDefinition(tenant, definitionId),
    selectProperties(tenant, definitionId),
  ]);
  const found = findDefinition(answers[0]);
  if (found === null) throw new Gone();
  const properties = readProperties(answers[1]).map(
    ({ id, name, dataType, isRequired, isDisplayable, enabled, listId }) => ({
      id,
      name,
      dataType,
      isRequired,
      isDisplayable,
      enabled,
      listId,
    }),
  );
  return { id: definitionId, version: found.version, properties };
}

type Entry = { readonly id: number | null };
type Section = Entry & { readonly items: readonly Entry[] };
type Group = Entry & { readonly sections: readonly Section[] };

async function putBackMenu(entry: StoredEntry, { updateCompanyMenu }: Saves, context: MemberContext) {
  const menu = findMenu((await context.read([selectMenu(context.viewer.tenantId)])).answers[0]);
  if (menu === null) throw new Gone();
  const { position, menu_group_id, menu_section_id, ...was } = before(entry);
  const parent = menu_group_id ?? menu_section_id;
  const to = position === undefined && parent === undefined ? null : { position, parent };
  let isThere = false;
  const back = <Part extends Entry>(parts: readonly Part[], entity: string, of: number | null): Part[] => {
    if (entity !== entry.entity) return [...parts];
    const found = partOf(menu.groups, entry) as Part | null;
    if (found === null) return [...parts];
    const changed = { ...found, ...was };
    const at = parts.findIndex(({ id }) => id === entry.entityId);
    const isHere = parent === undefined ? at >= 0 : of === Number(parent);
    isThere ||= isHere;
    if (to === null) return at < 0 ? [...parts] : parts.with(at, changed);
    const others = parts.filter(({ id }) => id !== entry.entityId);
    // Places count from one; it stands last where so many are not there any more.
    const place = position === undefined ? Math.max(at, 0) : Number(position) - 1;
    return isHere ? others.toSpliced(place, 0, changed) : others;
  };
  const groups: MenuGroupInput[] = back(menu.groups, 'menu_group', null).map((group) => ({
    ...group,
    sections: back(group.sections, 'menu_section', group.id).map((section) => ({
      ...section,
      items: back(section.items, 'menu_item', section.id),
    })),
  }));
  if (!isThere) throw new Gone();
  await updateCompanyMenu({ data: { version: menu.version, groups } }, context);
}

/** The group, section or item that the entry is of. */
const partOf = (groups: readonly Group[], { entity, entityId }: StoredEntry): Entry | null => {
  const sections = groups.flatMap((group) => group.sections);
  const all =
    entity === 'menu_group'
      ? groups
      : entity === 'menu_section'
        ? sections
        : sections.flatMap(({ items }) => items);
  return all.find(({ id }) => id === entityId) ?? null;
};
