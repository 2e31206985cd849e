// What a condition of a filter means for one value, in plain memory: written from Specification 5, 7 and 9 and the words
// of the contract, and not from any SQL. The record engine is held to it, and so are the ways of statuses on both floors.
import { foldCase } from '../kernel/fold-case.ts';
import type { DataType } from '../fields/data-types.ts';
import type { Operator } from '../values/operators.ts';
import type { ValueFamily } from '../values/value.ts';
import { valueOf } from '../values/values.ts';
import type { FilterCriteria, LogicOperator } from './filter-rules.ts';

/** Where and when somebody asks. */
export type AskedAt = { readonly timeZone: string; readonly nowMs: number };

const minuteMs = 60_000;
/** A screen shows moments to the minute. */
const minuteOf = (moment: string): number => Math.floor(Date.parse(moment) / minuteMs);

/** Of who asked last: to make one takes far longer than to use it. */
let last: { readonly timeZone: string; readonly calendar: Intl.DateTimeFormat } | undefined;

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  if (last?.timeZone !== timeZone)
    last = { timeZone, calendar: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }) };
  return last.calendar;
}

/** 'YYYY-MM-DD', as the calendar on the wall shows it. */
function dayOf(moment: string, timeZone: string): string {
  if (timeZone === 'UTC') return moment.slice(0, 10);
  // Sweden writes days as the contract does; east of Greenwich the last of all days goes on into the year 10000.
  const day = calendarOf(timeZone).format(Date.parse(moment));
  return day.length > 10 ? '9999-12-31' : day;
}

type Order = (stored: string, asked: string) => number;

/** Days and times of the day, which are written so that they sort as text. */
const byText: Order = (stored, asked) => Number(stored > asked) - Number(stored < asked);

const byNumber: Order = (stored, asked) => Number(stored) - Number(asked);

/** A day alone is all of it, where the person is who asks; otherwise minutes are compared. */
const byMinuteOrDay =
  ({ timeZone }: AskedAt): Order =>
  (stored, asked) =>
    asked.length === 10
      ? byText(dayOf(new Date(stored).toISOString(), timeZone), asked)
      : minuteOf(stored) - minuteOf(asked);

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
/** The days from a Sunday to a Saturday have the same number; the first day of 1970 was a Thursday. */
const weekNumber = (day: string): number => Math.floor((dayNumber(day) + 4) / 7);
const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

function isInPeriod(day: string, { value }: FilterCriteria, { nowMs, timeZone }: AskedAt): boolean {
  return isWithin(day, value ?? '', dayOf(new Date(nowMs).toISOString(), timeZone));
}

function isWithin(day: string, period: string, today: string): boolean {
  const days = dayNumber(day) - dayNumber(today);
  const weeks = weekNumber(day) - weekNumber(today);
  const months = monthNumber(day) - monthNumber(today);
  const answers: Record<string, boolean> = {
    today: days === 0,
    yesterday: days === -1,
    thisWeek: weeks === 0,
    lastWeek: weeks === -1,
    thisMonth: months === 0,
    lastMonth: months === -1,
    last7Days: days <= 0 && days > -7,
    last30Days: days <= 0 && days > -30,
    next7Days: days >= 0 && days < 7,
  };
  return answers[period] ?? false;
}

/** Equal and unequal, greater and less: the same for everything that has an order. */
function matchesOrder(order: Order, stored: string, { operator, value, values }: FilterCriteria): boolean {
  if (operator === 'isAnyOf') return (values ?? []).some((asked) => order(stored, asked) === 0);
  if (operator === 'between') {
    const [first = '', last = ''] = values ?? [];
    return order(stored, first) >= 0 && order(stored, last) <= 0;
  }
  const difference = order(stored, value ?? '');
  const answers: Partial<Record<Operator, boolean>> = {
    equals: difference === 0,
    is: difference === 0,
    notEqual: difference !== 0,
    not: difference !== 0,
    greaterThan: difference > 0,
    after: difference > 0,
    greaterOrEqual: difference >= 0,
    onOrAfter: difference >= 0,
    lessThan: difference < 0,
    before: difference < 0,
    lessOrEqual: difference <= 0,
    onOrBefore: difference <= 0,
  };
  return answers[operator] ?? false;
}

function matchesText(stored: string, { operator, value, values }: FilterCriteria): boolean {
  const text = foldCase(stored);
  const asked = foldCase(value ?? '');
  switch (operator) {
    case 'contains':
      return text.includes(asked);
    case 'startsWith':
      return text.startsWith(asked);
    case 'endsWith':
      return text.endsWith(asked);
    case 'isAnyOf':
      return (values ?? []).some((one) => foldCase(one) === text);
    default:
      return (operator === 'equals') === (text === asked);
  }
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');
/** '(206)', '+1 206', '555-0199': what is written with what a phone number is written with, and has a digit. */
export const isPhoneText = (text: string): boolean =>
  /^[-+().\s\d]*\d[-+().\s\d]*$/.test(text) && !/.\+/.test(text);

/** By the digits; a number that is written without a plus may leave the code of the country out. */
function matchesPhone(stored: string, criteria: FilterCriteria): boolean {
  const { operator, value, values } = criteria;
  if (operator === 'isAnyOf')
    return (values ?? []).some((one) => matchesPhone(stored, { operator: 'equals', value: one }));
  const asked = value ?? '';
  if (!isPhoneText(asked)) return matchesText(stored, criteria);
  const [code = '', national = ''] = stored.split(',').map(digitsOf);
  const forms = asked.startsWith('+') ? [code + national] : [code + national, national];
  const digits = digitsOf(asked);
  switch (operator) {
    case 'contains':
      return (code + national).includes(digits);
    case 'startsWith':
      return forms.some((form) => form.startsWith(digits));
    case 'endsWith':
      return (code + national).endsWith(digits);
    default:
      return (operator === 'equals') === forms.includes(digits);
  }
}

function matchesSeveral(stored: string, { operator, value, values }: FilterCriteria): boolean {
  const chosen = new Set((JSON.parse(stored) as number[]).map(Number));
  if (operator === 'isAnyOf') return (values ?? []).some((asked) => chosen.has(Number(asked)));
  return (operator === 'is') === chosen.has(Number(value));
}

type Matcher = (stored: string, criteria: FilterCriteria, at: AskedAt) => boolean;

const inOrder =
  (order: Order): Matcher =>
  (stored, criteria) =>
    matchesOrder(order, stored, criteria);

const matchers = {
  text: matchesText,
  number: inOrder(byNumber),
  date: (day, criteria, at) =>
    criteria.operator === 'isWithin' ? isInPeriod(day, criteria, at) : matchesOrder(byText, day, criteria),
  datetime: (moment, criteria, at) =>
    criteria.operator === 'isWithin'
      ? isInPeriod(dayOf(new Date(moment).toISOString(), at.timeZone), criteria, at)
      : matchesOrder(byMinuteOrDay(at), moment, criteria),
  time: inOrder(byText),
  relation: inOrder(byNumber),
  relations: matchesSeveral,
  checkbox: (stored, { operator }) => (operator === 'checked') === (stored === 'true'),
  opaque: () => false,
} satisfies Readonly<Record<ValueFamily, Matcher>>;

const negations = new Set<Operator>(['notEqual', 'not', 'notChecked']);

/**
 * Whether a stored value meets the condition, which was found valid for the data type before.
 * @param stored null where the field is empty
 */
export function matchesValue(
  dataType: DataType,
  stored: string | null,
  criteria: FilterCriteria,
  at: AskedAt,
): boolean {
  const { operator } = criteria;
  if (operator === 'isEmpty') return stored === null;
  if (operator === 'isNotEmpty') return stored !== null;
  // An empty value is equal to nothing, and different from everything; a box that nobody ticked is not checked.
  if (stored === null) return negations.has(operator);
  const matches = dataType === 'phone' ? matchesPhone : matchers[valueOf(dataType).family];
  return matches(stored, criteria, at);
}

/** Of each condition whether it is met, joined to all before it, from the left; true where there is none. */
export const joinAnswers = (
  answers: Iterable<{ readonly isMet: boolean; readonly logicOperator: LogicOperator }>,
): boolean => {
  let joined: boolean | null = null;
  for (const { isMet, logicOperator } of answers)
    joined = joined === null ? isMet : logicOperator === 'OR' ? joined || isMet : joined && isMet;
  return joined ?? true;
};
