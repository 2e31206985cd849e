// Values of a property: an object has them under the id of the property, or beside it. Objects stand in the overflow of records,
// by their field, and in the values of lists. A value has the id of its record and its field, or that of its list value.
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { OwnerConnection } from '../../platform/database/database.ts';
import { leafName } from '../../platform/record-store/column.ts';
import { bothKeysInObject, keyInObject } from '../../platform/record-store/object-places.ts';
import { bucketsOf, nextRecords } from '../../platform/record-store/walk-sql.ts';
import {
  besideSlot,
  idOfListValue,
  type HeldRetype,
  type NextHolders,
  type RetypePlace,
  type RetypeSide,
} from './retype-place-sql.ts';

const keyOf = ({ slot }: Pick<RetypeSide, 'slot'>, { fieldId }: Pick<HeldRetype, 'fieldId'>): string =>
  keyInObject(fieldId, slot === besideSlot);

type HoldingType = {
  readonly typeId: number;
  readonly buckets: readonly number[];
  readonly fieldIds: readonly number[];
};

/** The types whose records hold such objects; fields that are switched off or go themselves are among theirs. */
async function holdingTypes(
  connection: OwnerConnection,
  { tenantId, definitionId }: Pick<HeldRetype, 'tenantId' | 'definitionId'>,
): Promise<HoldingType[]> {
  const { rows } = await connection.query(
    `select t.id, t.bucket, t.moving_from, array_agg(f.id order by f.id)::text[] as fields
     from field f join record_type t on t.tenant_id = f.tenant_id and t.id = f.record_type_id
     where f.tenant_id = $1 and f.data_type = 'object' and f.object_definition_id = $2
     group by t.tenant_id, t.id order by t.id`,
    [tenantId, definitionId],
  );
  return rows.map((found) => ({
    typeId: Number(found['id']),
    buckets: bucketsOf(found),
    fieldIds: (found['fields'] as string[]).map(Number),
  }));
}

/** Nothing of it is a change that anybody is told of. */
const beQuiet = (connection: OwnerConnection) =>
  connection.query(`select set_config('app.purging_field', 'on', true)`);

const isListValue = (id: string): boolean => id.startsWith(idOfListValue(''));
const ofRecords = (ids: readonly string[]) => ids.filter((id) => !isListValue(id));
const ofLists = (ids: readonly string[]) => ids.filter(isListValue).map((id) => id.slice(1));

const lists = `list l join list_value v on v.tenant_id = l.tenant_id and v.list_id = l.id`;

/** Changes the objects of records, each where it stands. By the parent table: nobody is told. */
async function eachPlace(
  connection: OwnerConnection,
  held: HeldRetype,
  change: (fieldId: number, bucket: number) => Promise<unknown>,
): Promise<void> {
  for (const { fieldIds, buckets } of await holdingTypes(connection, held))
    for (const fieldId of fieldIds) for (const bucket of buckets) await change(fieldId, bucket);
}

export const retypeOfProperties: RetypePlace = {
  recordsOf: (size) => size,
  fields: `select tenant_id, null::bigint as record_type_id, null::bigint as line_item_type_id, object_definition_id, id, name, data_type,
             case when stands_beside then '${besideSlot}' end as slot, list_id, null::text as default_value
           from object_property where delete_after is null`,
  total: `(select coalesce(sum(c.all_count), 0) from record_type_counter c where c.tenant_id = $1 and c.record_type_id in (
             select h.record_type_id from field h
             where h.tenant_id = $1 and h.data_type = 'object' and h.object_definition_id = f.object_definition_id))
          + (select count(*) from ${lists} where l.tenant_id = $1 and l.object_definition_id = f.object_definition_id)`,
  begin: (connection, { tenantId, fieldId }) =>
    connection.query('update object_property set holds_two = true where tenant_id = $1 and id = $2', [
      tenantId,
      fieldId,
    ]),
  // Objects are in no bulk change.
  isBulkChanging: async () => false,

  async next(connection, held, size): Promise<NextHolders> {
    const { tenantId, definitionId, reachedTypeId, reached } = held;
    if (reachedTypeId === '0') {
      const { rows } = await connection.query(
        `select v.id from ${lists} where l.tenant_id = $1 and l.object_definition_id = $2 and v.id > $3 order by v.id limit $4`,
        [tenantId, definitionId, reached, size],
      );
      const ids = rows.map((found) => String(found['id']));
      if (ids.length > 0)
        return { ids: ids.map(idOfListValue), reachedTypeId, reached: ids.at(-1) ?? reached };
    }
    for (const type of await holdingTypes(connection, held)) {
      if (type.typeId < Number(reachedTypeId)) continue;
      const after = String(type.typeId) === reachedTypeId ? reached : '0';
      const ids = await nextRecords(connection, { tenantId, ...type }, after, size);
      if (ids.length > 0) return { ids, reachedTypeId: String(type.typeId), reached: ids.at(-1) ?? after };
    }
    return { ids: [], reachedTypeId, reached };
  },

  async read(connection, held, holders) {
    const { tenantId } = held;
    const key = keyOf(held.from, held);
    const found: { id: string; stored: string }[] = [];
    const { rows: ofValues } = await connection.query(
      `select id, object_values ->> $3 as written from list_value
       where tenant_id = $1 and id = any($2::bigint[]) and jsonb_typeof(object_values) = 'object' order by id for no key update`,
      [tenantId, ofLists(holders), key],
    );
    for (const { id, written } of ofValues)
      found.push({ id: idOfListValue(String(id)), stored: String(written ?? '') });
    const records = ofRecords(holders);
    if (records.length === 0) return found;
    for (const { typeId, buckets, fieldIds } of await holdingTypes(connection, held))
      for (const bucket of buckets) {
        const { rows } = await connection.query(
          `select r.id, f.id as field, r.x -> f.id::text ->> $4 as written
           from ${leafName(bucket)} r cross join unnest($5::bigint[]) f (id)
           where r.tenant_id = $1 and r.record_type_id = $2 and r.id = any($3::bigint[])
             and jsonb_typeof(r.x -> f.id::text) = 'object' order by r.id, f.id for no key update of r`,
          [tenantId, typeId, records, key, fieldIds],
        );
        for (const { id, field, written } of rows)
          found.push({ id: `${String(id)}:${String(field)}`, stored: String(written ?? '') });
      }
    return found;
  },

  async write(connection, held, values) {
    const { tenantId, to } = held;
    const key = keyOf(to, held);
    const { toKept } = valueOf(to.dataType);
    const written = values.map(({ id, value }) => ({ id, value: value === null ? null : toKept(value) }));
    const changed = (object: string) =>
      `case when v.value is null then ${object} - $4 else ${object} || jsonb_build_object($4::text, v.value) end`;
    const given = (some: typeof written) => [
      some.map(({ id }) => id.replace(/^v|:\d+$/g, '')),
      some.map(({ value }) => value),
    ];
    await beQuiet(connection);
    const inLists = written.filter(({ id }) => isListValue(id));
    if (inLists.length > 0)
      await connection.query(
        `update list_value l set object_values = ${changed('l.object_values')}
         from unnest($2::bigint[], $3::text[]) v (id, value)
         where l.tenant_id = $1 and l.id = v.id and jsonb_typeof(l.object_values) = 'object'`,
        [tenantId, ...given(inLists), key],
      );
    const inRecords = Map.groupBy(
      written.filter(({ id }) => !isListValue(id)),
      ({ id }) => Number(id.split(':')[1]),
    );
    await eachPlace(connection, held, async (fieldId, bucket) => {
      const some = inRecords.get(fieldId);
      if (some === undefined) return;
      await connection.query(
        `update record r set x = overflow_with(r.x, '${fieldId}', ${changed(`(r.x -> '${fieldId}')`)})
         from unnest($2::bigint[], $3::text[]) v (id, value)
         where r.tenant_id = $1 and r.bucket = ${bucket} and r.id = v.id and jsonb_typeof(r.x -> '${fieldId}') = 'object'`,
        [tenantId, ...given(some), key],
      );
    });
  },

  async switchField(connection, { tenantId, id, fieldId, definitionId }, [was, is]) {
    const { rowCount } = await connection.query(
      `update object_property p set data_type = r.${is}_type, stands_beside = r.${is}_slot is not null, list_id = r.${is}_list_id
       from field_retype r where r.tenant_id = $1 and r.id = $2 and p.tenant_id = $1 and p.id = r.field_id
         and p.data_type = r.${was}_type and p.stands_beside = (r.${was}_slot is not null) and p.delete_after is null`,
      [tenantId, id],
    );
    if (rowCount === 0) return false;
    await connection.query(
      'update object_definition set version = version + 1 where tenant_id = $1 and id = $2',
      [tenantId, definitionId],
    );
    // Totals that were counted by objects that show nothing any more count no more.
    const types = (await holdingTypes(connection, { tenantId, definitionId })).map(({ typeId }) => typeId);
    await connection.query(
      'update record_type_counter set version = version + 1 where tenant_id = $1 and record_type_id = any($2::bigint[])',
      [tenantId, types],
    );
    // Lists are kept by the version of their values, here and in browsers.
    await beQuiet(connection);
    await connection.query(
      `update list_value v set position = v.position from list l
       where l.tenant_id = $1 and l.object_definition_id = $2 and v.tenant_id = $1 and v.list_id = l.id
         and jsonb_typeof(v.object_values) = 'object' and v.object_values ?| ${bothKeysInObject(fieldId)}`,
      [tenantId, definitionId],
    );
    return true;
  },

  async empty(connection, held, side, holders) {
    const { tenantId } = held;
    const key = keyOf(side, held);
    await beQuiet(connection);
    await connection.query(
      `update list_value set object_values = object_values - $3
       where tenant_id = $1 and id = any($2::bigint[]) and jsonb_typeof(object_values) = 'object' and object_values ? $3`,
      [tenantId, ofLists(holders), key],
    );
    const records = ofRecords(holders);
    if (records.length === 0) return;
    await eachPlace(connection, held, (fieldId, bucket) =>
      connection.query(
        `update record set x = overflow_with(x, '${fieldId}', (x -> '${fieldId}') - $3)
         where tenant_id = $1 and bucket = ${bucket} and id = any($2::bigint[]) and jsonb_typeof(x -> '${fieldId}') = 'object'
           and x -> '${fieldId}' ? $3`,
        [tenantId, records, key],
      ),
    );
  },

  async isAnyFilled(connection, held, side) {
    const { tenantId, definitionId } = held;
    const inRecords = (await holdingTypes(connection, held)).flatMap(({ typeId, buckets, fieldIds }) =>
      buckets.flatMap((bucket) =>
        fieldIds.map(
          (fieldId) =>
            `exists (select from ${leafName(bucket)} where tenant_id = $1 and record_type_id = ${typeId}
               and jsonb_typeof(x -> '${fieldId}') = 'object' and x -> '${fieldId}' ? $3)`,
        ),
      ),
    );
    const { rows } = await connection.query(
      `select ${[
        `exists (select from ${lists} where l.tenant_id = $1 and l.object_definition_id = $2
           and jsonb_typeof(v.object_values) = 'object' and v.object_values ? $3)`,
        ...inRecords,
      ].join(' or ')} as left`,
      [tenantId, definitionId, keyOf(side, held)],
    );
    return rows[0]?.['left'] === true;
  },

  giveUp: (connection, { tenantId, fieldId }) =>
    connection.query('update object_property set holds_two = false where tenant_id = $1 and id = $2', [
      tenantId,
      fieldId,
    ]),
};
