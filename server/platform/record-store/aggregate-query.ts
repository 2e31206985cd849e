// Counts and sums over what a record query finds. The conditions are written by the record query itself, so that a number
// is of exactly the records that the grid shows; here stand only the groups and what is computed in them.
import type { AuthorisedField } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { Interval } from '@rowhouse/domain/aggregates/interval.ts';
import type { MeasureKind } from '@rowhouse/domain/aggregates/measures.ts';
import type { StoredRecordType } from '@rowhouse/domain/tenants/tenant-config.ts';
import { divideDecimal, readDecimal, trimDecimal, writeDecimal } from '@rowhouse/domain/kernel/decimal.ts';
import type { Decimal } from '@rowhouse/domain/kernel/decimal.ts';
import type { Answer } from '../database/database.ts';
import type { Statement, TextRow } from '../database/statement-batch.ts';
import { findColumn } from './column.ts';
import type { Column } from './column.ts';
import { Values } from './predicate.ts';
import { byDays, estimateGroups, mostGroupsOfDays } from './estimated-groups.ts';
import { writeVersionOf } from './write-version.ts';
import { isTotalKept, keptByStatus, keptTotal } from './kept-totals.ts';
import { placesOf, wherePart } from './record-query.ts';
import type { Place, RecordQuery } from './record-query.ts';
import { storedForm } from './stored-forms.ts';

export type AggregateGroup = {
  readonly field: AuthorisedField;
  readonly interval: Interval | null;
  /** Of a relation: its ids in the order of what they show. */
  readonly ranking: readonly number[] | null;
};

export type AggregateMeasure = { readonly kind: MeasureKind; readonly field: AuthorisedField | null };

export type AggregateQuery = {
  readonly records: RecordQuery;
  readonly groups: readonly AggregateGroup[];
  readonly measures: readonly AggregateMeasure[];
  readonly timeZone: string;
  /** By a measure's place, or by the values of the groups. */
  readonly order: { readonly measure: number | null; readonly descending: boolean };
  readonly limit: number;
};

/** 'whole' adds steps of a hundredth or a thousandth as whole numbers, where no value has more decimals; 'written' is slow. */
export type Adding = 'whole' | 'written';

// ---------------------------------------------------------------------------------------------------------------
// What is read of each record

type Source = { readonly key: string; readonly expression: string };

/** The expressions that are read of each record, each once, by the names that the aggregates know them by. */
class Sources {
  readonly list: Source[] = [];
  /** Members of a field of several choices: one row for each. */
  readonly members: { readonly alias: string; readonly expression: string }[] = [];
  readonly #type: StoredRecordType;
  readonly #values: Values;
  readonly #timeZone: string;

  constructor(type: StoredRecordType, values: Values, timeZone: string) {
    this.#type = type;
    this.#values = values;
    this.#timeZone = timeZone;
  }

  /** @param asStored the day is found later, of the groups of what is stored */
  addGroup({ field, interval }: AggregateGroup, index: number, asStored: boolean): void {
    const column = findColumn(field, this.#type);
    if (asStored && column?.family === 'date') {
      this.list.push({ key: `g${index}`, expression: column.expression });
      return;
    }
    this.list.push({ key: `g${index}`, expression: this.#grouped(column, interval, index) });
    if (column?.family === 'text') this.list.push({ key: `s${index}`, expression: column.expression });
  }

  addMeasure({ field, kind }: AggregateMeasure): void {
    if (field === null) return;
    const key = sourceKey(field, kind);
    if (this.list.some((source) => source.key === key)) return;
    const column = findColumn(field, this.#type);
    const expression = column === null ? 'null' : kind === 'DISTINCT' ? same(column) : column.expression;
    this.list.push({ key, expression });
  }

  #grouped(column: Column | null, interval: Interval | null, index: number): string {
    if (column === null) return 'null';
    if (column.family === 'relations') {
      const alias = `members${index}`;
      this.members.push({ alias, expression: column.expression });
      return `${alias}.member`;
    }
    if (column.family === 'date' && column.sqlType !== 'date')
      return bucket(this.#dayOf(column), interval ?? 'DAY', `${column.expression} at time zone 'UTC'`);
    if (column.family === 'date' || column.family === 'datetime')
      return bucket(this.#dayOf(column), interval ?? 'DAY');
    return same(column);
  }

  #dayOf({ expression, family, sqlType }: Column): string {
    if (family === 'date') return dayOfDate(expression, sqlType);
    if (sqlType === 'date') return expression;
    // West of Greenwich the first day begins before the calendar, and east of it the last ends behind it.
    const day = `(${expression} at time zone ${this.#values.bind(this.#timeZone)}::text)::date`;
    return `case when ${expression} is not null then least(greatest(${day}, ${earliest}), date '9999-12-31') end`;
  }
}

export const dayOfDate = (expression: string, sqlType: string): string =>
  sqlType === 'date' ? expression : `(${expression} at time zone 'UTC')::date`;

const earliest = `date '0001-01-01'`;

/** @param moment the day as a timestamp, where that is at hand: it costs less than by way of the day */
export function bucket(day: string, interval: Interval, moment = `(${day})::timestamp`): string {
  if (interval === 'DAY') return day;
  // The first week of the calendar has no Sunday.
  if (interval === 'WEEK')
    return `case when ${day} < date '0001-01-07' then ${earliest} else ${day} - extract(dow from ${day})::int end`;
  return `date_trunc('${interval.toLowerCase()}', ${moment})::date`;
}

/** What is the same for values that a filter's 'equals' takes for one. */
function same({ family, expression, isPhone }: Column): string {
  if (isPhone) return `regexp_replace(${expression}, '\\D', '', 'g')`;
  if (family === 'text') return `lower(${expression})`;
  return family === 'checkbox' ? `(${expression} is true)` : expression;
}

const sourceKey = (field: AuthorisedField, kind: MeasureKind): string =>
  `${kind === 'DISTINCT' ? 'd' : 'v'}_${field.key.toLowerCase()}`;

/** @param isAsStored of which groups the day is found later; null: there are to be no groups */
export function sourcesOf(
  { records, groups, measures, timeZone }: AggregateQuery,
  values: Values,
  isAsStored: ((group: AggregateGroup) => boolean) | null,
): string {
  const arms = placesOf(records).map((place) => {
    const sources = new Sources(place.source.type, values, timeZone);
    if (isAsStored !== null)
      groups.forEach((group, index) => sources.addGroup(group, index, isAsStored(group)));
    for (const measure of measures) sources.addMeasure(measure);
    return arm(place, sources, wherePart(records, place, values));
  });
  return arms.join(' union all ');
}

function arm({ leaf }: Place, { list, members }: Sources, where: string): string {
  const selected = list.map(({ key, expression }) => `${expression} as ${key}`).join(', ');
  const joins = members.map(
    ({ alias, expression }) =>
      ` left join lateral (select distinct unnest(${expression})) ${alias} (member) on true`,
  );
  return `select ${selected === '' ? '1 as one' : selected} from ${leaf}${joins.join('')} where ${where}`;
}

// ---------------------------------------------------------------------------------------------------------------
// What is computed of them

/** The aggregates behind one measure; `combine` makes that of all out of those of the groups. */
type Parts = {
  readonly aggregates: readonly string[];
  readonly combine: readonly ('sum' | 'min' | 'max' | 'bool_and')[] | null;
  /** What groups are ordered by, of the names that its aggregates were given. */
  readonly order: (names: readonly string[]) => string;
};

const [first, firstByThird] = [
  (names: readonly string[]) => names[0] ?? '',
  (names: readonly string[]) => `${names[0]}::numeric / nullif(${names[2]}, 0)`,
];

const one = (aggregate: string, combine: NonNullable<Parts['combine']>[number] | null): Parts => ({
  aggregates: [aggregate],
  combine: combine === null ? null : [combine],
  order: first,
});

export function partsOf({ kind, field }: AggregateMeasure, query: AggregateQuery, adding: Adding): Parts {
  if (field === null) return one('count(*)', 'sum');
  const value = sourceKey(field, kind);
  switch (kind) {
    case 'MIN':
      return one(`min(${value})`, 'min');
    case 'MAX':
      return one(`max(${value})`, 'max');
    case 'DISTINCT':
      return one(`count(distinct ${value})`, null);
    case 'EMPTY':
      return one(`count(*) - count(${value})`, 'sum');
    case 'CHECKED':
      return one(`count(*) filter (where ${value})`, 'sum');
    case 'SUM':
    case 'AVERAGE': {
      const scale = scaleOf(field, query, adding);
      return {
        aggregates: [
          sumOf(value, scale),
          isExactSum(value, scale),
          kind === 'SUM' ? '0::bigint' : `count(${value})`,
        ],
        combine: ['sum', 'bool_and', 'sum'],
        order: kind === 'SUM' ? first : firstByThird,
      };
    }
    default:
      return one(`count(${value})`, 'sum');
  }
}

/** Steps in which binary doubles are added as whole numbers; null where they are added as they are written. */
function scaleOf(field: AuthorisedField, { records }: AggregateQuery, adding: Adding): number | null {
  const isWhole = records.recordType.sources.every(
    ({ type }) => (findColumn(field, type)?.sqlType ?? 'bigint') === 'bigint',
  );
  if (isWhole) return -1;
  if (adding === 'written') return null;
  return field.dataType === 'currency' ? 2 : field.dataType === 'number' ? 0 : 3;
}

/** Whole numbers are added without loss, as fast as doubles are with it. */
function sumOf(value: string, scale: number | null): string {
  if (scale === null) return `sum(${value}::text::numeric)`;
  if (scale === -1) return `sum(${value})`;
  return `sum(${stepsOf(value, scale)})`;
}

const stepsOf = (value: string, scale: number): string =>
  scale === 0 ? `${value}::bigint` : `(${value} * ${10 ** scale})::bigint`;

/**
 * Whether every value is a whole number of steps: only then is the sum of the steps that of the values. No value may be so large
 * that its steps are no exact number any more, which their squares tell together: one value after the other costs four times that.
 */
function isExactSum(value: string, scale: number | null): string {
  if (scale === null || scale === -1) return 'true';
  const isBroken =
    scale === 0
      ? `${value} <> trunc(${value})`
      : `${stepsOf(value, scale)} / ${10 ** scale}::float8 <> ${value}`;
  // Half of it, as the squares are not added exactly.
  const most = Number.MAX_SAFE_INTEGER / 10 ** scale / 2;
  const squares = `count(*) * (var_pop(${value}) + avg(${value}) * avg(${value}))`;
  return `(bool_or(true) filter (where ${isBroken}) is null and coalesce(${squares} <= ${most ** 2}::float8, true))`;
}

// ---------------------------------------------------------------------------------------------------------------
// The statement

/** A group of several choices counts a record more than once, and values that differ cannot be added up. */
export const isTotalOfGroups = ({ groups, measures }: AggregateQuery): boolean =>
  groups.every(({ field }) => storedForm(field.dataType).letter !== 'm') &&
  measures.every(({ kind }) => kind !== 'DISTINCT');

/** Whether the numbers are kept counted, so that no record is read for them. */
export const isKept = ({ records, groups, measures }: AggregateQuery): boolean =>
  isTotalKept(records) &&
  groups.length <= 1 &&
  groups.every(({ field }) => field.key === 'status') &&
  measures.every(({ field }) => field === null);

export const isOfNothing = ({ records }: AggregateQuery): boolean => records.recordType.sources.length === 0;

/** What the aggregates of each measure are called. */
export const namesOf = (parts: readonly Parts[]): string[][] =>
  parts.map(({ aggregates }, index) => aggregates.map((_, part) => `m${index}_${part}`));

export const computedOf = (parts: readonly Parts[], names: readonly (readonly string[])[]): string[] =>
  parts.flatMap(({ aggregates }, index) =>
    aggregates.map((aggregate, part) => `${aggregate} as ${names[index]?.[part] ?? ''}`),
  );

/** The same of groups that were computed before, under the names that they have there. */
export const combinedOf = (
  parts: readonly Parts[],
  names: readonly (readonly string[])[],
  before = names,
): string[] =>
  parts.flatMap(({ combine }, index) =>
    (combine ?? []).map(
      (how, part) => `${how}(${before[index]?.[part] ?? ''}) as ${names[index]?.[part] ?? ''}`,
    ),
  );

/**
 * One statement, and so one snapshot: a row with the total, the number of groups and the write version of the types, and
 * one for each group that is answered.
 */
export function aggregateStatement(query: AggregateQuery, adding: Adding): Statement {
  const values = new Values();
  const { groups, limit } = query;
  const parts = query.measures.map((measure) => partsOf(measure, query, adding));
  const names = namesOf(parts);
  const version = `(${writeVersionOf(query.records, values)})`;
  const computed = computedOf(parts, names);
  // Of a super type that gathers no type that the role opens there is no record to name a column of.
  if (isOfNothing(query)) {
    const nothing = [...groups, ...names.flat()].map(() => 'null::text');
    return { text: `select ${[version, `'0'`, ...nothing].join(', ')}`, values: values.list };
  }
  if (isKept(query) && groups.length === 0) {
    const counted = `(select count(*) from (${sourcesOf(query, values, null)}) matching)`;
    const counts = query.measures.map(
      () => `coalesce(${keptTotal(query.records, values)}, ${counted})::text`,
    );
    return { text: `select ${[version, `'0'`, ...counts].join(', ')}`, values: values.list };
  }
  if (groups.length === 0) {
    const columns = names.flat().map((name) => `${name}::text`);
    return {
      text: `select ${version}, '0', ${columns.join(', ')} from (select ${computed.join(', ')} from (${sourcesOf(query, values, null)}) matching) total`,
      values: values.list,
    };
  }
  const keys = groups.map((_, index) => `g${index}`);
  const shown = groups.map(({ field }, index) =>
    isText(field) ? textOf(index, groups.length) : `g${index}`,
  );
  const combined = combinedOf(parts, names);
  const periods = findPeriods(query);
  const grouped =
    periods === null
      ? `select ${[...keys, ...shown.map((text, index) => `${text} as shown${index}`), ...computed].join(', ')}
    from (${sourcesOf(query, values, () => false)}) matching group by ${keys.join(', ')}`
      : `select ${[...keys, ...keys.map((key, index) => `${key} as shown${index}`), ...combined].join(', ')}
    from (select ${[...periods.map((period, index) => `${period} as g${index}`), ...names.flat()].join(', ')}
      from (select ${[...keys, ...computed].join(', ')} from (${sourcesOf(query, values, () => true)}) matching
        group by ${keys.join(', ')}) days) periods group by ${keys.join(', ')}`;
  const found = isKept(query) ? keptByStatus(query.records, values, names.flat(), grouped) : grouped;
  const total = isTotalOfGroups(query)
    ? `select ${combined.join(', ')} from grouped`
    : `select ${computed.join(', ')} from (${sourcesOf(query, values, null)}) matching`;
  const columns = names.flat();
  const noValues = groups.map(() => 'null::text');
  const order = orderOf(query, parts, names, values);
  return {
    text: `with grouped as materialized (${found}), total as (${total})
      select ${[version, '(select count(*) from grouped)::text', ...noValues, ...columns.map((name) => `${name}::text`)].join(', ')} from total
      union all select * from (select ${['null::text as version', 'null::text as groups', ...groups.map((_, index) => `shown${index}::text`), ...columns.map((name) => `${name}::text as ${name}`)].join(', ')}
        from grouped order by ${order} limit ${limit}) answered`,
    values: values.list,
  };
}

/**
 * What the groups are called, over groups of the days that are stored: where these are few, to find the month of each record
 * costs a fifth of all. Null where they are many, what is computed cannot be put together, or no group is a period of days.
 */
function findPeriods(query: AggregateQuery): readonly string[] | null {
  const { groups, records } = query;
  if (!isTotalOfGroups(query) || groups.some(({ field }) => isText(field))) return null;
  if (estimateGroups(groups.map(byDays)) > mostGroupsOfDays) return null;
  const periods = groups.map(({ field, interval }, index) => {
    const columns = records.recordType.sources.map(({ type }) => findColumn(field, type));
    const [column] = columns;
    if (columns.every((other) => other?.family !== 'date')) return { key: `g${index}`, isPeriod: false };
    if (column == null || columns.some((other) => other?.sqlType !== column.sqlType)) return null;
    const day = dayOfDate(`g${index}`, column.sqlType);
    return { key: bucket(day, interval ?? 'DAY'), isPeriod: interval !== null && interval !== 'DAY' };
  });
  const known = periods.filter((period) => period !== null);
  return known.length === groups.length && known.some(({ isPeriod }) => isPeriod)
    ? known.map(({ key }) => key)
    : null;
}

/** The type in which the days of a group are stored; null where it has none, or sources store them in several. */
export function findStoredDays({ field }: AggregateGroup, { recordType }: RecordQuery): string | null {
  const [column, ...others] = recordType.sources.map(({ type }) => findColumn(field, type));
  const isOfOne = others.every((other) => other?.sqlType === column?.sqlType);
  return column?.family === 'date' && isOfOne ? column.sqlType : null;
}

/** One writing for what is the same text, in all groups that it stands in, so that cells find their rows and columns. */
const textOf = (index: number, groups: number): string =>
  groups === 1 ? `min(s${index})` : `min(min(s${index})) over (partition by g${index})`;

export const isText = ({ dataType }: AuthorisedField): boolean => storedForm(dataType).letter === 't';

export function orderOf(
  { groups, order }: AggregateQuery,
  parts: readonly Parts[],
  names: readonly (readonly string[])[],
  values: Values,
): string {
  const byValue = groups.map(({ ranking }, index) =>
    ranking === null
      ? `grouped.g${index}`
      : `array_position(${values.bind(ranking)}::bigint[], grouped.g${index})`,
  );
  const direction = order.descending ? 'desc' : 'asc';
  const { measure } = order;
  const ids = groups.map((_, index) => `grouped.g${index} asc nulls last`);
  if (measure === null) return [...byValue.map((key) => `${key} ${direction} nulls last`), ...ids].join(', ');
  const byMeasure = parts[measure]?.order((names[measure] ?? []).map((name) => `grouped.${name}`)) ?? '';
  return [
    `${byMeasure} ${direction} nulls last`,
    ...byValue.map((key) => `${key} asc nulls last`),
    ...ids,
  ].join(', ');
}

// ---------------------------------------------------------------------------------------------------------------
// The answer

export type Aggregates = {
  readonly version: string;
  readonly groupsCount: number;
  readonly total: readonly (string | null)[];
  readonly groups: readonly {
    readonly values: readonly (string | null)[];
    readonly measures: readonly (string | null)[];
  }[];
};

/** Null where a sum was of values that have more decimals than were added: it is to be asked for as written. */
export function readAggregates(
  answer: Answer | undefined,
  query: AggregateQuery,
  adding: Adding,
): Aggregates | null {
  const [totalRow, ...groupRows] = answer?.rows ?? [];
  const parts = query.measures.map((measure) => partsOf(measure, query, adding));
  const width = query.groups.length;
  const measuresOf = (row: TextRow) => readMeasures(row.slice(2 + width), query, parts, adding);
  const total = measuresOf(totalRow ?? []);
  if (total === null) return null;
  return {
    version: totalRow?.[0] ?? '0',
    groupsCount: Number(totalRow?.[1] ?? 0),
    total,
    groups: groupRows.map((row) => ({
      values: query.groups.map((group, index) => readValue(group, row[2 + index] ?? null)),
      measures: measuresOf(row) ?? [],
    })),
  };
}

function readValue({ field, interval }: AggregateGroup, stored: string | null): string | null {
  if (stored === null || interval !== null) return stored;
  const form = storedForm(field.dataType);
  // Of several choices there is one here; a cast to text says true where a column says t.
  return form.letter === 'm' || form.letter === 'b' ? stored : form.read(stored);
}

function readMeasures(
  row: TextRow,
  query: AggregateQuery,
  parts: readonly Parts[],
  adding: Adding,
): (string | null)[] | null {
  let at = 0;
  const measures: (string | null)[] = [];
  for (const [index, measure] of query.measures.entries()) {
    const width = parts[index]?.aggregates.length ?? 0;
    const own = row.slice(at, at + width);
    at += width;
    if (width === 3 && own[1] === 'false') return null;
    measures.push(readMeasure(measure, own, query, adding));
  }
  return measures;
}

function readMeasure(
  { kind, field }: AggregateMeasure,
  [stored = null, , count = null]: TextRow,
  query: AggregateQuery,
  adding: Adding,
): string | null {
  if (kind === 'SUM' || kind === 'AVERAGE') {
    if (stored === null || field === null) return null;
    const scale = scaleOf(field, query, adding);
    const sum = scale !== null && scale > 0 ? { units: BigInt(stored), scale } : readDecimal(stored);
    return writeDecimal(trimDecimal(kind === 'SUM' ? sum : averageOf(sum, count)));
  }
  if (kind === 'MIN' || kind === 'MAX')
    return stored === null || field === null ? stored : storedForm(field.dataType).read(stored);
  return stored ?? '0';
}

const averageScale = 10;
const averageOf = (sum: Decimal, count: string | null): Decimal =>
  divideDecimal(sum, BigInt(count ?? '1'), Math.max(averageScale, sum.scale));
