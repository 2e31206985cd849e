import { reasonOf } from '@rowhouse/domain/audit-log/change-source.ts';
import { kindOfEntity, sayStoredName, auditKinds } from '@rowhouse/domain/audit-log/kinds.ts';
import { readChartColumn, whyNotInOneStep } from '@rowhouse/domain/audit-log/put-back-configuration.ts';
import type {
  AuditedRecord,
  CompanyAuditLog,
  RecordAuditChange,
} from '@rowhouse/domain/contract.generated.ts';
import { sayKind } from '@rowhouse/domain/field-conditions/judge-fields.ts';
import { readLineKey } from '@rowhouse/domain/formulas/formula.ts';
import type { ConditionKind } from '@rowhouse/domain/field-conditions/field-condition.ts';
import type { FieldFill } from '@rowhouse/domain/fills/field-fill.ts';
import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { deletedFieldName } from '@rowhouse/domain/fields/deletion.ts';
import { describeIdentityEvent } from '@rowhouse/domain/identity/events.ts';
import {
  fieldId,
  listId,
  listValueId,
  menuItemId,
  recordTypeId,
  roleId,
  userId,
} from '@rowhouse/domain/kernel/ids.ts';
import { menuItemsOf } from '@rowhouse/domain/menu/rules.ts';
import { sayDays } from '@rowhouse/domain/mail-schedules/occasions.ts';
import { mailFailureSentences } from '@rowhouse/domain/invitations/rules.ts';
import type { InvitationMailFailure } from '@rowhouse/domain/invitations/rules.ts';
import { endSentences } from '@rowhouse/domain/mail-schedules/rules.ts';
import type { MailEnd } from '@rowhouse/domain/mail-schedules/rules.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { sayFieldName, sayKeptValue } from '@rowhouse/domain/audit-log/say-value.ts';
import { sayRetention } from '@rowhouse/domain/audit-log/retention.ts';
import {
  listConditionFields,
  listLineConditionFields,
  readConditions,
  readKeptCondition,
  wordsOfConditions,
} from '@rowhouse/domain/records/kept-conditions.ts';
import { saySettings } from '@rowhouse/domain/transmissions/say-settings.ts';
import { describeComment, describeEntry, describeStep, type Beside } from './describe-entry.ts';
import type { CompanyEntry } from './company-sql.ts';
import { describeChart } from './describe-chart.ts';
import { describeView, isViewOption } from './describe-view.ts';
import { isOfMapping, nameMapping } from './name-mappings.ts';
import type { Halves } from './name-mappings.ts';
import { sayStored } from './say-stored.ts';

/** What is read beside the entries, to name what they speak of. */
export type BesideCompany = {
  readonly config: TenantConfig;
  readonly lines: Beside['lines'];
  readonly files: Beside['files'];
  readonly records: Beside['records'];
  /** Of the types whose records the viewer sees. */
  readonly grids: ReadonlyMap<number, Beside['grid']>;
  /** Of any type, a super type too, as the viewer opens it; null where they do not. */
  readonly findGrid: (typeId: number) => Beside['grid'] | null;
  readonly recordNumbers: ReadonlyMap<number, number>;
  /** Emails of invitations by their ids. */
  readonly invited: ReadonlyMap<number, string>;
  readonly halves: Halves;
};

const noLinks: Beside['links'] = { putsBack: new Map(), putBackBy: new Map() };

/** Null for what is of no record that the viewer sees; the statement gives none such. */
export function describeCompanyEntry(entry: CompanyEntry, beside: BesideCompany): CompanyAuditLog | null {
  const { config, lines, files } = beside;
  const { id, action, at, source, entity } = entry;
  const kind = kindOfEntity(entity);
  const member = entry.userId === null ? undefined : config.members.get(entry.userId);
  const told = {
    id,
    action,
    datetime: at,
    user: member === undefined ? null : { id: member.id, name: member.name, email: member.email },
    source: source && {
      kind: source.kind,
      file: source.kind === 'IMPORT' ? source.file : null,
      records: source.kind === 'BULK_CHANGE' ? source.records : null,
      reason: reasonOf(source),
      company: source.kind === 'TRANSMISSION' ? source.company : null,
    },
    kind,
  };
  if (entry.recordId === null)
    return {
      ...told,
      action: kind === 'SIGN_IN' ? (describeIdentityEvent(action, {}) ?? action) : action,
      subject: nameConfigured(entry, beside),
      record: null,
      route: routeOf(entry, beside),
      line: null,
      changes: describeConfigured(entry, beside),
      objectsLogs: [],
      mayPutBack: whyNotInOneStep({ ...entry, changes: entry.changes as Pairs }) === null,
    };
  const grid = entry.recordTypeId === null ? undefined : beside.grids.get(entry.recordTypeId);
  if (entry.recordTypeId === null || grid === undefined) return null;
  const recordNumber = beside.recordNumbers.get(entry.recordId) ?? null;
  const record: AuditedRecord = {
    id: entry.recordId,
    recordType: { id: grid.type.id, name: grid.type.name },
    recordNumber,
  };
  const about = {
    ...told,
    subject: recordNumber === null ? `${grid.type.name}, a record` : `${grid.type.name} ${recordNumber}`,
    record,
    route: null,
    mayPutBack: false,
  };
  if (kind === 'COMMENT') return { ...about, line: null, changes: [describeComment(entry)], objectsLogs: [] };
  if (kind === 'CONVERSATION') {
    const [thread] = (entry.changes as Pairs)['thread'] ?? [null];
    // Once; by it the others are found.
    const told = action === 'create' ? [change('Message id', 'thread', 'string', null, String(thread))] : [];
    return { ...about, line: null, changes: [describeStep(entry), ...told], objectsLogs: [] };
  }
  if (kind !== 'RECORD' && kind !== 'LINE') return { ...about, line: null, changes: [], objectsLogs: [] };
  const described = describeEntry(
    { ...entry, recordTypeId: entry.recordTypeId },
    { grid, config, lines, files, records: beside.records, links: noLinks },
  );
  return { ...about, line: described.line, changes: described.changes, objectsLogs: described.objectsLogs };
}

const isOfView = (entity: string): boolean =>
  entity === 'grid_preference' || entity === 'grid_preference_default';

/** The page of a list says in its address which one is open. Views are kept in their grid. */
function routeOf({ entity, entityId, changes }: CompanyEntry, { config }: BesideCompany): string | null {
  if (isOfView(entity)) {
    const typeId = Number((changes as Pairs)['record_type_id']?.[1]);
    return menuItemsOf(config).find((item) => item.recordTypeId === typeId)?.route ?? null;
  }
  const { route } = auditKinds[kindOfEntity(entity)];
  const list =
    entity === 'list'
      ? entityId
      : entity === 'list_value'
        ? config.listValues.get(listValueId(entityId))?.listId
        : null;
  return list == null ? route : `${route}?list=${list}`;
}

type Pairs = Readonly<Record<string, readonly [unknown, unknown] | undefined>>;

/** What nobody reads: it is the thing itself, counts its changes, or is a secret. */
const unread = new Set([
  'id',
  'tenant_id',
  'version',
  'token_hash',
  'structure_version',
  'slot',
  'offered_by',
  'trigger_key',
  'trigger_value',
  'updated_at',
  'target_tenant_id',
  'grid_preference_id',
  'dashboard_id',
  // By its ids, beside the order as it is read.
  'value_order',
  'property_order',
  'chart_order',
]);

function describeConfigured(entry: CompanyEntry, beside: BesideCompany): RecordAuditChange[] {
  const isView = entry.entity === 'grid_preference';
  const ofColumns = Object.entries(entry.changes as Pairs).flatMap(([key, pair]) => {
    if (unread.has(key) || !Array.isArray(pair) || (isView && isViewOption(key))) return [];
    if (entry.entity === 'membership' && key === 'user_id') return [];
    // Kept beside the changes to say what they are of.
    if (JSON.stringify(pair[0]) === JSON.stringify(pair[1])) return [];
    if (readChartColumn(key) !== null) {
      const [was, is] = pair as unknown as Parameters<typeof describeChart>;
      const said = describeChart(was, is, { config: beside.config, nameField });
      return said.map((one) => change(one.what, key, 'string', one.before, one.after));
    }
    const [before, after] = pair.map((value) => nameValue(key, value, entry, beside)) as [Named, Named];
    if (before.text === null && after.text === null) return [];
    const dataType = after.text === null ? before.dataType : after.dataType;
    return [
      change(
        words[`${entry.entity} ${key}`] ?? words[key] ?? sayStoredName(key),
        key,
        dataType,
        before.text,
        // A structure is said in short: of two that differ below that, it is at least said that they do.
        before.text === after.text && before.text !== null ? `${after.text} (changed)` : after.text,
      ),
    ];
  });
  return isView ? [...ofColumns, ...describeOptions(entry, beside)] : ofColumns;
}

function describeOptions({ changes, action }: CompanyEntry, beside: BesideCompany): RecordAuditChange[] {
  const pairs = changes as Pairs;
  const grid = beside.findGrid(Number(pairs['record_type_id']?.[1]));
  return describeView(pairs, action === 'insert', grid, beside.config).map((one) =>
    change(one.what, one.what, 'string', one.before, one.after),
  );
}

const words: Readonly<Record<string, string>> = {
  enabled: 'Active',
  delete_after: 'Deleted after',
  mfa_required: 'Two-factor is required',
  accent: 'Colour',
  url: 'Address',
  backoffice_managed: 'Backoffice managed',
  default_field_access: 'Access to fields',
  administers: 'Administers the company',
  object_values: 'Properties',
  filter_criteria: 'Confined to',
  years: 'Kept for',
  most: 'At most',
  order: 'Order',
  field_order: 'Order of the fields',
  record_status_order: 'Order of the statuses',
  problem_code_order: 'Order of the problem codes',
  line_item_field_order: 'Order of the fields',
  widgets: 'Charts',
  'dashboard order': 'Order of the charts',
  is_default: 'Default of the role',
  opens_with: 'Opens with',
  sealed_key: 'Key',
  owner_user_id: 'Owner',
  'mail_schedule user_id': 'Goes to',
  'mail_schedule ended': 'Why not any more',
  mail_failure: 'Not delivered',
  at_time: 'Time',
  role_ids: 'Shared with roles',
  external_id: 'Dashboard id',
  'status_transition role_ids': 'For the roles',
  from_status_id: 'From',
  to_status_id: 'To',
  position: 'Order',
  fills: 'Fills when a value is chosen',
};

type Named = { readonly text: string | null; readonly dataType: string };

/** A name in the place of an id, and every other value as its data type is stored. */
function nameValue(key: string, value: unknown, entry: CompanyEntry, beside: BesideCompany): Named {
  if (entry.entity === 'audit_retention' && key === 'years')
    return { text: sayRetention(value === null ? null : Number(value)), dataType: 'string' };
  if (value === null || value === undefined) return { text: null, dataType: 'string' };
  if (entry.entity === 'mail_schedule' && key === 'days' && Array.isArray(value))
    return { text: sayDays(value.map(Number)), dataType: 'string' };
  if (entry.entity === 'mail_schedule' && key === 'ended')
    return { text: endSentences[value as MailEnd] ?? null, dataType: 'string' };
  if (entry.entity === 'invitation' && key === 'mail_failure')
    return { text: mailFailureSentences[value as InvitationMailFailure] ?? null, dataType: 'string' };
  if (typeof value === 'boolean') return { text: String(value), dataType: 'boolean' };
  if (key === 'role_ids' && Array.isArray(value))
    return { text: nameRoles(value, beside), dataType: 'string' };
  const ordered = entitiesOfOrders[key];
  if (ordered !== undefined && Array.isArray(value))
    return { text: nameOrder(ordered, value, beside), dataType: 'string' };
  if (key === 'kind' && entry.entity === 'field_condition')
    return { text: sayKind(String(value) as ConditionKind), dataType: 'string' };
  if (key === 'fills' && Array.isArray(value))
    return { text: sayFills(value as readonly FieldFill[], entry.entity, beside), dataType: 'string' };
  if (key === 'conditions' && Array.isArray(value)) {
    const text = sayKeptConditions(value, beside);
    if (text !== null) return { text, dataType: 'string' };
  }
  if (key === 'settings' && isOfMapping(entry.entity)) {
    const text = saySettings(value, beside.config);
    if (text !== null) return { text, dataType: 'string' };
  }
  if (key === 'offer' && isOfMapping(entry.entity)) {
    const { dropped: _, ...said } = value as { dropped?: unknown };
    return { text: sayStored(said, idNamer(beside)), dataType: 'string' };
  }
  if (typeof value === 'object')
    return { text: sayStored(value, idNamer(beside)) ?? 'Nothing', dataType: 'string' };
  const entity = entitiesOfKeys[key];
  if (entity !== undefined)
    return { text: nameThing(entity, Number(value), beside) ?? 'Something that is gone', dataType: 'string' };
  if (/_(at|after)$/.test(key) && typeof value === 'string' && !Number.isNaN(Date.parse(value)))
    return { text: new Date(value).toISOString(), dataType: 'datetime' };
  return { text: sayKeptValue(key, String(value)), dataType: 'string' };
}

function nameField(key: string, config: TenantConfig): string | undefined {
  const line = readLineKey(key);
  if (line !== null) {
    const field = config.lineItemFields.get(line);
    const kind = field && config.lineItemTypes.get(field.lineItemTypeId);
    return kind === undefined ? field?.name : `${field?.name} of ${kind.name}`;
  }
  return findBaseField(key)?.label ?? config.fields.get(fieldId(Number(key.slice(1))))?.name;
}

/** 'Number with Product number, Price with Unit price' */
const sayFills = (fills: readonly FieldFill[], entity: string, { config }: BesideCompany): string | null =>
  fills.length === 0
    ? null
    : fills
        .map(({ fieldId: id, propertyId }) => {
          const field = entity === 'field' ? config.fields.get(fieldId(id)) : config.lineItemFields.get(id);
          const property = config.objectProperties.find((one) => one.id === propertyId);
          return `${field?.name ?? 'one that is gone'} with ${property?.name ?? 'one that is gone'}`;
        })
        .join(', ');

/** As the page of the type says them; null where one is of a field that is gone. */
function sayKeptConditions(kept: readonly unknown[], { config }: BesideCompany): string | null {
  const keys = kept.flatMap((one) => readKeptCondition(one)?.field ?? []);
  const typeId =
    keys
      .flatMap(
        (key) => (/^f\d+$/.test(key) ? config.fields.get(fieldId(Number(key.slice(1)))) : undefined) ?? [],
      )
      .at(0)?.recordTypeId ?? [...config.recordTypes.keys()].at(0);
  if (keys.length === 0 || typeId === undefined) return null;
  const line = config.lineItemFields.get(keys.map(readLineKey).find((id) => id !== null) ?? 0);
  const kind = line && config.lineItemTypes.get(line.lineItemTypeId);
  const fields =
    kind === undefined ? listConditionFields(config, null, typeId) : listLineConditionFields(kind);
  const read = readConditions(kept, fields);
  return read === null ? null : wordsOfConditions(read, config);
}

/** Of the ids that stand inside of stored structures, such as `fieldId` of a condition. */
const idNamer =
  (beside: BesideCompany) =>
  (key: string, id: number): string | null => {
    const entity = entitiesOfKeys[key.replace(/Id$/, '_id')];
    return entity === undefined ? null : nameThing(entity, id, beside);
  };

const nameRoles = (ids: readonly unknown[], beside: BesideCompany): string | null =>
  ids.length === 0
    ? null
    : ids.map((id) => nameThing('role', Number(id), beside) ?? 'a role that is gone').join(', ');

/** Of those that moved alone: the log keeps no others. */
const nameOrder = (entity: string, ids: readonly unknown[], { config }: BesideCompany): string =>
  ids
    .map((id) => {
      const kept =
        entity === 'field'
          ? config.fields.get(fieldId(Number(id)))
          : entity === 'line_item_field'
            ? config.lineItemFields.get(Number(id))
            : entity === 'record_status'
              ? config.statuses.get(Number(id))
              : config.problemCodes.get(Number(id));
      return kept?.name ?? 'one that is gone';
    })
    .join(', ');

const entitiesOfOrders: Readonly<Record<string, string>> = {
  field_order: 'field',
  record_status_order: 'record_status',
  problem_code_order: 'problem_code',
  line_item_field_order: 'line_item_field',
};

const entitiesOfKeys: Readonly<Record<string, string>> = {
  role_id: 'role',
  list_id: 'list',
  user_id: 'membership',
  invited_by: 'membership',
  accepted_by: 'membership',
  owner_user_id: 'membership',
  record_type_id: 'record_type',
  super_id: 'record_type',
  related_id: 'record_type',
  field_id: 'field',
  line_item_field_id: 'line_item_field',
  from_status_id: 'record_status',
  to_status_id: 'record_status',
  line_item_type_id: 'line_item_type',
  menu_item_id: 'menu_item',
  menu_section_id: 'menu_section',
  menu_group_id: 'menu_group',
};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function nameConfigured(entry: CompanyEntry, beside: BesideCompany): string {
  const { entity, entityId } = entry;
  if (entity === 'access_test') return `Access test, ${nameGrant(entry, beside)}`;
  if (entity === 'role_field_access' || entity === 'role_menu_item_action') return nameGrant(entry, beside);
  if (entity === 'view_as') return nameViewAs(entry, beside);
  if (isOfView(entity)) return nameSavedView(entry, beside);
  if (isOfMapping(entity)) {
    const type = (entry.changes as Pairs)['record_type_id']?.[1];
    return nameMapping(entry, beside.halves, beside.config, type == null ? null : Number(type));
  }
  const name = nameThing(entity, entityId, beside) ?? nameOnceKept(entry);
  const noun = nouns[entity] ?? (entity in namers ? '' : sayStoredName(entity));
  if (name === null) return noun || sayStoredName(entity);
  return noun === '' ? name : `${noun} ${name}`;
}

/** 'View as Buyer', 'View as Bo Test' */
function nameViewAs({ changes }: CompanyEntry, beside: BesideCompany): string {
  const idOf = (key: string) => (changes as Pairs)[key]?.find((id) => id !== null) ?? null;
  const [person, role] = [idOf('user_id'), idOf('role_id')];
  const name =
    person === null
      ? nameThing('role', Number(role), beside)
      : nameThing('membership', Number(person), beside);
  return `View as ${name ?? 'somebody who is gone'}`;
}

/** 'Role Buyer: view Mine of Orders', 'Role Buyer: grid of Orders' */
function nameSavedView(entry: CompanyEntry, beside: BesideCompany): string {
  const named = (of: string, key: string) =>
    nameThing(of, Number((entry.changes as Pairs)[key]?.[1]), beside) ?? 'that is gone';
  const view = entry.entity === 'grid_preference' ? `view ${nameOnceKept(entry) ?? ''}` : 'grid';
  return `Role ${named('role', 'role_id')}: ${view} of ${named('record_type', 'record_type_id')}`;
}

/** 'Role Buyer: Tax of Purchase orders', 'Role Buyer: Purchase orders, view' */
function nameGrant({ entity, entityId, changes }: CompanyEntry, beside: BesideCompany): string {
  const kept = (key: string) => (changes as Pairs)[key]?.[1] ?? (changes as Pairs)[key]?.[0] ?? null;
  const named = (of: string, id: unknown) => (id === null ? null : nameThing(of, Number(id), beside));
  const role = `Role ${named('role', kept('role_id')) ?? 'that is gone'}`;
  if (entity === 'role_menu_item_action')
    return `${role}: ${[named('menu_item', entityId), textOf(kept('name'))].filter((part) => part !== null).join(', ')}`;
  const type = named('record_type', kept('record_type_id'));
  const base = textOf(kept('base_field'));
  const field = base === null ? named('field', kept('field_id')) : sayFieldName(base);
  const of = base === null || type === null ? field : `${field} of ${type}`;
  return of === null ? role : `${role}: ${of}`;
}

/** Of what is gone, the name that it had in the entry itself. */
function nameOnceKept({ changes }: CompanyEntry): string | null {
  for (const key of ['name', 'value', 'email']) {
    const [before, after] = (changes as Pairs)[key] ?? [null, null];
    const name = textOf(after) ?? textOf(before);
    if (name !== null) return name;
  }
  return null;
}

const nouns: Readonly<Record<string, string>> = {
  list: 'List',
  invitation: 'Invitation of',
  role: 'Role',
  record_type: 'Record type',
  record_status: 'Status',
  status_transition: 'Transition',
  field_condition: 'Condition',
  problem_code: 'Problem code',
  field: 'Field',
  line_item_type: 'Lines',
  line_item_field: 'Field of lines',
  menu_item: 'Menu item',
  menu_section: 'Menu section',
  menu_group: 'Menu group',
  dashboard: 'Dashboard',
  mail_schedule: 'Mail of',
  portal: 'Page',
  object_property: 'Property',
};

type Namer = (id: number, beside: BesideCompany) => string | null | undefined;

const namers: Readonly<Record<string, Namer>> = {
  tenant: (_, { config }) => config.name,
  audit_retention: () => 'How long the audit log is kept',
  membership: (id, { config }) => config.members.get(userId(id))?.name ?? 'Somebody who has left',
  sign_in: (id, { config }) => config.members.get(userId(id))?.name ?? 'Somebody who has left',
  invitation: (id, { invited }) => invited.get(id),
  list: (id, { config }) => config.lists.get(listId(id))?.name,
  list_value(id, { config }) {
    const value = config.listValues.get(listValueId(id));
    const list = value && config.lists.get(value.listId);
    return value && (list === undefined ? value.value : `${list.name}: ${value.value}`);
  },
  role: (id, { config }) => config.roles.get(roleId(id))?.name,
  record_type: (id, { config }) => config.recordTypes.get(recordTypeId(id))?.name,
  record_status: (id, { config }) => config.statuses.get(id)?.name,
  status_transition(id, { config }) {
    const way = [...config.statusTransitions.values()].flat().find((one) => one.id === id);
    const nameOf = (status: number) => config.statuses.get(status)?.name ?? '';
    return (
      way && `${way.fromStatusId === null ? 'New' : nameOf(way.fromStatusId)} to ${nameOf(way.toStatusId)}`
    );
  },
  field_condition(id, { config }) {
    const one = [...config.fieldConditions.values()].flat().find((kept) => kept.id === id);
    return one && `${sayKind(one.kind)} when, ${nameField(one.field, config) ?? 'a field that is gone'}`;
  },
  problem_code: (id, { config }) => config.problemCodes.get(id)?.name,
  field(id, { config }) {
    const field = config.fields.get(fieldId(id));
    if (field === undefined) return nameGone(id, false, config);
    const type = config.recordTypes.get(field.recordTypeId);
    return type === undefined ? field.name : `${field.name} of ${type.name}`;
  },
  line_item_type: (id, { config }) => config.lineItemTypes.get(id)?.name,
  line_item_field(id, { config }) {
    const field = config.lineItemFields.get(id);
    if (field === undefined) return nameGone(id, true, config);
    const type = config.lineItemTypes.get(field.lineItemTypeId);
    return type === undefined ? field.name : `${field.name} of ${type.name}`;
  },
  object_property(id, { config }) {
    const gone = config.goneProperties.find((one) => one.id === id);
    return gone === undefined
      ? config.objectProperties.find((one) => one.id === id)?.name
      : deletedFieldName(gone.name);
  },
  dashboard_preference: (id, { config }) =>
    `First dashboard of ${config.members.get(userId(id))?.name ?? 'somebody who has left'}`,
  menu_group: (id, { config }) => config.menu.find((group) => group.id === id)?.name,
  menu_section: (id, { config }) =>
    config.menu.flatMap(({ sections }) => sections).find((section) => section.id === id)?.name,
  menu_item: (id, { config }) =>
    config.menu
      .flatMap(({ sections }) => sections.flatMap(({ items }) => items))
      .find((item) => item.id === menuItemId(id))?.name,
};

/** 'Discount (deleted) of Sales orders' */
function nameGone(id: number, isOfLines: boolean, config: TenantConfig): string | null {
  const gone = config.goneFields.find((one) => Number(one.id) === id && one.isOfLines === isOfLines);
  const type = gone && config.recordTypes.get(gone.recordTypeId);
  if (gone === undefined) return null;
  const name = deletedFieldName(gone.name);
  return type === undefined ? name : `${name} of ${type.name}`;
}

const nameThing = (entity: string, id: number, beside: BesideCompany): string | null =>
  namers[entity]?.(id, beside) ?? null;

/** The configured things whose name holds the text, by their entity. */
export function findNamed(
  text: string,
  config: TenantConfig,
): { readonly entity: string; readonly ids: readonly number[] }[] {
  const sought = text.toLowerCase();
  const has = (...names: readonly (string | null)[]) =>
    names.some((name) => name?.toLowerCase().includes(sought));
  const idsOf = <Thing extends { readonly id: number; readonly name: string }>(things: Iterable<Thing>) =>
    [...things].flatMap(({ id, name }) => (has(name) ? [Number(id)] : []));
  const members = [...config.members.values()].flatMap(({ id, name, email }) =>
    has(name, email) ? [Number(id)] : [],
  );
  const lists = [...config.lists.values()];
  const sections = config.menu.flatMap((group) => group.sections);
  const found = {
    membership: members,
    sign_in: members,
    list: idsOf(lists),
    list_value: lists.flatMap(({ values }) =>
      values.flatMap(({ id, value }) => (has(value) ? [Number(id)] : [])),
    ),
    role: idsOf(config.roles.values()),
    record_type: idsOf(config.recordTypes.values()),
    record_status: idsOf(config.statuses.values()),
    problem_code: idsOf(config.problemCodes.values()),
    field: idsOf(config.fields.values()),
    line_item_type: idsOf(config.lineItemTypes.values()),
    line_item_field: idsOf(config.lineItemFields.values()),
    object_property: idsOf([...config.objectProperties, ...config.goneProperties]),
    menu_group: idsOf(config.menu),
    menu_section: idsOf(sections),
    menu_item: idsOf(sections.flatMap(({ items }) => items)),
    tenant: has(config.name) ? [Number(config.tenantId)] : [],
  };
  return Object.entries(found).flatMap(([entity, ids]) => (ids.length === 0 ? [] : [{ entity, ids }]));
}

const change = (
  what: string,
  key: string,
  dataType: string,
  oldValue: string | null,
  newValue: string | null,
): RecordAuditChange => ({
  what,
  key,
  dataType,
  oldValue,
  newValue,
  action: oldValue === null ? 'create' : newValue === null ? 'delete' : 'update',
});
