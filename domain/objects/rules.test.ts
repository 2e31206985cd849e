import { describe, expect, it } from 'vitest';
import { notNumeric, notWhole } from '../values/read-number.ts';
import { isRequiredInEditor, toPropertyValue, whyNotObject, whyNotProperty } from './rules.ts';

const rule = (dataType: string, more: { isRequired?: boolean; listId?: number } = {}) => ({
  name: 'Gate',
  dataType,
  isRequired: more.isRequired ?? false,
  listId: more.listId ?? null,
});

describe('an object in a form', () => {
  const property = (id: number, name: string, more: object = {}) => ({
    id,
    name,
    dataType: 'string',
    isRequired: false,
    isDisplayable: true,
    order: id,
    enabled: true,
    listId: null,
    ...more,
  });
  const properties = [
    property(2, 'Gate', { dataType: 'number' }),
    property(1, 'Name'),
    property(3, 'Gone', { enabled: false }),
  ];
  it('is none without a value, and else answers its first property that is wrong', () => {
    expect(whyNotObject(properties, new Map())).toBe(null);
    expect(whyNotObject(properties, new Map([[2, 'x']]))).toBe('Name is required');
    const named = (gate: string) =>
      new Map([
        [1, 'North'],
        [2, gate],
      ]);
    expect(whyNotObject(properties, named('x'))).toBe(notNumeric);
    expect(whyNotObject(properties, named(' 3 '))).toBe(null);
  });
});

describe('the properties editor', () => {
  it('requires text and addresses, and what the definition requires', () => {
    const asked = ['string', 'url', 'number', 'date', 'datetime', 'checkbox', 'dropdown'].filter((type) =>
      isRequiredInEditor(rule(type)),
    );
    expect(asked).toEqual(['string', 'url']);
    expect(isRequiredInEditor(rule('number', { isRequired: true }))).toBe(true);
    expect(isRequiredInEditor(rule('string', { listId: 7 }))).toBe(false);
  });

  it.each<[string, string, string | null]>([
    ['string', '', 'Gate is required'],
    ['string', '   ', 'Gate is required'],
    ['string', 'North', null],
    ['string', 'x'.repeat(501), 'Should have at most 500 characters'],
    ['url', '', 'Gate is required'],
    ['url', 'example.com/a', null],
    ['url', 'java\tscript:alert(1)', 'Should be a web address'],
    ['number', '', null],
    ['number', '-12', null],
    ['number', '1,200', null],
    ['number', '1.200,5', notWhole],
    ['number', '12.5', 'Should be a whole number'],
    ['number', '1e3', notNumeric],
    ['number', '9007199254740993', notNumeric],
    ['decimal', '12.5', null],
    ['date', '2026-02-28', null],
    ['date', '2026-02-30', 'Invalid date format'],
    ['date', '02/28/2026', 'Invalid date format'],
    ['datetime', '2026-02-28T15:30:00.000Z', null],
    ['datetime', '2026-02-28', 'Invalid date format'],
    ['checkbox', 'true', null],
    ['checkbox', 'false', null],
    ['checkbox', '', null],
    ['checkbox', 'Yes', 'Should be true or false'],
    ['dropdown', '7', null],
    ['dropdown', 'North', 'Should be a value from the list'],
  ])('%s %j: %s', (dataType, value, whyNot) => expect(whyNotProperty(rule(dataType), value)).toBe(whyNot));

  it('a box that is required and not ticked is not missing', () =>
    expect(whyNotProperty(rule('checkbox', { isRequired: true }), '')).toBeNull());
});

it('is kept without what stands around it, an address with its scheme', () => {
  expect(toPropertyValue(rule('url'), ' example.com/a')).toBe('https://example.com/a');
  expect(toPropertyValue(rule('multiselect', { listId: 7 }), '0')).toBe('');
  expect([toPropertyValue(rule('string'), ' '), toPropertyValue(rule('string'), null)]).toEqual(['', '']);
  expect(toPropertyValue(rule('string'), ' kept ')).toBe(' kept ');
});
