import type { RecordTypeId, TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { FilterCriteria } from '@rowhouse/domain/records/filter-rules.ts';
import { digitsOf, isPhonePart } from '@rowhouse/domain/values/sought.ts';
import type { ValueFamily } from '@rowhouse/domain/values/value.ts';
import type { StatementValue } from '../database/statement-batch.ts';
import type { Column } from './column.ts';
import { minutesOf } from './stored-forms.ts';

/** Collects the values of a statement; each is bound, none is spliced. */
export class Values {
  readonly list: StatementValue[] = [];
  readonly #isOfOneType: boolean;

  /** @param kind of one type: what is prepared then is for this type alone, and its plan may use the indexes of this type */
  constructor(kind: 'of any type' | 'of one type' = 'of any type') {
    this.#isOfOneType = kind === 'of one type';
  }

  bind(value: StatementValue): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }

  /** The id of the tenant or of the type: of a statement of one type it is part of the text, for it is none that anybody types. */
  bindType(id: TenantId | RecordTypeId): string {
    return this.#isOfOneType && Number.isSafeInteger(id) ? String(id) : this.bind(id);
  }
}

const nothing = 'false';

/** A pattern in which the text stands for itself. */
const escapePattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * The condition in SQL. It agrees with `matches` in the model that the tests hold it to: text without regard to case,
 * an empty value equal to nothing and different from everything, moments to the minute that a screen shows.
 * Criteria were found valid for the column's family before.
 */
export function predicate(column: Column, criteria: FilterCriteria, values: Values): string {
  const { operator } = criteria;
  if (operator === 'isEmpty') return `${column.expression} is null`;
  if (operator === 'isNotEmpty') return `${column.expression} is not null`;
  return predicates[column.family](column, ofOneValue(column, criteria), values);
}

/** One value that may be: along an index that begins with it PostgreSQL then finds the others in their order. */
function ofOneValue({ family }: Column, criteria: FilterCriteria): FilterCriteria {
  const [only, ...others] = criteria.operator === 'isAnyOf' ? (criteria.values ?? []) : [];
  if (only === undefined || others.length > 0) return criteria;
  if (family === 'relation') return { operator: 'is', value: only };
  return family === 'number' || family === 'text' ? { operator: 'equals', value: only } : criteria;
}

type Predicate = (column: Column, criteria: FilterCriteria, values: Values) => string;

const predicates = {
  text: (column, criteria, values) =>
    (column.isPhone ? phonePredicate : textPredicate)(column, criteria, values),
  number: (column, criteria, values) =>
    (column.sqlType === 'bigint' ? wholePredicate : numberPredicate)(column, criteria, values),
  date: (column, criteria, values) =>
    ordered(column, criteria, (day) => `${values.bind(day)}::${column.sqlType}`),
  datetime: momentPredicate,
  time: (column, criteria, values) =>
    ordered(column, criteria, (time) => `${values.bind(minutesOf(time))}::float8`),
  relation: relationPredicate,
  relations: relationsPredicate,
  checkbox: ({ expression }, { operator }) =>
    operator === 'checked' ? expression : `${expression} is not true`,
  opaque: () => nothing,
} satisfies Readonly<Record<ValueFamily, Predicate>>;

function textPredicate(
  column: Column,
  { operator, value, values: many }: FilterCriteria,
  values: Values,
): string {
  const text = column.expression;
  const folded = `lower(${text})`;
  // By the collation of the columns: that of the database may know no letters beyond ASCII, or dotless ones.
  const bound = (typed: string) => `lower(${values.bind(typed)}::text collate pg_c_utf8)`;
  switch (operator) {
    case 'equals':
      return `${folded} = ${bound(value ?? '')}`;
    case 'notEqual':
      return `${folded} is distinct from ${bound(value ?? '')}`;
    case 'contains':
      return `${folded} like ${bound(`%${escapePattern(value ?? '')}%`)}`;
    case 'endsWith':
      return `${folded} like ${bound(`%${escapePattern(value ?? '')}`)}`;
    case 'startsWith': {
      // A range rather than LIKE: its operators are leakproof everywhere, so the index serves under row-level security.
      const prefix = bound(value ?? '');
      return `(${folded} >= ${prefix} and ${folded} < ${prefix} || chr(1114111))`;
    }
    case 'isAnyOf':
      // The array's text is folded as a whole, which folds its elements and leaves a constant to plan with.
      return `${folded} = any(${bound(arrayText(many ?? []))}::text[])`;
    default:
      return nothing;
  }
}

/**
 * Who writes a phone number or a part of one, as it is shown or dialled, means its digits: '(206)' and '+1 206' are in
 * [1,2065550199]. What has other characters is compared with the stored text.
 */
function phonePredicate(column: Column, criteria: FilterCriteria, values: Values): string {
  const { operator, value, values: many } = criteria;
  const given = operator === 'isAnyOf' ? (many ?? []) : [value ?? ''];
  const numbers = given.filter(isPhonePart);
  const texts = given.filter((text) => !isPhonePart(text));
  if (numbers.length === 0) return textPredicate(column, criteria, values);
  const [first = ''] = numbers;
  if (operator === 'contains') return containsDigits(column, digitsOf(first), values);

  const stored = `regexp_replace(${column.expression}, '\\D', '', 'g')`;
  const national = `regexp_replace(split_part(${column.expression}, ',', 2), '\\D', '', 'g')`;
  const withoutCode = numbers.filter((number) => !number.startsWith('+'));
  const inBoth = (compare: (expression: string, all: readonly string[]) => string) =>
    [
      compare(stored, numbers.map(digitsOf)),
      ...(withoutCode.length === 0 ? [] : [compare(national, withoutCode.map(digitsOf))]),
    ].join(' or ');
  const equals = () => inBoth((expression, all) => `${expression} = any(${values.bind(all)}::text[])`);
  switch (operator) {
    case 'startsWith':
      return `(${inBoth((expression, [digits = '']) => `${expression} like ${values.bind(`${digits}%`)}`)})`;
    case 'endsWith':
      return `${stored} like ${values.bind(`%${digitsOf(first)}`)}`;
    case 'notEqual':
      return `(${equals()}) is not true`;
    case 'isAnyOf': {
      const asText = texts.length > 0 && textPredicate(column, { operator, values: texts }, values);
      return `(${[equals(), asText || []].flat().join(' or ')})`;
    }
    default:
      return `(${equals()})`;
  }
}

const longestCountryCode = 4;

/** By patterns that an index of trigrams serves: the comma after the country code may stand within the digits. */
function containsDigits(column: Column, digits: string, values: Values): string {
  const parts = [digits];
  for (let at = 1; at <= Math.min(longestCountryCode, digits.length - 1); at += 1)
    parts.push(`${digits.slice(0, at)},${digits.slice(at)}`);
  const like = (part: string) => textPredicate(column, { operator: 'contains', value: part }, values);
  return `(${parts.map(like).join(' or ')})`;
}

const arrayText = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

const comparators: Readonly<Record<string, string>> = {
  equals: '=',
  is: '=',
  greaterThan: '>',
  after: '>',
  greaterOrEqual: '>=',
  onOrAfter: '>=',
  lessThan: '<',
  before: '<',
  lessOrEqual: '<=',
  onOrBefore: '<=',
  notEqual: 'is distinct from',
  not: 'is distinct from',
};

const comparison = (column: Column, operator: string, bound: string): string =>
  comparators[operator] === undefined ? nothing : `${column.expression} ${comparators[operator]} ${bound}`;

/** Between two values, both of which match, or by the operator's sign. */
function ordered(
  column: Column,
  { operator, value, values }: FilterCriteria,
  bind: (value: string) => string,
): string {
  if (operator !== 'between') return comparison(column, operator, bind(value ?? ''));
  const [first = '', last = ''] = values ?? [];
  return `(${column.expression} >= ${bind(first)} and ${column.expression} <= ${bind(last)})`;
}

function numberPredicate(column: Column, criteria: FilterCriteria, values: Values): string {
  if (criteria.operator === 'isAnyOf') {
    return `${column.expression} = any(${values.bind((criteria.values ?? []).map(Number))}::float8[])`;
  }
  return ordered(column, criteria, (number) => `${values.bind(Number(number))}::float8`);
}

/** Whole-number columns are compared with whole numbers; a fraction moves to the neighbour that means the same. */
function wholePredicate(column: Column, criteria: FilterCriteria, values: Values): string {
  const { operator } = criteria;
  if (operator === 'isAnyOf') {
    const whole = (criteria.values ?? []).map(Number).filter((number) => Number.isInteger(number));
    return `${column.expression} = any(${values.bind(whole)}::bigint[])`;
  }
  const bind = (whole: number) => `${values.bind(whole)}::bigint`;
  if (operator === 'between') {
    const [first = 0, last = 0] = (criteria.values ?? []).map(Number);
    return `(${column.expression} >= ${bind(Math.ceil(first))} and ${column.expression} <= ${bind(Math.floor(last))})`;
  }
  const number = Number(criteria.value);
  if (Number.isInteger(number)) return comparison(column, operator, bind(number));
  if (operator === 'equals') return nothing;
  if (operator === 'notEqual') return 'true';
  const upwards = operator === 'greaterThan' || operator === 'greaterOrEqual';
  return upwards
    ? `${column.expression} > ${bind(Math.floor(number))}`
    : `${column.expression} < ${bind(Math.ceil(number))}`;
}

function momentPredicate(
  column: Column,
  { operator, value, values: several }: FilterCriteria,
  values: Values,
): string {
  const spans = operator === 'between' ? (several ?? []).map(spanOf) : [spanOf(value ?? '')];
  const from = `${values.bind(instantText(spans[0]?.from ?? Number.NaN))}::timestamptz`;
  const until = `${values.bind(instantText(spans.at(-1)?.until ?? Number.NaN))}::timestamptz`;
  const moment = column.expression;
  const within = `(${moment} >= ${from} and ${moment} < ${until})`;
  // Both are bound whichever is used, so that the statement's text depends on the operator alone.
  const ranges: Readonly<Record<string, string>> = {
    is: within,
    between: within,
    not: `(${moment} is null or ${moment} < ${from} or ${moment} >= ${until})`,
    before: `(${moment} < ${from} and ${until} is not null)`,
    onOrBefore: `(${moment} < ${until} and ${from} is not null)`,
    after: `(${moment} >= ${until} and ${from} is not null)`,
    onOrAfter: `(${moment} >= ${from} and ${until} is not null)`,
  };
  return ranges[operator] ?? nothing;
}

/** The minute of an instant, or what days and periods were resolved to: two instants with a slash between. */
function spanOf(value: string): { from: number; until: number } {
  const [first = '', end] = value.split('/');
  if (end !== undefined) return { from: Date.parse(first), until: Date.parse(end) };
  const minute = Math.floor(Date.parse(first) / 60_000) * 60_000;
  return { from: minute, until: minute + 60_000 };
}

/**
 * After the last minute of the year 9999 comes one of 10000, which PostgreSQL reads without the sign; and what begins before
 * the year 1, as its first day does east of Greenwich, is of the year before Christ.
 */
const instantText = (epochMs: number): string =>
  new Date(epochMs)
    .toISOString()
    .replace(/^\+0?/, '')
    .replace(/^0000-(.*)Z$/, '0001-$1Z BC');

function relationPredicate(column: Column, criteria: FilterCriteria, values: Values): string {
  const { operator } = criteria;
  if (operator === 'isAnyOf') {
    return `${column.expression} = any(${values.bind((criteria.values ?? []).map(Number))}::bigint[])`;
  }
  return comparison(column, operator, `${values.bind(Number(criteria.value))}::bigint`);
}

function relationsPredicate(
  column: Column,
  { operator, value, values: many }: FilterCriteria,
  values: Values,
): string {
  const ids = operator === 'isAnyOf' ? (many ?? []).map(Number) : [Number(value)];
  const bound = `${values.bind(ids)}::bigint[]`;
  if (operator === 'isAnyOf') return `${column.expression} && ${bound}`;
  if (operator === 'is') return `${column.expression} @> ${bound}`;
  return `(${column.expression} is null or not ${column.expression} @> ${bound})`;
}
