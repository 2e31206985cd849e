// What records gather from their lines is computed again when lines were written. The record is locked first, by a statement
// of its own: of two who change lines of one record the second sees what the first has made of it.
import { listComputed } from '@rowhouse/domain/formulas/computed-fields.ts';
import type { StoredRecordType, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Statement } from '../database/statement-batch.ts';
import { leafName } from './column.ts';
import { bucketsOfType } from './places.ts';
import { settleAll, type SettledColumns } from './settle-columns.ts';

/** A record type, and where its records stand. */
export type SettledType = {
  readonly type: Pick<StoredRecordType, 'fields'>;
  readonly buckets: readonly number[];
};

export const gathersLines = ({ fields }: Pick<StoredRecordType, 'fields'>): boolean =>
  listComputed(fields).some(({ gathers }) => gathers.size > 0);

const lockRecords = (bucket: number, ids: readonly number[]): Statement => ({
  text: `select id from ${leafName(bucket)} where id = any($1::bigint[]) order by id for no key update`,
  values: [ids],
});

/** To come before lines are locked, so that whoever holds the record does not wait for who holds its lines. */
export function lockGathering({ recordTypes }: TenantConfig, ids: readonly number[]): Statement[] {
  const types = [...recordTypes.values()].filter((type) => !type.isSuper && gathersLines(type));
  return [...new Set(types.flatMap(bucketsOfType))]
    .toSorted((one, other) => one - other)
    .map((bucket) => lockRecords(bucket, ids));
}

/** To be run after lines of these records were written; nothing where the type gathers none. */
export function settleGathered({ type, buckets }: SettledType, ids: readonly number[]): Statement[] {
  if (ids.length === 0 || !gathersLines(type)) return [];
  return buckets.flatMap((bucket) => {
    const leaf = leafName(bucket);
    const columns = settleAll(type, leaf, ({ gathers }) => gathers.size > 0);
    return [lockRecords(bucket, ids), settleStatement(leaf, columns, 'id = any($1::bigint[])', [ids])];
  });
}

/**
 * Each value is computed once; a record that holds it already is left alone. The trigger is told that nobody saved the record:
 * to the role that wrote the lines it is no change either, where what is computed is hidden from it.
 */
export function settleStatement(
  leaf: string,
  columns: SettledColumns,
  where: string,
  values: Statement['values'] = [],
): Statement {
  const results = columns.map(({ expression }, index) => `${expression} as settled_${index}`);
  const set = columns.map(({ column }, index) => `${column} = settled_${index}`);
  const differs = columns.map(({ column }, index) => `${leaf}.${column} is distinct from settled_${index}`);
  return {
    text: `update ${leaf} set ${[...set, 'version = version + 1', 'updated_at = now()'].join(', ')}
           from (select id as settled_id, ${results.join(', ')} from ${leaf}
                 where ${where} and set_config('app.settling', 'on', true) = 'on') settled
           where ${leaf}.id = settled_id and (${differs.join(' or ')})`,
    values,
  };
}
