// How a value stands in a spreadsheet. A date is stored there as a number, and only its format says that it is one.

/** How a number is shown in its spreadsheet. */
export type NumberLook = 'number' | 'date' | 'datetime' | 'time' | 'elapsed';

/** How cells show their numbers, in the language of spreadsheets and as the grid shows them (Specification 5). */
export const sheetFormats = {
  /** Without separators: a record's number reads as it was given. */
  whole: '0',
  amount: '#,##0.00',
  /** Of an amount that was kept with more decimals before they were refused. */
  longAmount: '#,##0.00########',
  day: 'mm/dd/yyyy',
  moment: 'mm/dd/yyyy hh:mm AM/PM',
  time: 'hh:mm AM/PM',
} as const;

export type SheetFormat = (typeof sheetFormats)[keyof typeof sheetFormats];

export type SheetNumber = { readonly number: number; readonly format?: SheetFormat };

export type Sheet = {
  /** As what a number in a field of the type reads, however its cell shows it; null when it reads as it is shown. */
  readonly look: Exclude<NumberLook, 'number' | 'elapsed'> | null;
  /**
   * The number by which a spreadsheet keeps the value, so that it can add, sort and draw it; null for what is a text
   * there: a choice, a long number, a day before those that Excel counts rightly. A sheet knows no zones, and holds the
   * clock on the wall of `timeZone`.
   */
  readonly write: (stored: string, timeZone: string) => SheetNumber | null;
};

export const asText: Sheet = { look: null, write: () => null };

export const secondsOfDay = 86_400;
/** Excel takes 1900 for a leap year, as Lotus 1-2-3 did: its day 60 never was. */
export const missingDay = 60;
export const lastDay = 2_958_465;

/** As Excel counts it, of 'YYYY-MM-DD'; null of days before those that it gets right. */
export function serialOfDay(day: string): number | null {
  const serial = Date.parse(`${day}T00:00:00Z`) / (secondsOfDay * 1000) + 25_569;
  return serial > missingDay && serial <= lastDay ? serial : null;
}

const minutesOfDay = 1440;

/** @param time 'HH:mm' */
export function partOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) / minutesOfDay;
}
