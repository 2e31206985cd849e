// The days of a month as weeks, those of one week, and which day a value stands on. A week begins on Sunday, as in the periods
// of a filter and in the calendar of the date fields.
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { addDays, isDay, toInstant, wallClock } from '@rowhouse/domain/kernel/dates.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

export const monthOf = (day: string): string => day.slice(0, 7);

/** The month so many months later; the calendar has the years 1 to 9999. */
export function addMonths(month: string, months: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months;
  const within = Math.min(Math.max(count, 12), 9999 * 12 + 11);
  const year = String(Math.floor(within / 12)).padStart(4, '0');
  return `${year}-${String((within % 12) + 1).padStart(2, '0')}`;
}

/** The same day of another month, or the last one that it has. */
export function toMonth(day: string, month: string): string {
  const last = lastDayOf(month);
  return `${month}-${day.slice(8) > last ? last : day.slice(8)}`;
}

const lastDayOf = (month: string): string => addDays(`${addMonths(month, 1)}-01`, -1).slice(8);

/** Whole weeks: the first and the last may have days of the neighbouring months. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = `${month}-01`;
  const start = addDays(first, -weekdayOf(first));
  const days = weekdayOf(first) + Number(lastDayOf(month));
  return Array.from({ length: Math.ceil(days / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_each, at) => addDays(start, week * 7 + at)),
  );
}

/** The seven days around one; at the ends of the calendar those that there are. */
export function weekOf(day: string): readonly string[] {
  const start = addDays(day, -weekdayOf(day));
  return Array.from({ length: 7 }, (_, at) => addDays(start, at)).filter(isDay);
}

/** The day that a stored date or moment stands on where the person is; null where there is none. */
export function dayOf(stored: string, dataType: DataType, timeZone: string): string | null {
  if (stored === '') return null;
  return valueOf(dataType).family === 'datetime' ? (wallClock(stored, timeZone)?.day ?? null) : stored;
}

/** The value on another day; a moment keeps its time of day where the person is. */
export function movedTo(day: string, stored: string, dataType: DataType, timeZone: string): string {
  if (valueOf(dataType).family !== 'datetime') return day;
  const time = wallClock(stored, timeZone)?.time ?? '00:00';
  const withinMinute = stored === '' ? 0 : Date.parse(stored) % 60_000;
  return new Date(Date.parse(toInstant(day, time, timeZone)) + withinMinute).toISOString();
}
