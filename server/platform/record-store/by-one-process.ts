import type { Answer } from '../database/database.ts';
import { flag, row, text } from '../database/row.ts';
import type { Statement } from '../database/statement-batch.ts';
import { Values } from './predicate.ts';
import type { RecordQuery } from './record-query.ts';

/** From so many records on a reading of all takes long enough for a second core to be worth what it costs (decision 173). */
const manyRecords = 300_000;

/**
 * Ahead of a reading, for the transaction: PostgreSQL starts no processes beside the one that answers, unless nobody misses the
 * cores and the records are many. Its answer says whether they are.
 */
export function byOneProcess({ recordType }: RecordQuery, areCoresFree: boolean): Statement {
  const values = new Values();
  const types = values.bind(recordType.sources.map(({ type }) => type.id));
  const many = values.bind(manyRecords);
  const setting = 'max_parallel_workers_per_gather';
  const spread = areCoresFree ? `case when are_many then current_setting('${setting}') else '0' end` : `'0'`;
  return {
    text: `select are_many, set_config('${setting}', ${spread}, true)
           from (select coalesce(sum(all_count), 0) >= ${many}::bigint as are_many
                 from record_type_counter where record_type_id = any(${types}::bigint[])) as counted`,
    values: values.list,
  };
}

const sized = row({ areMany: flag, setting: text });

/** Whether the answer of {@link byOneProcess} says that the records are many. */
export const readAreMany = (answer: Answer | undefined): boolean => sized.get(answer).areMany;
