import type { ListId, TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { mostCountedRecords } from '@rowhouse/domain/lists/limits.ts';
import type { KeptListValue } from '@rowhouse/domain/lists/plan-values.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, json, number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { additionalColumn, leafName } from '../../platform/record-store/column.ts';
import { columnOfLine } from '../../platform/record-store/line-values.ts';
import { bucketsOfType } from '../../platform/record-store/places.ts';

const list = row(
  {
    id: number,
    name: text,
    description: text,
    backofficeManaged: flag,
    listType: text,
    dataType: text,
    origin: text.orNull,
    objectDefinition: json<{ id: number; name: string }>().at(
      `(select json_build_object('id', d.id, 'name', d.name) from object_definition d
        where d.tenant_id = l.tenant_id and d.id = l.object_definition_id)`,
    ).orNull,
    enabled: flag,
    version: number,
    valuesVersion: number.at('coalesce(v.version, 0)'),
    valuesTotal: number.at('coalesce(v.total, 0)'),
    enabledValuesTotal: number.at('coalesce(v.enabled_total, 0)'),
  },
  'l',
);

export type StoredList = Described<typeof list>;

const selectText = `
  select ${list.columns} from list l
    left join lateral (
      select max(v.version) as version, count(*) as total, count(*) filter (where v.enabled) as enabled_total
      from list_value v where v.tenant_id = l.tenant_id and v.list_id = l.id
    ) v on true
  where l.tenant_id = $1`;

export const selectLists = (tenant: TenantId): Statement => ({
  text: `${selectText} order by lower(l.name), l.id`,
  values: [tenant],
});

export const selectList = (tenant: TenantId, id: number): Statement => ({
  text: `${selectText} and l.id = $2`,
  values: [tenant, id],
});

export const readLists = (answer: Answer | undefined): StoredList[] => list.read(answer);
export const findList = (answer: Answer | undefined): StoredList | null => list.find(answer);

/** Held to the end of the transaction: of two changes of a list at once the second sees what the first made of it. */
export const lockList = (tenant: TenantId, id: number): Statement => ({
  text: 'select id from list where tenant_id = $1 and id = $2 for update',
  values: [tenant, id],
});

/** Names are compared as people read them. Two at once: the second waits, and is refused by what the first made. */
export const lockListNames = (tenant: TenantId): Statement => ({
  text: 'select pg_advisory_xact_lock(74704, $1)',
  values: [tenant],
});

export const selectListOfName = (tenant: TenantId, name: string, except: number | null): Statement => ({
  text: `select ${found.columns} from list
         where tenant_id = $1 and lower(name) = lower($2) and id is distinct from $3::bigint limit 1`,
  values: [tenant, name, except],
});

/** One that is switched on. */
export const selectObjectDefinition = (tenant: TenantId, id: number): Statement => ({
  text: `select ${found.columns} from object_definition where tenant_id = $1 and id = $2 and enabled`,
  values: [tenant, id],
});

const found = row({ id: number });
export const readId = (answer: Answer | undefined): number | null => found.find(answer)?.id ?? null;

export const insertList = (
  tenant: TenantId,
  made: Pick<StoredList, 'name' | 'description' | 'backofficeManaged' | 'listType'> & {
    readonly objectDefinitionId: number | null;
  },
): Statement => ({
  text: `insert into list (tenant_id, name, description, backoffice_managed, list_type, object_definition_id)
         values ($1, $2, $3, $4, $5, nullif($6::bigint, 0)) returning id`,
  values: [
    tenant,
    made.name,
    made.description,
    made.backofficeManaged,
    made.listType,
    made.objectDefinitionId ?? 0,
  ],
});

export const changeList = (
  tenant: TenantId,
  id: number,
  wanted: Pick<StoredList, 'name' | 'description' | 'enabled'>,
): Statement => ({
  text: `update list set name = $3, description = $4, enabled = $5, version = version + 1
         where tenant_id = $1 and id = $2`,
  values: [tenant, id, wanted.name, wanted.description, wanted.enabled],
});

const value = row({
  id: number,
  value: text,
  userId: number.orNull,
  objectText: text.at('shown_object(object_values, (select beside_properties(current_tenant())))::text')
    .orNull,
  enabled: flag,
  position: number,
});
export type StoredValue = Described<typeof value>;

export const selectValues = (tenant: TenantId, id: number): Statement => ({
  text: `select ${value.columns} from list_value where tenant_id = $1 and list_id = $2 order by position, id`,
  values: [tenant, id],
});

export const readValues = (answer: Answer | undefined): StoredValue[] => value.read(answer);

export const insertValues = (
  tenant: TenantId,
  id: number,
  made: readonly Omit<KeptListValue, 'id'>[],
): Statement => ({
  text: `insert into list_value (tenant_id, list_id, value, user_id, enabled, position, object_values)
         select $1, $2, n.value, nullif(n.user_id, 0), n.enabled = 1, n.position,
           kept_object(null, nullif(n.object_text, '')::jsonb, (select beside_properties($1::int)))
         from unnest($3::text[], $4::bigint[], $5::int[], $6::int[], $7::text[])
           as n (value, user_id, enabled, position, object_text)
         returning ${found.columns}`,
  values: [
    tenant,
    id,
    made.map((one) => one.value),
    made.map((one) => one.userId ?? 0),
    made.map((one) => Number(one.enabled)),
    made.map((one) => one.position),
    made.map((one) => one.objectText ?? ''),
  ],
});

export const changeValues = (tenant: TenantId, id: number, changed: readonly KeptListValue[]): Statement => ({
  text: `update list_value v
         set value = n.value, user_id = nullif(n.user_id, 0), enabled = n.enabled = 1, position = n.position,
             object_values = kept_object(v.object_values, nullif(n.object_text, '')::jsonb, (select beside_properties($1::int))),
             updated_at = now()
         from unnest($3::bigint[], $4::text[], $5::bigint[], $6::int[], $7::int[], $8::text[])
           as n (id, value, user_id, enabled, position, object_text)
         where v.tenant_id = $1 and v.list_id = $2 and v.id = n.id`,
  values: [
    tenant,
    id,
    changed.map((one) => one.id),
    changed.map((one) => one.value),
    changed.map((one) => one.userId ?? 0),
    changed.map((one) => Number(one.enabled)),
    changed.map((one) => one.position),
    changed.map((one) => one.objectText ?? ''),
  ],
});

const use = row({ id: number.at('v.id'), records: number.at('used.records') });
export const readValueUse = (answer: Answer | undefined) => use.read(answer);

/** In enabled records, each counted once for a value, in whatever field or line it stands. */
export function countValueUse(config: TenantConfig, list: ListId, ids: readonly number[]): Statement {
  const most = mostCountedRecords + 1;
  const ofRecords = [...config.recordTypes.values()].flatMap((type) => {
    const fields = type.fields.filter(({ listId }) => listId === list);
    if (type.isSuper || fields.length === 0) return [];
    const holds = fields.map((field) => {
      const { expression } = additionalColumn(field);
      return valueOf(field.dataType).family === 'relations'
        ? `${expression} @> array[v.id]`
        : `${expression} = v.id`;
    });
    return bucketsOfType(type).map(
      (bucket) =>
        `(select id from ${leafName(bucket)} where tenant_id = $1 and record_type_id = ${type.id} and enabled and (${holds.join(' or ')}) limit ${most})`,
    );
  });
  const ofLines = [...config.lineItemFields.values()].flatMap((field) =>
    field.listId === list
      ? [
          `(select record_id from line_item where tenant_id = $1 and line_item_type_id = ${field.lineItemTypeId} and enabled
             and ${columnOfLine(field)} ->> '${field.id}' ~ ('(^|[^0-9])' || v.id || '([^0-9]|$)') limit ${most})`,
        ]
      : [],
  );
  const arms = [...ofRecords, ...ofLines];
  const counted =
    arms.length === 0
      ? 'select 0::bigint as records'
      : `select count(*) as records from (${arms.join(' union ')}) held`;
  return {
    text: `select ${use.columns} from unnest($2::bigint[]) v (id) cross join lateral (${counted}) used
           where $1::int is not null`,
    values: [config.tenantId, ids],
  };
}
