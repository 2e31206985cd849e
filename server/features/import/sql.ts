import type { ListId, RecordTypeId, TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { OwnerConnection } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { leafName } from '../../platform/record-store/column.ts';
import { arrayText } from '../../platform/record-store/insert-records.ts';

/** Against a move of the type to another bucket, and against a second import that numbers the same records. */
export const beginImportStatements = (tenantId: TenantId, typeId: RecordTypeId): readonly Statement[] => [
  { text: 'select lock_records_for_write($1)', values: [tenantId] },
  { text: `select pg_advisory_xact_lock(74703, ($1::bigint % 2147483647)::int)`, values: [typeId] },
  placeStatement(typeId),
];

/** The bucket of the type, and the one that its records are leaving. */
export const placeStatement = (typeId: RecordTypeId): Statement => ({
  text: 'select bucket, moving_from from record_type where id = $1 and enabled',
  values: [typeId],
});

/** Those of the numbers that records of the type have already, deleted ones too. */
export function findNumbersStatement(
  buckets: readonly number[],
  typeId: RecordTypeId,
  numbers: readonly number[],
): Statement {
  const arms = buckets.map(
    (bucket) =>
      `select record_number from ${leafName(bucket)} where record_type_id = $1 and record_number = any($2::bigint[])`,
  );
  return { text: arms.join(' union '), values: [typeId, numbers] };
}

export const takeRecordIdsStatement = (count: number): Statement => ({
  text: `select nextval('record_id_seq') from generate_series(1, $1)`,
  values: [count],
});

/** After what the list has; answers the ids in the order of the texts. */
export const addListValuesStatement = (
  tenantId: TenantId,
  listId: ListId,
  texts: readonly string[],
): Statement => ({
  text: `insert into list_value (tenant_id, list_id, value, position)
         select $1::int, $2::bigint, text, (select coalesce(max(position), 0) from list_value where list_id = $2) + place
         from unnest($3::text[]) with ordinality as given(text, place) order by place
         returning id`,
  values: [tenantId, listId, arrayText(texts, (text) => text)],
});

/** One import at a time adds to the tenant's lists; what another has added meanwhile is taken. */
export const findListValuesStatements = (
  tenantId: TenantId,
  listId: ListId,
  texts: readonly string[],
): readonly Statement[] => [
  { text: 'select pg_advisory_xact_lock(74705, $1::int)', values: [tenantId] },
  {
    text: 'select value, min(id) from list_value where list_id = $1 and enabled and value = any($2::text[]) group by value',
    values: [listId, arrayText(texts, (text) => text)],
  },
];

/** So that what was brought in is planned for from now on. */
export async function analyzeBucket(connection: OwnerConnection, bucket: number): Promise<void> {
  await connection.query(`analyze ${leafName(bucket)}`);
}
