// The statements that read the rows of a query: a page of them, the whole result by its ids, or all without an order.
import type { StoredRecordType } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Answer } from '../database/database.ts';
import { row, text } from '../database/row.ts';
import type { Statement } from '../database/statement-batch.ts';
import { isTotalKept, keptTotal } from './kept-totals.ts';
import { Values } from './predicate.ts';
import {
  type Place,
  type RecordQuery,
  type SortKey,
  isWholeType,
  orderPart,
  placesOf,
  sortKeys,
  wherePart,
} from './record-query.ts';

export type Slice = { readonly offset: number; readonly limit: number };

/** Past this offset the ids are paged first, on an index that covers them, and the rows fetched after. */
const deepOffset = 1000;

/**
 * The statement of a page. Its columns are those that `select` gives for each type, in one order; the row's type
 * comes first when the query spans several.
 * @param total the number of matches when it is known: past the middle the page is read from the other end. It must be exact,
 *   but where it is kept counted: the statement reads that itself.
 * @param isFew whether few matches are expected: they are sorted, not looked for along an index of the order
 */
export function pageStatement(
  query: RecordQuery,
  select: (type: StoredRecordType) => readonly string[],
  slice: Slice,
  total: number | null,
  isFew = false,
): Statement {
  const places = placesOf(query);
  const [place] = places;
  if (place === undefined) return { text: 'select 1 where false' };
  const isPrepared = (isPlannedOnce(query, place) || isOfFewIds(query)) && slice.offset === 0;
  const parsedOnce = isPrepared ? {} : ({ plannedFor: 'its values' } as const);
  const values = new Values(isPrepared ? 'of any type' : 'of one type');
  if (places.length > 1) return unionStatement(query, places, select, slice, values);

  const columns = select(place.source.type);
  const where = wherePart(query, place, values);
  const keys = sortKeys(query, place.source.type, values);
  const isReverse =
    total !== null && slice.offset > deepOffset && slice.offset > total / 2 && mayReverse(keys);
  if (isReverse) {
    const page = deepPage(
      place.leaf,
      where,
      keys,
      fromFarEnd(query, slice, total, values),
      true,
      // Of a limit that is read PostgreSQL expects a tenth of the table, and would join that.
      slice.limit,
    );
    return {
      text: `${joinPage(page, place.leaf, columns)} order by ordinal desc`,
      values: values.list,
      ...parsedOnce,
    };
  }
  if (slice.offset > deepOffset) {
    const page = isTwoRanges(keys)
      ? numbered(twoRanges(place.leaf, ['id'], where, keys, slice))
      : deepPage(place.leaf, where, keys, slice, false);
    return {
      text: `${joinPage(page, place.leaf, columns)} order by ordinal`,
      values: values.list,
      ...parsedOnce,
    };
  }
  if (!isFew && isTwoRanges(keys))
    return { text: twoRanges(place.leaf, columns, where, keys, slice), values: values.list, ...parsedOnce };
  return {
    text: `select ${named(columns)} from ${place.leaf} where ${where} order by ${orderPart(keys, false)} offset ${slice.offset} limit ${slice.limit}`,
    values: values.list,
    ...(isPrepared ? { isPrepared } : parsedOnce),
  };
}

/**
 * Nothing but the type is compared, so that one plan is right for every value; in a shared bucket only of the order that
 * its base index has, for a plan for any type uses no index of one.
 */
const isPlannedOnce = (query: RecordQuery, place: Place): boolean =>
  isWholeType(query) && (place.dedicated || query.sort.every(({ field }) => field.key === 'createdAt'));

/** Found by their keys, whatever else is asked of them: to plan that costs more than to do it. */
const isOfFewIds = ({ ids, conditions, search, parentId, parentIds, rootsOnly }: RecordQuery): boolean =>
  ids !== null &&
  ids.length <= mostPlannedOnce &&
  conditions.length === 0 &&
  search === null &&
  parentId === undefined &&
  parentIds === undefined &&
  rootsOnly !== true;

/** A plan for any list expects ten of it. */
const mostPlannedOnce = 20;

/** An order that names a column means that of the table, not what the page calls by its name. */
export const named = (columns: readonly string[]): string =>
  columns.map((column, index) => `${column} as c${index}`).join(', ');

/** Read backwards, an index gives empty values first; forwards, last. Only these two need no sort. */
const mayReverse = (keys: readonly SortKey[]): boolean =>
  keys.every((key) => !key.nullable || !key.descending);

/** The same slice counted from the end. Where the total is kept the statement itself reads how many there are, in its own snapshot. */
function fromFarEnd(
  query: RecordQuery,
  { offset, limit }: Slice,
  total: number,
  values: Values,
): { readonly offset: string; readonly limit: string } {
  const known = isTotalKept(query) ? `coalesce(${keptTotal(query, values)}, ${total})` : total;
  const end = `greatest(0, ${known} - ${offset})`;
  return { offset: `greatest(0, ${end} - ${limit})`, limit: `least(${limit}, ${end})` };
}

function deepPage(
  leaf: string,
  where: string,
  keys: readonly SortKey[],
  slice: { readonly offset: number | string; readonly limit: number | string },
  reverse: boolean,
  atMost?: number,
): string {
  const ids = `select id from ${leaf} where ${where} order by ${orderPart(keys, reverse)} offset ${slice.offset} limit ${slice.limit}`;
  return numbered(atMost === undefined ? ids : `select id from (${ids}) far limit ${atMost}`);
}

/** Of a statement that gives ids in an order. */
const numbered = (ids: string): string =>
  `(select id, row_number() over () as ordinal from (${ids}) ids (id)) page`;

const joinPage = (page: string, leaf: string, columns: readonly string[]): string =>
  `select ${named(columns)} from ${page} join ${leaf} using (id)`;

/**
 * Backwards an index gives empty values first, and asking for them last would sort all records. Upwards it gives them last
 * by itself. A ranking has no index that could be read.
 */
const isTwoRanges = ([first]: readonly SortKey[]): boolean =>
  first !== undefined && first.nullable && first.descending && !first.isRanked;

/**
 * Descending with empty values last, without a sort: the filled range read backwards along its index, then the empty
 * one. The second part runs only when the first did not fill the page. Further keys sort within equal values, which
 * PostgreSQL does as it goes along the index.
 */
function twoRanges(
  leaf: string,
  columns: readonly string[],
  where: string,
  keys: readonly SortKey[],
  slice: Slice,
): string {
  const [key, ...others] = keys;
  if (key === undefined) return '';
  const list = named(columns);
  const names = columns.map((_, index) => `c${index}`).join(', ');
  const filled = `${key.expression} is not null`;
  return `with filled as materialized (
    select ${list} from ${leaf} where ${where} and ${filled} order by ${orderPart([{ ...key, nullable: false }, ...others], false)} offset ${slice.offset} limit ${slice.limit}
  ) select ${names} from filled union all select * from (
    select ${list} from ${leaf} where ${where} and ${key.expression} is null order by ${orderPart(others, false)}
    offset case when (select count(*) from filled) > 0 then 0
           else greatest(0, ${slice.offset} - (select count(*) from ${leaf} where ${where} and ${filled})) end
    limit ${slice.limit} - (select count(*) from filled)
  ) empty`;
}

function unionStatement(
  query: RecordQuery,
  places: readonly Place[],
  select: (type: StoredRecordType) => readonly string[],
  slice: Slice,
  values: Values,
): Statement {
  const reach = slice.offset + slice.limit;
  const parts = places.map((place) => {
    const columns = select(place.source.type);
    const where = wherePart(query, place, values);
    const keys = sortKeys(query, place.source.type, values);
    const list = [
      named(columns),
      ...keys.map((key, index) => `${key.expression} as s${index}`),
      'id as tie',
    ].join(', ');
    return `(select ${list} from ${place.leaf} where ${where} order by ${orderPart(keys, false)} limit ${reach})`;
  });
  const first = places[0];
  const count = first === undefined ? 0 : select(first.source.type).length;
  const outerKeys = query.sort.map((sort, index) => ({
    expression: `s${index}`,
    descending: sort.descending,
    nullable: true,
  }));
  return {
    text: `select ${Array.from({ length: count }, (_, index) => `c${index}`).join(', ')} from (${parts.join(' union all ')}) merged order by ${orderPart(outerKeys, false, 'tie')} offset ${slice.offset} limit ${slice.limit}`,
    values: values.list,
  };
}

/**
 * A page of several queries together, in the order of the records' numbers where their query shows numbers.
 * @param select as many columns for each query
 */
export function mergedStatement(
  queries: readonly RecordQuery[],
  select: (query: RecordQuery, place: Place, values: Values) => readonly string[],
  { offset, limit }: Slice,
): Statement {
  const values = new Values();
  let width = 0;
  const arms = queries.flatMap((query) =>
    placesOf(query).map((place) => {
      const columns = select(query, place, values);
      width = columns.length;
      const key = query.recordType.fields.has('recordNumber') ? 'record_number' : 'null::bigint';
      return `(select ${named(columns)}, ${key} as s0, id as tie from ${place.leaf}
        where ${wherePart(query, place, values)} order by s0, tie limit ${offset + limit})`;
    }),
  );
  if (arms.length === 0) return { text: 'select 1 where false' };
  const names = Array.from({ length: width }, (_, index) => `c${index}`).join(', ');
  return {
    text: `select ${names} from (${arms.join(' union all ')}) merged order by s0, tie offset ${offset} limit ${limit}`,
    values: values.list,
  };
}

/** The ids of all matches in their order, as one array: what a whole result is read by, a part at a time. */
export function idsStatement(query: RecordQuery): Statement {
  const { text, values } = pageStatement(query, () => ['id'], { offset: 0, limit: 2 ** 31 - 1 }, null);
  return { text: `select array_agg(c0) from (${text}) ids (c0)`, ...(values && { values }) };
}

const idArray = row({ ids: text.orNull });

/** As '1,2,3': of a whole result it may be a million of them, which become numbers a batch at a time. */
export const readIdTexts = (answer: Answer | undefined): string =>
  (idArray.get(answer).ids ?? '{}').slice(1, -1);

/**
 * What the query matches, in no order.
 * @param from what is read in the place of a partition: itself, or something that has its columns
 */
export function matchingStatement(
  query: RecordQuery,
  columns: readonly string[] | ((type: StoredRecordType) => readonly string[]),
  from: (place: Place, values: Values) => string,
): Statement {
  const values = new Values();
  const columnsOf = typeof columns === 'function' ? columns : () => columns;
  const arms = placesOf(query).map(
    (place) =>
      `select ${columnsOf(place.source.type).join(', ')} from ${from(place, values)} where ${wherePart(query, place, values)}`,
  );
  return arms.length === 0
    ? { text: 'select 1 where false' }
    : {
        text: arms.join(' union all '),
        values: values.list,
        ...(isOfFewIds(query) && { isPrepared: true as const }),
      };
}
