// Dates as other programs write them. Only forms that mean one thing are read: which of 04/05 is the month is said by
// whoever imports, and is the month first unless they say otherwise (Specification 5: MM/DD/YYYY).
import { isDay, toInstant } from '../kernel/dates.ts';

export type MomentOptions = {
  /** 16/04/2011 rather than 04/16/2011. Dates with dots are always read so. */
  readonly dayFirst: boolean;
  /** The zone of moments that do not name their own. */
  readonly timeZone: string;
  /** The first of the hundred years in which years of two digits lie; without it they are not read. */
  readonly century?: number | undefined;
};

type Moment = {
  readonly day: string;
  readonly time: string;
  readonly second: number;
  readonly zone: string | null;
};

const time = String.raw`(?:[T, ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(?:([ap])\.?m\.?)?\s*(z|[+-]\d{2}:?\d{2})?)?`;
const forms: readonly { form: RegExp; read: (match: RegExpExecArray, dayFirst: boolean) => Parts }[] = [
  {
    form: new RegExp(String.raw`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})${time}$`, 'i'),
    read: ([, year, month, day]) => ({ year, month, day }),
  },
  {
    form: new RegExp(String.raw`^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})${time}$`, 'i'),
    read: ([, first, , second, year], dayFirst) =>
      dayFirst ? { year, month: second, day: first } : { year, month: first, day: second },
  },
  {
    form: new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})${time}$`, 'i'),
    read: ([, day, month, year]) => ({ year, month, day }),
  },
  {
    form: new RegExp(String.raw`^([a-z]{3,9})\.? +(\d{1,2}),? +(\d{4}|\d{2})${time}$`, 'i'),
    read: ([, month, day, year]) => ({ year, month: monthNumber(month), day }),
  },
  {
    form: new RegExp(String.raw`^(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{4}|\d{2})${time}$`, 'i'),
    read: ([, day, month, year]) => ({ year, month: monthNumber(month), day }),
  },
];

type Parts = { year: string | undefined; month: string | undefined; day: string | undefined };

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

function monthNumber(name: string | undefined): string {
  const index = months.findIndex((month) => month.startsWith((name ?? '').toLowerCase()));
  return String(index + 1);
}

const pad = (text: string | undefined, length = 2): string => (text ?? '').padStart(length, '0');

/** 19 is 2019 in the hundred years from 2000, and 75 is 1975 in those from 1950. */
function fullYear(year: string | undefined, century: number | undefined): string | null {
  if (year === undefined || year.length !== 2) return year ?? null;
  if (century === undefined) return null;
  return String(century + ((((Number(year) - century) % 100) + 100) % 100));
}

function readMoment(text: string, { dayFirst, century }: Omit<MomentOptions, 'timeZone'>): Moment | null {
  for (const { form, read } of forms) {
    const match = form.exec(text);
    if (match === null) continue;
    const { year: written, month, day } = read(match, dayFirst);
    const year = fullYear(written, century);
    if (year === null) return null;
    const whole = `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
    const [hours, minutes, seconds, half, zone] = match.slice(-5);
    const hour = to24Hours(Number(hours ?? 0), half);
    if (!isDay(whole) || hour === null || Number(minutes ?? 0) > 59 || Number(seconds ?? 0) > 59) return null;
    return {
      day: whole,
      time: `${pad(String(hour))}:${minutes ?? '00'}`,
      second: Number(seconds ?? 0),
      zone: zone ?? null,
    };
  }
  return null;
}

function to24Hours(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

/** 'YYYY-MM-DD' as it is written, whatever time of day stands behind it; null when it is no day. */
export const readWrittenDay = (text: string, options: MomentOptions): string | null =>
  readMoment(text, options)?.day ?? null;

/** Whether it is a moment but for its year, of which only two digits are written. */
export const hasShortYear = (text: string, options: MomentOptions): boolean =>
  options.century === undefined && readMoment(text, { ...options, century: 2000 }) !== null;

/** The same, but null where a time of day other than midnight would be left away. */
export function readWholeDay(text: string, options: MomentOptions): string | null {
  const moment = readMoment(text, options);
  return moment !== null && moment.time === '00:00' && moment.second === 0 ? moment.day : null;
}

/** An ISO instant, or null. A day alone is its midnight. */
export function readWrittenInstant(text: string, options: MomentOptions): string | null {
  const { timeZone } = options;
  const moment = readMoment(text, options);
  if (moment === null) return null;
  const seconds = moment.second * 1000;
  if (moment.zone === null)
    return new Date(Date.parse(toInstant(moment.day, moment.time, timeZone)) + seconds).toISOString();
  const epochMs = Date.parse(`${moment.day}T${moment.time}:00${moment.zone.toUpperCase()}`);
  return Number.isNaN(epochMs) ? null : new Date(epochMs + seconds).toISOString();
}

const timeOfDay = /^(\d{1,2}):?(\d{2})(?::00)?\s*(?:([ap])\.?(?:m\.?)?)?$/i;

/** 'HH:mm' of '9:30', '930' or '9:30 pm', or null. Seconds have no place in it, and are not left away. */
export function readWrittenTime(text: string): string | null {
  const match = timeOfDay.exec(text);
  if (match === null) return null;
  const hour = to24Hours(Number(match[1]), match[3]);
  return hour === null || Number(match[2]) > 59 ? null : `${pad(String(hour))}:${match[2]}`;
}
