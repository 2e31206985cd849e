// How many records a query shows where each write keeps that counted: all of a type, or those of some statuses (decision 186).
import type { Answer } from '../database/database.ts';
import { number, row, text } from '../database/row.ts';
import type { Statement } from '../database/statement-batch.ts';
import { Values } from './predicate.ts';
import { writeVersionOf } from './write-version.ts';
import { type RecordQuery, isOfStatuses, isWholeType, wherePart } from './record-query.ts';

export type KeptTotal = { readonly total: number; readonly version: string };

export const isTotalKept = (query: RecordQuery): boolean => isWholeType(query) || isOfStatuses(query);

/**
 * The number as a subquery reads it, of a query whose total is kept. Null where the records of a type, which were there before
 * their statuses were counted, are not added yet.
 */
export function keptTotal(query: RecordQuery, values: Values): string {
  const ofTypes = typesPart(query, values);
  const count = query.enabledOnly ? 'enabled_count' : 'all_count';
  if (isWholeType(query))
    return `(select coalesce(sum(${count}), 0) from record_type_counter where ${ofTypes})`;
  return `(select case when ${isComplete(ofTypes)} then coalesce(sum(${count}) filter (where ${statusesPart(query, values)}), 0) end
    from record_status_counter where ${ofTypes})`;
}

/** One row with the number, null as {@link keptTotal} is, and the write version at which it is that. */
export function keptTotalStatement(query: RecordQuery): Statement {
  const values = new Values();
  const text = `select ${keptTotal(query, values)}, (${writeVersionOf(query, values)})`;
  const isUsual = query.conditions.length <= 1 && query.recordType.sources.length === 1;
  return { text, values: values.list, ...(isUsual && { isPrepared: true as const }) };
}

/**
 * The same number of each status that has any, for groups by it; instead of what gathers the records, where the counters are complete.
 *
 * @param names what the numbers are called, all of which are this one
 * @param gathered the statement that counts the records themselves, with the same columns
 */
export function keptByStatus(
  query: RecordQuery,
  values: Values,
  names: readonly string[],
  gathered: string,
): string {
  const ofTypes = typesPart(query, values);
  const count = `sum(${query.enabledOnly ? 'enabled_count' : 'all_count'})`;
  const counts = names.map((name) => `, ${count}::bigint as ${name}`).join('');
  const areComplete = `(select ${isComplete(ofTypes)} from record_status_counter where ${ofTypes})`;
  return `select status_id as g0, status_id as shown0${counts} from record_status_counter
      where ${areComplete} and (${statusesPart(query, values)}) group by status_id having ${count} > 0
    union all select * from (${gathered}) gathered where not ${areComplete}`;
}

const kept = row({ total: number.orNull, version: text });

export function readKeptTotal(answer: Answer | undefined): KeptTotal | null {
  const { total, version } = kept.get(answer);
  return total === null ? null : { total, version };
}

const typesPart = ({ recordType }: RecordQuery, values: Values): string =>
  `tenant_id = ${values.bind(recordType.tenantId)} and record_type_id = any(${values.bind(
    recordType.sources.map(({ type }) => type.id),
  )}::bigint[])`;

/** Within what aggregates the counters by status of the types. */
const isComplete = (ofTypes: string): string =>
  `coalesce(sum(all_count), 0) = (select coalesce(sum(all_count), 0) from record_type_counter where ${ofTypes})`;

/** The counters have the columns that a question about the status names. */
function statusesPart(query: RecordQuery, values: Values): string {
  const ofAll = { ...query, enabledOnly: false };
  const arms = query.recordType.sources.map(
    (source) => `(${wherePart(ofAll, { source, leaf: 'record_status_counter', dedicated: false }, values)})`,
  );
  return arms.length === 0 ? 'false' : arms.join(' or ');
}
