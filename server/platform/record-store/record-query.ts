import type {
  AuthorisedField,
  AuthorisedRecordType,
  AuthorisedSource,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import type { StoredField, StoredRecordType } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { FilterCriteria, LogicOperator } from '@rowhouse/domain/records/filter-rules.ts';
import { resolveMoments } from '@rowhouse/domain/records/resolve-moments.ts';
import { systemClock } from '../clock.ts';
import type { Answer } from '../database/database.ts';
import { number, numbers, row, text } from '../database/row.ts';
import type { Statement } from '../database/statement-batch.ts';
import type { Column } from './column.ts';
import { confinementColumn, findColumn, leafName } from './column.ts';
import { Values, predicate } from './predicate.ts';
import { bucketsOfType } from './places.ts';
import { setList, settleUpdate, type Assignment } from './settle-columns.ts';

/** One condition of a query, joined by its operator to all before it; its criteria are valid for its field. */
export type QueryCondition = {
  readonly field: AuthorisedField;
  readonly criteria: FilterCriteria;
  readonly logicOperator: LogicOperator;
};

export type QuerySort = {
  readonly field: AuthorisedField;
  readonly descending: boolean;
  /** Of a relation: its ids in the order of what they show; the others come last. Absent: by the stored value. */
  readonly ranking?: readonly number[];
};

/** What is asked of the records of a type. It names only authorised fields: nothing hidden can be asked of. */
export type RecordQuery = {
  readonly recordType: AuthorisedRecordType;
  readonly enabledOnly: boolean;
  readonly ids: readonly number[] | null;
  readonly conditions: readonly QueryCondition[];
  /** Conditions of which any must hold, or null; none at all find nothing. */
  readonly search: readonly Pick<QueryCondition, 'field' | 'criteria'>[] | null;
  readonly sort: readonly QuerySort[];
  /** Only what stands directly under this record. */
  readonly parentId?: number;
  /** Only what stands directly under one of these, or is a root where those are asked for too. */
  readonly parentIds?: readonly number[];
  /** Only what stands under none that the query would show without its conditions and its search. */
  readonly rootsOnly?: boolean;
  /** Puts the present user in the place of '@username' in a role's confinement. */
  readonly resolve: (criteria: FilterCriteria, field: StoredField | null) => FilterCriteria;
};

/** A partition that holds records of a type: two of them while the type moves. */
export type Place = { readonly source: AuthorisedSource; readonly leaf: string; readonly dedicated: boolean };

const firstOwnBucket = 1000;

export function placesOf(query: RecordQuery): Place[] {
  return query.recordType.sources.flatMap((source) => {
    return bucketsOfType(source.type).map((bucket) => ({
      source,
      leaf: leafName(bucket),
      dedicated: bucket >= firstOwnBucket,
    }));
  });
}

/** Whether the query shows every record, or every enabled one, of its type: its total is then kept counted. */
export const isWholeType = (query: RecordQuery): boolean =>
  query.conditions.length === 0 &&
  query.search === null &&
  query.ids === null &&
  query.parentId === undefined &&
  query.parentIds === undefined &&
  query.rootsOnly !== true &&
  query.recordType.sources.every((source) => source.confinement.length === 0);

export function wherePart(query: RecordQuery, place: Place, values: Values): string {
  const { source } = place;
  // Row-level security compares the tenant too, with a setting; only a value known when the statement is planned proves
  // that an index of this tenant's records in a shared bucket serves.
  const parts = [
    `tenant_id = ${values.bind(query.recordType.tenantId)}`,
    `record_type_id = ${values.bind(source.type.id)}`,
  ];
  if (query.enabledOnly) parts.push('enabled');
  if (query.ids !== null) parts.push(`id = any(${values.bind(query.ids)}::bigint[])`);
  if (query.parentId !== undefined) parts.push(`parent_id = ${values.bind(query.parentId)}`);
  const inTree = [
    ...(query.parentIds === undefined ? [] : [`parent_id = any(${values.bind(query.parentIds)}::bigint[])`]),
    ...(query.rootsOnly === true ? [rootPart(query, place, values)] : []),
  ];
  if (inTree.length > 0) parts.push(`(${inTree.join(' or ')})`);
  for (const confinement of source.confinement) {
    const column = confinementColumn(confinement);
    // A confinement that cannot be read confines to nothing: closed, not open.
    if (column === null || confinement.criteria === null) parts.push('false');
    else {
      for (const criteria of confinement.criteria) {
        // What confines a role is the same for all of it, wherever its people are.
        const now = { timeZone: 'UTC', nowMs: systemClock.now() };
        const resolved = resolveMoments(query.resolve(criteria, confinement.stored), column.family, now);
        parts.push(predicate(column, resolved, values));
      }
    }
  }
  const filter = filterPart(query.conditions, source.type, values);
  if (filter !== null) parts.push(filter);
  if (query.search !== null) parts.push(searchPart(query.search, source.type, values));
  return parts.join(' and ');
}

/** Columns without a table are those of the innermost one: within, those of what would stand above. */
function rootPart(query: RecordQuery, { leaf }: Place, values: Values): string {
  const { rootsOnly: _, parentIds: __, ...rest } = query;
  const whole: RecordQuery = { ...rest, ids: null, conditions: [], search: null };
  const above = placesOf(query).map(
    (place) =>
      `select 1 from ${place.leaf} above where above.id = ${leaf}.parent_id and ${wherePart(whole, place, values)}`,
  );
  return `not exists (${above.join(' union all ')})`;
}

function filterPart(
  conditions: readonly QueryCondition[],
  type: StoredRecordType,
  values: Values,
): string | null {
  let folded: string | null = null;
  for (const { field, criteria, logicOperator } of conditions) {
    const column = findColumn(field, type);
    const part = column === null ? 'false' : predicate(column, criteria, values);
    folded = folded === null ? part : `(${folded} ${logicOperator === 'OR' ? 'or' : 'and'} ${part})`;
  }
  return folded === null ? null : `(${folded})`;
}

function searchPart(
  search: NonNullable<RecordQuery['search']>,
  type: StoredRecordType,
  values: Values,
): string {
  const arms = search.flatMap(({ field, criteria }) => {
    const column = findColumn(field, type);
    return column === null ? [] : predicate(column, criteria, values);
  });
  return arms.length === 0 ? 'false' : `(${arms.join(' or ')})`;
}

export type SortKey = {
  readonly expression: string;
  readonly descending: boolean;
  readonly nullable: boolean;
  readonly isRanked?: boolean;
};

export function sortKeys(query: RecordQuery, type: StoredRecordType, values: Values): SortKey[] {
  return query.sort.flatMap(({ field, descending, ranking }) => {
    const column = findColumn(field, type);
    if (column === null) return [];
    return { ...sortExpression(column, ranking, values), descending };
  });
}

function sortExpression(
  column: Column,
  ranking: readonly number[] | undefined,
  values: Values,
): Omit<SortKey, 'descending'> {
  const { expression, nullable } = column;
  if (ranking !== undefined) {
    const id = column.sqlType === 'bigint[]' ? `(${expression})[1]` : expression;
    const bound = `${values.bind(ranking)}::bigint[]`;
    // A long ranking is looked up in a hash, not walked along for each row.
    const rank =
      ranking.length > 64
        ? `(select position from unnest(${bound}) with ordinality as ranking(item, position) where item = ${id})`
        : `array_position(${bound}, ${id})`;
    return { expression: rank, nullable: true, isRanked: true };
  }
  if (column.sqlType === 'text') return { expression: `lower(${expression})`, nullable };
  if (column.sqlType === 'bigint[]') return { expression: `(${expression})[1]`, nullable: true };
  if (column.sqlType === 'jsonb') return { expression: `(${expression})::text`, nullable: true };
  return { expression, nullable };
}

/** Empty values come last whichever way is sorted; ties go by id, in the direction of the last key. */
export function orderPart(keys: readonly SortKey[], reverse: boolean, id = 'id'): string {
  const parts = keys.map(({ expression, descending, nullable }) => {
    const down = descending !== reverse;
    const nullsLast = !reverse;
    const usual = down ? !nullsLast : nullsLast;
    return `${expression} ${down ? 'desc' : 'asc'}${!nullable || usual ? '' : nullsLast ? ' nulls last' : ' nulls first'}`;
  });
  const idDown = (keys.at(-1)?.descending ?? true) !== reverse;
  return [...parts, `${id} ${idDown ? 'desc' : 'asc'}`].join(', ');
}

export type Slice = { readonly offset: number; readonly limit: number };

/** Past this offset the ids are paged first, on an index that covers them, and the rows fetched after. */
const deepOffset = 1000;

/**
 * The statement of a page. Its columns are those that `select` gives for each type, in one order; the row's type
 * comes first when the query spans several.
 * @param total the number of matches when it is known: past the middle the page is read from the other end. It must be exact,
 *   but for a whole type, whose number the statement reads itself.
 * @param isFew whether few matches are expected: they are sorted, not looked for along an index of the order
 */
export function pageStatement(
  query: RecordQuery,
  select: (type: StoredRecordType) => readonly string[],
  slice: Slice,
  total: number | null,
  isFew = false,
): Statement {
  const values = new Values();
  const places = placesOf(query);
  const [place] = places;
  if (place === undefined) return { text: 'select 1 where false' };
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
    return { text: `${joinPage(page, place.leaf, columns)} order by ordinal desc`, values: values.list };
  }
  if (slice.offset > deepOffset) {
    const page = isTwoRanges(keys)
      ? numbered(twoRanges(place.leaf, ['id'], where, keys, slice))
      : deepPage(place.leaf, where, keys, slice, false);
    return { text: `${joinPage(page, place.leaf, columns)} order by ordinal`, values: values.list };
  }
  if (!isFew && isTwoRanges(keys))
    return { text: twoRanges(place.leaf, columns, where, keys, slice), values: values.list };
  return {
    text: `select ${named(columns)} from ${place.leaf} where ${where} order by ${orderPart(keys, false)} offset ${slice.offset} limit ${slice.limit}`,
    values: values.list,
    ...((isPlannedOnce(query, place) || isOfFewIds(query)) &&
      slice.offset === 0 && { isPrepared: true as const }),
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

/** The same slice counted from the end. Of a whole type the statement itself reads how many there are, in its own snapshot. */
function fromFarEnd(
  query: RecordQuery,
  { offset, limit }: Slice,
  total: number,
  values: Values,
): { readonly offset: string; readonly limit: string } {
  const end = `greatest(0, ${isWholeType(query) ? keptTotal(query, values) : total} - ${offset})`;
  return { offset: `greatest(0, ${end} - ${limit})`, limit: `least(${limit}, ${end})` };
}

const keptTotal = (query: RecordQuery, values: Values): string => {
  const types = values.bind(query.recordType.sources.map((source) => source.type.id));
  return `(select coalesce(sum(${query.enabledOnly ? 'enabled_count' : 'all_count'}), 0) from record_type_counter
    where tenant_id = ${values.bind(query.recordType.tenantId)} and record_type_id = any(${types}::bigint[]))`;
};

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

/** How many records several queries show together. */
export function countManyStatement(queries: readonly RecordQuery[]): Statement {
  const values = new Values();
  const arms = queries.flatMap((query) =>
    placesOf(query).map((place) => `select 1 from ${place.leaf} where ${wherePart(query, place, values)}`),
  );
  if (arms.length === 0) return { text: 'select 0' };
  return { text: `select count(*) from (${arms.join(' union all ')}) shown`, values: values.list };
}

/**
 * Counts the matches, and in the same snapshot reads how often the types were written: the count stays exact for as
 * long as that number does.
 */
export function countStatement(query: RecordQuery): Statement {
  const values = new Values();
  const parts = placesOf(query).map(
    (place) => `select 1 from ${place.leaf} where ${wherePart(query, place, values)}`,
  );
  const matches = parts.length === 0 ? 'select 1 where false' : parts.join(' union all ');
  const count =
    parts.length === 1
      ? matches.replace('select 1', 'select count(*)')
      : `select count(*) from (${matches}) m`;
  return { text: `select (${count}), (${writeVersionOf(query, values)})`, values: values.list };
}

const counted = row({ total: number, version: text });
export const readCounted = (answer: Answer | undefined) => counted.get(answer);

/** A count that is given up after its budget. */
export const countWithin = (query: RecordQuery, budgetMs: number): Statement[] =>
  within(countStatement(query), budgetMs);

/** A statement, the second, that is given up after its budget; what the session allows one holds again after it. */
export const within = (statement: Statement, budgetMs: number): Statement[] => [
  { text: `select set_config('statement_timeout', $1, true)`, values: [String(budgetMs)] },
  statement,
  { text: `select set_config('statement_timeout', '30000', true)` },
];

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
 * Changes one record if it is still the version that the change was made from, and if the query shows it; none
 * otherwise. Returns the columns that `select` gives.
 */
export function updateStatement(
  query: RecordQuery,
  bucket: number,
  change: (values: Values) => readonly Assignment[],
  expectedVersion: number,
  columns: readonly string[],
): Statement {
  const values = new Values();
  const place = placesOf(query).find(({ leaf }) => leaf === leafName(bucket));
  if (place === undefined) return { text: 'select 1 where false' };
  const columnsSet = settleUpdate(place.source.type, place.leaf, change(values));
  const set = [setList(columnsSet), 'version = version + 1', 'updated_at = now()'].filter(Boolean).join(', ');
  const where = `${wherePart(query, place, values)} and version = ${values.bind(expectedVersion)}`;
  return {
    text: `update ${place.leaf} set ${set} where ${where} returning ${columns.join(', ')}`,
    values: values.list,
  };
}

/**
 * Locks the records that the query shows, and reads of each its id, its version and the columns given. By partition and
 * id, so that changes of many records that meet wait for each other and never in a circle.
 */
export function lockStatements(query: RecordQuery, columns: readonly string[]): Statement[] {
  return placesOf(query).map((place) => {
    const values = new Values();
    const where = wherePart(query, place, values);
    return {
      text: `select ${['id', 'version', ...columns].join(', ')} from ${place.leaf} where ${where} order by id for no key update`,
      values: values.list,
    };
  });
}

/** Changes, of the records that the query shows, those that do not hold all of the values. Returns id and version. */
export const updateManyStatements = (
  query: RecordQuery,
  change: (values: Values) => readonly Assignment[],
): Statement[] => changeManyStatements(query, (values) => ({ assignments: change(values) }));

/** The values of a change of many records: the same for all, or each its own by a row that is joined to it. */
const versioned = row({ id: number, version: number });

/** Of each record that was changed its id and the version that it has now. */
export const readVersions = (answer: Answer | undefined) => versioned.read(answer);

export type ManyChange = {
  readonly assignments: readonly Assignment[];
  readonly from?: string;
  readonly joined?: string;
};

export function changeManyStatements(
  query: RecordQuery,
  change: (values: Values, leaf: string) => ManyChange,
): Statement[] {
  return placesOf(query).map((place) => {
    const values = new Values();
    const { assignments, from, joined } = change(values, place.leaf);
    const columnsSet = settleUpdate(place.source.type, place.leaf, assignments);
    const set = [setList(columnsSet), 'version = version + 1', 'updated_at = now()'].join(', ');
    const where = [
      ...(joined === undefined ? [] : [joined]),
      wherePart(query, place, values),
      `(${differsPart(columnsSet)})`,
    ].join(' and ');
    return {
      text: `update ${place.leaf} set ${set}${from === undefined ? '' : ` from ${from}`} where ${where} returning ${versioned.columns}`,
      values: values.list,
    };
  });
}

const differsPart = (assignments: readonly Assignment[]): string =>
  assignments.map(({ column, expression }) => `${column} is distinct from ${expression}`).join(' or ');

const differing = row({ total: number, changing: number, ids: numbers.orNull });
export const readDiffering = (answer: Answer | undefined) =>
  differing.read(answer).map(({ ids, ...counts }) => ({ ...counts, ids: ids ?? [] }));

/**
 * Of the records that the query shows: how many there are, how many of them do not hold all of the values, and the ids
 * of a few of those, the newest first.
 */
export function differingStatements(
  query: RecordQuery,
  change: (values: Values) => readonly Assignment[],
  few: number,
): Statement[] {
  return placesOf(query).map((place) => {
    const values = new Values();
    const where = wherePart(query, place, values);
    const differs = differsPart(change(values));
    return {
      text: `select count(*), count(*) filter (where ${differs}),
        (select array_agg(id) from (select id from ${place.leaf} where ${where} and (${differs}) order by id desc limit ${few}) few)
        from ${place.leaf} where ${where}`,
      values: values.list,
    };
  });
}

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

/** How often the types of the query were written, as a subquery reads it. */
export function writeVersionOf(query: RecordQuery, values: Values): string {
  const types = values.bind(query.recordType.sources.map((source) => source.type.id));
  return `select coalesce(sum(version), 0) from record_type_counter where record_type_id = any(${types}::bigint[])`;
}

/** The text of a query's conditions, with whatever values. */
export const queryShape = (query: RecordQuery): string => countStatement(query).text;

/** The text and values of a query's conditions: two queries with the same key have the same total. */
export function queryKey(query: RecordQuery): string {
  const { text, values } = countStatement(query);
  return `${text} ${JSON.stringify(values)}`;
}
