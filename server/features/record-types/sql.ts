// Record types as they are set up: the list of them, and all that one is made of.
import type { ConditionKind } from '@rowhouse/domain/field-conditions/field-condition.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { writeFills } from '@rowhouse/domain/fills/field-fill.ts';
import type { FieldFill } from '@rowhouse/domain/fills/field-fill.ts';
import { showFormula } from '@rowhouse/domain/formulas/judge-formulas.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { CreatorRule } from '@rowhouse/domain/status-paths/transition.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, json, number, numbers, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import { planOnce } from '../../platform/database/statement-batch.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';
import { readDeletion, selectDeletion } from './deletion-sql.ts';
import type { StoredDeletion } from './deletion-sql.ts';
import { readDeletedFields, selectDeletedFields } from './field-deletion-sql.ts';
import type { StoredDeletedField } from './field-deletion-sql.ts';
import { readRetypes, selectRetypes } from './retype-sql.ts';
import type { StoredRetype } from './retype-sql.ts';

const dataTypeOf = (stored: string) => stored as DataType;

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

/**
 * All that a type is made of: to be read with `findDesign`. A configuration asks it for each of its types, and nine tenths
 * of what that costs is planning.
 */
export const selectDesign = (tenant: TenantId, id: number): Statement[] => {
  const values = [tenant, id];
  const ofType = 'where tenant_id = $1 and record_type_id = $2 order by position, id';
  return planOnce([
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
  ]);
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
