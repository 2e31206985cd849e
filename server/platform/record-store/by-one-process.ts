import type { Statement } from '../database/statement-batch.ts';
import { Values } from './predicate.ts';
import type { RecordQuery } from './record-query.ts';

/**
 * From so many records on a reading of all takes long enough for a second core to be worth what others miss of it
 * (decision 173).
 */
const manyRecords = 300_000;

/** Ahead of a reading, for the transaction: of fewer records PostgreSQL starts no processes beside the one that answers. */
export function byOneProcess({ recordType }: RecordQuery): Statement {
  const values = new Values();
  const types = values.bind(recordType.sources.map(({ type }) => type.id));
  const many = values.bind(manyRecords);
  const setting = 'max_parallel_workers_per_gather';
  return {
    text: `select set_config('${setting}', case when coalesce(sum(all_count), 0) < ${many}::bigint then '0' else current_setting('${setting}') end, true)
           from record_type_counter where record_type_id = any(${types}::bigint[])`,
    values: values.list,
  };
}
