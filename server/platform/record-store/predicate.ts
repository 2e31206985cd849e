import type { FilterCriteria } from '@rowhouse/domain/records/filter-rules.ts';
import type { StatementValue } from '../database/statement-batch.ts';
import type { Column } from './column.ts';

/** Collects the values of a statement; each is bound, none is spliced. */
export class Values {
  readonly list: StatementValue[] = [];

  bind(value: StatementValue): string {
    this.list.push(value);
    return `$${this.list.length}`;
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
  switch (column.family) {
    case 'text':
      return textPredicate(column, criteria, values);
    case 'number':
      return column.sqlType === 'bigint'
        ? wholePredicate(column, criteria, values)
        : numberPredicate(column, operator, criteria, values);
    case 'time':
      return comparison(column, operator, `${values.bind(minutesOf(criteria.value ?? ''))}::float8`);
    case 'date':
      return comparison(column, operator, `${values.bind(criteria.value ?? '')}::${column.sqlType}`);
    case 'datetime':
      return momentPredicate(column, criteria, values);
    case 'relation':
      return relationPredicate(column, criteria, values);
    case 'relations':
      return relationsPredicate(column, criteria, values);
    case 'checkbox':
      return operator === 'checked' ? column.expression : `${column.expression} is not true`;
    case 'opaque':
      return nothing;
  }
}

export function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

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

function numberPredicate(column: Column, operator: string, criteria: FilterCriteria, values: Values): string {
  if (operator === 'isAnyOf') {
    return `${column.expression} = any(${values.bind((criteria.values ?? []).map(Number))}::float8[])`;
  }
  return comparison(column, operator, `${values.bind(Number(criteria.value))}::float8`);
}

/** Whole-number columns are compared with whole numbers; a fraction moves to the neighbour that means the same. */
function wholePredicate(column: Column, criteria: FilterCriteria, values: Values): string {
  const { operator } = criteria;
  if (operator === 'isAnyOf') {
    const whole = (criteria.values ?? []).map(Number).filter((number) => Number.isInteger(number));
    return `${column.expression} = any(${values.bind(whole)}::bigint[])`;
  }
  const number = Number(criteria.value);
  const bind = (whole: number) => `${values.bind(whole)}::bigint`;
  if (Number.isInteger(number)) return comparison(column, operator, bind(number));
  if (operator === 'equals') return nothing;
  if (operator === 'notEqual') return 'true';
  const upwards = operator === 'greaterThan' || operator === 'greaterOrEqual';
  return upwards
    ? `${column.expression} > ${bind(Math.floor(number))}`
    : `${column.expression} < ${bind(Math.ceil(number))}`;
}

function momentPredicate(column: Column, { operator, value }: FilterCriteria, values: Values): string {
  const minute = Math.floor(Date.parse(value ?? '') / 60_000) * 60_000;
  const from = `${values.bind(instantText(minute))}::timestamptz`;
  const until = `${values.bind(instantText(minute + 60_000))}::timestamptz`;
  const moment = column.expression;
  // Both are bound whichever is used, so that the statement's text depends on the operator alone.
  const ranges: Readonly<Record<string, string>> = {
    is: `(${moment} >= ${from} and ${moment} < ${until})`,
    not: `(${moment} is null or ${moment} < ${from} or ${moment} >= ${until})`,
    before: `(${moment} < ${from} and ${until} is not null)`,
    onOrBefore: `(${moment} < ${until} and ${from} is not null)`,
    after: `(${moment} >= ${until} and ${from} is not null)`,
    onOrAfter: `(${moment} >= ${from} and ${until} is not null)`,
  };
  return ranges[operator] ?? nothing;
}

/** After the last minute of the year 9999 comes one of 10000, which PostgreSQL reads without the sign. */
const instantText = (epochMs: number): string => new Date(epochMs).toISOString().replace(/^\+0?/, '');

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
