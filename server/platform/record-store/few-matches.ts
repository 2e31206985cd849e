import type { StoredRecordType } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Answer } from '../database/database.ts';
import { number, row, text } from '../database/row.ts';
import type { Statement, TextRow } from '../database/statement-batch.ts';
import { Values } from './predicate.ts';
import { writeVersionOf } from './write-version.ts';
import { named } from './page-statements.ts';
import { isOfOneIndex, orderPart, placesOf, sortKeys, wherePart } from './record-query.ts';
import type { Slice } from './page-statements.ts';
import type { RecordQuery } from './record-query.ts';

/** So many matches are gathered and sorted sooner than their page is found along an index and their count beside it. */
const fewMatches = 1000;
/** More than were expected: it is not known how many more. */
const mostGathered = 2 * fewMatches;

/** @param expected what a question of this form matched the last time */
export function areFew(query: RecordQuery, { offset, limit }: Slice, expected: number): boolean {
  if (offset > fewMatches) return false;
  const [first] = query.sort;
  // An index of the filter gives the first ones in this order, without the others.
  const isFoundInOrder =
    first?.field.key === 'createdAt' || query.conditions.some(({ field }) => field.key === first?.field.key);
  return expected <= (isFoundInOrder ? 2 * limit : fewMatches);
}

/** Not `id`: to join by a name that both have names every column of the partition again, in planning and in what is kept of it. */
const pageId = 'page_id';

/**
 * A page of few matches together with their total, by one scan in one snapshot; null while the type stands in two buckets
 * or spans several. No more than some matches are gathered, so that a value with many costs little before it is asked for otherwise.
 */
export function fewMatchesStatement(
  query: RecordQuery,
  select: (type: StoredRecordType) => readonly string[],
  { offset, limit }: Slice,
): Statement | null {
  const [place, ...others] = placesOf(query);
  if (place === undefined || others.length > 0) return null;
  const values = new Values('of one type');
  const columns = select(place.source.type);
  const where = wherePart(query, place, values);
  const keys = sortKeys(query, place.source.type, values);
  const sorted = keys.map((key, index) => ({ ...key, expression: `s${index}` }));
  const gathered = [
    `id as ${pageId}`,
    ...keys.map(({ expression }, index) => `${expression} as s${index}`),
  ].join(', ');
  const order = orderPart(sorted, false, pageId);
  // The matches are sorted by what the order needs of them, and only the page is read whole.
  const page = `select count(*) over () as matches, few.*
      from (select ${gathered} from ${place.leaf} where ${where} limit ${mostGathered + 1}) few
      order by ${order} offset ${offset} limit ${limit}`;
  const total = ['matches', `(${writeVersionOf(query, values)})`];
  return {
    text: `select ${[...total, named(columns)].join(', ')} from (${page}) page, ${place.leaf} where id = ${pageId} order by ${order}`,
    values: values.list,
    plannedFor: isOfOneIndex(query) ? 'any values' : 'its values',
  };
}

const counted = row({ total: number, version: text });

export type FewMatches = {
  readonly rows: readonly TextRow[];
  readonly total: number;
  readonly version: string | null;
};

/** Null when there were more than are gathered, or when the page is past the last of them, so that no row tells their number. */
export function readFewMatches(answer: Answer | undefined, { offset, limit }: Slice): FewMatches | null {
  const [first] = answer?.rows ?? [];
  if (first === undefined) return offset === 0 && limit > 0 ? { rows: [], total: 0, version: null } : null;
  const [{ total, version }] = counted.split(first);
  if (total > mostGathered) return null;
  return { rows: (answer?.rows ?? []).map((stored) => counted.split(stored)[1]), total, version };
}
