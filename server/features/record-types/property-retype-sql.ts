// What is asked of a property that gets another data type, or has got it: its changes, what holds its values, and what was
// written since (decision 122).
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { RetypePhase, RetypeState } from '@rowhouse/domain/record-types/retype.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { leafName } from '../../platform/record-store/column.ts';
import { keyInObject } from '../../platform/record-store/object-places.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';
import { besideSlot } from './retype-place-sql.ts';

const dataTypeOf = (stored: string) => stored as DataType;

const retype = row({
  id: number,
  propertyId: number.at('field_id'),
  objectDefinitionId: number,
  name: text,
  phase: text.as((stored) => stored as RetypePhase),
  state: text.as((stored) => stored as RetypeState),
  fromType: text.as(dataTypeOf),
  fromListId: number.orNull,
  toType: text.as(dataTypeOf),
  toListId: number.orNull,
  toSlot: text.orNull,
  total: number,
  done: number,
  kept: number,
  changed: number,
  lost: number,
  again: number,
  keepUntil: text.as(instantFromText).orNull,
  whyNot: text.orNull,
});
export type StoredPropertyRetype = Described<typeof retype>;
export const readPropertyRetypes = (answer: Answer | undefined): StoredPropertyRetype[] =>
  retype.read(answer);

export const selectPropertyRetypes = (tenant: TenantId): Statement => ({
  text: `select ${retype.columns} from field_retype where tenant_id = $1 and object_definition_id is not null and phase <> 'OVER'
         order by id`,
  values: [tenant],
});

/** Those that are over too: who asks for one by its id learns that it is. */
export const selectPropertyRetype = (tenant: TenantId, id: number): Statement => ({
  text: `select ${retype.columns} from field_retype where tenant_id = $1 and id = $2 and object_definition_id is not null`,
  values: [tenant, id],
});

const place = row({ standsBeside: flag });
export const findPropertyPlace = (answer: Answer | undefined) => place.find(answer);
export const selectPropertyPlace = (tenant: TenantId, id: number): Statement => ({
  text: `select ${place.columns} from object_property where tenant_id = $1 and id = $2 and delete_after is null`,
  values: [tenant, id],
});

const holder = row({
  typeId: number.at('t.id'),
  name: text.at('t.name'),
  buckets: text.at(`concat_ws(',', t.moving_from, t.bucket)`).as((stored) => stored.split(',').map(Number)),
  fieldIds: text
    .at(`string_agg(f.id::text, ',' order by f.id)`)
    .as((stored) => stored.split(',').map(Number)),
});
export type HoldingRecords = Described<typeof holder>;
export const readHolders = (answer: Answer | undefined): HoldingRecords[] => holder.read(answer);

/** The types whose records hold such objects, in the order in which they are looked at. */
export const selectHolders = (tenant: TenantId, definitionId: number): Statement => ({
  text: `select ${holder.columns} from field f join record_type t on t.tenant_id = f.tenant_id and t.id = f.record_type_id
         where f.tenant_id = $1 and f.data_type = 'object' and f.object_definition_id = $2
         group by t.id, t.name, t.moving_from, t.bucket order by t.id`,
  values: [tenant, definitionId],
});

const total = row({ count: number.at('count') });
export const readHolderTotal = (answer: Answer | undefined): number => total.get(answer).count;

/** Records and values of lists that may hold such an object. */
export const countHolders = (tenant: TenantId, definitionId: number): Statement => ({
  text: `select ${total.columns} from (select
           (select coalesce(sum(c.all_count), 0) from record_type_counter c where c.tenant_id = $1 and c.record_type_id in (
              select f.record_type_id from field f
              where f.tenant_id = $1 and f.data_type = 'object' and f.object_definition_id = $2))
           + (select count(*) from list l join list_value v on v.tenant_id = l.tenant_id and v.list_id = l.id
              where l.tenant_id = $1 and l.object_definition_id = $2) as count) each`,
  values: [tenant, definitionId],
});

const examined = row({
  id: number.at('h.id'),
  /** Of a value of a list, what it and its list are called. */
  name: text.at('h.name').orNull,
  recordNumber: number.at('h.record_number').orNull,
  enabled: flag.at('h.enabled'),
  fieldId: number.at('o.field_id').orNull,
  /** '' where the object holds none; null where there is no object. */
  stored: text.at('o.stored').orNull,
});
export type ExaminedHolder = Described<typeof examined>;
export const readExaminedHolders = (answer: Answer | undefined): ExaminedHolder[] => examined.read(answer);

export type ExaminedProperty = {
  readonly id: number;
  readonly definitionId: number;
  readonly standsBeside: boolean;
};

const keyOf = ({ id, standsBeside }: ExaminedProperty) => keyInObject(id, standsBeside);

export const selectExaminedValues = (
  tenant: TenantId,
  property: ExaminedProperty,
  after: number,
  size: number,
): Statement => ({
  text: `select ${examined.columns} from (
           select v.id, l.name || ': ' || v.value as name, null::bigint as record_number, v.enabled and l.enabled as enabled, v.object_values
           from list l join list_value v on v.tenant_id = l.tenant_id and v.list_id = l.id
           where l.tenant_id = $1 and l.object_definition_id = $2 and v.id > $3 order by v.id limit $4) h
         cross join lateral (select null::bigint as field_id,
           case when jsonb_typeof(h.object_values) = 'object' then coalesce(h.object_values ->> $5, '') end as stored) o
         order by h.id`,
  values: [tenant, property.definitionId, after, size, keyOf(property)],
});

export function selectExaminedObjects(
  tenant: TenantId,
  property: ExaminedProperty,
  { typeId, buckets, fieldIds }: HoldingRecords,
  after: number,
  size: number,
): Statement {
  const arms = buckets.map(
    (bucket) =>
      `(select id, null::text as name, record_number, enabled, x from ${leafName(bucket)}
        where tenant_id = $1 and record_type_id = $2 and id > $3 order by id limit $4)`,
  );
  return {
    text: `select ${examined.columns} from (select * from (${arms.join(' union all ')}) each order by id limit $4) h
           left join lateral (select f.id as field_id, coalesce(h.x -> f.id::text ->> $5, '') as stored
             from unnest($6::bigint[]) f (id) where jsonb_typeof(h.x -> f.id::text) = 'object') o on true
           order by h.id, o.field_id`,
    values: [tenant, typeId, after, size, keyOf(property), fieldIds],
  };
}

const written = row({
  name: text,
  recordTypeId: number.orNull,
  recordNumber: number.orNull,
  at: text.as(instantFromText),
  userId: number.orNull,
});
export const readWrittenHolders = (answer: Answer | undefined) => written.read(answer);

/** Whose value of the property somebody has written since it was changed, the last first, and of each who wrote it last. */
export function selectWrittenHolders(
  tenant: TenantId,
  { id, propertyId, objectDefinitionId, toSlot }: StoredPropertyRetype,
  holders: readonly HoldingRecords[],
  most: number,
): Statement {
  const key = keyInObject(propertyId, toSlot === besideSlot);
  const differs = (changes: string) =>
    `${changes} -> 0 ->> '${Number(propertyId)}' is distinct from ${changes} -> 1 ->> '${Number(propertyId)}'`;
  const inRecords = holders.flatMap(({ typeId, buckets, fieldIds }) =>
    fieldIds.flatMap((fieldId) => [
      `select ${typeId}::bigint as type_id, entity_id as id, at, user_id from audit_log, since
       where tenant_id = $1 and entity = 'record' and record_type_id = ${typeId} and audit_log.at >= since.switched_at
         and changes ? 'f${fieldId}' and ${differs(`changes -> 'f${fieldId}'`)}`,
      ...buckets.map(
        (bucket) => `select ${typeId}::bigint, id, created_at, created_by from ${leafName(bucket)}, since
          where tenant_id = $1 and record_type_id = ${typeId} and created_at >= since.switched_at
            and jsonb_typeof(x -> '${fieldId}') = 'object' and x -> '${fieldId}' ? '${key}'`,
      ),
    ]),
  );
  const numbers = holders.flatMap(({ typeId, buckets }) =>
    buckets.map(
      (bucket) =>
        `select record_number from ${leafName(bucket)} where tenant_id = $1 and record_type_id = ${typeId} and id = w.id`,
    ),
  );
  const touched = [
    `select null::bigint as type_id, entity_id as id, at, user_id from audit_log, since
     where tenant_id = $1 and entity = 'list_value' and audit_log.at >= since.switched_at and changes ? 'object_values'
       and ${differs(`changes -> 'object_values'`)}
       and exists (select from own where own.id = audit_log.entity_id)`,
    `select null::bigint, own.id, own.created_at, (select user_id from audit_log a where a.tenant_id = $1
       and a.entity = 'list_value' and a.entity_id = own.id and a.action = 'insert' limit 1)
     from own, since where own.created_at >= since.switched_at and own.object_values ? '${key}'`,
    ...inRecords,
  ];
  return {
    text: `with since as (select switched_at from field_retype where tenant_id = $1 and id = $2),
      own as (select v.id, v.created_at, v.object_values, l.name || ': ' || v.value as name
        from list l join list_value v on v.tenant_id = l.tenant_id and v.list_id = l.id
        where l.tenant_id = $1 and l.object_definition_id = $3),
      touched as (${touched.join(' union all ')}),
      w as (select distinct on (type_id, id) type_id, id, at, user_id from touched order by type_id, id, at desc),
      told as (
        select own.name, null::bigint as record_type_id, null::bigint as record_number, w.at, w.user_id
        from w join own on own.id = w.id where w.type_id is null
        union all
        select t.name || ' ' || n.record_number, w.type_id, n.record_number, w.at, w.user_id
        from w join record_type t on t.tenant_id = $1 and t.id = w.type_id
        join lateral (${numbers.length === 0 ? 'select null::bigint as record_number where false' : `select record_number from (${numbers.join(' union all ')}) each limit 1`}) n on true)
      select ${written.columns} from told order by at desc limit $4`,
    values: [tenant, id, objectDefinitionId, most],
  };
}
