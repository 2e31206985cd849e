import type { GridOptions } from '@rowhouse/domain/grid-preferences/model.ts';
import { noGridOptions } from '@rowhouse/domain/grid-preferences/model.ts';
import { userId, type TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { FilterCriteria } from '@rowhouse/domain/records/filter-rules.ts';
import type { StoredRecordType } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Thing, ThingKind } from '@rowhouse/domain/where-used/thing.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, json, number, numbers, row, text } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { leafName, type Column } from '../../platform/record-store/column.ts';
import type { LineColumn } from '../../platform/record-store/line-values.ts';
import { bucketsOfType } from '../../platform/record-store/places.ts';
import { predicate, Values } from '../../platform/record-store/predicate.ts';

/** By what each kind of thing is called; switched off ones too. $1 is the tenant, $2 the id. */
const nameTexts: Readonly<Record<ThingKind, string>> = {
  RECORD_TYPE: 'select name from record_type where tenant_id = $1 and id = $2',
  // The type of the field; which one of it is found in the configuration.
  FIELD: 'select name from record_type where tenant_id = $1 and id = $2',
  LINE_TYPE: 'select name from line_item_type where tenant_id = $1 and id = $2',
  LINE_FIELD: 'select name from line_item_field where tenant_id = $1 and id = $2',
  STATUS: 'select name from record_status where tenant_id = $1 and id = $2',
  PROBLEM_CODE: 'select name from problem_code where tenant_id = $1 and id = $2',
  LIST: 'select name from list where tenant_id = $1 and id = $2',
  LIST_VALUE: 'select value from list_value where tenant_id = $1 and id = $2',
  OBJECT: 'select name from object_definition where tenant_id = $1 and id = $2',
  OBJECT_PROPERTY:
    'select name from object_property where tenant_id = $1 and id = $2 and delete_after is null',
  ROLE: 'select coalesce(alias, name) from role where tenant_id = $1 and id = $2',
  MENU_ITEM: 'select name from menu_item where tenant_id = $1 and id = $2',
  USER: `select coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')), ''), u.email)
    from membership m join app_user u on u.id = m.user_id where m.tenant_id = $1 and m.user_id = $2`,
};

const name = row({ name: text });
export const selectThingName = (tenant: TenantId, { kind, id }: Thing): Statement => ({
  text: nameTexts[kind],
  values: [tenant, id],
});
export const findThingName = (answer: Answer | undefined): string | null => name.find(answer)?.name ?? null;

const view = row(
  {
    id: number,
    recordTypeId: number.orNull,
    userId: number.orNull,
    roleId: number.orNull,
    savedName: text,
    gridOptions: json<Partial<GridOptions>>().as((stored): GridOptions => ({ ...noGridOptions, ...stored })),
    isRoleDefault: flag.at(`exists (select from grid_preference_default d
      where d.tenant_id = p.tenant_id and d.grid_preference_id = p.id and d.enabled and d.role_id is not null)`),
  },
  'p',
);
export const readViews = (answer: Answer | undefined) => view.read(answer);
/** Of everybody. */
export const selectViews = (tenant: TenantId): Statement => ({
  text: `select ${view.columns} from grid_preference p where p.tenant_id = $1 and p.enabled order by lower(p.saved_name), p.id`,
  values: [tenant],
});

const openInvitation = row({ email: text, roleId: number });
export const readOpenInvitations = (answer: Answer | undefined) => openInvitation.read(answer);
export const selectOpenInvitations = (tenant: TenantId): Statement => ({
  text: `select ${openInvitation.columns} from invitation
         where tenant_id = $1 and accepted_at is null and revoked_at is null order by email`,
  values: [tenant],
});

const definition = row({ id: number, name: text });
export const readDefinitionNames = (answer: Answer | undefined): ReadonlyMap<number, string> =>
  new Map(definition.read(answer).map((one) => [one.id, one.name]));
export const selectDefinitionNames = (tenant: TenantId): Statement => ({
  text: `select ${definition.columns} from object_definition where tenant_id = $1`,
  values: [tenant],
});

const dashboard = row({ name: text, ownerUserId: number.orNull, roleIds: numbers, widgets: json<[]>() });
export const readKeptDashboards = (answer: Answer | undefined) => dashboard.read(answer);
export const selectKeptDashboards = (tenant: TenantId): Statement => ({
  text: `select ${dashboard.columns} from dashboard where tenant_id = $1 and enabled order by lower(name), id`,
  values: [tenant],
});

const mail = row(
  {
    name: text.at('coalesce(p.saved_name, d.name)'),
    ownerUserId: number,
    readers: numbers.at(`(select array_agg(r.user_id order by r.user_id) from mail_schedule_reader r
      where r.tenant_id = m.tenant_id and r.schedule_id = m.id and r.ended is null)`),
  },
  'm',
);
export const readMails = (answer: Answer | undefined) => mail.read(answer);
/** Those that still go to somebody. */
export const selectMails = (tenant: TenantId): Statement => ({
  text: `select ${mail.columns} from mail_schedule m
           left join grid_preference p on p.tenant_id = m.tenant_id and p.id = m.grid_preference_id
           left join dashboard d on d.tenant_id = m.tenant_id and d.id = m.dashboard_id
         where m.tenant_id = $1 and exists (select from mail_schedule_reader r
           where r.tenant_id = m.tenant_id and r.schedule_id = m.id and r.ended is null)
         order by lower(coalesce(p.saved_name, d.name)), m.id`,
  values: [tenant],
});

const watched = row(
  { userId: number.as(userId), recordTypeId: number.at('t.record_type_id'), records: number.at('count(*)') },
  'r',
);
export const readWatched = (answer: Answer | undefined) => watched.read(answer);
export const selectWatched = (tenant: TenantId): Statement => ({
  text: `select ${watched.columns} from record_talk_reader r
           join record_talk t on t.tenant_id = r.tenant_id and t.record_id = r.record_id
         where r.tenant_id = $1 and (r.watch_level = 'WATCHING' or r.watch_level is null and r.has_commented)
         group by r.user_id, t.record_type_id order by r.user_id, t.record_type_id`,
  values: [tenant],
});

/** What is counted in records of one type: those that meet a condition on a column, or an expression of ours. */
export type HeldCondition =
  | { readonly column: Column; readonly criteria: FilterCriteria }
  | { readonly under: true }
  /** An expression of objects. */
  | { readonly object: string; readonly propertyId: number };

const held = row({ at: number, count: number });

/** In one pass over the enabled records of the type. A type that moves has a row for each place. */
export function countHeld(
  tenant: TenantId,
  type: StoredRecordType,
  conditions: readonly HeldCondition[],
): Statement {
  const values = new Values();
  const ofTenant = values.bind(tenant);
  const tests = conditions.map((one) => `(${toSql(one, values)})`);
  const counts = tests.map((test, at) => `count(*) filter (where ${test}) as c${at}`);
  const pairs = tests.map((_, at) => `(${at}, c${at})`);
  const passes = bucketsOfType(type).map(
    (bucket) => `select ${counts.join(', ')} from ${leafName(bucket)}
      where tenant_id = ${ofTenant} and record_type_id = ${type.id} and enabled and (${tests.join(' or ')})`,
  );
  return {
    text: `select held.at, held.count from (${passes.join(' union all ')}) pass
             cross join lateral (values ${pairs.join(', ')}) held (at, count)`,
    values: values.list,
  };
}

function toSql(condition: HeldCondition, values: Values): string {
  if ('under' in condition) return 'parent_id is not null';
  if ('column' in condition) return predicate(condition.column, condition.criteria, values);
  return `${condition.object} ->> '${condition.propertyId}' <> ''`;
}

/** By the place of the condition. */
export function readHeld(answer: Answer | undefined): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { at, count } of held.read(answer)) counts.set(at, (counts.get(at) ?? 0) + count);
  return counts;
}

const lines = row({ count: number.at('count(*)') });
export const readLineCount = (answer: Answer | undefined): number => lines.get(answer).count;

/** Lines of a kind; of them those with the field, or with the value in it. @param column in which the field stands */
export const countLines = (
  tenant: TenantId,
  lineTypeId: number,
  fieldId: number | null,
  valueId: number | null,
  column: LineColumn,
): Statement => ({
  text: `select ${lines.columns} from line_item where tenant_id = $1 and line_item_type_id = $2 and enabled
           and ($3::text is null or ${column} ->> $3::text <> '')
           and ($4::text is null or ${column} ->> $3::text ~ ('(^|[^0-9])' || $4::text || '([^0-9]|$)'))`,
  values: [
    tenant,
    lineTypeId,
    fieldId === null ? null : String(fieldId),
    valueId === null ? null : String(valueId),
  ],
});

const total = row({ count: number.at('coalesce(sum(enabled_count), 0)') });
export const readRecordCount = (answer: Answer | undefined): number => total.get(answer).count;
export const countRecords = (tenant: TenantId, typeId: number): Statement => ({
  text: `select ${total.columns} from record_type_counter where tenant_id = $1 and record_type_id = $2`,
  values: [tenant, typeId],
});

const filledType = row({ recordTypeId: number });
export const readFilledTypes = (answer: Answer | undefined): number[] =>
  filledType.read(answer).map(({ recordTypeId }) => recordTypeId);
export const selectFilledTypes = (tenant: TenantId): Statement => ({
  text: `select ${filledType.columns} from record_type_counter where tenant_id = $1
         group by record_type_id having sum(enabled_count) > 0`,
  values: [tenant],
});
