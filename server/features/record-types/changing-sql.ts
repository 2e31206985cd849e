// What a change of a record type writes.
import type { FieldConditionDesign } from '@rowhouse/domain/field-conditions/field-condition.ts';
import { parseFieldKey } from '@rowhouse/domain/fields/field.ts';
import type { FieldFill } from '@rowhouse/domain/fills/field-fill.ts';
import { readLineKey } from '@rowhouse/domain/formulas/formula.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type {
  FieldDesign,
  LineFieldDesign,
  LineTypeDesign,
  ProblemCodeDesign,
  StatusDesign,
} from '@rowhouse/domain/record-types/design.ts';
import type { TransitionDesign } from '@rowhouse/domain/status-paths/transition.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import type { StoredDesign } from './sql.ts';

/** One column of fields of records and of lines, by the id of the field. */
const updateOfFields =
  <Column extends 'formula' | 'fills', Value>(column: Column, sqlType: 'text' | 'jsonb') =>
  (
    tenant: TenantId,
    ofRecord: readonly ({ readonly id: number } & Readonly<Record<Column, Value>>)[],
    ofLines: readonly ({ readonly id: number } & Readonly<Record<Column, Value>>)[],
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
            text: `update ${table} f set ${column} = n.${column}
                   from jsonb_to_recordset($2) as n (id bigint, ${column} ${sqlType}) where f.tenant_id = $1 and f.id = n.id`,
            values: [tenant, JSON.stringify(changed)],
          },
    );

/** As they are kept. */
export const updateFormulas = updateOfFields<'formula', string | null>('formula', 'text');
export const updateFills = updateOfFields<'fills', readonly FieldFill[]>('fills', 'jsonb');

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
