import type { FieldId, RecordTypeId, TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, json, number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { leafName } from '../../platform/record-store/column.ts';

const definition = row({ id: number, name: text, enabled: flag, version: number });
export type StoredDefinition = Described<typeof definition>;

const property = row(
  {
    id: number,
    objectDefinitionId: number,
    name: text,
    dataType: text,
    isRequired: flag,
    isDisplayable: flag,
    order: number.at('p.position'),
    enabled: flag,
    listId: number.orNull,
    listName: text.at('(select l.name from list l where l.tenant_id = p.tenant_id and l.id = p.list_id)')
      .orNull,
    currency: text.orNull,
  },
  'p',
);
export type StoredProperty = Described<typeof property>;

export const selectDefinitions = (tenant: TenantId): Statement => ({
  text: `select ${definition.columns} from object_definition where tenant_id = $1 order by lower(name), id`,
  values: [tenant],
});

export const selectDefinition = (tenant: TenantId, id: number): Statement => ({
  text: `select ${definition.columns} from object_definition where tenant_id = $1 and id = $2`,
  values: [tenant, id],
});

/** @param id null: those of all definitions; those that are being deleted are not among them */
export const selectProperties = (tenant: TenantId, id: number | null): Statement => ({
  text: `select ${property.columns} from object_property p
         where p.tenant_id = $1 and ($2::bigint is null or p.object_definition_id = $2) and p.delete_after is null
         order by p.position, p.id`,
  values: [tenant, id],
});

export const readDefinitions = (answer: Answer | undefined): StoredDefinition[] => definition.read(answer);
export const findDefinition = (answer: Answer | undefined): StoredDefinition | null =>
  definition.find(answer);
export const readProperties = (answer: Answer | undefined): StoredProperty[] => property.read(answer);

const definitionOf = row({ id: number.at('object_definition_id') });
export const findDefinitionOfProperty = (answer: Answer | undefined): number | null =>
  definitionOf.find(answer)?.id ?? null;
export const selectDefinitionOfProperty = (tenant: TenantId, id: number): Statement => ({
  text: `select ${definitionOf.columns} from object_property where tenant_id = $1 and id = $2`,
  values: [tenant, id],
});

/** Held to the end of the transaction: of two changes at once the second sees what the first made of it. */
export const lockDefinition = (tenant: TenantId, id: number): Statement => ({
  text: 'select id from object_definition where tenant_id = $1 and id = $2 for update',
  values: [tenant, id],
});

/** Names are compared as people read them. Two at once: the second waits, and is refused by what the first made. */
export const lockDefinitionNames = (tenant: TenantId): Statement => ({
  text: 'select pg_advisory_xact_lock(74705, $1)',
  values: [tenant],
});

const retyping = row({ propertyId: number.at('field_id'), isUnderWay: flag.at(`phase <> 'KEPT'`) });
/** Properties whose data type is being changed, or can be changed back. */
export const readRetyping = (answer: Answer | undefined) => retyping.read(answer);
export const selectRetyping = (tenant: TenantId, id: number): Statement => ({
  text: `select ${retyping.columns} from field_retype where tenant_id = $1 and object_definition_id = $2 and phase <> 'OVER'`,
  values: [tenant, id],
});

const found = row({ id: number });
export const readId = (answer: Answer | undefined): number | null => found.find(answer)?.id ?? null;

export const selectDefinitionOfName = (tenant: TenantId, name: string, except: number | null): Statement => ({
  text: `select ${found.columns} from object_definition
         where tenant_id = $1 and lower(name) = lower($2) and id is distinct from $3::bigint limit 1`,
  values: [tenant, name, except],
});

export const insertDefinition = (tenant: TenantId, name: string): Statement => ({
  text: 'insert into object_definition (tenant_id, name) values ($1, $2) returning id',
  values: [tenant, name],
});

export const changeDefinition = (
  tenant: TenantId,
  id: number,
  wanted: Pick<StoredDefinition, 'name' | 'enabled'>,
): Statement => ({
  text: `update object_definition set name = $3, enabled = $4, version = version + 1 where tenant_id = $1 and id = $2`,
  values: [tenant, id, wanted.name, wanted.enabled],
});

export type WrittenProperty = Pick<
  StoredProperty,
  'name' | 'dataType' | 'isRequired' | 'isDisplayable' | 'order' | 'enabled' | 'listId'
>;

const arraysOf = (written: readonly WrittenProperty[]) => [
  written.map(({ name }) => name),
  written.map(({ dataType }) => dataType),
  written.map(({ isRequired }) => Number(isRequired)),
  written.map(({ isDisplayable }) => Number(isDisplayable)),
  written.map(({ order }) => order),
  written.map(({ enabled }) => Number(enabled)),
  written.map(({ listId }) => listId ?? 0),
];

export const insertProperties = (
  tenant: TenantId,
  id: number,
  made: readonly WrittenProperty[],
): Statement => ({
  text: `insert into object_property
           (tenant_id, object_definition_id, name, data_type, is_required, is_displayable, position, enabled, list_id)
         select $1, $2, n.name, n.data_type, n.is_required = 1, n.is_displayable = 1, n.position, n.enabled = 1, nullif(n.list_id, 0)
         from unnest($3::text[], $4::text[], $5::int[], $6::int[], $7::int[], $8::int[], $9::bigint[])
           as n (name, data_type, is_required, is_displayable, position, enabled, list_id)`,
  values: [tenant, id, ...arraysOf(made)],
});

export const changeProperties = (
  tenant: TenantId,
  id: number,
  changed: readonly (WrittenProperty & { readonly id: number })[],
): Statement => ({
  text: `update object_property p
         set name = n.name, data_type = n.data_type, is_required = n.is_required = 1, is_displayable = n.is_displayable = 1,
             position = n.position, enabled = n.enabled = 1, list_id = nullif(n.list_id, 0)
         from unnest($3::text[], $4::text[], $5::int[], $6::int[], $7::int[], $8::int[], $9::bigint[], $10::bigint[])
           as n (name, data_type, is_required, is_displayable, position, enabled, list_id, id)
         where p.tenant_id = $1 and p.object_definition_id = $2 and p.id = n.id`,
  values: [tenant, id, ...arraysOf(changed), changed.map((one) => one.id)],
});

const use = row({
  fields: json<{ id: number; name: string; recordType: string }[]>(),
  lists: json<{ id: number; name: string }[]>(),
  records: number,
  listValues: number,
  properties: json<{ propertyId: number; records: number; listValues: number }[]>(),
});
export type StoredUse = Described<typeof use>;

/** A field whose records hold objects, and where they stand. */
export type HoldingField = {
  readonly id: FieldId;
  readonly recordTypeId: RecordTypeId;
  readonly buckets: readonly number[];
  /** Of its objects, as everybody reads them. */
  readonly expression: string;
};

/** Objects of records stand in the overflow, by their field; those of lists with their values. */
export const selectUse = (tenant: TenantId, id: number, fields: readonly HoldingField[]): Statement => {
  const held = fields.flatMap((field) =>
    field.buckets.map(
      (bucket) => `
      select r.id, ${field.expression} as object from ${leafName(bucket)} r
      where r.tenant_id = $1 and r.record_type_id = ${field.recordTypeId} and r.x ? '${field.id}'
        and jsonb_typeof(${field.expression}) = 'object'`,
    ),
  );
  const text = `
    with own as materialized (
      select f.id, f.name, t.name as record_type
      from field f join record_type t on t.tenant_id = f.tenant_id and t.id = f.record_type_id
      where f.tenant_id = $1 and f.id = any ($3::bigint[]) order by t.name, f.position, f.id
    ), listed as materialized (
      select l.id, l.name from list l where l.tenant_id = $1 and l.object_definition_id = $2 order by lower(l.name), l.id
    ), held as materialized (
      ${held.length === 0 ? "select 0::bigint as id, '{}'::jsonb as object where false" : held.join(' union all ')}
    ), valued as materialized (
      select v.id, v.object from listed l
        join lateral (select id, shown_object(object_values, (select beside_properties($1::int))) as object
          from list_value where tenant_id = $1 and list_id = l.id) v on jsonb_typeof(v.object) = 'object'
    ), named as (
      select k.key, count(distinct h.id) as records, 0 as list_values
      from held h cross join lateral jsonb_object_keys(h.object) as k (key) group by k.key
      union all
      select k.key, 0, count(*) from valued v cross join lateral jsonb_object_keys(v.object) as k (key) group by k.key
    ), summed as (
      select p.id, sum(n.records) as records, sum(n.list_values) as list_values
      from named n join object_property p on p.tenant_id = $1 and p.object_definition_id = $2 and p.id::text = n.key
        and p.delete_after is null
      group by p.id order by p.id
    )
    select
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'recordType', record_type)), '[]') from own),
      (select coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]') from listed),
      (select count(distinct id) from held),
      (select count(*) from valued),
      (select coalesce(json_agg(json_build_object('propertyId', id, 'records', records, 'listValues', list_values)), '[]')
       from summed)`;
  return { text, values: [tenant, id, fields.map((field) => field.id)] };
};

export const readUse = (answer: Answer | undefined): StoredUse => {
  const read = use.find(answer);
  if (read === null) throw new Error('The use of an object was not counted.');
  return read;
};
