// Text that was selected in a document, as the value of a field. Documents write numbers and days in the ways of many
// countries: every way that gives a value is offered, and none is guessed.
import type { DataType } from '../fields/data-types.ts';
import { foldCase } from '../kernel/fold-case.ts';
import { readDigits, type DecimalSign } from '../values/read-number.ts';
import { readWholeDay, readWrittenInstant } from '../values/read-moment.ts';
import type { Value, ValueFamily } from '../values/value.ts';
import { valueOf } from '../values/values.ts';

/** How a text was read that can be read in two ways; 'only' where there is one. */
export type ReadingWay = 'point' | 'comma' | 'month first' | 'day first' | 'only';

export type TakenReading = {
  /** As it is stored. */
  readonly value: string;
  readonly way: ReadingWay;
};

export type TakenValue =
  /** One, or two between which somebody chooses. */
  | { readonly kind: 'read'; readonly readings: readonly TakenReading[] }
  /** No choice of the list has this name: it is looked for in the list. */
  | { readonly kind: 'sought'; readonly text: string }
  | { readonly kind: 'refused'; readonly whyNot: string };

export type TakingField = {
  readonly name: string;
  readonly dataType: DataType;
  /** What a choice may be; those that are no longer offered are not taken. */
  readonly choices: readonly { readonly id: number; readonly name: string; readonly disabled?: boolean }[];
};

/** Years of two digits are of this century: what is keyed in is of these years. */
const century = 2000;

export function readTakenValue(field: TakingField, selected: string, timeZone: string): TakenValue {
  const text = tidy(selected);
  const value = valueOf(field.dataType);
  if (text === '') return refuse('Nothing is selected');
  return takers[value.family](text, { field, value, timeZone });
}

type Taking = { readonly field: TakingField; readonly value: Value; readonly timeZone: string };

const takers = {
  text: readOne,
  number: readNumbers,
  date: (text, { timeZone }) =>
    readDays(text, (dayFirst) => readWholeDay(text, { dayFirst, timeZone, century })),
  datetime: (text, { timeZone }) =>
    readDays(text, (dayFirst) => readWrittenInstant(text, { dayFirst, timeZone, century })),
  time: readOne,
  relation: readChoice,
  relations: readChoice,
  checkbox: readOne,
  opaque: (_text, { field }) => refuse(`${field.name} takes no text`),
} satisfies Readonly<Record<ValueFamily, (text: string, taking: Taking) => TakenValue>>;

const refuse = (whyNot: string): TakenValue => ({ kind: 'refused', whyNot });
const quote = (text: string): string => `“${text.length > 40 ? `${text.slice(0, 39)}…` : text}”`;

/** Line ends within a selection are spaces; what a sentence or a label leaves at its end is no part of it. */
const tidy = (selected: string): string =>
  selected
    .replace(/[\s\u00a0\u2007\u2009\u202f]+/g, ' ')
    .trim()
    .replace(/[ ,;:]+$/, '');

const symbol = String.raw`(?:[A-Z]{0,3}\p{Sc}|\p{Sc})`;
const code = String.raw`(?:[A-Z]{3}|kr\.?|zł|Kč|Ft|lei|Fr\.|Rs\.?)`;
const currencyBefore = new RegExp(`^([-−+(]?) ?(?:${symbol}|${code}(?![\\p{L}])) ?`, 'u');
const currencyBehind = new RegExp(` ?(?:${symbol}|(?<![\\p{L}])${code})(\\)?)$`, 'u');

function readNumbers(text: string, { value }: Taking): TakenValue {
  // Twice: the mark may stand within the sign or around it.
  const bare = peel(peel(text));
  const readings: TakenReading[] = [];
  let whyNot: string | null = null;
  for (const way of ['point', 'comma'] as const) {
    const digits = readDigits(bare, signs[way]);
    if (digits === null) continue;
    whyNot = value.whyNot(digits);
    if (whyNot !== null) continue;
    const kept = value.toKept(digits);
    if (!readings.some((reading) => value.isSame(reading.value, kept))) readings.push({ value: kept, way });
  }
  return readings.length > 0 ? offer(readings) : refuse(whyNot ?? `No number in ${quote(text)}`);
}

const peel = (text: string): string =>
  text
    .replace(currencyBefore, '$1')
    .replace(currencyBehind, '$1')
    // Behind the number, as bookkeepers print it.
    .replace(/^([^-−(]+?) ?[-−]$/, '-$1')
    // Thousands of Switzerland.
    .replace(/(?<=\d)['’](?=\d{3})/g, ' ')
    .trim();

const signs: Readonly<Record<'point' | 'comma', DecimalSign>> = { point: '.', comma: ',' };

function readDays(text: string, read: (dayFirst: boolean) => string | null): TakenValue {
  const [monthFirst, dayFirst] = [read(false), read(true)];
  const readings: TakenReading[] = [];
  if (monthFirst !== null) readings.push({ value: monthFirst, way: 'month first' });
  if (dayFirst !== null && dayFirst !== monthFirst) readings.push({ value: dayFirst, way: 'day first' });
  return readings.length > 0 ? offer(readings) : refuse(`No date in ${quote(text)}`);
}

/** The name as it is written, then in any case. */
function readChoice(text: string, { field: { choices, name }, value }: Taking): TakenValue {
  const offered = choices.filter(({ disabled }) => disabled !== true);
  const folded = foldCase(text);
  const found =
    offered.find((choice) => choice.name === text) ??
    offered.find((choice) => foldCase(tidy(choice.name)) === folded);
  if (found === undefined)
    return choices.length === 0 ? refuse(`${name} has no values to choose from`) : { kind: 'sought', text };
  return offer([{ value: value.choosing === 'many' ? `[${found.id}]` : String(found.id), way: 'only' }]);
}

function readOne(text: string, { value, timeZone }: Taking): TakenValue {
  const read = value.read(text, timeZone);
  const whyNot = value.whyNot(read);
  return whyNot === null ? offer([{ value: value.toKept(read), way: 'only' }]) : refuse(whyNot);
}

const offer = (readings: readonly TakenReading[]): TakenValue => {
  const [only] = readings;
  return { kind: 'read', readings: readings.length === 1 && only ? [{ ...only, way: 'only' }] : readings };
};

/** The way that was chosen last in a document stands first in it. */
export const preferWays = (
  readings: readonly TakenReading[],
  chosen: ReadonlySet<ReadingWay>,
): readonly TakenReading[] =>
  readings.toSorted((one, other) => Number(chosen.has(other.way)) - Number(chosen.has(one.way)));
