// What the search box finds, in plain memory: what a grid shows of a field (Specification 5), and not how it is stored.
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { foldCase } from './fold-case.ts';
import { isPhoneText } from '@rowhouse/domain/records/matches.ts';
import type { ModelField, ModelRecord } from './model-record.ts';

/** What nearly all records of a type have alike is not looked at. */
const never = new Set(['level']);

const shownDay = (day: string): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

function shownTime(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${String(hour % 12 || 12).padStart(2, '0')}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
}

const walls = new Map<string, Intl.DateTimeFormat>();
/** To make one takes far longer than to use it. */
function wallOf(timeZone: string): Intl.DateTimeFormat {
  const known =
    walls.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  walls.set(timeZone, known);
  return known;
}

function shownMoment(moment: string, timeZone: string): { iso: string; day: string; time: string } {
  const utc = new Date(moment).toISOString();
  const [day = '', time = ''] =
    timeZone === 'UTC' ? utc.split('T') : wallOf(timeZone).format(Date.parse(moment)).split(' ');
  return { iso: day, day: shownDay(day), time: shownTime(time.slice(0, 5)) };
}

const isNumber = (text: string): boolean => /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(text);

function shows(field: ModelField, stored: string, text: string, timeZone: string): boolean {
  switch (valueOf(field.dataType).family) {
    case 'text': {
      if (field.dataType !== 'phone') return foldCase(stored).includes(foldCase(text));
      const digits = text.replaceAll(/\D/g, '');
      return isPhoneText(text) && digits.length >= 3 && stored.replaceAll(/\D/g, '').includes(digits);
    }
    case 'number': {
      if (!isNumber(text)) return false;
      const asked = Number(text.replaceAll(',', ''));
      const cents = (value: number) => Number(value.toFixed(2));
      return field.dataType === 'currency' ? cents(Number(stored)) === asked : Number(stored) === asked;
    }
    case 'date':
      return text === stored || text === shownDay(stored);
    case 'datetime': {
      const { iso, day, time } = shownMoment(stored, timeZone);
      return text === iso || text === day || text === `${day} ${time}`;
    }
    case 'time':
      return text === stored || text === shownTime(stored) || text === shownTime(stored).slice(0, 5);
    case 'relation':
      return foldCase(field.names.get(stored) ?? '').includes(foldCase(text));
    case 'relations':
      return (JSON.parse(stored) as number[]).some((id) =>
        foldCase(field.names.get(String(id)) ?? '').includes(foldCase(text)),
      );
    default:
      return false;
  }
}

export const finds = (
  fields: readonly ModelField[],
  record: ModelRecord,
  text: string,
  timeZone = 'UTC',
): boolean =>
  fields.some((field) => {
    const stored = record.values.get(field.key);
    return !never.has(field.key) && stored !== undefined && shows(field, stored, text.trim(), timeZone);
  });
