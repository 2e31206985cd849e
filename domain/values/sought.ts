// What a text in the search box may be, read as a person writes it who copies what a grid shows (Specification 5).
import { isDay, isTime, readShownDay } from '../kernel/dates.ts';
import { largestNumber } from './limits.ts';

export type Sought = {
  readonly text: string;
  /** Digits with a sign and a point; thousands may be set off by commas. */
  readonly number: string | null;
  readonly day: string | null;
  /** Of the day; null when the text names none. */
  readonly time: string | null;
  /** The text is a time alone: '02:30' is one in the morning and one in the afternoon. */
  readonly times: readonly string[];
  readonly isPhone: boolean;
};

const numberForm = /^-?(\d{1,16}|\d{1,3}(,\d{3}){1,5})(\.\d{1,15})?$/;
const timeForm = /^(\d{1,2}):(\d{2})(?:\s*([ap])\.?m\.?)?$/i;
const momentForm = /^(\S+)\s+(\S.*)$/;

/** At least as many digits as tell a phone number from any number. */
const fewestPhoneDigits = 3;
const phoneForm = /^\+?[\d\s().-]+$/;

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** What may be a part of a phone number as it is shown or dialled: '(206)', '+1 206', '555-0199'. */
export const isPhonePart = (text: string): boolean => phoneForm.test(text) && digitsOf(text) !== '';

export function readSought(text: string): Sought {
  const moment = momentForm.exec(text);
  const dayAndTime = moment && { day: readDay(moment[1] ?? ''), times: readTimes(moment[2] ?? '') };
  const isMoment = dayAndTime?.day != null && dayAndTime.times.length === 1;
  return {
    text,
    number: readNumber(text),
    day: isMoment ? dayAndTime.day : readDay(text),
    time: isMoment ? (dayAndTime.times[0] ?? null) : null,
    times: readTimes(text),
    isPhone: isPhonePart(text) && digitsOf(text).length >= fewestPhoneDigits,
  };
}

function readNumber(text: string): string | null {
  if (!numberForm.test(text)) return null;
  const plain = text.replaceAll(',', '');
  return Math.abs(Number(plain)) <= largestNumber ? plain : null;
}

const readDay = (text: string): string | null => readShownDay(text) ?? (isDay(text) ? text : null);

function readTimes(text: string): readonly string[] {
  const [, hours = '', minutes = '', half] = timeForm.exec(text) ?? [];
  if (hours === '') return [];
  const hour = Number(hours);
  const at = (of: number) => `${String(of).padStart(2, '0')}:${minutes}`;
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return [];
    return [at((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0))].filter(isTime);
  }
  // What is shown as 02:30 AM or 02:30 PM, or written by the 24 hours.
  return [
    ...new Set([at(hour), ...(hour >= 1 && hour <= 12 ? [at(hour % 12), at((hour % 12) + 12)] : [])]),
  ].filter(isTime);
}
