// Which part of a date is its day. 04/05 is another day with the one than with the other, and a column in which 13/02 stands
// has its days first throughout: so what one cell settles holds for all, and nothing is read the wrong way round.
import { readWrittenDay } from '../values/read-moment.ts';
import type { Sighting } from './judge-decimals.ts';

/** The first cell that is a day only so. */
export type DayWitness = { dayFirst: Sighting | null; monthFirst: Sighting | null };

export const noDayWitness = (): DayWitness => ({ dayFirst: null, monthFirst: null });

const partsApart = /^\s*\d{1,2}[/-]\d{1,2}[/-]\d/;

export function noteDays(witness: DayWitness, text: string, row: number): void {
  if (!partsApart.test(text)) return;
  const isDay = (dayFirst: boolean) =>
    readWrittenDay(text.trim(), { dayFirst, timeZone: 'UTC', century: 2000 }) !== null;
  const [dayFirst, monthFirst] = [isDay(true), isDay(false)];
  if (dayFirst && !monthFirst) witness.dayFirst ??= { row, text };
  else if (monthFirst && !dayFirst) witness.monthFirst ??= { row, text };
}

/** The sentence that refuses a column of a file that is read month first, or null. */
export const whyNotMonthFirst = (column: string, { dayFirst, monthFirst }: DayWitness): string | null =>
  dayFirst === null || monthFirst !== null
    ? null
    : `The column '${column}' has its days first: '${dayFirst.text}' in row ${dayFirst.row}. Import with --day-first.`;

/** What settles the days of a whole file, or the sentence that asks for it; the month is first where nothing does (Specification 5). */
export function settleDays(
  witnesses: readonly DayWitness[],
): { readonly dayFirst: boolean } | { readonly whyNot: string } {
  const day = witnesses.find(({ dayFirst }) => dayFirst !== null)?.dayFirst ?? null;
  const month = witnesses.find(({ monthFirst }) => monthFirst !== null)?.monthFirst ?? null;
  if (day !== null && month !== null)
    return {
      whyNot: `Dates are written in two ways: '${day.text}' in row ${day.row} and '${month.text}' in row ${month.row}. Choose 'Day first' or 'Month first'.`,
    };
  return { dayFirst: day !== null };
}
