// What a cell of a workbook holds. A date is stored there as a number, and only its format says that it is one; which
// of them is meant is known to the field that the cell is read for.
import type { DataType } from '../fields/data-types.ts';
import { lastDay, missingDay, secondsOfDay, type NumberLook } from '../values/sheet.ts';
import { valueOf } from '../values/values.ts';

/** A text, or a number: of dates the days since the last day of 1899, as Excel counts them. */
export type SheetCell =
  | string
  | {
      readonly number: number;
      readonly look: NumberLook;
      /** With noughts before it until it has so many: a postcode that is kept as a number. */
      readonly digits?: number;
      /** Of dates the days since the first day of 1904, as Excel for the Macintosh counted them. */
      readonly countsFrom1904?: boolean;
    };

export type SheetRow = {
  /** In the spreadsheet, counted from 1. */
  readonly rowNumber: number;
  readonly cells: readonly SheetCell[];
};

/** The text that somebody would have typed for it. */
export function textOfSheetCell(cell: SheetCell | undefined, dataType: DataType | null): string {
  if (cell === undefined) return '';
  if (typeof cell === 'string') return cell;
  const look = lookFor(cell.look, dataType);
  if (look === 'number') return padDigits(textOfNumber(cell.number), cell.digits);
  const isMoved = cell.countsFrom1904 === true && look !== 'time' && look !== 'elapsed';
  return textOfMoment(cell.number + (isMoved ? daysFrom1900To1904 : 0), look) ?? textOfNumber(cell.number);
}

/** A number in a date field is that day, however it is shown; a date elsewhere reads as it is shown, and is no number. */
const lookFor = (look: NumberLook, dataType: DataType | null): NumberLook =>
  (dataType === null ? null : valueOf(dataType).sheet.look) ?? look;

const daysFrom1900To1904 = 1462;
const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

/** Null when it is no moment. */
function textOfMoment(serial: number, look: Exclude<NumberLook, 'number'>): string | null {
  if (!Number.isFinite(serial) || serial < 0 || serial >= lastDay + 1) return null;
  const seconds = Math.round(serial * secondsOfDay);
  const day = Math.floor(seconds / secondsOfDay);
  const within = seconds - day * secondsOfDay;
  const second = within % 60;
  // Thirty hours are no six o'clock.
  const hours = Math.floor((look === 'elapsed' ? seconds : within) / 3600);
  const time = `${pad(hours)}:${pad(Math.floor(within / 60) % 60)}${second === 0 ? '' : `:${pad(second)}`}`;
  if (look === 'time' || look === 'elapsed') return time;
  if (day === 0) return null;
  return look === 'date' ? textOfDay(day) : `${textOfDay(day)} ${time}`;
}

function textOfDay(day: number): string {
  if (day === missingDay) return '02/29/1900';
  const date = new Date(Date.UTC(1899, 11, day < missingDay ? 31 : 30) + day * secondsOfDay * 1000);
  return `${pad(date.getUTCMonth() + 1)}/${pad(date.getUTCDate())}/${pad(date.getUTCFullYear(), 4)}`;
}

/** With the fifteen digits that a spreadsheet shows, and without an exponent. */
function textOfNumber(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  if (!text.includes('e')) return text;
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/\.?0+$/, '') : BigInt(Math.round(value)).toString();
}

const padDigits = (text: string, digits = 0): string =>
  /^\d+$/.test(text) ? text.padStart(digits, '0') : text;

/** Of '00000' five: so many digits a number is shown with, or none. */
export const digitsOfFormat = (code: string | undefined): number | undefined =>
  /^0{2,}$/.test(code ?? '') ? code?.length : undefined;

const dateFormats = new Set([14, 15, 16, 17, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58]);
const timeFormats = new Set([18, 19, 20, 21, 32, 33, 45, 46, 47, 55, 56]);

/** By the number of a format that every spreadsheet knows, or by its code: 'm/d/yyyy h:mm'. */
export function lookOfFormat(id: number, code: string | undefined): NumberLook {
  if (code === undefined) {
    if (id === 22) return 'datetime';
    return dateFormats.has(id) ? 'date' : timeFormats.has(id) ? 'time' : 'number';
  }
  const [positive = ''] = code
    .toLowerCase()
    .replace(/"[^"]*"|[\\_*]./g, '')
    .replace(/general/g, '')
    .split(';');
  const hasElapsed = /\[[hms]+\]/.test(positive);
  const letters = positive.replace(/\[[^\]]*\]/g, '').replace(/am\/pm|a\/p/g, 'h');
  if (hasElapsed) return 'elapsed';
  const hasTime = /[hs]/.test(letters);
  // An m is a month where there are no hours or seconds beside it.
  const hasDay = /[yd]/.test(letters) || (!hasTime && letters.includes('m'));
  if (hasDay) return hasTime ? 'datetime' : 'date';
  return hasTime ? 'time' : 'number';
}
