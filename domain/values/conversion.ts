// What becomes of a value when its field gets another data type. The report and the work ask this one function, so that what was
// foretold is what is done; docs/field-types.md shows all pairs.
import { dataTypes, type DataType } from '../fields/data-types.ts';
import { toInstant, wallClock } from '../kernel/dates.ts';
import { readDecimal, roundDecimal, trimDecimal, writeDecimal } from '../kernel/decimal.ts';
import { readIds } from '../kernel/formats.ts';
import { longestLine, longestText } from './limits.ts';
import { readWholeDay, readWrittenDay, readWrittenInstant, readWrittenTime } from './read-moment.ts';
import { decimalRule, readDigits, readNumber, wholeRule, type DecimalSign } from './read-number.ts';
import { valueOf } from './values.ts';

/** Kept: it means what it meant. Changed: something of it goes. Lost: the record has nothing there any more. */
export type Outcome = 'kept' | 'changed' | 'lost';
export type Converted = { readonly outcome: Outcome; readonly value: string };

/** Lossless: every value is kept. Lossy: some may be changed or lost. Refused: there is nothing that one could become. */
export type PairClass = 'lossless' | 'lossy' | 'refused';

/** A field before or after, with what its values do not hold themselves. */
export type ConvertedField = {
  readonly dataType: DataType;
  readonly listId: number | null;
  /** What a value of its list is called; '' for one that is not there. */
  readonly nameOf: (id: number) => string;
  /** The value of its list of this name, however its letters are cased; null where there is none. */
  readonly idOf: (name: string) => number | null;
};

/** How the texts were written, and the zone in which moments have a day. */
export type ConversionReading = {
  readonly timeZone: string;
  readonly dayFirst: boolean;
  readonly decimalSign: DecimalSign;
};

type Kind =
  | 'line'
  | 'text'
  | 'link'
  | 'number'
  | 'day'
  | 'moment'
  | 'time'
  | 'one'
  | 'many'
  | 'check'
  | 'none';

const kinds: Readonly<Record<DataType, Kind>> = {
  string: 'line',
  textarea: 'text',
  url: 'link',
  email: 'link',
  phone: 'link',
  number: 'number',
  decimal: 'number',
  float: 'number',
  currency: 'number',
  date: 'day',
  datetime: 'moment',
  time: 'time',
  dropdown: 'one',
  'single-select': 'one',
  multiselect: 'many',
  'multiselect-checkbox': 'many',
  checkbox: 'check',
  boolean: 'check',
  object: 'none',
  attachment: 'none',
};

/** By the kind that a field has, the kinds that it can become. */
const becomes: Readonly<Record<Kind, readonly Kind[]>> = {
  line: ['line', 'text', 'link', 'number', 'day', 'moment', 'time', 'one', 'many', 'check'],
  text: ['line', 'text', 'link', 'number', 'day', 'moment', 'time', 'one', 'many', 'check'],
  link: ['line', 'text', 'one', 'many'],
  number: ['line', 'text', 'number', 'one', 'many', 'check'],
  day: ['line', 'text', 'moment'],
  moment: ['line', 'text', 'day', 'time'],
  time: ['line', 'text'],
  one: ['line', 'text', 'link', 'number', 'one', 'many', 'check'],
  many: ['line', 'text', 'one', 'many'],
  check: ['line', 'text', 'number', 'one', 'many', 'check'],
  none: [],
};

const losslessKinds: readonly (readonly [Kind, Kind])[] = [
  ['line', 'text'],
  ['link', 'line'],
  ['link', 'text'],
  ['number', 'line'],
  ['number', 'text'],
  ['day', 'line'],
  ['day', 'text'],
  ['day', 'moment'],
  ['time', 'line'],
  ['time', 'text'],
  ['one', 'line'],
  ['one', 'text'],
  ['one', 'one'],
  ['one', 'many'],
  ['many', 'text'],
  ['many', 'many'],
  ['check', 'line'],
  ['check', 'text'],
  ['check', 'number'],
  ['check', 'check'],
];

/** Each into those that hold every number of it. */
const widerNumbers: Partial<Record<DataType, readonly DataType[]>> = {
  number: ['decimal', 'float', 'currency'],
  currency: ['decimal', 'float'],
  decimal: ['float'],
  float: ['decimal'],
};

/** @param sameList whether the values of both come from one list: names that another list lacks are lost */
export function classOfPair(from: DataType, to: DataType, sameList = true): PairClass {
  const [one, other] = [kinds[from], kinds[to]];
  if (from === to && sameList) return 'refused';
  if (!becomes[one].includes(other)) return 'refused';
  if (one === 'number' && other === 'number') return widerNumbers[from]?.includes(to) ? 'lossless' : 'lossy';
  const isBetweenLists = valueOf(from).choosing !== null && valueOf(to).choosing !== null;
  if (isBetweenLists && !sameList) return 'lossy';
  return losslessKinds.some(([begin, end]) => begin === one && end === other) ? 'lossless' : 'lossy';
}

/** What a field of the type can become, in the order of the types. */
export const targetsOf = (from: DataType): DataType[] =>
  dataTypes.filter((to) => classOfPair(from, to, valueOf(from).choosing === null) !== 'refused');

const kept = (value: string): Converted => ({ outcome: 'kept', value });
const changed = (value: string): Converted => ({ outcome: 'changed', value });
const lost: Converted = { outcome: 'lost', value: '' };
const keptOrLost = (value: string | null): Converted => (value === null ? lost : kept(value));

/**
 * @param stored a value that is not empty, as the first field keeps it
 * @returns with the value as the second field keeps it
 */
export function convertValue(
  stored: string,
  from: ConvertedField,
  to: ConvertedField,
  reading: ConversionReading,
): Converted {
  const given = convert(stored, from, to, reading);
  // Nothing that the field would refuse of a person is put into it.
  if (given.value === '' || valueOf(to.dataType).whyNot(given.value) === null) return given;
  return lost;
}

function convert(
  stored: string,
  from: ConvertedField,
  to: ConvertedField,
  reading: ConversionReading,
): Converted {
  const [begin, end] = [kinds[from.dataType], kinds[to.dataType]];
  if (begin === 'number' && end === 'number') return toNumber(stored, to.dataType, '.');
  if (begin === 'number' && end === 'check') return toCheck(stored);
  if (begin === 'check' && end === 'number') return kept(stored === 'true' ? '1' : '0');
  if (begin === 'check' && end === 'check') return kept(stored);
  if (begin === 'day' && end === 'moment') return kept(toInstant(stored, '00:00', reading.timeZone));
  if (begin === 'moment' && end === 'day') return toDay(stored, reading.timeZone);
  if (begin === 'moment' && end === 'time') {
    const wall = wallClock(stored, reading.timeZone);
    return wall === null ? lost : changed(wall.time);
  }
  if ((begin === 'one' || begin === 'many') && (end === 'one' || end === 'many'))
    return toChoices(readIds(stored), from, to);
  const text = textOf(stored, from, reading.timeZone);
  if (text === '') return lost;
  const decimalSign = begin === 'line' || begin === 'text' ? reading.decimalSign : '.';
  const written = readers[end](text, to, reading, decimalSign);
  const goes = begin === 'moment' && readWrittenInstant(text, american(reading)) !== whole(stored);
  return goes && written.outcome === 'kept' ? changed(written.value) : written;
}

const american = ({ timeZone }: ConversionReading) => ({ timeZone, dayFirst: false });
const whole = (instant: string): string => new Date(instant).toISOString();

/** As people read it. */
function textOf(stored: string, { dataType, nameOf }: ConvertedField, timeZone: string): string {
  return valueOf(dataType).show(stored, { timeZone, nameOf });
}

type Reader = (
  text: string,
  to: ConvertedField,
  reading: ConversionReading,
  decimalSign: DecimalSign,
) => Converted;

const readers: Readonly<Record<Kind, Reader>> = {
  line: (text) => cut(text.replace(/\s*[\r\n]+\s*/g, ' ').trim(), text, longestLine),
  text: (text) => cut(text, text, longestText),
  link: (text, { dataType }) => toLink(text.trim(), dataType),
  number: (text, { dataType }, _reading, decimalSign) => toNumber(text.trim(), dataType, decimalSign),
  day(text, _to, { timeZone, dayFirst }) {
    const written = { timeZone, dayFirst };
    const day = readWholeDay(text.trim(), written);
    if (day !== null) return kept(day);
    const begun = readWrittenDay(text.trim(), written);
    return begun === null ? lost : changed(begun);
  },
  moment: (text, _to, reading) => keptOrLost(readWrittenInstant(text.trim(), reading)),
  time: (text) => keptOrLost(readWrittenTime(text.trim())),
  one: (text, to) => toNamed(text.trim(), to),
  many: (text, to) => toNamed(text.trim(), to),
  check: (text) => toCheck(text.trim()),
  none: () => lost,
};

/** At most so long, and never in the middle of a character. */
function cut(text: string, before: string, longest: number): Converted {
  const short = text.length <= longest ? text : text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
  if (short.trim() === '') return lost;
  return short === before ? kept(short) : changed(short);
}

function toLink(text: string, dataType: DataType): Converted {
  const type = valueOf(dataType);
  const reading = type.readCell(text, { dayFirst: false, timeZone: 'UTC', decimalSign: '.', rounds: false });
  return keptOrLost(reading.value ?? null);
}

/** Rounded half up where decimals do not fit; a number that cannot be kept exactly is none. */
function toNumber(text: string, dataType: DataType, decimalSign: DecimalSign): Converted {
  const digits = readDigits(text, decimalSign);
  if (digits === null) return lost;
  const exact = valueOf(dataType).readCell(digits, {
    dayFirst: false,
    timeZone: 'UTC',
    decimalSign: '.',
    rounds: false,
  });
  if (exact.value !== undefined) return kept(exact.value);
  const scale = dataType === 'number' ? 0 : dataType === 'currency' ? 2 : null;
  if (scale === null) return lost;
  const rounded = writeDecimal(trimDecimal(roundDecimal(readDecimal(digits), scale)));
  const { value } = readNumber(scale === 0 ? wholeRule : decimalRule, rounded);
  return value === undefined ? lost : changed(value === '-0' ? '0' : value);
}

function toCheck(text: string): Converted {
  const value = valueOf('checkbox').readCell(text, {
    dayFirst: false,
    timeZone: 'UTC',
    decimalSign: '.',
    rounds: false,
  }).value;
  return keptOrLost(value ?? null);
}

function toDay(stored: string, timeZone: string): Converted {
  const wall = wallClock(stored, timeZone);
  if (wall === null) return lost;
  return toInstant(wall.day, '00:00', timeZone) === whole(stored) ? kept(wall.day) : changed(wall.day);
}

/** Several names may stand behind each other, parted by commas, semicolons or lines. */
function toNamed(text: string, { dataType, idOf }: ConvertedField): Converted {
  const isMany = kinds[dataType] === 'many';
  const id = idOf(text);
  if (id !== null) return kept(isMany ? `[${id}]` : String(id));
  const names = text
    .split(/[,;\r\n]/)
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length < 2) return lost;
  return asChoices(
    names.map((name) => idOf(name)),
    isMany,
  );
}

function toChoices(ids: readonly number[], from: ConvertedField, to: ConvertedField): Converted {
  const isMany = kinds[to.dataType] === 'many';
  const found = ids.map((id) => {
    if (from.listId === to.listId) return id;
    const name = from.nameOf(id);
    return name === '' ? null : to.idOf(name);
  });
  return asChoices(found, isMany);
}

function asChoices(found: readonly (number | null)[], isMany: boolean): Converted {
  const ids = [...new Set(found.filter((id) => id !== null))];
  const [first] = ids;
  if (first === undefined) return lost;
  const isWhole = !found.includes(null) && (isMany || ids.length === 1);
  const value = isMany ? `[${ids.join(',')}]` : String(first);
  return isWhole ? kept(value) : changed(value);
}

const isWritten = (dataType: DataType): boolean => kinds[dataType] === 'line' || kinds[dataType] === 'text';

/** Whether it matters how the texts write their days. */
export const readsDays = (from: DataType, to: DataType): boolean =>
  isWritten(from) && (kinds[to] === 'day' || kinds[to] === 'moment');
/** Whether it matters how the texts write their numbers. */
export const readsNumbers = (from: DataType, to: DataType): boolean =>
  isWritten(from) && kinds[to] === 'number';
