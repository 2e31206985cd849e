import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DataType } from '../fields/data-types.ts';
import { preferWays, readTakenValue } from './read-taken-value.ts';

const choices = [
  { id: 1, name: 'Kestrel Bearings' },
  { id: 2, name: 'NET 30' },
  { id: 3, name: 'Gone', disabled: true },
];
const take = (dataType: DataType, text: string, more: object = {}) =>
  readTakenValue({ name: 'Freight', dataType, choices, ...more }, text, 'UTC');
const valuesOf = (dataType: DataType, text: string) => {
  const taken = take(dataType, text);
  return taken.kind === 'read' ? taken.readings.map(({ value }) => value) : taken;
};

describe('an amount', () => {
  test.each([
    ['70,30', ['70.30']],
    ['70.30', ['70.30']],
    ['1.234,56', ['1234.56']],
    ['1,234.56', ['1234.56']],
    ['1 234,56', ['1234.56']],
    ['1\u202f234,56', ['1234.56']],
    ["1'234.56", ['1234.56']],
    ['1’234’567.80', ['1234567.80']],
    ['12.345.678,90', ['12345678.90']],
    ['(12.00)', ['-12.00']],
    ['(1.234,50)', ['-1234.50']],
    ['($ 12.00)', ['-12.00']],
    ['12.00-', ['-12.00']],
    ['12,00 −', ['-12.00']],
    ['-12.00', ['-12.00']],
    ['−12,00', ['-12.00']],
    ['-€12.00', ['-12.00']],
    ['€ 12,00', ['12.00']],
    ['12,00 €', ['12.00']],
    ['USD 1,234.56', ['1234.56']],
    ['1.234,56 EUR', ['1234.56']],
    ['CHF 9.50', ['9.50']],
    ['US$12.00', ['12.00']],
    ['R$ 12,00', ['12.00']],
    ['99 kr', ['99']],
    ['12,00 zł', ['12.00']],
    ['70,30 USD,', ['70.30']],
    ['0,125', { kind: 'refused', whyNot: 'Write 1234.56: two decimals, a point before them.' }],
    // An amount has two decimals: three digits can only be thousands.
    ['1,234', ['1234']],
    ['1.234', ['1234']],
    ['USD', { kind: 'refused', whyNot: 'No number in “USD”' }],
    ['Fracht', { kind: 'refused', whyNot: 'No number in “Fracht”' }],
    ['12 50', { kind: 'refused', whyNot: 'No number in “12 50”' }],
    ['1,23,45', { kind: 'refused', whyNot: 'No number in “1,23,45”' }],
    ['20.11.2026', { kind: 'refused', whyNot: 'No number in “20.11.2026”' }],
    ['', { kind: 'refused', whyNot: 'Nothing is selected' }],
  ])('%j', (text, values) => expect(valuesOf('currency', text)).toEqual(values));
});

describe('a number', () => {
  test.each([
    ['decimal', '1,234', ['1234', '1.234']],
    ['decimal', '1.234', ['1.234', '1234']],
    ['decimal', '3.000', ['3.000', '3000']],
    ['decimal', '0,125', ['0.125']],
    ['decimal', '0.125', ['0.125']],
    ['decimal', '240', ['240']],
    ['number', '240', ['240']],
    ['number', '1.234', ['1234']],
    ['number', '1,234', ['1234']],
    ['number', '12,5', { kind: 'refused', whyNot: 'Should be a whole number' }],
  ] as const)('%s %j', (dataType, text, values) => expect(valuesOf(dataType, text)).toEqual(values));

  test('that reads two ways says which', () =>
    expect(take('decimal', '1,234')).toEqual({
      kind: 'read',
      readings: [
        { value: '1234', way: 'point' },
        { value: '1.234', way: 'comma' },
      ],
    }));
});

describe('a day', () => {
  test.each([
    ['20.11.2026', ['2026-11-20']],
    ['05.11.2026', ['2026-11-05']],
    ['20.11.26', ['2026-11-20']],
    ['11/20/2026', ['2026-11-20']],
    ['20/11/2026', ['2026-11-20']],
    ['05/11/2026', ['2026-05-11', '2026-11-05']],
    ['05-11-2026', ['2026-05-11', '2026-11-05']],
    ['11/11/2026', ['2026-11-11']],
    ['2026-11-20', ['2026-11-20']],
    ['Nov 20, 2026', ['2026-11-20']],
    ['20 November 2026', ['2026-11-20']],
    ['31.02.2026', { kind: 'refused', whyNot: 'No date in “31.02.2026”' }],
    ['Fracht', { kind: 'refused', whyNot: 'No date in “Fracht”' }],
  ])('%j', (text, values) => expect(valuesOf('date', text)).toEqual(values));
});

describe('a choice', () => {
  test.each([
    ['Kestrel Bearings', ['1']],
    ['KESTREL  bearings', ['1']],
    ['Net 30', ['2']],
    ['Kestrel', { kind: 'sought', text: 'Kestrel' }],
    ['Gone', { kind: 'sought', text: 'Gone' }],
  ])('%j', (text, values) => expect(valuesOf('dropdown', text)).toEqual(values));

  test('of several is a list of one', () => expect(valuesOf('multiselect', 'NET 30')).toEqual(['[2]']));
  test('without a list is refused', () =>
    expect(take('dropdown', 'Kestrel', { choices: [] })).toMatchObject({ kind: 'refused' }));
});

describe('other types', () => {
  test.each([
    ['string', ' 26-10448 ', ['26-10448']],
    ['string', 'Werkstraße 12,\n97421 Schweinfurt', ['Werkstraße 12, 97421 Schweinfurt']],
    ['email', 'rechnung@kestrel.example', ['rechnung@kestrel.example']],
    ['url', 'kestrel.example', ['https://kestrel.example']],
    ['time', '9:30 pm', ['21:30']],
    ['checkbox', 'Yes', ['true']],
    ['attachment', 'x', { kind: 'refused', whyNot: 'Freight takes no text' }],
    ['object', 'x', { kind: 'refused', whyNot: 'Freight takes no text' }],
  ] as const)('%s %j', (dataType, text, values) => expect(valuesOf(dataType, text)).toEqual(values));
});

const write = (cents: number, thousands: string, decimals: string): string => {
  const [whole = '', rest = ''] = (Math.abs(cents) / 100).toFixed(2).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, thousands)}${decimals}${rest}`;
};

test('every amount is read as it was meant, however its country writes it', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: -99_999_999_99, max: 99_999_999_99 }),
      fc.constantFrom([',', '.'], ['.', ','], [' ', ','], ["'", '.'], ['\u202f', ','], ['', '.'], ['', ',']),
      fc.constantFrom('-x', 'x-', '(x)'),
      fc.constantFrom('x', '€x', '€ x', 'x €', 'USD x', 'x USD', '$x'),
      (cents, [thousands = '', decimals = ''], less, mark) => {
        const number = mark.replace('x', write(cents, thousands, decimals));
        // A sign between the mark and the number is written by nobody.
        const text = cents < 0 ? less.replace('x', number) : number;
        const taken = take('currency', text);
        return (
          taken.kind === 'read' &&
          taken.readings.length === 1 &&
          Number(taken.readings[0]?.value) === cents / 100
        );
      },
    ),
  ));

test('whatever is selected, what is taken is a value of the field', () =>
  fc.assert(
    fc.property(
      fc.string(),
      fc.constantFrom<DataType>('number', 'decimal', 'currency', 'date', 'time'),
      (text, type) => {
        const taken = take(type, text);
        return taken.kind !== 'read' || (taken.readings.length >= 1 && taken.readings.length <= 2);
      },
    ),
  ));

test('the way that was chosen last stands first', () => {
  const taken = take('date', '05/11/2026');
  const readings = taken.kind === 'read' ? preferWays(taken.readings, new Set(['day first'])) : [];
  expect(readings.map(({ value }) => value)).toEqual(['2026-11-05', '2026-05-11']);
});
