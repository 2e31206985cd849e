// Every pair of data types, with random values: what is lossless keeps everything, what is refused converts nothing, and what
// is kept means the same when it is read back.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dataTypes, type DataType } from '../fields/data-types.ts';
import { dataTypeNames, dataTypesToChoose } from '../record-types/rules.ts';
import {
  classOfPair,
  convertValue,
  targetsOf,
  type ConversionReading,
  type ConvertedField,
} from './conversion.ts';
import { valueOf } from './values.ts';

const names = [
  'Red',
  'Blue',
  'Green, dark',
  '12',
  'Yes',
  'example.com',
  'N/A',
  'x'.repeat(260),
  'y'.repeat(260),
];
const field = (dataType: DataType, listId = 1): ConvertedField => ({
  dataType,
  listId: valueOf(dataType).choosing === null ? null : listId,
  // The second list has half of the names, under other ids.
  nameOf: (id) => names[id - 1] ?? '',
  idOf(name) {
    const at = names.findIndex((one) => one.toLowerCase() === name.toLowerCase());
    if (at === -1 || (listId === 2 && at % 2 === 1)) return null;
    return listId === 2 ? at + 101 : at + 1;
  },
});
const reading: ConversionReading = { timeZone: 'America/New_York', dayFirst: false, decimalSign: '.' };

/** The same numbers every time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const random = seeded(20_261_124);
const upTo = (most: number) => Math.floor(random() * most);
const pick = <Item>(of: readonly Item[]): Item => of[upTo(of.length)] as Item;
const two = (number: number) => String(number).padStart(2, '0');
const aDay = () => `${1900 + upTo(200)}-${two(1 + upTo(12))}-${two(1 + upTo(28))}`;
const aTime = () => `${two(upTo(24))}:${two(upTo(60))}`;
const aMoment = () =>
  `${aDay()}T${pick([`${aTime()}:00.000Z`, '05:00:00.000Z', `${aTime()}:${two(upTo(60))}.${upTo(10)}00Z`])}`;
const aWhole = () => String(pick([0, 1, -1, 12, upTo(1e9), -upTo(1e15), Number.MAX_SAFE_INTEGER]));
const anAmount = () => `${pick(['', '-'])}${1 + upTo(1e6)}.${1 + upTo(9)}${upTo(10)}`;
const aDecimal = () => pick([aWhole(), anAmount(), `0.${'0'.repeat(upTo(8))}${1 + upTo(9999)}`]);
const aLink = () => `https://example.com/${upTo(1000)}`;
const aText = (): string =>
  pick([
    () => 'two words',
    () => `Ünïcode 😀 ${upTo(100)}`,
    () => '😀'.repeat(250),
    aWhole,
    anAmount,
    () => '$1,234.50',
    () => '1.5.2',
    () => aDay(),
    () => `${two(1 + upTo(12))}/${two(1 + upTo(28))}/2026 10:30 PM`,
    aTime,
    aMoment,
    () => pick(names),
    () => 'red, blue',
    () => 'red; mauve',
    () => pick(['yes', 'No', 'true', 'x']),
    () => 'ann@example.com',
    () => 'example.com/a b',
    () => aLink(),
    () => '+1 555 123 4567',
  ])();
const someIds = () =>
  `[${[...new Set([1 + upTo(names.length), 1 + upTo(names.length), 1 + upTo(names.length)])].join(',')}]`;

const pools: Readonly<Record<DataType, () => string>> = {
  string: aText,
  textarea: () => pick([aText, () => `${aText()}\n${aText()}`, () => 'x'.repeat(600)])(),
  url: aLink,
  email: () => `ann${upTo(99)}@example.com`,
  phone: () => `[1,555123${1000 + upTo(9000)}]`,
  number: aWhole,
  decimal: aDecimal,
  float: aDecimal,
  currency: () => pick([aWhole, anAmount])(),
  date: aDay,
  datetime: aMoment,
  time: aTime,
  dropdown: () => String(1 + upTo(names.length)),
  'single-select': () => String(1 + upTo(names.length)),
  multiselect: someIds,
  'multiselect-checkbox': someIds,
  checkbox: () => pick(['true', 'false']),
  boolean: () => pick(['true', 'false']),
  object: () => '{"1":"a"}',
  attachment: () => '{"id":1,"name":"a.pdf"}',
};
const runs = 150;

const pairs = dataTypes.flatMap((from) =>
  dataTypes.flatMap((to) =>
    classOfPair(from, to) === 'refused' ? [] : [[from, to, classOfPair(from, to)] as const],
  ),
);

/** What is wrong with what becomes of the value, or null. */
function whyNotConverted(from: DataType, to: DataType, stored: string): string | null {
  const target = valueOf(to);
  const forth = (value: string) => convertValue(value, field(from), field(to), reading);
  const converted = forth(stored);
  const isLost = converted.outcome === 'lost';
  if ((converted.value === '') !== isLost) return 'A lost value alone is empty.';
  if (JSON.stringify(forth(stored)) !== JSON.stringify(converted))
    return 'It becomes something else the second time.';
  if (isLost) return null;
  if (target.isEmpty(converted.value)) return 'It counts as empty.';
  const whyNot = target.whyNot(converted.value);
  if (whyNot !== null || converted.outcome !== 'kept' || classOfPair(to, from) === 'refused') return whyNot;
  const back = convertValue(converted.value, field(to), field(from), reading);
  if (back.outcome !== 'kept') return null;
  // A text may be written otherwise: what it is read as is the same.
  const holds =
    target.family === 'text' || valueOf(from).family === 'text' || valueOf(from).isSame(back.value, stored);
  return holds && target.isSame(forth(back.value).value, converted.value)
    ? null
    : `It comes back as ${back.value}.`;
}

test.each(pairs)('%s to %s is %s', (from, to, kind) => {
  const stored = Array.from({ length: runs }, pools[from]).filter(
    (value) => valueOf(from).whyNot(value) === null,
  );
  const faults = stored.flatMap((value) => {
    const fault = whyNotConverted(from, to, value);
    return fault === null ? [] : [`${value}: ${fault}`];
  });
  expect(faults).toEqual([]);
  const outcomes = stored.map((value) => convertValue(value, field(from), field(to), reading).outcome);
  expect(outcomes.some((outcome) => outcome !== 'kept') ? 'lossy' : 'lossless').toBe(kind);
});

test('what is refused is an object, a file, a type as itself, or what no value could become', () => {
  expect(targetsOf('object')).toEqual([]);
  expect(targetsOf('attachment')).toEqual([]);
  for (const from of dataTypes) expect(classOfPair(from, from)).toBe('refused');
  expect(targetsOf('date')).toEqual(['datetime', 'string', 'textarea']);
  expect(targetsOf('dropdown')).toContain('dropdown');
});

test.each<[DataType, DataType, string, string, string]>([
  ['string', 'number', '1,234', 'kept', '1234'],
  ['string', 'number', '12.5', 'changed', '13'],
  ['string', 'number', 'twelve', 'lost', ''],
  ['string', 'currency', '$1,234.567', 'changed', '1234.57'],
  ['decimal', 'number', '-0.4', 'changed', '0'],
  ['string', 'date', '09/16/2026', 'kept', '2026-09-16'],
  ['string', 'date', '09/16/2026 10:30', 'changed', '2026-09-16'],
  ['string', 'date', 'next week', 'lost', ''],
  ['datetime', 'date', '2026-09-16T04:00:00.000Z', 'kept', '2026-09-16'],
  ['datetime', 'date', '2026-09-16T03:00:00.000Z', 'changed', '2026-09-15'],
  ['datetime', 'string', '2026-09-16T04:00:07.000Z', 'changed', '09/16/2026 12:00 AM'],
  ['string', 'dropdown', 'green, DARK', 'kept', '3'],
  ['string', 'dropdown', 'red, blue', 'changed', '1'],
  ['string', 'multiselect', 'red; mauve', 'changed', '[1]'],
  ['string', 'multiselect', 'blue, Red', 'kept', '[2,1]'],
  ['multiselect', 'dropdown', '[2,1]', 'changed', '2'],
  ['dropdown', 'multiselect', '2', 'kept', '[2]'],
  ['dropdown', 'string', '99', 'lost', ''],
  ['textarea', 'string', 'one\ntwo', 'changed', 'one two'],
  ['string', 'checkbox', 'x', 'kept', 'true'],
  ['string', 'email', 'nobody', 'lost', ''],
  ['string', 'url', 'example.com', 'kept', 'https://example.com'],
  ['phone', 'string', '[1,5551234567]', 'kept', '+1 5551234567'],
])('%s to %s: %s is %s as %s', (from, to, stored, outcome, value) =>
  expect(convertValue(stored, field(from), field(to), reading)).toEqual({ outcome, value }),
);

test('texts of another hand are read as they say that they write', () => {
  const theirs = { ...reading, dayFirst: true, decimalSign: ',' as const };
  const read = (text: string, to: DataType) => convertValue(text, field('string'), field(to), theirs).value;
  expect(read('16/04/2026', 'date')).toBe('2026-04-16');
  expect(read('1.234,50', 'decimal')).toBe('1234.50');
  expect(convertValue('7', field('number'), field('decimal'), theirs).value).toBe('7');
});

test('a value goes to the value of the same name in another list, or is lost', () => {
  const to = field('dropdown', 2);
  expect(classOfPair('dropdown', 'dropdown', false)).toBe('lossy');
  expect(convertValue('1', field('dropdown'), to, reading)).toEqual({ outcome: 'kept', value: '101' });
  expect(convertValue('2', field('dropdown'), to, reading)).toEqual({ outcome: 'lost', value: '' });
});

test('the page of the documentation says the same', () => {
  const page = readFileSync(new URL('../../docs/field-types.md', import.meta.url), 'utf8');
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| **'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const signs = { lossless: '●', lossy: '◐', refused: '–' };
  const expected = dataTypesToChoose.map((from) => [
    `**${dataTypeNames[from]}**`,
    ...dataTypesToChoose.map((to) => signs[classOfPair(from, to)]),
  ]);
  expect(rows).toEqual(expected);
});
