// Which part of a date is its day. 04/05 is another day with the one than with the other, and a column in which 13/02 stands
// has its days first throughout: so what one cell settles holds for all, and nothing is read the wrong way round. Where no
// cell settles it, it is asked (decision 160).
import { readWrittenDay } from '../values/read-moment.ts';
import type { Sighting } from './judge-decimals.ts';

/** The first cell of each kind, with its row. */
export type DayWitness = {
  /** Is a day only so. */
  dayFirst: Sighting | null;
  monthFirst: Sighting | null;
  /** Another day with the one than with the other. */
  either: Sighting | null;
};

export const noDayWitness = (): DayWitness => ({ dayFirst: null, monthFirst: null, either: null });

const partsApart = /^\s*\d{1,2}[/-]\d{1,2}[/-]\d/;

/** The day of a date, or null. */
export const readDay = (text: string, dayFirst: boolean): string | null =>
  readWrittenDay(text.trim(), { dayFirst, timeZone: 'UTC', century: 2000 });

export function noteDays(witness: DayWitness, text: string, row: number): void {
  if (!partsApart.test(text)) return;
  const [dayFirst, monthFirst] = [readDay(text, true), readDay(text, false)];
  if (dayFirst !== null && monthFirst === null) witness.dayFirst ??= { row, text };
  else if (monthFirst !== null && dayFirst === null) witness.monthFirst ??= { row, text };
  else if (dayFirst !== monthFirst) witness.either ??= { row, text };
}

/** The sentence that refuses a column of a file that is read month first, or null. */
export function whyNotMonthFirst(
  column: string,
  { dayFirst, monthFirst, either }: DayWitness,
): string | null {
  if (monthFirst !== null) return null;
  if (dayFirst !== null)
    return `The column '${column}' has its days first: '${dayFirst.text}' in row ${dayFirst.row}. Import with --day-first.`;
  return either && `${unclear(column, either)} Say which it is: --day-first or --month-first.`;
}

function unclear(column: string, { text, row }: Sighting): string {
  const show = (dayFirst: boolean) => sayDay(readDay(text, dayFirst) ?? '');
  return `The column '${column}' can be read in two ways: '${text.trim()}' in row ${row} may be ${show(true)} or ${show(false)}.`;
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** '3 Apr 2026' of '2026-04-03' */
function sayDay(day: string): string {
  const [year, month, ofMonth] = day.split('-').map(Number);
  return `${ofMonth} ${monthNames[(month ?? 1) - 1]} ${year}`;
}

type DayColumn = { readonly name: string; readonly witness: DayWitness };

/** What settles the days of a whole file, null where nothing turns on it, or the sentence that asks for it. */
export function settleDays(
  columns: readonly DayColumn[],
): { readonly dayFirst: boolean | null } | { readonly whyNot: string } {
  const find = (kind: keyof DayWitness) => columns.find(({ witness }) => witness[kind] !== null);
  const ask = "Choose 'Day first' or 'Month first'.";
  const day = find('dayFirst')?.witness.dayFirst ?? null;
  const month = find('monthFirst')?.witness.monthFirst ?? null;
  if (day !== null && month !== null)
    return {
      whyNot: `Dates are written in two ways: '${day.text}' in row ${day.row} and '${month.text}' in row ${month.row}. ${ask}`,
    };
  if (day !== null || month !== null) return { dayFirst: day !== null };
  const asked = find('either');
  return asked?.witness.either == null
    ? { dayFirst: null }
    : { whyNot: `${unclear(asked.name, asked.witness.either)} ${ask}` };
}
