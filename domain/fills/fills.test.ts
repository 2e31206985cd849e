import { describe, expect, test } from 'vitest';
import type { DataType } from '../fields/data-types.ts';
import { fillFrom, toFilled } from './fill-from.ts';
import { readFills, writeFills } from './field-fill.ts';
import { canFill, whyNotFill } from './why-not-fill.ts';

const field = (dataType: DataType, more: object = {}) => ({
  name: 'Field',
  dataType,
  listId: null,
  isComputed: false,
  ...more,
});
const property = (dataType: DataType, more: object = {}) => ({
  name: 'Property',
  dataType,
  listId: null,
  currency: null,
  ...more,
});

describe('a property fills a field', () => {
  test.each<[DataType, DataType]>([
    ['string', 'string'],
    ['string', 'textarea'],
    ['url', 'string'],
    ['email', 'email'],
    ['phone', 'phone'],
    ['number', 'decimal'],
    ['number', 'currency'],
    ['decimal', 'currency'],
    ['currency', 'decimal'],
    ['date', 'date'],
    ['time', 'time'],
    ['checkbox', 'boolean'],
  ])('%s a %s', (from, to) => expect(whyNotFill(field(to), property(from))).toBeNull());

  test.each<[DataType, DataType, string]>([
    ['string', 'number', '“Property” is text, and “Field” is whole number.'],
    ['decimal', 'number', '“Property” is decimal, and “Field” is whole number.'],
    ['textarea', 'string', '“Property” is text area, and “Field” is text.'],
    ['string', 'url', '“Property” is text, and “Field” is link.'],
    ['date', 'datetime', '“Property” is date, and “Field” is date and time.'],
    ['phone', 'string', '“Property” is phone, and “Field” is text.'],
  ])('%s no %s', (from, to, whyNot) => expect(whyNotFill(field(to), property(from))).toBe(whyNot));

  test('of one list alone, of one currency alone, and none that is computed', () => {
    const chosen = property('dropdown', { listId: 7 });
    expect(whyNotFill(field('single-select', { listId: 7 }), chosen)).toBeNull();
    expect(whyNotFill(field('single-select', { listId: 8 }), chosen)).toBe(
      '“Property” and “Field” choose from different lists.',
    );
    const euros = property('currency', { currency: 'EUR' });
    expect(whyNotFill(field('currency', { currency: 'EUR' }), euros)).toBeNull();
    expect(whyNotFill(field('currency', { currency: 'USD' }), euros)).toBe(
      '“Property” is in EUR, and “Field” is in USD.',
    );
    expect(whyNotFill(field('currency', { isComputed: true }), euros)).toBe(
      '“Field” is computed by a formula: nothing else fills it.',
    );
  });
});

test('a choice of one value from a list of objects fills', () => {
  const objects = { listType: 'Object', objectDefinitionId: 3 };
  expect(canFill('dropdown', objects)).toBe(true);
  expect(canFill('multiselect', objects)).toBe(false);
  expect(canFill('dropdown', { listType: 'Value', objectDefinitionId: null })).toBe(false);
  expect(canFill('dropdown', undefined)).toBe(false);
});

test('what a field does not take fills it with nothing', () => {
  expect(toFilled('currency', '2.50')).toBe('2.50');
  expect(toFilled('currency', '2.505')).toBe('');
  expect(toFilled('string', 'x'.repeat(10_000))).toBe('');
  expect(toFilled('date', '')).toBe('');
});

describe('choices', () => {
  /** a fills b and c with properties 1 and 2; b fills d, and a again, with 3. */
  const fills: Record<string, { key: string; propertyId: number }[]> = {
    a: [
      { key: 'b', propertyId: 1 },
      { key: 'c', propertyId: 2 },
    ],
    b: [
      { key: 'd', propertyId: 3 },
      { key: 'a', propertyId: 3 },
    ],
  };
  const fill = (chosen: readonly [string, string][], closed: readonly string[] = []) =>
    Object.fromEntries(
      fillFrom(chosen, {
        fillsOf: (key) => fills[key] ?? [],
        read: (_, value, propertyId) => (value === 'unknown' ? null : `${value}${propertyId}`),
        isOpen: (key) => !closed.includes(key),
      }),
    );

  test('fill what they name, and what is chosen by that fills on, each field once', () =>
    expect(fill([['a', 'x']])).toEqual({ b: 'x1', c: 'x2', d: 'x13' }));
  test('fill no field of which something is said', () =>
    expect(fill([['a', 'x']], ['b'])).toEqual({ c: 'x2' }));
  test('of nothing empty nothing', () => expect(fill([['a', '']])).toEqual({}));
  test('of which nothing is known here are left to the server', () =>
    expect(fill([['a', 'unknown']])).toEqual({}));
});

test('pairs are written as one text', () => {
  expect(
    readFills(
      writeFills([
        { fieldId: 12, propertyId: 7 },
        { fieldId: 'new 3', propertyId: 8 },
      ]),
    ),
  ).toEqual([
    { fieldId: '12', propertyId: 7 },
    { fieldId: 'new 3', propertyId: 8 },
  ]);
  expect(readFills('')).toEqual([]);
});
