// The deletion of a field: asking for it, putting it back, and what each part of the work takes away (decision 141).
import { unsavedUploadHours } from '@rowhouse/domain/attachments/limits.ts';
import { deletionGraceDays } from '@rowhouse/domain/kernel/deletion.ts';
import type { RoleId, TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { DeletionState } from '@rowhouse/domain/record-types/deletion.ts';
import type { Turn } from '../../platform/background/claims.ts';
import type { Answer, Database, OwnerConnection } from '../../platform/database/database.ts';
import { number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { leafName } from '../../platform/record-store/column.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';
import { betweenKeys } from '../../platform/record-store/pair-of-query.ts';
import { dropIndexesOfField } from '../../platform/record-store/tend-indexes.ts';
import { idsInValue } from './deletion-sql.ts';
import {
  bucketsOf,
  emptyPlace,
  isAnyFilled,
  nextRecords,
  requireSlot,
} from '../../platform/record-store/walk-sql.ts';

const deleted = row(
  {
    id: number.at('d.field_id'),
    name: text,
    dataType: text,
    lineTypeId: number.at('d.line_item_type_id').orNull,
    state: text.as((stored) => stored as DeletionState),
    deleteAfter: text.at('coalesce(f.delete_after, l.delete_after)').as(instantFromText),
    total: number,
    done: number,
    slot: text.at('f.slot').orNull,
  },
  'd',
);
export type StoredDeletedField = Described<typeof deleted>;
export const readDeletedFields = (answer: Answer | undefined): StoredDeletedField[] => deleted.read(answer);

const withField = `left join field f on d.line_item_type_id is null and f.tenant_id = d.tenant_id and f.id = d.field_id
  left join line_item_field l on d.line_item_type_id is not null and l.tenant_id = d.tenant_id and l.id = d.field_id`;

/** In the order in which they were deleted. */
export const selectDeletedFields = (tenant: TenantId, typeId: number): Statement => ({
  text: `select ${deleted.columns} from field_deletion d ${withField}
         where d.tenant_id = $1 and d.record_type_id = $2 and d.state in ('WAITING', 'RUNNING', 'FAILED') order by d.id`,
  values: [tenant, typeId],
});

type FieldPlace = { readonly id: number; readonly ofLines: boolean };

const typeOfField = row({ id: number.at('type_id') });
export const findTypeOfField = (answer: Answer | undefined): number | null =>
  typeOfField.find(answer)?.id ?? null;

export const selectTypeOfField = (tenant: TenantId, { id, ofLines }: FieldPlace): Statement => ({
  text: `select ${typeOfField.columns} from (${
    ofLines
      ? `select k.record_type_id as type_id from line_item_field f
           join line_item_type k on k.tenant_id = f.tenant_id and k.id = f.line_item_type_id
         where f.tenant_id = $1 and f.id = $2`
      : 'select record_type_id as type_id from field where tenant_id = $1 and id = $2'
  }) found`,
  values: [tenant, id],
});

const tableOf = ({ ofLines }: Pick<FieldPlace, 'ofLines'>) => (ofLines ? 'line_item_field' : 'field');

/** The caller holds the type. `seenBy` are the roles to which its history is told. */
export const askFieldDeletion = (
  tenant: TenantId,
  userId: UserId,
  field: FieldPlace,
  seenBy: readonly RoleId[],
): Statement[] => [
  {
    text: `insert into field_deletion (tenant_id, record_type_id, line_item_type_id, field_id, name, data_type, list_id,
             object_definition_id, currency, seen_by, user_id, total)
           select $1, ${
             field.ofLines
               ? 'k.record_type_id, k.id, f.id, f.name, f.data_type, f.list_id, null,'
               : 'f.record_type_id, null, f.id, f.name, f.data_type, f.list_id, f.object_definition_id,'
           } f.currency, $4::bigint[], $3, (select coalesce(sum(c.all_count), 0) from record_type_counter c
               where c.tenant_id = $1 and c.record_type_id = ${field.ofLines ? 'k' : 'f'}.record_type_id)
           from ${tableOf(field)} f ${
             field.ofLines
               ? 'join line_item_type k on k.tenant_id = f.tenant_id and k.id = f.line_item_type_id'
               : ''
           }
           where f.tenant_id = $1 and f.id = $2`,
    values: [tenant, field.id, userId, seenBy],
  },
  {
    text: `update ${tableOf(field)} set delete_after = now() + make_interval(days => $3::int), version = version + 1
           where tenant_id = $1 and id = $2`,
    values: [tenant, field.id, deletionGraceDays],
  },
];

/** One whose values have begun to go has no row in the first answer, and stays as it is. */
export const takeBackFieldDeletion = (tenant: TenantId, field: FieldPlace): Statement[] => [
  {
    text: `with kept as (
             update field_deletion set state = 'TAKEN_BACK', ended_at = now()
             where tenant_id = $1 and field_id = $2 and line_item_type_id is ${field.ofLines ? 'not null' : 'null'}
               and state = 'WAITING' returning field_id)
           update ${tableOf(field)} f set delete_after = null, version = f.version + 1
           from kept where f.tenant_id = $1 and f.id = kept.field_id returning f.id as type_id`,
    values: [tenant, field.id],
  },
];
export const wasFieldTakenBack = (answer: Answer | undefined): boolean => typeOfField.find(answer) !== null;

/**
 * Those whose time is over begin to go, and those that were given up an hour ago are tried again. What is of a type that
 * is itself being deleted waits for what becomes of it.
 */
export const beginDueFieldDeletions = (database: Database): Promise<void[]> =>
  database.inEveryCell(async (connection) => {
    await connection.query(
      `update field_deletion d set state = 'RUNNING', failures = 0, ended_at = null
       from record_type t where t.tenant_id = d.tenant_id and t.id = d.record_type_id and t.delete_after is null
         and (d.state = 'FAILED' and d.ended_at < now() - interval '1 hour'
           or d.state = 'WAITING' and (exists (select from field f where d.line_item_type_id is null
               and f.tenant_id = d.tenant_id and f.id = d.field_id and f.delete_after <= now())
             or exists (select from line_item_field f where d.line_item_type_id is not null
               and f.tenant_id = d.tenant_id and f.id = d.field_id and f.delete_after <= now())))`,
    );
  });

export type HeldFieldDeletion = {
  readonly typeId: number;
  readonly lineTypeId: number | null;
  readonly fieldId: number;
  readonly name: string;
  readonly dataType: string;
  readonly slot: string | null;
  readonly reached: string;
  readonly buckets: readonly number[];
};

/** Null where another process is at it, or it is over. Everything below is done as who asked for the deletion. */
export async function holdFieldDeletion(
  connection: OwnerConnection,
  { tenantId, id, userId }: Turn,
): Promise<HeldFieldDeletion | null> {
  // Nothing that anybody sees becomes different: no history of it is written.
  await connection.query(
    `select set_config('app.tenant_id', $1, true), set_config('app.user_id', $2, true), set_config('app.purging_field', 'on', true)`,
    [String(tenantId), String(userId)],
  );
  const { rows } = await connection.query(
    `select d.record_type_id, d.line_item_type_id, d.field_id, d.name, d.data_type, d.reached_record_id, f.slot,
       t.bucket, t.moving_from
     from field_deletion d join record_type t on t.tenant_id = d.tenant_id and t.id = d.record_type_id ${withField}
     where d.tenant_id = $1 and d.id = $2 and d.state = 'RUNNING' for update of d skip locked`,
    [tenantId, id],
  );
  const [found] = rows;
  if (found === undefined) return null;
  const lineTypeId = found['line_item_type_id'];
  return {
    typeId: Number(found['record_type_id']),
    lineTypeId: lineTypeId === null ? null : Number(lineTypeId),
    fieldId: Number(found['field_id']),
    name: String(found['name']),
    dataType: String(found['data_type']),
    slot: requireSlot(found['slot']),
    reached: String(found['reached_record_id']),
    buckets: bucketsOf(found),
  };
}

/** Empties the field in the next records of the type, or in their lines; answers how many records were gone through. */
export async function emptyRecords(
  connection: OwnerConnection,
  { tenantId, id }: Turn,
  held: HeldFieldDeletion,
  size: number,
): Promise<number> {
  const { typeId, lineTypeId, fieldId, dataType, reached, buckets } = held;
  const ofType = { tenantId, typeId, buckets };
  const ids = await nextRecords(connection, ofType, reached, size);
  if (ids.length === 0) return 0;
  let emptied = 0;
  if (lineTypeId !== null) {
    const { rowCount } = await connection.query(
      `update line_item set field_values = field_values - $4, beside_values = beside_values - $4
       where tenant_id = $1 and record_id = any($2::bigint[]) and line_item_type_id = $3
         and (field_values ? $4 or beside_values ? $4)`,
      [tenantId, ids, lineTypeId, String(fieldId)],
    );
    emptied = rowCount;
  } else {
    if (dataType === 'attachment')
      for (const bucket of buckets)
        await connection.query(
          `update record_file set gone_with_field_id = $3 where tenant_id = $1 and id in (
             select unnest(${idsInValue(`r.x ->> '${fieldId}'`)}) from ${leafName(bucket)} r
             where r.tenant_id = $1 and r.id = any($2::bigint[]))`,
          [tenantId, ids, fieldId],
        );
    emptied = await emptyPlace(connection, ofType, held, ids);
    await connection.query(
      `delete from record_evidence where tenant_id = $1 and record_id = any($2::bigint[]) and field_key = $3`,
      [tenantId, ids, `f${fieldId}`],
    );
  }
  await connection.query(
    `update field_deletion set done = done + $3, emptied = emptied + $4, reached_record_id = $5, failures = 0
     where tenant_id = $1 and id = $2`,
    [tenantId, id, ids.length, emptied, ids.at(-1)],
  );
  return ids.length;
}

/** Of saved views: the field leaves their columns, filters and sorts. */
const withoutField = (list: string, key: string) =>
  `(select coalesce(jsonb_agg(e order by place), '[]') from jsonb_array_elements(${list}) with ordinality as each (e, place)
    where e is distinct from to_jsonb(${key}::text) and e ->> 'field' is distinct from ${key}
      and e ->> 'columnField' is distinct from ${key})`;

/**
 * The field itself, with all that is kept of it beside the records. False where a record has a value again, because its type
 * moved to a place of its own meanwhile: then the records are gone through once more.
 */
export async function removeField(
  connection: OwnerConnection,
  { tenantId, id }: Turn,
  held: HeldFieldDeletion,
): Promise<boolean> {
  const { typeId, lineTypeId, fieldId, name, buckets } = held;
  const run = (statement: string, values: readonly unknown[]) => connection.query(statement, values);
  // An index goes below: nobody queues behind it for long, and what failed is tried again.
  await connection.query(`set local lock_timeout = '3s'`);
  await run('select from record_type where tenant_id = $1 and id = $2 for update', [tenantId, typeId]);
  if (lineTypeId === null) {
    if (await isAnyFilled(connection, { tenantId, typeId, buckets }, held)) {
      await run(
        'update field_deletion set reached_record_id = 0, done = 0 where tenant_id = $1 and id = $2',
        [tenantId, id],
      );
      return false;
    }
    await removeFiles(connection, tenantId, fieldId);
    const key = `f${fieldId}`;
    for (const [list, path] of viewLists)
      await run(
        `update grid_preference p set grid_options = jsonb_set(p.grid_options, '${path}', ${withoutField(list, '$2')})
         where p.tenant_id = $1 and jsonb_typeof(${list}) = 'array' and (${list})::text like '%"' || $2 || '"%'`,
        [tenantId, key],
      );
    await dropIndexesOfField(connection, buckets, { tenantId, typeId, fieldKey: key, slot: held.slot });
    await run(
      `delete from field_use
       where tenant_id = $1 and $2 = any(case kind when 'pair' then string_to_array(field_key, '${betweenKeys}') else array[field_key] end)`,
      [tenantId, key],
    );
    for (const table of ['role_field_access', 'access_test', 'field_condition'])
      await run(`delete from ${table} where tenant_id = $1 and field_id = $2`, [tenantId, fieldId]);
  } else {
    await run('delete from field_condition where tenant_id = $1 and line_item_field_id = $2', [
      tenantId,
      fieldId,
    ]);
  }
  const { rows } = await run('select emptied from field_deletion where tenant_id = $1 and id = $2', [
    tenantId,
    id,
  ]);
  const table = tableOf({ ofLines: lineTypeId !== null });
  await run(`delete from ${table} where tenant_id = $1 and id = $2`, [tenantId, fieldId]);
  await run(
    `insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
     values ($1, acting_user(), '${table}', $2, 'delete',
       jsonb_build_object('name', jsonb_build_array($3::text, null), 'values', jsonb_build_array($4::int, null)))`,
    [tenantId, fieldId, name, Number(rows[0]?.['emptied'] ?? 0)],
  );
  await run(
    `update field_deletion set state = 'FINISHED', ended_at = now() where tenant_id = $1 and id = $2`,
    [tenantId, id],
  );
  return true;
}

const viewLists = [
  [`p.grid_options -> 'orderedFields'`, '{orderedFields}'],
  [`p.grid_options -> 'hiddenFields'`, '{hiddenFields}'],
  [`p.grid_options -> 'filterModel'`, '{filterModel}'],
  [`p.grid_options -> 'sortModel'`, '{sortModel}'],
  [`p.grid_options #> '{pinnedColumns,left}'`, '{pinnedColumns,left}'],
  [`p.grid_options #> '{pinnedColumns,right}'`, '{pinnedColumns,right}'],
] as const;

/** What another field or another record holds stays; the sweep of uploads takes the rest. */
async function removeFiles(connection: OwnerConnection, tenantId: TenantId, fieldId: number): Promise<void> {
  const { rows: gone } = await connection.query(
    'select from record_file where tenant_id = $1 and gone_with_field_id = $2 limit 1',
    [tenantId, fieldId],
  );
  if (gone.length === 0) return;
  const { rows } = await connection.query(
    `select t.id, b as bucket from record_type t cross join lateral unnest(array[t.bucket, t.moving_from]) b
     where t.tenant_id = $1 and b is not null`,
    [tenantId],
  );
  for (const found of rows) {
    const leaf = leafName(Number(found['bucket']));
    await connection.query(
      `update record_file f set gone_with_field_id = null
       where f.tenant_id = $1 and f.gone_with_field_id = $2 and (
         exists (select from ${leaf} r where r.tenant_id = $1 and r.record_file_id = f.id)
         or f.id in (select unnest(${idsInValue('r.x ->> a.id::text')}) from field a
           join ${leaf} r on r.tenant_id = $1 and r.record_type_id = $3 and r.x ? a.id::text
           where a.tenant_id = $1 and a.record_type_id = $3 and a.data_type = 'attachment'))`,
      [tenantId, fieldId, Number(found['id'])],
    );
  }
  await connection.query(
    `insert into file_upload (tenant_id, object_key, user_id, created_at)
     select f.tenant_id, f.object_key, coalesce(f.created_by, 0), now() - interval '${unsavedUploadHours + 2} hours'
     from record_file f where f.tenant_id = $1 and f.gone_with_field_id = $2
     on conflict (tenant_id, object_key) do update set saved_at = null, created_at = excluded.created_at`,
    [tenantId, fieldId],
  );
}
