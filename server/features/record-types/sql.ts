import type {
  FieldDesign,
  LineFieldDesign,
  LineTypeDesign,
  MenuPlace,
  NewTypeDesign,
  NumberingDesign,
  ProblemCodeDesign,
  StatusDesign,
} from '@rowhouse/domain/record-types/design.ts';
import type {
  ConditionKind,
  FieldConditionDesign,
} from '@rowhouse/domain/field-conditions/field-condition.ts';

import type { CreatorRule, TransitionDesign } from '@rowhouse/domain/status-paths/transition.ts';
import { baseFields } from '@rowhouse/domain/fields/base-fields.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { parseFieldKey } from '@rowhouse/domain/fields/field.ts';
import { readLineKey } from '@rowhouse/domain/formulas/formula.ts';
import { writeFills, type FieldFill } from '@rowhouse/domain/fills/field-fill.ts';
import { showFormula } from '@rowhouse/domain/formulas/judge-formulas.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import { menuActionId, menuActions } from '@rowhouse/domain/menu/actions.ts';
import type { Answer, Transaction } from '../../platform/database/database.ts';
import { flag, json, number, numbers, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { leafName } from '../../platform/record-store/column.ts';
import { findFreeSlot, isSlot } from '../../platform/record-store/slots.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';
import { readDeletion, selectDeletion, type StoredDeletion } from './deletion-sql.ts';
import { readDeletedFields, selectDeletedFields, type StoredDeletedField } from './field-deletion-sql.ts';
import { readRetypes, selectRetypes, type StoredRetype } from './retype-sql.ts';

type Run = Pick<Transaction, 'run'>;
const dataTypeOf = (stored: string) => stored as DataType;
const noId = -1;

/**
 * Makes a record type with its fields, statuses, problem codes, kinds of lines, numbering and menu item, in the
 * transaction that is given; answers the type's id. Orders are those in which things are given. The typed column of each
 * field is chosen here. The roles that administer get every action of the menu item and Editable on every field; other
 * roles get nothing until somebody grants it. Nothing is judged: callers ask `domain/record-types/rules.ts` first.
 */
export async function makeRecordType(
  transaction: Run,
  tenant: TenantId,
  design: NewTypeDesign,
): Promise<number> {
  const isSuper = design.isSuper ?? false;
  const [made] = await transaction.run([
    {
      text: `insert into record_type (tenant_id, name, is_super, bucket)
             select t.id, $2, $3, t.bucket from tenant t where t.id = $1 returning ${onlyId.columns}`,
      values: [tenant, design.name.trim(), isSuper],
    },
  ]);
  const typeId = onlyId.get(made).id;
  const lineTypes = design.lineTypes ?? [];
  const { relatedIds = [], fields = [], statuses = [], problemCodes = [], numbering, menu } = design;
  const answers = await transaction.run([
    openBaseFields(tenant, typeId),
    ...(isSuper ? [putRelated(tenant, typeId, relatedIds)] : []),
    ...(statuses.length > 0 ? [insertStatuses(tenant, typeId, statuses, 0)] : []),
    ...(problemCodes.length > 0 ? [insertProblemCodes(tenant, typeId, problemCodes, 0)] : []),
    ...(numbering === undefined ? [] : putNumbering(tenant, typeId, numbering)),
    ...(lineTypes.length > 0 ? [insertLineTypes(tenant, typeId, lineTypes)] : []),
  ]);
  await addFields(transaction, tenant, typeId, fields, [], 0);
  const lineTypeIds = onlyId.read(lineTypes.length > 0 ? answers.at(-1) : undefined);
  const ofLines = lineTypes.flatMap(({ fields: own }, index) =>
    own.length === 0 ? [] : [insertLineFields(tenant, lineTypeIds[index]?.id ?? noId, own, 0)],
  );
  if (ofLines.length > 0) await transaction.run(ofLines);
  if (menu !== undefined) await addToMenu(transaction, tenant, typeId, design.name.trim(), menu);
  return typeId;
}

/**
 * Puts fields into a type, and gives those who administer access to them.
 * @param taken the typed columns that fields of the type have, switched off ones too: their values stay
 * @param after how many fields stand before them
 */
export async function addFields(
  transaction: Run,
  tenant: TenantId,
  typeId: number,
  fields: readonly FieldDesign[],
  taken: readonly (string | null)[],
  after: number,
): Promise<number[]> {
  if (fields.length === 0) return [];
  const used = new Set(taken.filter((slot) => slot !== null));
  const rows = fields.map((field, index) => {
    const slot = findFreeSlot(field.dataType, used);
    if (slot !== null) used.add(slot);
    return { ...field, slot, position: after + index + 1 };
  });
  const [made] = await transaction.run([
    {
      text: `insert into field (tenant_id, record_type_id, name, data_type, required, default_value, help, section,
               visibility, enabled, list_id, object_definition_id, slot, position)
             select $1, $2, f.name, f."dataType", f.required, f."defaultValue", f.help, f.section, f.visibility, f.enabled,
               f."listId", f."objectDefinitionId", f.slot, f.position
             from jsonb_to_recordset($3) as f (name text, "dataType" text, required boolean, "defaultValue" text, help text,
               section text, visibility boolean, enabled boolean, "listId" bigint, "objectDefinitionId" bigint, slot text,
               position integer)
             order by f.position returning ${onlyId.columns}`,
      values: [tenant, typeId, JSON.stringify(rows.map((one) => ({ ...one, name: one.name.trim() })))],
    },
  ]);
  const ids = onlyId.read(made).map(({ id }) => id);
  await transaction.run([openFields(tenant, typeId, ids)]);
  return ids;
}

const onlyId = row({ id: number });
export const readIds = (answer: Answer | undefined): number[] => onlyId.read(answer).map(({ id }) => id);

/** What a role's access is without a line, a line says of it only where it is to be something else. */
const openFields = (tenant: TenantId, typeId: number, ids: readonly number[]): Statement => ({
  text: `insert into role_field_access (tenant_id, role_id, record_type_id, field_id, access, position)
         select $1, r.id, $2, f.id, case when r.administers then 'Editable' else 'NotAllowed' end, f.place
         from role r cross join unnest($3::bigint[]) with ordinality as f (id, place)
         where r.tenant_id = $1
           and r.default_field_access <> case when r.administers then 'Editable' else 'NotAllowed' end`,
  values: [tenant, typeId, ids],
});

const baseNames = baseFields.map(({ name }) => name);

const openBaseFields = (tenant: TenantId, typeId: number): Statement => ({
  text: `insert into role_field_access (tenant_id, role_id, record_type_id, base_field, access, position)
         select $1, r.id, $2, b.name, 'Editable', b.place
         from role r cross join unnest($3::text[]) with ordinality as b (name, place)
         where r.tenant_id = $1 and r.administers and r.default_field_access <> 'Editable'`,
  values: [tenant, typeId, baseNames],
});

/** The types that a super type gathers, in this order and no others. */
export const putRelated = (tenant: TenantId, superId: number, ids: readonly number[]): Statement => ({
  text: `with wanted as (select id, place from unnest($3::bigint[]) with ordinality as w (id, place)),
         gone as (
           update record_type_related set enabled = false
           where tenant_id = $1 and super_id = $2 and enabled and related_id not in (select id from wanted)
         )
         insert into record_type_related (tenant_id, super_id, related_id, position)
         select $1, $2, id, place from wanted
         on conflict (tenant_id, super_id, related_id) do update set position = excluded.position, enabled = true`,
  values: [tenant, superId, ids],
});

export const insertStatuses = (
  tenant: TenantId,
  typeId: number,
  statuses: readonly StatusDesign[],
  after: number,
): Statement => ({
  text: `insert into record_status (tenant_id, record_type_id, name, enabled, closes, is_first, position)
         select $1, $2, s.name, s.enabled, s.closes, s."isFirst", s.position
         from jsonb_to_recordset($3) as s (name text, enabled boolean, closes boolean, "isFirst" boolean, position integer)
         order by s.position returning ${onlyId.columns}`,
  values: [tenant, typeId, inOrder(statuses, after)],
});

export const insertProblemCodes = (
  tenant: TenantId,
  typeId: number,
  codes: readonly ProblemCodeDesign[],
  after: number,
): Statement => ({
  text: `insert into problem_code (tenant_id, record_type_id, name, enabled, position)
         select $1, $2, s.name, s.enabled, s.position
         from jsonb_to_recordset($3) as s (name text, enabled boolean, position integer)
         order by s.position returning ${onlyId.columns}`,
  values: [tenant, typeId, inOrder(codes, after)],
});

export const insertLineTypes = (
  tenant: TenantId,
  typeId: number,
  lineTypes: readonly LineTypeDesign[],
): Statement => ({
  text: `insert into line_item_type (tenant_id, record_type_id, name, description, visibility, enabled)
         select $1, $2, s.name, s.description, s.visibility, s.enabled
         from jsonb_to_recordset($3) as s (name text, description text, visibility boolean, enabled boolean, position integer)
         order by s.position returning ${onlyId.columns}`,
  values: [tenant, typeId, inOrder(lineTypes, 0)],
});

export const insertLineFields = (
  tenant: TenantId,
  lineTypeId: number,
  fields: readonly LineFieldDesign[],
  after: number,
): Statement => ({
  text: `insert into line_item_field (tenant_id, line_item_type_id, name, data_type, required, enabled, list_id, position)
         select $1, $2, s.name, s."dataType", s.required, s.enabled, s."listId", s.position
         from jsonb_to_recordset($3) as s (name text, "dataType" text, required boolean, enabled boolean, "listId" bigint,
           position integer)
         order by s.position returning ${onlyId.columns}`,
  values: [tenant, lineTypeId, inOrder(fields, after)],
});

const inOrder = (made: readonly { readonly name: string }[], after: number): string =>
  JSON.stringify(made.map((one, index) => ({ ...one, name: one.name.trim(), position: after + index + 1 })));

/** How the series counts, and from where it goes on. */
export const putNumbering = (
  tenant: TenantId,
  typeId: number,
  { prefix, nextNumber, padding, byYear, enabled }: NumberingDesign,
): Statement[] => [
  {
    text: `insert into number_series (tenant_id, record_type_id, prefix, padding, by_year, started_from, enabled)
           values ($1, $2, $3, $4, $5, $6, $7)
           on conflict (tenant_id, record_type_id) do update set prefix = excluded.prefix, padding = excluded.padding,
             by_year = excluded.by_year, started_from = excluded.started_from, enabled = excluded.enabled,
             version = number_series.version + 1`,
    values: [tenant, typeId, prefix, padding, byYear, nextNumber, enabled],
  },
  {
    text: `insert into number_series_counter (tenant_id, record_type_id, next_number) values ($1, $2, $3)
           on conflict (tenant_id, record_type_id) do update set next_number = excluded.next_number`,
    values: [tenant, typeId, nextNumber],
  },
];

/**
 * Leads to the type from the menu: its item comes last in the section. A new section comes at the end of the first group
 * that is not the one for administration; where there is none, a group is made for it.
 */
export async function addToMenu(
  transaction: Run,
  tenant: TenantId,
  typeId: number,
  name: string,
  place: MenuPlace,
): Promise<void> {
  const sectionId =
    'sectionId' in place ? place.sectionId : await addSection(transaction, tenant, place.sectionName);
  const [made] = await transaction.run([
    {
      text: `insert into menu_item (tenant_id, menu_section_id, name, route, position, icon, record_type_id)
             select $1, s.id, $3,
               case when exists (select from menu_item i where i.tenant_id = $1 and i.menu_section_id = s.id and i.route = $4)
                 then $4 || '-' || $5::bigint else $4 end,
               (select coalesce(max(i.position), 0) + 1 from menu_item i where i.tenant_id = $1 and i.menu_section_id = s.id),
               'file', $5
             from menu_section s where s.tenant_id = $1 and s.id = $2 and not exists
               (select from menu_item i where i.tenant_id = $1 and i.menu_section_id = s.id and i.record_type_id = $5 and i.enabled)
             returning ${onlyId.columns}`,
      values: [tenant, sectionId, name, routeOf(name, `type-${typeId}`), typeId],
    },
  ]);
  const item = onlyId.find(made);
  if (item === null) return;
  await transaction.run([
    {
      text: `insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name)
             select $1, r.id, $2, a.id, a.name
             from role r cross join unnest($3::int[], $4::text[]) as a (id, name)
             where r.tenant_id = $1 and r.administers`,
      values: [tenant, item.id, menuActions.map(menuActionId), menuActions],
    },
  ]);
}

async function addSection(transaction: Run, tenant: TenantId, name: string): Promise<number> {
  const [found] = await transaction.run([
    {
      text: `select g.id from menu_group g
             where g.tenant_id = $1 and g.enabled and g.route not in ('administration', 'dashboard')
             order by g.position, g.id limit 1`,
      values: [tenant],
    },
  ]);
  let groupId = onlyId.find(found)?.id ?? null;
  if (groupId === null) {
    const [group] = await transaction.run([
      {
        text: `insert into menu_group (tenant_id, name, tag, route, position)
               select $1, 'Records', 'records', 'records', coalesce(min(position), 1) - 1 from menu_group where tenant_id = $1
               returning ${onlyId.columns}`,
        values: [tenant],
      },
    ]);
    groupId = onlyId.get(group).id;
  }
  const route = routeOf(name, 'section');
  const [section] = await transaction.run([
    {
      text: `insert into menu_section (tenant_id, menu_group_id, name, tag, route, position)
             select $1, $2, $3, r.route, r.route,
               (select coalesce(max(s.position), 0) + 1 from menu_section s where s.tenant_id = $1 and s.menu_group_id = $2)
             from (select case when exists
               (select from menu_section s where s.tenant_id = $1 and s.menu_group_id = $2 and s.route = $4)
               then $4 || '-' || (select count(*) + 1 from menu_section s where s.tenant_id = $1 and s.menu_group_id = $2)
               else $4 end as route) r
             returning ${onlyId.columns}`,
      values: [tenant, groupId, name.trim(), route],
    },
  ]);
  return onlyId.get(section).id;
}

/** @param otherwise for a name of which nothing can stand in an address */
const routeOf = (name: string, otherwise: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || otherwise;

/** Held to the end of the transaction: of two changes of a type at once the second sees what the first made of it. */
export const lockType = (tenant: TenantId, id: number): Statement => ({
  text: 'select id from record_type where tenant_id = $1 and id = $2 for no key update',
  values: [tenant, id],
});

/** Two types made or named at once: the second waits, and is refused by what the first made. */
export const lockTypeNames = (tenant: TenantId): Statement => ({
  text: 'select pg_advisory_xact_lock(74720, $1)',
  values: [tenant],
});

const menuPath = `(select g.route || '/' || s.route || '/' || i.route
  from menu_item i join menu_section s on s.tenant_id = i.tenant_id and s.id = i.menu_section_id
    join menu_group g on g.tenant_id = s.tenant_id and g.id = s.menu_group_id
  where i.tenant_id = t.tenant_id and i.record_type_id = t.id and i.enabled and s.enabled and g.enabled
  order by i.position, i.id limit 1)`;
const recordsTotal = `(select coalesce(sum(c.enabled_count), 0) from record_type_counter c
  where c.tenant_id = t.tenant_id and (c.record_type_id = t.id or t.is_super and c.record_type_id in
    (select r.related_id from record_type_related r where r.tenant_id = t.tenant_id and r.super_id = t.id and r.enabled)))`;

const summary = row(
  {
    id: number,
    name: text,
    isSuper: flag,
    enabled: flag,
    recordsTotal: number.at(recordsTotal),
    fieldsTotal: number.at(`(select count(*) from field f
      where f.tenant_id = t.tenant_id and f.record_type_id = t.id and f.enabled and f.delete_after is null)`),
    menuPath: text.at(menuPath).orNull,
    deleteAfter: text.as(instantFromText).orNull,
  },
  't',
);

export const selectTypes = (tenant: TenantId): Statement => ({
  text: `select ${summary.columns} from record_type t where t.tenant_id = $1 order by lower(t.name), t.id`,
  values: [tenant],
});
export const readTypes = (answer: Answer | undefined) => summary.read(answer);

const type = row(
  {
    id: number,
    name: text,
    isSuper: flag,
    enabled: flag,
    version: number,
    bucket: number,
    movingFrom: number.orNull,
    recordsTotal: number.at(recordsTotal),
    menuPath: text.at(menuPath).orNull,
    relatedRecordTypes: json<number[]>()
      .at(`(select coalesce(json_agg(r.related_id order by r.position, r.related_id), '[]')
      from record_type_related r where r.tenant_id = t.tenant_id and r.super_id = t.id and r.enabled)`),
  },
  't',
);
const field = row({
  id: number,
  version: number,
  name: text,
  dataType: text.as(dataTypeOf),
  required: flag,
  defaultValue: text.orNull,
  help: text.orNull,
  section: text.orNull,
  visibility: flag,
  enabled: flag,
  listId: number.orNull,
  objectDefinitionId: number.orNull,
  slot: text.orNull,
  position: number,
  kept: text.at('formula').orNull,
  fills: json<readonly FieldFill[]>().as(writeFills),
});
const status = row({
  id: number,
  version: number,
  name: text,
  enabled: flag,
  closes: flag,
  isFirst: flag,
  position: number,
});
const problemCode = row({ id: number, version: number, name: text, enabled: flag, position: number });
const lineType = row({
  id: number,
  version: number,
  name: text,
  description: text,
  visibility: flag,
  enabled: flag,
});
const lineField = row({
  id: number,
  version: number,
  lineItemTypeId: number,
  name: text,
  dataType: text.as(dataTypeOf),
  required: flag,
  enabled: flag,
  listId: number.orNull,
  position: number,
  kept: text.at('formula').orNull,
  fills: json<readonly FieldFill[]>().as(writeFills),
});
const pass = row({
  state: text.as((stored) => stored as 'RUNNING' | 'FAILED'),
  total: number,
  done: number,
});
const numbering = row(
  {
    version: number,
    prefix: text,
    nextNumber: number.at('c.next_number'),
    padding: number,
    byYear: flag,
    enabled: flag,
  },
  's',
);

const transition = row({
  id: number,
  version: number,
  fromStatusId: number.orNull,
  toStatusId: number,
  roleIds: numbers,
  creator: text.as((stored) => stored as CreatorRule),
  conditions: json<readonly unknown[]>(),
  needsComment: flag,
});

const fieldCondition = row({
  id: number,
  version: number,
  field: text.at(`coalesce(base_field, 'f' || field_id, 'l' || line_item_field_id)`),
  kind: text.as((stored) => stored as ConditionKind),
  conditions: json<readonly unknown[]>(),
});

export type StoredFieldCondition = Described<typeof fieldCondition>;
export type StoredTransition = Described<typeof transition>;
/** With its formula as people read it. */
type WithFormula = { readonly formula: string | null };
export type StoredDesignField = Described<typeof field> & WithFormula;
export type StoredStatus = Described<typeof status>;
export type StoredProblemCode = Described<typeof problemCode>;
export type StoredDesignLineField = Described<typeof lineField> & WithFormula;
export type StoredDesignLineType = Described<typeof lineType> & {
  readonly fields: readonly StoredDesignLineField[];
};
export type StoredDesign = Described<typeof type> & {
  readonly fields: readonly StoredDesignField[];
  readonly statuses: readonly StoredStatus[];
  readonly problemCodes: readonly StoredProblemCode[];
  readonly lineTypes: readonly StoredDesignLineType[];
  readonly transitions: readonly StoredTransition[];
  readonly fieldConditions: readonly StoredFieldCondition[];
  readonly numbering: Described<typeof numbering> | null;
  readonly computing: Described<typeof pass> | null;
  readonly deletion: StoredDeletion | null;
  readonly deletedFields: readonly StoredDeletedField[];
  readonly retypes: readonly StoredRetype[];
};

/** All that a type is made of: to be read with `findDesign`. */
export const selectDesign = (tenant: TenantId, id: number): Statement[] => {
  const values = [tenant, id];
  const ofType = 'where tenant_id = $1 and record_type_id = $2 order by position, id';
  return [
    { text: `select ${type.columns} from record_type t where t.tenant_id = $1 and t.id = $2`, values },
    {
      text: `select ${field.columns} from field
             where tenant_id = $1 and record_type_id = $2 and delete_after is null order by position, id`,
      values,
    },
    { text: `select ${status.columns} from record_status ${ofType}`, values },
    { text: `select ${problemCode.columns} from problem_code ${ofType}`, values },
    {
      text: `select ${lineType.columns} from line_item_type where tenant_id = $1 and record_type_id = $2 order by id`,
      values,
    },
    {
      text: `select ${lineField.columns} from line_item_field
             where tenant_id = $1 and delete_after is null and line_item_type_id in
               (select id from line_item_type where tenant_id = $1 and record_type_id = $2) order by position, id`,
      values,
    },
    {
      text: `select ${numbering.columns} from number_series s
               join number_series_counter c on c.tenant_id = s.tenant_id and c.record_type_id = s.record_type_id
             where s.tenant_id = $1 and s.record_type_id = $2`,
      values,
    },
    {
      text: `select ${transition.columns} from status_transition
             where tenant_id = $1 and record_type_id = $2 and enabled order by id`,
      values,
    },
    {
      text: `select ${fieldCondition.columns} from field_condition
             where tenant_id = $1 and record_type_id = $2 and enabled order by id`,
      values,
    },
    {
      text: `select ${pass.columns} from (select * from formula_pass where tenant_id = $1 and record_type_id = $2
               order by id desc limit 1) last where state <> 'FINISHED'`,
      values,
    },
    selectDeletion(tenant, id),
    selectDeletedFields(tenant, id),
    selectRetypes(tenant, id),
  ];
};

/** Of the answers to `selectDesign`, which may stand last among others; null where there is no such type. */
export function findDesign(answers: readonly Answer[]): StoredDesign | null {
  const [
    types,
    fields,
    statuses,
    codes,
    lineTypes,
    lineFields,
    series,
    transitions,
    conditions,
    passes,
    deletions,
    deletedFields,
    retypes,
  ] = answers.slice(-13);
  const found = type.find(types);
  if (found === null) return null;
  const ofType = field.read(fields);
  const kinds = lineType.read(lineTypes);
  const inLines = lineField.read(lineFields);
  const named = nameFormulas(ofType, kinds, inLines);
  const ofLines = inLines.map((one) => ({ ...one, formula: named(one.kept) }));
  return {
    ...found,
    fields: ofType.map((one) => ({ ...one, formula: named(one.kept) })),
    statuses: status.read(statuses),
    problemCodes: problemCode.read(codes),
    lineTypes: kinds.map((one) => ({
      ...one,
      fields: ofLines.filter(({ lineItemTypeId }) => lineItemTypeId === one.id),
    })),
    transitions: transition.read(transitions),
    fieldConditions: fieldCondition.read(conditions),
    numbering: numbering.find(series),
    computing: pass.find(passes),
    deletion: readDeletion(deletions),
    deletedFields: readDeletedFields(deletedFields),
    retypes: readRetypes(retypes),
  };
}

/** Of a kept formula, how it reads with the names that its fields have now. */
function nameFormulas(
  fields: readonly Described<typeof field>[],
  kinds: readonly Described<typeof lineType>[],
  inLines: readonly Described<typeof lineField>[],
): (kept: string | null) => string | null {
  const keyed = fields.map(({ id, name }) => ({ key: `f${id}`, name }));
  const lines = kinds.map(({ id: kind, name, enabled }) => ({
    name,
    enabled,
    fields: inLines
      .filter(({ lineItemTypeId }) => lineItemTypeId === kind)
      .map((one) => ({ key: `l${one.id}`, name: one.name, enabled: one.enabled })),
  }));
  return (kept) => (kept === null ? null : showFormula(kept, keyed, lines));
}

const standingPass = row({ typeId: number.at('record_type_id'), reached: number.at('reached_record_id') });
export const readPass = (answer: Answer | undefined) => standingPass.find(answer);

/** A pass that is over, or that another process is at, has no row. */
export const holdPass = ({
  tenantId,
  id,
}: {
  readonly tenantId: TenantId;
  readonly id: number;
}): Statement => ({
  text: `select ${standingPass.columns} from formula_pass
         where tenant_id = $1 and id = $2 and state = 'RUNNING' for update skip locked`,
  values: [tenantId, id],
});

export const readPartIds = (answer: Answer | undefined): number[] => onlyId.read(answer).map(({ id }) => id);

/** The next records of the type, deleted ones too. */
export const lockPart = (bucket: number, typeId: number, reached: number, size: number): Statement => ({
  text: `select ${onlyId.columns} from ${leafName(bucket)}
         where record_type_id = $1 and id > $2 order by id limit $3 for no key update`,
  values: [typeId, reached, size],
});

export const keepPass = (
  { tenantId, id }: { readonly tenantId: TenantId; readonly id: number },
  { reached, done, isOver }: { readonly reached: number; readonly done: number; readonly isOver: boolean },
): Statement => ({
  text: `update formula_pass set reached_record_id = $3, done = done + $4, failures = 0,
           state = case when $5 then 'FINISHED' else state end, ended_at = case when $5 then now() end
         where tenant_id = $1 and id = $2`,
  values: [tenantId, id, reached, done, isOver],
});

/** Formulas by the id of the field, as they are kept. */
export const updateFormulas = (
  tenant: TenantId,
  ofRecord: readonly { readonly id: number; readonly formula: string | null }[],
  ofLines: readonly { readonly id: number; readonly formula: string | null }[],
): Statement[] =>
  (
    [
      ['field', ofRecord],
      ['line_item_field', ofLines],
    ] as const
  ).flatMap(([table, changed]) =>
    changed.length === 0
      ? []
      : {
          text: `update ${table} f set formula = n.formula
                 from jsonb_to_recordset($2) as n (id bigint, formula text) where f.tenant_id = $1 and f.id = n.id`,
          values: [tenant, JSON.stringify(changed)],
        },
  );

/** By the id of the field. */
export const updateFills = (
  tenant: TenantId,
  ofRecord: readonly { readonly id: number; readonly fills: readonly FieldFill[] }[],
  ofLines: readonly { readonly id: number; readonly fills: readonly FieldFill[] }[],
): Statement[] =>
  (
    [
      ['field', ofRecord],
      ['line_item_field', ofLines],
    ] as const
  ).flatMap(([table, changed]) =>
    changed.length === 0
      ? []
      : {
          text: `update ${table} f set fills = n.fills
                 from jsonb_to_recordset($2) as n (id bigint, fills jsonb) where f.tenant_id = $1 and f.id = n.id`,
          values: [tenant, JSON.stringify(changed)],
        },
  );

/** All records of the type are to be computed again; what was under way for it is over, for it begins anew. */
export const beginPass = (
  tenant: TenantId,
  userId: UserId,
  { id, bucket, movingFrom }: Pick<StoredDesign, 'id' | 'bucket' | 'movingFrom'>,
): Statement[] => {
  const arms = [bucket, ...(movingFrom === null ? [] : [movingFrom])].map(
    (one) => `select count(*) records from ${leafName(one)} where tenant_id = $1 and record_type_id = $2`,
  );
  return [
    {
      text: `update formula_pass set state = 'FINISHED', ended_at = now()
             where tenant_id = $1 and record_type_id = $2 and state <> 'FINISHED'`,
      values: [tenant, id],
    },
    {
      text: `insert into formula_pass (tenant_id, record_type_id, user_id, total)
             select $1, $2, $3, total from (select coalesce(sum(records), 0)::int as total from (${arms.join(' union all ')}) each) there
             where total > 0`,
      values: [tenant, id, userId],
    },
  ];
};

export const selectTypeOfName = (tenant: TenantId, name: string, except: number | null): Statement => ({
  text: `select ${onlyId.columns} from record_type
         where tenant_id = $1 and lower(name) = lower(trim($2)) and id is distinct from $3::bigint limit 1`,
  values: [tenant, name, except],
});

/** Those of the ids that are plain record types of the company, switched on. */
export const selectGatherable = (tenant: TenantId, ids: readonly number[]): Statement => ({
  text: `select ${onlyId.columns} from record_type where tenant_id = $1 and id = any($2::bigint[]) and not is_super`,
  values: [tenant, ids],
});

/** @param ids null: all that may be chosen; a disabled one only while a field holds it */
export const selectObjects = (tenant: TenantId, ids: readonly number[] | null): Statement => ({
  text: `select ${object.columns} from object_definition d
         where tenant_id = $1 and case when $2::bigint[] is null
           then enabled or exists (select from field f where f.tenant_id = d.tenant_id and f.object_definition_id = d.id)
           else id = any($2::bigint[]) end
         order by lower(name), id`,
  values: [tenant, ids],
});
const object = row({ id: number, name: text });
export const readObjects = (answer: Answer | undefined) => object.read(answer);

export const selectSections = (tenant: TenantId): Statement => ({
  text: `select ${section.columns} from menu_section s
           join menu_group g on g.tenant_id = s.tenant_id and g.id = s.menu_group_id
         where s.tenant_id = $1 and s.enabled and g.enabled order by g.position, g.id, s.position, s.id`,
  values: [tenant],
});
const section = row({ id: number, name: text, group: text.at('g.name') }, 's');
export const readSections = (answer: Answer | undefined) => section.read(answer);

export const updateType = (
  tenant: TenantId,
  id: number,
  { name, enabled }: Pick<StoredDesign, 'name' | 'enabled'>,
): Statement => ({
  text: `update record_type set name = $3, enabled = $4, version = version + 1 where tenant_id = $1 and id = $2`,
  values: [tenant, id, name.trim(), enabled],
});

export const updateFields = (
  tenant: TenantId,
  fields: readonly (FieldDesign & { readonly id: number })[],
): Statement => ({
  text: `update field f set name = n.name, required = n.required, default_value = n."defaultValue", help = n.help,
           section = n.section, visibility = n.visibility, enabled = n.enabled, version = f.version + 1
         from jsonb_to_recordset($2) as n (id bigint, name text, required boolean, "defaultValue" text, help text,
           section text, visibility boolean, enabled boolean)
         where f.tenant_id = $1 and f.id = n.id`,
  values: [tenant, JSON.stringify(fields)],
});

/** First those that are the first one no more: there is one at most. */
export const updateStatuses = (
  tenant: TenantId,
  statuses: readonly (StatusDesign & { readonly id: number })[],
): Statement[] =>
  [false, true].flatMap((isFirst) => {
    const given = statuses.filter((one) => one.isFirst === isFirst);
    if (given.length === 0) return [];
    return {
      text: `update record_status s set name = n.name, enabled = n.enabled, closes = n.closes, is_first = n."isFirst",
               version = s.version + 1
             from jsonb_to_recordset($2) as n (id bigint, name text, enabled boolean, closes boolean, "isFirst" boolean)
             where s.tenant_id = $1 and s.id = n.id`,
      values: [tenant, JSON.stringify(given)],
    };
  });

/** Ways that are taken away are switched off before others come in their place. */
export const putTransitions = (
  tenant: TenantId,
  typeId: number,
  made: readonly TransitionDesign[],
  changed: readonly (TransitionDesign & { readonly id: number; readonly enabled: boolean })[],
): Statement[] => [
  {
    text: `update status_transition t set role_ids = n."roleIds", creator = n.creator, conditions = n.conditions,
             needs_comment = n."needsComment", enabled = n.enabled, version = t.version + 1
           from jsonb_to_recordset($2) as n (id bigint, "roleIds" bigint[], creator text, conditions jsonb,
             "needsComment" boolean, enabled boolean)
           where t.tenant_id = $1 and t.id = n.id`,
    values: [tenant, JSON.stringify(changed)],
  },
  {
    text: `insert into status_transition (tenant_id, record_type_id, from_status_id, to_status_id, role_ids, creator,
             conditions, needs_comment)
           select $1, $2, n."fromStatusId", n."toStatusId", n."roleIds", n.creator, n.conditions, n."needsComment"
           from jsonb_to_recordset($3) as n ("fromStatusId" bigint, "toStatusId" bigint, "roleIds" bigint[],
             creator text, conditions jsonb, "needsComment" boolean)`,
    values: [tenant, typeId, JSON.stringify(made)],
  },
];

/** Those that are taken away are switched off before others come in their place. */
export const putFieldConditions = (
  tenant: TenantId,
  typeId: number,
  made: readonly FieldConditionDesign[],
  changed: readonly {
    readonly id: number;
    readonly conditions: readonly unknown[];
    readonly enabled: boolean;
  }[],
): Statement[] => [
  {
    text: `update field_condition c set conditions = n.conditions, enabled = n.enabled, version = c.version + 1
           from jsonb_to_recordset($2) as n (id bigint, conditions jsonb, enabled boolean)
           where c.tenant_id = $1 and c.id = n.id`,
    values: [tenant, JSON.stringify(changed)],
  },
  {
    text: `insert into field_condition (tenant_id, record_type_id, field_id, base_field, line_item_field_id, kind, conditions)
           select $1, $2, n."fieldId", n."baseField", n."lineFieldId", n.kind, n.conditions
           from jsonb_to_recordset($3) as n ("fieldId" bigint, "baseField" text, "lineFieldId" bigint, kind text,
             conditions jsonb)`,
    values: [
      tenant,
      typeId,
      JSON.stringify(
        made.map(({ field, kind, conditions }) => {
          const place = parseFieldKey(field);
          const lineFieldId = readLineKey(field);
          return {
            kind,
            conditions,
            ...(lineFieldId !== null
              ? { lineFieldId }
              : 'fieldId' in place
                ? { fieldId: place.fieldId }
                : { baseField: place.base }),
          };
        }),
      ),
    ],
  },
];

export const updateProblemCodes = (
  tenant: TenantId,
  codes: readonly (ProblemCodeDesign & { readonly id: number })[],
): Statement => ({
  text: `update problem_code p set name = n.name, enabled = n.enabled, version = p.version + 1
         from jsonb_to_recordset($2) as n (id bigint, name text, enabled boolean)
         where p.tenant_id = $1 and p.id = n.id`,
  values: [tenant, JSON.stringify(codes)],
});

export const updateLineTypes = (
  tenant: TenantId,
  lineTypes: readonly (LineTypeDesign & { readonly id: number })[],
): Statement => ({
  text: `update line_item_type l set name = n.name, description = n.description, visibility = n.visibility,
           enabled = n.enabled, version = l.version + 1
         from jsonb_to_recordset($2) as n (id bigint, name text, description text, visibility boolean, enabled boolean)
         where l.tenant_id = $1 and l.id = n.id`,
  values: [tenant, JSON.stringify(lineTypes)],
});

export const updateLineFields = (
  tenant: TenantId,
  fields: readonly (LineFieldDesign & { readonly id: number })[],
): Statement => ({
  text: `update line_item_field f set name = n.name, required = n.required, enabled = n.enabled, version = f.version + 1
         from jsonb_to_recordset($2) as n (id bigint, name text, required boolean, enabled boolean)
         where f.tenant_id = $1 and f.id = n.id`,
  values: [tenant, JSON.stringify(fields)],
});

const ordered = {
  fields: 'field',
  statuses: 'record_status',
  problemCodes: 'problem_code',
  lineFields: 'line_item_field',
} as const;

/** The things of these ids come to stand in this order; only those that move are written. */
export const putOrder = (
  tenant: TenantId,
  what: keyof typeof ordered,
  ids: readonly number[],
): Statement => ({
  text: `update ${ordered[what]} o set position = n.place
         from unnest($2::bigint[]) with ordinality as n (id, place)
         where o.tenant_id = $1 and o.id = n.id and o.position <> n.place`,
  values: [tenant, ids],
});

const counted = row({ records: number.at('coalesce(sum(records), 0)') });
export const readCount = (answer: Answer | undefined): number => counted.get(answer).records;

/** How many records of the type, deleted ones left out, have no value in a field. */
export function countEmpty(
  tenant: TenantId,
  { id, bucket, movingFrom }: Pick<StoredDesign, 'id' | 'bucket' | 'movingFrom'>,
  { id: fieldId, slot }: Pick<StoredDesignField, 'id' | 'slot'>,
): Statement {
  if (slot !== null && !isSlot(slot)) throw new Error(`${slot} is no place of a field.`);
  const value = slot ?? `(x -> '${Number(fieldId)}')`;
  const arms = [bucket, ...(movingFrom === null ? [] : [movingFrom])].map(
    (one) =>
      `select count(*) records from ${leafName(one)}
       where tenant_id = $1 and record_type_id = $2 and enabled and ${value} is null`,
  );
  return { text: `select ${counted.columns} from (${arms.join(' union all ')}) each`, values: [tenant, id] };
}

const highest = row({ number: number.at('coalesce(max(number), 0)') });
export const readHighest = (answer: Answer | undefined): number => highest.get(answer).number;

/** The highest record number of the type between two, deleted records' too; 0 where there is none. */
export function findHighestNumber(
  tenant: TenantId,
  { id, bucket, movingFrom }: Pick<StoredDesign, 'id' | 'bucket' | 'movingFrom'>,
  from: number,
  to: number,
): Statement {
  const arms = [bucket, ...(movingFrom === null ? [] : [movingFrom])].map(
    (one) =>
      `select max(record_number) number from ${leafName(one)}
       where tenant_id = $1 and record_type_id = $2 and record_number between $3 and $4`,
  );
  return {
    text: `select ${highest.columns} from (${arms.join(' union all ')}) each`,
    values: [tenant, id, from, to],
  };
}
