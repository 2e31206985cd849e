// When the mail of a schedule is due. Occasions are computed from the schedule and the current moment, so that a server that
// was stopped for a week sends one mail and not seven.
import { addDays, dayAt, isTime, isTimeZone, showTime, toInstant } from '../kernel/dates.ts';
import { invalid } from '../kernel/refusal.ts';

export type Occasions = {
  /** Of the week; 0 is Sunday. */
  readonly days: readonly number[];
  /** HH:mm on the clock of the zone. */
  readonly time: string;
  /** By its IANA name. */
  readonly timeZone: string;
};

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The first occasion after that moment. Where the clock skips the time it is the moment after the skip. */
export function nextOccasionMs({ days, time, timeZone }: Occasions, afterMs: number): number {
  const today = dayAt(afterMs, timeZone);
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const day = addDays(today, ahead);
    if (!days.includes(weekdayOf(day))) continue;
    const at = Date.parse(toInstant(day, time, timeZone));
    if (at > afterMs) return at;
  }
  throw new Error('A schedule without a day has no occasion.');
}

export function whyNotOccasions({
  days,
  time,
  timeZone,
}: Occasions): { readonly field: keyof Occasions; readonly sentence: string } | null {
  if (days.length === 0) return { field: 'days', sentence: 'Choose at least one day.' };
  if (days.some((day) => !Number.isInteger(day) || day < 0 || day > 6))
    return { field: 'days', sentence: 'A day of the week is from 0, Sunday, to 6.' };
  if (!isTime(time)) return { field: 'time', sentence: 'Time is hours and minutes, such as 08:00.' };
  if (!isTimeZone(timeZone)) return { field: 'timeZone', sentence: 'There is no such time zone.' };
  return null;
}

/** @throws Refusal INVALID that names the field */
export function readOccasions({ days, time, timeZone }: Occasions): Occasions {
  const read = { days: [...new Set(days)].sort((one, other) => one - other), time, timeZone };
  const fault = whyNotOccasions(read);
  if (fault !== null) throw invalid(fault.sentence, fault.field);
  return read;
}

export const dayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** 'Monday to Friday at 08:00 AM, Europe/Berlin' */
export const sayOccasions = ({ days, time, timeZone }: Occasions): string =>
  `${sayDays(days)} at ${showTime(time)}, ${timeZone.replaceAll('_', ' ')}`;

/** 'Monday to Friday' */
export function sayDays(days: readonly number[]): string {
  if (days.length === 7) return 'Every day';
  if (days.join() === '1,2,3,4,5') return 'Monday to Friday';
  const names = days.map((day) => dayNames[day] ?? '');
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
