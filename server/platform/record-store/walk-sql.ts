// What background work does with the values of one field in all records of its type: it goes through them by their ids, and
// empties where the values stand.
import type { OwnerConnection } from '../database/database.ts';
import { leafName } from './column.ts';
import { isSlot } from './slots.ts';

/** A typed column, or by its id in the overflow. */
export type ValuePlace = { readonly slot: string | null; readonly fieldId: number };

/** @throws where what is kept as a column is no column */
export function requireSlot(slot: unknown): string | null {
  if (slot === null) return null;
  if (!isSlot(String(slot))) throw new Error(`${String(slot)} is no place of a field.`);
  return String(slot);
}

export const placeOf = ({ slot, fieldId }: ValuePlace) =>
  slot === null
    ? { isFilled: `x ? '${fieldId}'`, emptied: `x = nullif(x - '${fieldId}', '{}')` }
    : { isFilled: `${slot} is not null`, emptied: `${slot} = null` };

/** Where records of a type stand; those that move come to stand in the last one. */
export const bucketsOf = ({ bucket, moving_from: movingFrom }: Record<string, unknown>): number[] => [
  ...(movingFrom === null ? [] : [Number(movingFrom)]),
  Number(bucket),
];

type OfType = { readonly tenantId: number; readonly typeId: number; readonly buckets: readonly number[] };

/** The ids of the next records of the type, deleted ones too. */
export async function nextRecords(
  connection: OwnerConnection,
  { tenantId, typeId, buckets }: OfType,
  reached: string,
  size: number,
): Promise<string[]> {
  const found: bigint[] = [];
  for (const bucket of buckets) {
    const { rows } = await connection.query(
      `select id from ${leafName(bucket)} where tenant_id = $1 and record_type_id = $2 and id > $3 order by id limit $4`,
      [tenantId, typeId, reached, size],
    );
    found.push(...rows.map((one) => BigInt(String(one['id']))));
  }
  return found
    .toSorted((one, other) => (one < other ? -1 : 1))
    .slice(0, size)
    .map(String);
}

/** By the parent table: what writes history, counts and tells others is of the partitions. */
export async function emptyPlace(
  connection: OwnerConnection,
  { tenantId, buckets }: OfType,
  at: ValuePlace,
  ids: readonly string[],
): Promise<number> {
  const place = placeOf(at);
  let emptied = 0;
  for (const bucket of buckets) {
    const { rowCount } = await connection.query(
      `update record set ${place.emptied}
       where tenant_id = $1 and bucket = ${bucket} and id = any($2::bigint[]) and ${place.isFilled}`,
      [tenantId, ids],
    );
    emptied += rowCount;
  }
  return emptied;
}

/** Whether any record has a value there: one may have moved past those that were gone through. */
export async function isAnyFilled(
  connection: OwnerConnection,
  { tenantId, typeId, buckets }: OfType,
  at: ValuePlace,
): Promise<boolean> {
  const arms = buckets.map(
    (bucket) =>
      `exists (select from ${leafName(bucket)} where tenant_id = $1 and record_type_id = $2 and ${placeOf(at).isFilled})`,
  );
  const { rows } = await connection.query(`select ${arms.join(' or ')} as left`, [tenantId, typeId]);
  return rows[0]?.['left'] === true;
}
