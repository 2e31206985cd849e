// Days of the calendar gathered into weeks, months, quarters and years. A bucket is named by its first day. A week begins
// on Sunday, as in the periods of a filter.
import { addDays, showDay } from '../kernel/dates.ts';
import type { Days } from '../values/periods.ts';

export const intervals = ['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const;
export type Interval = (typeof intervals)[number];

export const intervalNames: Readonly<Record<Interval, string>> = {
  DAY: 'day',
  WEEK: 'week',
  MONTH: 'month',
  QUARTER: 'quarter',
  YEAR: 'year',
};

const firstDay = '0001-01-01';
const lastDay = '9999-12-31';

const monthsOf: Readonly<Partial<Record<Interval, number>>> = { MONTH: 1, QUARTER: 3, YEAR: 12 };
const monthNames = [
  ['January', 'February', 'March', 'April', 'May', 'June'],
  ['July', 'August', 'September', 'October', 'November', 'December'],
].flat();

const pad = (value: number, length: number): string => String(value).padStart(length, '0');

/** The first day of the month so many months later; the calendar ends with the year 9999. */
function addMonths(day: string, months: number): string | null {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const year = Math.floor(count / 12);
  return year > 9999 ? null : `${pad(year, 4)}-${pad((count % 12) + 1, 2)}-01`;
}

function lastDayOf(interval: Interval, first: string): string {
  if (interval === 'DAY') return first;
  if (interval === 'WEEK') {
    const weekday = new Date(`${first}T00:00:00Z`).getUTCDay();
    return first > '9999-12-25' ? lastDay : addDays(first, 6 - weekday);
  }
  const next = addMonths(first, monthsOf[interval] ?? 1);
  return next === null ? lastDay : addDays(next, -1);
}

/**
 * The days of a bucket by its first day.
 *
 * @returns `first` is null for the first bucket of the calendar: moments before it, where the person is, are in it too
 */
export const daysOfBucket = (
  interval: Interval,
  first: string,
): { readonly first: string | null; readonly last: Days['last'] } => ({
  first: first === firstDay ? null : first,
  last: lastDayOf(interval, first),
});

/** 'November 2026', 'Q4 2026', 'Week of 11/22/2026'. */
export function showBucket(interval: Interval, first: string): string {
  const [year = '', month = ''] = first.split('-');
  switch (interval) {
    case 'DAY':
      return showDay(first);
    case 'WEEK':
      return `Week of ${showDay(first)}`;
    case 'MONTH':
      return `${monthNames[Number(month) - 1] ?? month} ${year}`;
    case 'QUARTER':
      return `Q${Math.ceil(Number(month) / 3)} ${year}`;
    case 'YEAR':
      return year;
  }
}
