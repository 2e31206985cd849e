import { describe, expect, it } from 'vitest';
import type { DataType } from '../fields/data-types.ts';
import { isBulkType, toBulkValue, whyNotBulkField, whyNotBulkIds, whyNotBulkValue } from './bulk-rules.ts';
import { tooManySelected } from './selection-rules.ts';

const field = (dataType: DataType, required = false) => ({ name: 'Vendor', dataType, required });

describe('an empty value', () => {
  it.each<[DataType, string]>([
    ['checkbox', 'false'],
    ['boolean', 'false'],
    ['multiselect', '0'],
    ['multiselect-checkbox', '0'],
    ['string', ''],
    ['dropdown', ''],
    ['date', ''],
    ['number', ''],
  ])('of a %s is sent as %j', (dataType, sent) => expect(toBulkValue(dataType, '')).toBe(sent));

  it('is sent so too where it is written otherwise', () =>
    expect(toBulkValue('multiselect', '[]')).toBe('0'));

  it.each<DataType>(['string', 'dropdown', 'multiselect', 'date', 'currency', 'phone'])(
    'of a %s clears the field, unless it is required: You have to enter a value',
    (dataType) => {
      expect(whyNotBulkValue(field(dataType), '')).toBeNull();
      expect(whyNotBulkValue(field(dataType, true), '')).toBe('You have to enter a value');
    },
  );

  it('of a required checkbox is a value', () =>
    expect(whyNotBulkValue(field('checkbox', true), '')).toBeNull());
});

describe('a value', () => {
  it.each<[DataType, string, string | null]>([
    ['number', '12', null],
    ['number', '1.5', 'Should be a whole number'],
    ['decimal', 'ten', 'Should be numeric'],
    ['date', '2026-02-31', 'Invalid date format'],
    ['dropdown', '7', null],
    ['multiselect', '[7]', null],
  ])('of a %s is judged as in a form: %j', (dataType, value, sentence) =>
    expect(whyNotBulkValue(field(dataType), value)).toBe(sentence),
  );
});

it('objects are left out', () => {
  expect([isBulkType('object'), isBulkType('string'), isBulkType('attachment')]).toEqual([false, true, true]);
  expect(whyNotBulkField(field('object'))).toBe('Vendor cannot be changed in many records at once.');
  expect(whyNotBulkField(field('currency'))).toBeNull();
});

it.each<[string, readonly number[], string | null]>([
  ['none', [], 'Name at least one record.'],
  ['one twice', [1, 2, 1], 'A record is named twice.'],
  ['100', Array.from({ length: 100 }, (_, index) => index + 1), null],
  ['101', Array.from({ length: 101 }, (_, index) => index + 1), tooManySelected],
])('%s named together', (_, ids, sentence) => expect(whyNotBulkIds(ids)).toBe(sentence));
