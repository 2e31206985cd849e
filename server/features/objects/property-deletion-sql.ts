// The deletion of a property: asking for it, putting it back, and what each part of the work takes away (decision 141).
import { deletionGraceDays } from '@rowhouse/domain/kernel/deletion.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { DeletionState } from '@rowhouse/domain/record-types/deletion.ts';
import type { Turn } from '../../platform/background/claims.ts';
import type { Answer, Database, OwnerConnection } from '../../platform/database/database.ts';
import { number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { leafName } from '../../platform/record-store/column.ts';
import { bothKeysInObject } from '../../platform/record-store/object-places.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';
import { bucketsOf, nextRecords } from '../../platform/record-store/walk-sql.ts';

const deleted = row(
  {
    id: number.at('d.property_id'),
    objectDefinitionId: number,
    name: text,
    dataType: text,
    state: text.as((stored) => stored as DeletionState),
    deleteAfter: text.at('p.delete_after').as(instantFromText),
    total: number,
    done: number,
  },
  'd',
);
export type StoredDeletedProperty = Described<typeof deleted>;
export const readDeletedProperties = (answer: Answer | undefined): StoredDeletedProperty[] =>
  deleted.read(answer);

/**
 * In the order in which they were deleted.
 * @param definition null: those of all definitions
 */
export const selectDeletedProperties = (tenant: TenantId, definition: number | null): Statement => ({
  text: `select ${deleted.columns} from property_deletion d
           join object_property p on p.tenant_id = d.tenant_id and p.id = d.property_id
         where d.tenant_id = $1 and ($2::bigint is null or d.object_definition_id = $2)
           and d.state in ('WAITING', 'RUNNING', 'FAILED') order by d.id`,
  values: [tenant, definition],
});

/** Fields that hold objects of the definition, those that are switched off or go themselves too. */
const holding = `from field f join record_type t on t.tenant_id = f.tenant_id and t.id = f.record_type_id
  where f.tenant_id = $1 and f.data_type = 'object' and f.object_definition_id = $2`;

/** The caller holds the definition. */
export const askPropertyDeletion = (tenant: TenantId, userId: UserId, id: number): Statement[] => [
  {
    text: `insert into property_deletion (tenant_id, object_definition_id, property_id, name, data_type, list_id, currency, user_id, total)
           select $1, p.object_definition_id, p.id, p.name, p.data_type, p.list_id, p.currency, $3,
             (select coalesce(sum(c.all_count), 0) from record_type_counter c where c.tenant_id = $1 and c.record_type_id in (
                select f.record_type_id from field f
                where f.tenant_id = $1 and f.data_type = 'object' and f.object_definition_id = p.object_definition_id))
             + (select count(*) from list l join list_value v on v.tenant_id = l.tenant_id and v.list_id = l.id
                where l.tenant_id = $1 and l.object_definition_id = p.object_definition_id)
           from object_property p where p.tenant_id = $1 and p.id = $2`,
    values: [tenant, id, userId],
  },
  {
    text: `update object_property set delete_after = now() + make_interval(days => $3::int) where tenant_id = $1 and id = $2`,
    values: [tenant, id, deletionGraceDays],
  },
];

const back = row({ id: number });

/** One whose values have begun to go has no row in the answer, and stays as it is. */
export const takeBackPropertyDeletion = (tenant: TenantId, id: number): Statement => ({
  text: `with kept as (
           update property_deletion set state = 'TAKEN_BACK', ended_at = now()
           where tenant_id = $1 and property_id = $2 and state = 'WAITING' returning property_id)
         update object_property p set delete_after = null
         from kept where p.tenant_id = $1 and p.id = kept.property_id returning p.id`,
  values: [tenant, id],
});
export const wasPropertyTakenBack = (answer: Answer | undefined): boolean => back.find(answer) !== null;

/** Those whose time is over begin to go, and those that were given up an hour ago are tried again. */
export const beginDuePropertyDeletions = (database: Database): Promise<void[]> =>
  database.inEveryCell(async (connection) => {
    await connection.query(
      `update property_deletion d set state = 'RUNNING', failures = 0, ended_at = null
       where d.state = 'FAILED' and d.ended_at < now() - interval '1 hour'
         or d.state = 'WAITING' and exists (select from object_property p
           where p.tenant_id = d.tenant_id and p.id = d.property_id and p.delete_after <= now())`,
    );
  });

export type HeldPropertyDeletion = {
  readonly definitionId: number;
  readonly propertyId: number;
  readonly name: string;
  readonly reachedTypeId: string;
  readonly reachedRecordId: string;
  readonly reachedValueId: string;
};

/** Null where another process is at it, or it is over. Everything below is done as who asked for the deletion. */
export async function holdPropertyDeletion(
  connection: OwnerConnection,
  { tenantId, id, userId }: Turn,
): Promise<HeldPropertyDeletion | null> {
  // Nothing that anybody sees becomes different: no history of it is written.
  await connection.query(
    `select set_config('app.tenant_id', $1, true), set_config('app.user_id', $2, true), set_config('app.purging_field', 'on', true)`,
    [String(tenantId), String(userId)],
  );
  const { rows } = await connection.query(
    `select object_definition_id, property_id, name, reached_type_id, reached_record_id, reached_value_id
     from property_deletion where tenant_id = $1 and id = $2 and state = 'RUNNING' for update skip locked`,
    [tenantId, id],
  );
  const [found] = rows;
  if (found === undefined) return null;
  return {
    definitionId: Number(found['object_definition_id']),
    propertyId: Number(found['property_id']),
    name: String(found['name']),
    reachedTypeId: String(found['reached_type_id']),
    reachedRecordId: String(found['reached_record_id']),
    reachedValueId: String(found['reached_value_id']),
  };
}

type Held = Pick<HeldPropertyDeletion, 'definitionId' | 'propertyId'>;
type HoldingType = {
  readonly tenantId: TenantId;
  readonly typeId: number;
  readonly buckets: readonly number[];
  readonly fieldIds: readonly number[];
};

/** The types whose records hold such objects, in the order in which they are gone through. */
async function holdingTypes(
  connection: OwnerConnection,
  tenantId: TenantId,
  definitionId: number,
): Promise<HoldingType[]> {
  const { rows } = await connection.query(
    `select t.id, t.bucket, t.moving_from, array_agg(f.id order by f.id)::text[] as fields ${holding}
     group by t.tenant_id, t.id order by t.id`,
    [tenantId, definitionId],
  );
  return rows.map((found) => ({
    tenantId,
    typeId: Number(found['id']),
    buckets: bucketsOf(found),
    fieldIds: (found['fields'] as string[]).map(Number),
  }));
}

/** In either of its places. */
const isFilled = (fieldId: number, propertyId: number) =>
  `jsonb_typeof(x -> '${fieldId}') = 'object' and x -> '${fieldId}' ?| ${bothKeysInObject(propertyId)}`;

/** Goes through the next records, and answers how many those were; through values of lists when all records are done. */
export async function emptyObjects(
  connection: OwnerConnection,
  { tenantId, id }: Turn,
  held: HeldPropertyDeletion,
  size: number,
): Promise<number> {
  const note = (done: number, emptied: number, reached: string, values: readonly unknown[]) =>
    connection.query(
      `update property_deletion set done = done + $3, emptied = emptied + $4, failures = 0, ${reached}
       where tenant_id = $1 and id = $2`,
      [tenantId, id, done, emptied, ...values],
    );
  for (const type of await holdingTypes(connection, tenantId, held.definitionId)) {
    if (BigInt(type.typeId) < BigInt(held.reachedTypeId)) continue;
    const reached = String(type.typeId) === held.reachedTypeId ? held.reachedRecordId : '0';
    const ids = await nextRecords(connection, type, reached, size);
    if (ids.length === 0) continue;
    const emptied = await emptyRecords(connection, type, held.propertyId, ids);
    await note(ids.length, emptied, 'reached_type_id = $5, reached_record_id = $6', [
      type.typeId,
      ids.at(-1),
    ]);
    return ids.length;
  }
  const { rows } = await connection.query(
    `select v.id from list l join list_value v on v.tenant_id = l.tenant_id and v.list_id = l.id
     where l.tenant_id = $1 and l.object_definition_id = $2 and v.id > $3 order by v.id limit $4`,
    [tenantId, held.definitionId, held.reachedValueId, size],
  );
  const ids = rows.map((one) => String(one['id']));
  if (ids.length === 0) return 0;
  const { rowCount } = await connection.query(
    `update list_value set object_values = object_values - ${bothKeysInObject(held.propertyId)}
     where tenant_id = $1 and id = any($2::bigint[]) and jsonb_typeof(object_values) = 'object'
       and object_values ?| ${bothKeysInObject(held.propertyId)}`,
    [tenantId, ids],
  );
  await note(ids.length, rowCount, 'reached_value_id = $5', [ids.at(-1)]);
  return ids.length;
}

/**
 * By the parent table: what writes history, counts and tells others is of the partitions. An object without any value is
 * none.
 */
async function emptyRecords(
  connection: OwnerConnection,
  { tenantId, buckets, fieldIds }: HoldingType,
  propertyId: number,
  ids: readonly string[],
): Promise<number> {
  let emptied = 0;
  for (const fieldId of fieldIds)
    for (const bucket of buckets) {
      const { rowCount } = await connection.query(
        `update record set x = overflow_with(x, '${fieldId}', (x -> '${fieldId}') - ${bothKeysInObject(propertyId)})
         where tenant_id = $1 and bucket = ${bucket} and id = any($2::bigint[]) and ${isFilled(fieldId, propertyId)}`,
        [tenantId, ids],
      );
      emptied += rowCount;
    }
  return emptied;
}

/**
 * The property itself. False where an object has a value again, because its type moved to a place of its own meanwhile, or
 * a field of the object was put back: then the objects are gone through once more.
 */
export async function removeProperty(
  connection: OwnerConnection,
  { tenantId, id }: Turn,
  held: HeldPropertyDeletion,
): Promise<boolean> {
  const { definitionId, propertyId, name } = held;
  const run = (statement: string, values: readonly unknown[]) => connection.query(statement, values);
  await connection.query(`set local lock_timeout = '3s'`);
  await run('select from object_definition where tenant_id = $1 and id = $2 for update', [
    tenantId,
    definitionId,
  ]);
  await run(`select ${holding} order by t.id for update of t`, [tenantId, definitionId]);
  if (await isAnyObjectFilled(connection, tenantId, held)) {
    await run(
      `update property_deletion set reached_type_id = 0, reached_record_id = 0, reached_value_id = 0, done = 0
       where tenant_id = $1 and id = $2`,
      [tenantId, id],
    );
    return false;
  }
  await run('delete from object_property where tenant_id = $1 and id = $2', [tenantId, propertyId]);
  await run(
    `insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
     select $1, acting_user(), 'object_property', $2, 'delete',
       jsonb_build_object('name', jsonb_build_array($4::text, null), 'values', jsonb_build_array(emptied, null))
     from property_deletion where tenant_id = $1 and id = $3`,
    [tenantId, propertyId, id, name],
  );
  await run(
    `update property_deletion set state = 'FINISHED', ended_at = now() where tenant_id = $1 and id = $2`,
    [tenantId, id],
  );
  return true;
}

async function isAnyObjectFilled(
  connection: OwnerConnection,
  tenantId: TenantId,
  { definitionId, propertyId }: Held,
): Promise<boolean> {
  const types = await holdingTypes(connection, tenantId, definitionId);
  const inRecords = types.flatMap(({ typeId, buckets, fieldIds }) =>
    buckets.flatMap((bucket) =>
      fieldIds.map(
        (fieldId) =>
          `exists (select from ${leafName(bucket)} where tenant_id = $1 and record_type_id = ${typeId} and ${isFilled(fieldId, propertyId)})`,
      ),
    ),
  );
  const { rows } = await connection.query(
    `select ${[
      ...inRecords,
      `exists (select from list l join list_value v on v.tenant_id = l.tenant_id and v.list_id = l.id
         where l.tenant_id = $1 and l.object_definition_id = $2 and jsonb_typeof(v.object_values) = 'object'
           and v.object_values ?| ${bothKeysInObject(propertyId)})`,
    ].join(' or ')} as left`,
    [tenantId, definitionId],
  );
  return rows[0]?.['left'] === true;
}
