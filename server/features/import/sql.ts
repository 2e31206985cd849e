import type { ListId, RecordTypeId, TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { StoredLineItemField } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Answer, OwnerConnection } from '../../platform/database/database.ts';
import { number, row, text } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { leafName } from '../../platform/record-store/column.ts';
import { columnOfLine } from '../../platform/record-store/line-values.ts';
import { arrayText } from '../../platform/record-store/insert-records.ts';

/** Against a move of the type to another bucket, and against a second import that numbers the same records. */
export const beginImportStatements = (tenantId: TenantId, typeId: RecordTypeId): readonly Statement[] => [
  { text: 'select lock_records_for_write($1)', values: [tenantId] },
  { text: `select pg_advisory_xact_lock(74703, ($1::bigint % 2147483647)::int)`, values: [typeId] },
  placeStatement(typeId),
];

const place = row({ bucket: number, movingFrom: number.orNull });

/** The buckets that `placeStatement` found, the one for new records first; none where there is no such type. */
export const readBuckets = (answer: Answer | undefined): number[] =>
  place
    .read(answer)
    .flatMap(({ bucket, movingFrom }) => (movingFrom === null ? [bucket] : [bucket, movingFrom]));

/** The bucket of the type, and the one that its records are leaving. */
export const placeStatement = (typeId: RecordTypeId): Statement => ({
  text: `select ${place.columns} from record_type where id = $1 and enabled`,
  values: [typeId],
});

const standing = row({ recordNumber: number });
export const readNumbers = (answer: Answer | undefined): ReadonlySet<number> =>
  new Set(standing.read(answer).map(({ recordNumber }) => recordNumber));

/** Those of the numbers that records of the type have already, deleted ones too. */
export function findNumbersStatement(
  buckets: readonly number[],
  typeId: RecordTypeId,
  numbers: readonly number[],
): Statement {
  const arms = buckets.map(
    (bucket) =>
      `select ${standing.columns} from ${leafName(bucket)} where record_type_id = $1 and record_number = any($2::bigint[])`,
  );
  return { text: arms.join(' union '), values: [typeId, numbers] };
}

/**
 * The sums of columns over the records of these numbers. A binary double goes through its text, the shortest that reads
 * as itself: so 0.1 is added as 0.1.
 * @param columns expressions of numbers
 */
export function sumAmountsStatement(
  buckets: readonly number[],
  typeId: RecordTypeId,
  numbers: readonly number[],
  columns: readonly string[],
): Statement {
  const named = columns.map((expression, index) => `(${expression})::text::numeric as a${index}`);
  const arms = buckets.map(
    (bucket) =>
      `select id${['', ...named].join(', ')} from ${leafName(bucket)} where record_type_id = $1 and record_number = any($2::bigint[])`,
  );
  const sums = columns.map((_, index) => `coalesce(sum(a${index}), 0)::text`);
  return {
    text: `select ${sums.length === 0 ? 'count(*)' : sums.join(', ')} from (${arms.join(' union all ')}) as standing`,
    values: [typeId, numbers],
  };
}

/** The same of fields of the lines of these records. */
export function sumLineAmountsStatement(
  buckets: readonly number[],
  typeId: RecordTypeId,
  numbers: readonly number[],
  lineTypeId: number,
  fields: readonly StoredLineItemField[],
): Statement {
  const sums = fields.map(
    (field) => `coalesce(sum((l.${columnOfLine(field)} ->> '${field.id}')::numeric), 0)::text`,
  );
  const arms = buckets.map(
    (bucket) =>
      `select id from ${leafName(bucket)} where record_type_id = $1 and record_number = any($2::bigint[])`,
  );
  return {
    text: `select ${sums.join(', ')} from line_item l
           where l.line_item_type_id = $3 and l.enabled and l.record_id in (${arms.join(' union all ')})`,
    values: [typeId, numbers, lineTypeId],
  };
}

const highest = row({ number: number.at('coalesce(max(number), 0)') });
export const readLastNumber = (answer: Answer | undefined): number => highest.get(answer).number;

/** The highest number that a record of the type has, deleted ones too; 0 where it has none. */
export function findLastNumberStatement(buckets: readonly number[], typeId: RecordTypeId): Statement {
  const arms = buckets.map(
    (bucket) => `select max(record_number) as number from ${leafName(bucket)} where record_type_id = $1`,
  );
  return {
    text: `select ${highest.columns} from (${arms.join(' union all ')}) as last`,
    values: [typeId],
  };
}

const taken = row({ id: number.at(`nextval('record_id_seq')`) });
export const readTakenIds = (answer: Answer | undefined): number[] => taken.read(answer).map(({ id }) => id);

export const takeRecordIdsStatement = (count: number): Statement => ({
  text: `select ${taken.columns} from generate_series(1, $1)`,
  values: [count],
});

const added = row({ id: number });
export const readAddedIds = (answer: Answer | undefined): number[] => added.read(answer).map(({ id }) => id);

/** After what the list has; answers the ids in the order of the texts. */
export const addListValuesStatement = (
  tenantId: TenantId,
  listId: ListId,
  texts: readonly string[],
): Statement => ({
  text: `insert into list_value (tenant_id, list_id, value, position)
         select $1::int, $2::bigint, text, (select coalesce(max(position), 0) from list_value where list_id = $2) + place
         from unnest($3::text[]) with ordinality as given(text, place) order by place
         returning ${added.columns}`,
  values: [tenantId, listId, arrayText(texts, (text) => text)],
});

const known = row({ value: text, id: number.at('min(id)') });

/** The value of each text that the list has. */
export const readListValues = (answer: Answer | undefined): Map<string, number> =>
  new Map(known.read(answer).map(({ value, id }) => [value, id]));

/** One import at a time adds to the tenant's lists; what another has added meanwhile is taken. */
export const findListValuesStatements = (
  tenantId: TenantId,
  listId: ListId,
  texts: readonly string[],
): readonly Statement[] => [
  { text: 'select pg_advisory_xact_lock(74705, $1::int)', values: [tenantId] },
  {
    text: `select ${known.columns} from list_value
           where list_id = $1 and enabled and value = any($2::text[]) group by value`,
    values: [listId, arrayText(texts, (text) => text)],
  },
];

/** So that what was brought in is planned for from now on. */
export async function analyzeBucket(connection: OwnerConnection, bucket: number): Promise<void> {
  await connection.query(`analyze ${leafName(bucket)}`);
}
