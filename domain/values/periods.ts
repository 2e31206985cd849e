// Days that are told by their distance from today. What is saved is the word; the days are found when somebody asks, where
// that person is. A week begins on Sunday, as in the calendar of the date fields.
import { addDays, toInstant } from '../kernel/dates.ts';

/** The words that a filter panel shows; those of some days count today as one of them. */
export const periods = {
  today: 'today',
  yesterday: 'yesterday',
  thisWeek: 'this week',
  lastWeek: 'last week',
  thisMonth: 'this month',
  lastMonth: 'last month',
  last7Days: 'the last 7 days',
  last30Days: 'the last 30 days',
  next7Days: 'the next 7 days',
} as const;

export type Period = keyof typeof periods;
export const isPeriod = (text: string): text is Period => Object.hasOwn(periods, text);

export type Days = { readonly first: string; readonly last: string };

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();
const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

export function daysOf(period: Period, today: string): Days {
  const sunday = addDays(today, -weekdayOf(today));
  const first = firstOfMonth(today);
  switch (period) {
    case 'today':
      return { first: today, last: today };
    case 'yesterday':
      return { first: addDays(today, -1), last: addDays(today, -1) };
    case 'thisWeek':
      return { first: sunday, last: addDays(sunday, 6) };
    case 'lastWeek':
      return { first: addDays(sunday, -7), last: addDays(sunday, -1) };
    case 'thisMonth':
      return { first, last: addDays(firstOfMonth(addDays(first, 31)), -1) };
    case 'lastMonth':
      return { first: firstOfMonth(addDays(first, -1)), last: addDays(first, -1) };
    case 'last7Days':
      return { first: addDays(today, -6), last: today };
    case 'last30Days':
      return { first: addDays(today, -29), last: today };
    case 'next7Days':
      return { first: today, last: addDays(today, 6) };
  }
}

const afterTheLastDay = '+010000-01-01T00:00:00.000Z';

/** Two instants with a slash between: from the first on, and before the second. No person's value reads so. */
export function spanOf({ first, last }: Days, timeZone: string): string {
  const end = last === '9999-12-31' ? afterTheLastDay : toInstant(addDays(last, 1), '00:00', timeZone);
  return `${toInstant(first, '00:00', timeZone)}/${end}`;
}
