// What the cells of one table say of each other. 1,234 beside 0,5 comes from where a comma stands before the decimals, and
// 03/04/2026 beside 31/12/2026 from where the day comes first: alone they are read as everywhere, there they are not guessed at.
import type { DataType } from '../fields/data-types.ts';
import { noDayWitness, noteDays, readDay } from '../import/judge-days.ts';
import { noteDecimals, noWitness } from '../import/judge-decimals.ts';
import { readDigits } from '../values/read-number.ts';
import { valueOf } from '../values/values.ts';

export type TogetherCell = { readonly dataType: DataType; readonly text: string };

/** Why a cell can be read in two ways beside the others, or null. */
export type WhyUnclearBeside = (cell: TogetherCell) => string | null;

export function judgeTogether(cells: Iterable<TogetherCell>): WhyUnclearBeside {
  const decimals = noWitness();
  const days = noDayWitness();
  for (const { dataType, text } of cells) {
    if (isNumber(dataType)) noteDecimals(decimals, text, 0, dataType);
    else if (isDay(dataType)) noteDays(days, text, 0);
  }
  const { comma } = decimals;
  const { dayFirst } = days;
  return ({ dataType, text }) => {
    if (comma !== null && isNumber(dataType))
      return sayBoth(text, comma.text, readDigits(text, '.'), readDigits(text, ','));
    if (dayFirst !== null && isDay(dataType))
      return sayBoth(text, dayFirst.text, readDay(text, true), readDay(text, false));
    return null;
  };
}

const isNumber = (dataType: DataType): boolean => valueOf(dataType).family === 'number';

const isDay = (dataType: DataType): boolean => ['date', 'datetime'].includes(valueOf(dataType).family);

function sayBoth(text: string, beside: string, one: string | null, other: string | null): string | null {
  if (one === null || other === null || one === other) return null;
  return `${text.trim()} can be read in two ways beside ${beside.trim()}: write ${one} or ${other}.`;
}
