// By what a number over records is remembered: it holds for as long as the same server reads the same counters. The sum of them
// is not enough where another server answers from one moment to the next (decision 161).
import type { RecordQuery } from './record-query.ts';
import type { Values } from './predicate.ts';

// Of the rows of `record_type_counter` that are aggregated. A server that started again or took over may know less than the one
// before, and reach the same counters with other records; and servers of one cluster show commits in different orders.
export const serverStart = 'extract(epoch from pg_postmaster_start_time())';
const listed = (expression: string) =>
  `array_to_string(array_agg(${expression} order by record_type_id, slot), ',')`;
/** Each version with its slot, in the order of types and slots, */
export const versionsOfSlots = listed('version * 16 + slot');
/** and of which type it is. */
export const typesOfSlots = listed('record_type_id');
/** The function member_state gives the same. */
export const writeVersionColumn = `concat_ws(' ', ${serverStart}, coalesce(sum(version), 0), ${versionsOfSlots}, ${typesOfSlots})`;

/** Of the types of the query, as a subquery reads it. */
export function writeVersionOf(query: RecordQuery, values: Values): string {
  const types = values.bind(query.recordType.sources.map((source) => source.type.id));
  return `select ${writeVersionColumn} from record_type_counter where record_type_id = any(${types}::bigint[])`;
}

export type SlotsOfType = {
  readonly server: string;
  readonly sum: bigint;
  /** Null where the type never had a record. */
  readonly slots: string | null;
  readonly types: string | null;
};

/** Of several types, each read for itself, in the order of their ids: as `writeVersionOf` reads them together. */
export function joinVersions(read: readonly SlotsOfType[]): string {
  const sum = read.reduce((sum, type) => sum + type.sum, 0n);
  const slots = read.flatMap((type) => type.slots ?? []).join(',');
  const types = read.flatMap((type) => type.types ?? []).join(',');
  return [read[0]?.server ?? '', String(sum), slots, types].filter((part) => part !== '').join(' ');
}

/** Whether the first was read after the second; of two servers neither was. */
export function isLaterVersion(version: string, other: string): boolean {
  const [[server, sum = '0'], [otherServer, otherSum = '0']] = [version.split(' '), other.split(' ')];
  return server === otherServer && BigInt(sum) > BigInt(otherSum);
}
