import { describe, expect, it } from 'vitest';
import { cutNumber } from './number-input.tsx';
import { matchPasted } from './options-picker.tsx';
import { splitPasted } from './paste.ts';
import { readTyped } from './time-input.tsx';

describe('pasted values', () => {
  it.each([
    ['a\nb\r\nc', ['a', 'b', 'c']],
    ['a\tb', ['a', 'b']],
    ['a, b;c', ['a', 'b', 'c']],
    ['Compete, Inc\nTeam', ['Compete, Inc', 'Team']],
    [' a \n\n a ', ['a']],
    ['', []],
  ])('%j are %j', (text, expected) => expect(splitPasted(text)).toEqual(expected));
  it('keep a comma where words may hold one', () =>
    expect(splitPasted('Compete, Inc', false)).toEqual(['Compete, Inc']));
  it('are matched by name, e-mail address or id, whatever the case', () => {
    const options = [
      { id: '7', name: 'Ann Bell', enabled: true, detail: 'ann@example.com' },
      { id: '8', name: 'Ben', enabled: true },
    ];
    expect(matchPasted(['ann bell', 'ANN@example.com', '8', 'Cleo'], options)).toEqual({
      ids: ['7', '7', '8'],
      unknown: ['Cleo'],
    });
  });
});

it.each([
  ['1,984.505', 2, '1984.50'],
  ['12.9', 0, '12'],
  ['-3.14159', null, '-3.14159'],
  ['abc', 2, 'abc'],
  ['1.', 2, '1.'],
])('typed %j with %j decimals is %j', (typed, decimals, expected) =>
  expect(cutNumber(typed, decimals)).toBe(expected),
);

it.each([
  ['09:30', '09:30'],
  ['9:30', '09:30'],
  ['930', '09:30'],
  ['9:30 pm', '21:30'],
  ['12:05 AM', '00:05'],
  ['24:00', null],
  ['13:00 pm', null],
  ['9:60', null],
  ['9', null],
])('the time typed %j is %j', (typed, expected) => expect(readTyped(typed)).toBe(expected));
