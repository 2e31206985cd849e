import { describe, expect, it } from 'vitest';
import { displayObject, noDisplayProperty, noDisplayValue, showProperty } from './display.ts';
import type { ObjectProperty } from './object-property.ts';
import { enabledProperties, propertyType } from './object-property.ts';
import { findObject, readObject, writeObject } from './stored-object.ts';

const property = (id: number, name: string, more: Partial<ObjectProperty> = {}): ObjectProperty => ({
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

const reading = {
  timeZone: 'America/New_York',
  nameOf: (id: number, listId: number) => (listId === 7 && id === 70 ? 'Gold' : ''),
};

describe('a property reads by its type', () => {
  it.each<[string, Partial<ObjectProperty>, string, string]>([
    ['text as it is', {}, ' a, b ', ' a, b '],
    ['a number without separator and decimals', { dataType: 'number' }, '1234567', '1234567'],
    ['a decimal with the ones that it has', { dataType: 'decimal' }, '1234.50', '1234.5'],
    ['money with two decimals and commas', { dataType: 'currency' }, '1234.5', '1,234.50'],
    ['a date as MM/DD/YYYY', { dataType: 'date' }, '2026-02-28', '02/28/2026'],
    [
      'a moment where the viewer is',
      { dataType: 'datetime' },
      '2026-02-28T15:30:00.000Z',
      '02/28/2026 10:30 AM',
    ],
    ['a time of day', { dataType: 'time' }, '15:30', '03:30 PM'],
    ['a ticked box', { dataType: 'checkbox' }, 'true', 'Yes'],
    ['a box that is not ticked', { dataType: 'checkbox' }, 'false', 'No'],
    ['a phone', { dataType: 'phone' }, '[1,2025550101]', '+1 2025550101'],
    ['a value of a list by its name', { dataType: 'dropdown', listId: 7 }, '70', 'Gold'],
    ['one of a list whatever the type says', { dataType: 'string', listId: 7 }, '70', 'Gold'],
    ['one that is gone from its list as nothing', { dataType: 'dropdown', listId: 7 }, '71', ''],
    ['several of a list', { dataType: 'multiselect', listId: 7 }, '[70,71]', 'Gold'],
    ['what is no type of properties as text', { dataType: 'object' }, 'x', 'x'],
    ['nothing as nothing', { dataType: 'checkbox' }, '', ''],
  ])('%s', (_, more, value, shown) =>
    expect(showProperty(property(1, 'P', more), value, reading)).toBe(shown),
  );
});

describe('an object displays', () => {
  const city = property(2, 'City', { order: 2 });
  const zone = property(1, 'Zone', { order: 9, dataType: 'dropdown', listId: 7 });
  const note = property(3, 'Note', { order: 1, isDisplayable: false });
  const old = property(4, 'Old', { order: 0, enabled: false });
  const values = new Map([
    [1, '70'],
    [2, 'Lyon'],
    [3, 'hidden'],
    [4, 'gone'],
  ]);

  it('its displayable and enabled properties, in their order, parted by a comma', () =>
    expect(displayObject([zone, note, city, old], values, reading)).toEqual({ text: 'Lyon, Gold' }));
  it('or parted by a space', () =>
    expect(displayObject([zone, city], values, reading, { removesComma: true })).toEqual({
      text: 'Lyon Gold',
    }));
  it('what is filled alone', () =>
    expect(displayObject([zone, city], new Map([[2, 'Lyon']]), reading)).toEqual({ text: 'Lyon' }));
  it.each([{ properties: [] }, { properties: [note] }, { properties: [old] }])(
    'the sentence for want of a displayable property',
    ({ properties }) =>
      expect(displayObject(properties, values, reading)).toEqual({ text: '', whyNone: noDisplayProperty }),
  );
  it.each([
    { some: new Map<number, string>() },
    { some: new Map([[3, 'x']]) },
    { some: new Map([[1, '71']]) },
  ])('the sentence for want of a value', ({ some }) =>
    expect(displayObject([zone, city, note], some, reading)).toEqual({ text: '', whyNone: noDisplayValue }),
  );
  it('in the words of Specification 5', () =>
    expect([noDisplayProperty, noDisplayValue]).toEqual([
      'No display value setted, please contact an administrator to set display values on object configuration',
      'No display value filled, please fill at least one display value property',
    ]));
  it('enabled properties come in their order', () =>
    expect(enabledProperties([zone, old, city, note]).map(({ name }) => name)).toEqual([
      'Note',
      'City',
      'Zone',
    ]));
});

describe('what is stored', () => {
  it('reads as texts by property', () =>
    expect([...readObject('{"12":"a","3":5,"4":true,"5":null,"6":"","x":"y","7":{}}')]).toEqual([
      [3, '5'],
      [4, 'true'],
      [12, 'a'],
    ]));
  it.each(['', 'null', '[]', '"a"', '{', 'a crate'])('%j is no object', (text) => {
    expect(findObject(text)).toBeNull();
    expect(readObject(text).size).toBe(0);
  });
  it('is written in one order, without what is empty', () => {
    const values = new Map([
      [12, 'a'],
      [3, ''],
      [4, 'b'],
    ]);
    expect(writeObject(values)).toBe('{"4":"b","12":"a"}');
    expect(writeObject(new Map([[3, '']]))).toBeNull();
  });
});

it('a value of a list is chosen, whatever type its property names', () => {
  const types = (['string', 'dropdown', 'multiselect', 'object', 'unheard of'] as const).map((dataType) => [
    propertyType({ dataType, listId: null }),
    propertyType({ dataType, listId: 7 }),
  ]);
  expect(types).toEqual([
    ['string', 'dropdown'],
    ['dropdown', 'dropdown'],
    ['multiselect', 'multiselect'],
    ['string', 'dropdown'],
    ['string', 'dropdown'],
  ]);
});
