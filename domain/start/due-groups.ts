import { addDays } from '../kernel/dates.ts';

/** In the order in which they are shown. */
export const dueGroups = ['OVERDUE', 'TODAY', 'THIS_WEEK', 'LATER', 'NO_DATE'] as const;
export type DueGroup = (typeof dueGroups)[number];

/** The Sunday that ends the week of the day: what is due by then is due this week. */
export function endOfWeek(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, (7 - weekday) % 7);
}
