// Several questions about the same records, answered by one reading of them: they are gathered by the finest of the groups that
// are asked for, and the groups of each question are put together of these (docs/decisions/172).
import type { Interval } from '@rowhouse/domain/aggregates/interval.ts';
import type { Answer } from '../database/database.ts';
import type { Statement } from '../database/statement-batch.ts';
import {
  bucket,
  combinedOf,
  computedOf,
  dayOfDate,
  findStoredDays,
  isKept,
  isOfNothing,
  isText,
  isTotalOfGroups,
  namesOf,
  orderOf,
  partsOf,
  readAggregates,
  sourcesOf,
} from './aggregate-query.ts';
import type {
  Adding,
  AggregateGroup,
  AggregateMeasure,
  AggregateQuery,
  Aggregates,
} from './aggregate-query.ts';
import { writeVersionOf } from './write-version.ts';
import { byDays, estimateGroups, mostGroupsOfDays } from './estimated-groups.ts';
import { Values } from './predicate.ts';

/** Numbers that are held for all groups together: beyond them several readings take less than one. */
const mostSharedNumbers = 60_000;

// ---------------------------------------------------------------------------------------------------------------
// Which questions share a scan

/**
 * Parts the questions so that those of a part can be answered together, by their places.
 *
 * @param queries of the same records: the same person, type, conditions and time zone
 */
export function partScans(queries: readonly AggregateQuery[]): number[][] {
  const scans: { finest: AggregateQuery; readonly places: number[] }[] = [];
  const alone: number[][] = [];
  const finestFirst = queries
    .map((query, place) => ({ query, place, groups: estimateGroups(query.groups) }))
    .toSorted((one, other) => (one.groups === other.groups ? 0 : other.groups > one.groups ? 1 : -1));
  for (const { query, place } of finestFirst) {
    if (isKept(query) || isOfNothing(query) || !isTotalOfGroups(query)) {
      alone.push([place]);
      continue;
    }
    const own = finestOf([query]);
    const joined = scans.find((scan) => {
      const finest = finestOf([scan.finest, query]);
      if (!isWorthWhile(finest, scan.finest)) return false;
      scan.finest = finest;
      return true;
    });
    if (joined === undefined) scans.push({ finest: own, places: [place] });
    else joined.places.push(place);
  }
  return [...scans.map(({ places }) => places), ...alone];
}

/** What needs no more than was there before costs nothing, however many groups that has. */
function isWorthWhile(finest: AggregateQuery, before: AggregateQuery): boolean {
  const isAsBefore =
    finest.measures.length === before.measures.length &&
    finest.groups.length === before.groups.length &&
    finest.groups.every(({ interval }, index) => interval === before.groups[index]?.interval);
  return isAsBefore || estimateNumbers(finest, finest.groups) <= mostSharedNumbers;
}

const estimateNumbers = ({ measures }: AggregateQuery, groups: readonly AggregateGroup[]): number =>
  estimateGroups(groups) * (1 + measures.length);

/** The groups and measures of all of them, each once; days by the longest period of which all others can be put together. */
function finestOf(queries: readonly AggregateQuery[]): AggregateQuery {
  const groups = new Map<string, AggregateGroup>();
  for (const group of queries.flatMap((query) => query.groups)) {
    const known = groups.get(group.field.key);
    groups.set(
      group.field.key,
      known === undefined ? group : { ...group, interval: finer(known.interval, group.interval) },
    );
  }
  const measures = new Map(
    queries.flatMap((query) => query.measures.map((measure) => [measureKey(measure), measure] as const)),
  );
  const [first] = queries as [AggregateQuery];
  return {
    ...first,
    groups: [...groups.values()],
    measures: [...measures.values()],
    order: { measure: null, descending: false },
    limit: 1,
  };
}

const measureKey = ({ kind, field }: AggregateMeasure): string => `${kind} ${field?.key ?? ''}`;

const byLength = ['DAY', 'MONTH', 'QUARTER', 'YEAR'] as const;

/** Weeks are parts of no month. */
function finer(one: Interval | null, other: Interval | null): Interval | null {
  if (one === other) return one;
  if (one === 'WEEK' || other === 'WEEK') return 'DAY';
  return byLength.find((interval) => interval === one || interval === other) ?? null;
}

// ---------------------------------------------------------------------------------------------------------------
// The statement

type Finest = {
  readonly query: AggregateQuery;
  /** By the place of a group: the type of its days where they are as they are stored, else null. */
  readonly storedDays: readonly (string | null)[];
  readonly names: readonly (readonly string[])[];
};

/** Where the days that are stored are few, the period of each record is not found. */
function readFinest(queries: readonly AggregateQuery[]): Omit<Finest, 'names'> {
  const finest = finestOf(queries);
  const days = finest.groups.map(byDays);
  const isOfFew =
    estimateGroups(days) <= mostGroupsOfDays && estimateNumbers(finest, days) <= mostSharedNumbers;
  const groups = isOfFew
    ? finest.groups.map((group) => (findStoredDays(group, finest.records) === null ? group : byDays(group)))
    : finest.groups;
  const storedDays = groups.map((group) =>
    group.interval === 'DAY' ? findStoredDays(group, finest.records) : null,
  );
  return { query: { ...finest, groups }, storedDays };
}

/** One statement, and so one snapshot: for each question the rows of its own statement, behind the place that it has. */
export function sharedStatement(queries: readonly AggregateQuery[], adding: Adding): Statement {
  const values = new Values();
  const { query, storedDays } = readFinest(queries);
  const parts = query.measures.map((measure) => partsOf(measure, query, adding));
  const finest: Finest = { query, storedDays, names: namesOf(parts) };
  const keys = query.groups.map((_, index) => `g${index}`);
  const writings = query.groups.flatMap(({ field }, index) =>
    isText(field) ? `min(s${index}) as s${index}` : [],
  );
  const isAsStored = (group: AggregateGroup) => storedDays[query.groups.indexOf(group)] !== null;
  const gathered = `select ${[...keys, ...writings, ...computedOf(parts, finest.names)].join(', ')}
    from (${sourcesOf(query, values, isAsStored)}) matching${keys.length === 0 ? '' : ` group by ${keys.join(', ')}`}`;
  const width = Math.max(...queries.map((own) => widthOf(own, adding)));
  const members = queries.map((own, place) => memberOf(own, place, finest, adding, width, values));
  const written = `select (${writeVersionOf(query.records, values)}) as version`;
  return {
    text: `with written as materialized (${written}), finest as materialized (${gathered}),
      ${members.flatMap(({ tables }) => tables).join(',\n      ')}
      ${members.flatMap(({ rows }) => rows).join('\n      union all ')}`,
    values: values.list,
  };
}

const widthOf = (query: AggregateQuery, adding: Adding): number =>
  query.groups.length +
  namesOf(query.measures.map((measure) => partsOf(measure, query, adding))).flat().length;

function memberOf(
  own: AggregateQuery,
  place: number,
  finest: Finest,
  adding: Adding,
  width: number,
  values: Values,
): { readonly tables: readonly string[]; readonly rows: readonly string[] } {
  const { groups, limit } = own;
  const parts = own.measures.map((measure) => partsOf(measure, own, adding));
  const names = namesOf(parts);
  const known = finest.query.measures.map(measureKey);
  const before = own.measures.map((measure) => finest.names[known.indexOf(measureKey(measure))] ?? []);
  const columns = names.flat();
  const filling = Array.from({ length: width - widthOf(own, adding) }, () => 'null::text');
  const total = (count: string) =>
    `select ${[`'${place}'`, '(select version from written)', count, ...groups.map(() => 'null::text'), ...columns.map((name) => `${name}::text`), ...filling].join(', ')} from total${place}`;
  if (groups.length === 0) {
    const tables = [`total${place} as (select ${combinedOf(parts, names, before).join(', ')} from finest)`];
    return { tables, rows: [total(`'0'`)] };
  }
  const places = groups.map(({ field }) =>
    finest.query.groups.findIndex((one) => one.field.key === field.key),
  );
  const keys = groups.map((group, index) => keyOf(group, places[index] ?? 0, finest));
  const shown = groups.map(({ field }, index) => {
    if (!isText(field)) return keys[index] ?? '';
    const writing = `min(s${places[index] ?? 0})`;
    return groups.length === 1 ? writing : `min(${writing}) over (partition by ${keys[index] ?? ''})`;
  });
  const grouped = `select ${[...keys.map((key, index) => `${key} as g${index}`), ...shown.map((text, index) => `${text} as shown${index}`), ...combinedOf(parts, names, before)].join(', ')}
        from finest group by ${keys.map((_, index) => index + 1).join(', ')}`;
  const order = orderOf(own, parts, names, values);
  const answered = [
    `'${place}'::text`,
    'null::text',
    'null::text',
    ...groups.map((_, index) => `shown${index}::text`),
    ...columns.map((name) => `${name}::text as ${name}`),
    ...filling,
  ];
  return {
    tables: [
      `grouped${place} as materialized (${grouped})`,
      `total${place} as (select ${combinedOf(parts, names).join(', ')} from grouped${place})`,
    ],
    rows: [
      total(`(select count(*) from grouped${place})::text`),
      `select * from (select ${answered.join(', ')} from grouped${place} grouped order by ${order} limit ${limit}) answered${place}`,
    ],
  };
}

/** What a group is called, of what the finest calls it. */
function keyOf({ interval }: AggregateGroup, place: number, { query, storedDays }: Finest): string {
  const name = `finest.g${place}`;
  const stored = storedDays[place] ?? null;
  if (interval === null) return name;
  if (stored !== null) return bucket(dayOfDate(name, stored), interval);
  return query.groups[place]?.interval === interval ? name : bucket(name, interval);
}

// ---------------------------------------------------------------------------------------------------------------
// The answer

/** Of each question in turn; null where it is to be asked for as written. */
export function readShared(
  answer: Answer | undefined,
  queries: readonly AggregateQuery[],
  adding: Adding,
): (Aggregates | null)[] {
  const byPlace = Map.groupBy(answer?.rows ?? [], ([place]) => Number(place));
  return queries.map((query, place) => {
    const rows = (byPlace.get(place) ?? []).map((row) => row.slice(1));
    return readAggregates({ rows, count: rows.length }, query, adding);
  });
}
