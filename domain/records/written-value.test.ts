import { describe, expect, it } from 'vitest';
import type { DataType } from '../fields/data-types.ts';
import { notAmount } from '../values/read-number.ts';
import { indexChoices, readPasted } from './written-value.ts';
import { valueOf } from '../values/values.ts';
import { whyNotValue } from '../values/why-not-value.ts';

const zone = 'America/New_York';
const field = (dataType: DataType, required = false) => ({ name: 'Total', dataType, required });

it.each<[DataType, string, string]>([
  ['string', ' plain ', 'plain'],
  ['string', '=1+1', '=1+1'],
  ['textarea', ' two\nlines ', ' two\nlines '],
  ['textarea', ' \n ', ''],
  ['number', '1,984', '1984'],
  ['number', '12.00', '12'],
  ['number', '12.5', '12.5'],
  ['number', 'twelve', 'twelve'],
  ['number', '1.234,56', '1.234,56'],
  ['currency', '$1,984.50', '1984.50'],
  ['currency', '$1,984.505', '$1,984.505'],
  ['currency', '1.234,56', '1.234,56'],
  ['currency', '(12.5)', '-12.5'],
  ['decimal', '.5', '0.5'],
  ['float', '-.25', '-0.25'],
  ['date', '7/4/2026', '2026-07-04'],
  ['date', '2026-07-04', '2026-07-04'],
  ['date', '02/31/2026', '02/31/2026'],
  ['date', '07/04/2026 12:00 AM', '2026-07-04'],
  ['date', '07/04/2026 09:30 PM', '07/04/2026 09:30 PM'],
  ['time', '930', '09:30'],
  ['time', '9:30:15', '9:30:15'],
  ['datetime', '07/04/2026 09:30 PM', '2026-07-05T01:30:00.000Z'],
  ['time', '9:30 pm', '21:30'],
  ['checkbox', 'Yes', 'true'],
  ['boolean', '0', 'false'],
  ['checkbox', 'perhaps', 'perhaps'],
  ['phone', '(425) 555-0134', '[1,4255550134]'],
  ['phone', '12', '12'],
  ['url', 'example.com/a', 'https://example.com/a'],
  ['email', ' a@b.example ', 'a@b.example'],
])('in a %s field %j is %j', (dataType, text, value) =>
  expect(valueOf(dataType).read(text, zone)).toBe(value),
);

it.each<[DataType, boolean, string, string | null]>([
  ['string', true, '', 'Total is required'],
  ['string', false, '', null],
  ['number', false, 'twelve', 'Should be numeric'],
  ['number', false, '12.5', 'Should be a whole number'],
  ['currency', false, '12.345', notAmount],
  ['currency', false, '1.234,56', notAmount],
  ['decimal', false, '12.5', null],
  ['date', false, '02/31/2026', 'Invalid date format'],
  ['email', false, 'a@b', 'Invalid format. Please enter a valid email address (e.g. name@example.com).'],
  ['multiselect', true, '0', 'Total is required'],
])('of a %s field (required: %s) %j is answered with %j', (dataType, required, value, sentence) =>
  expect(whyNotValue(field(dataType, required), value)).toBe(sentence),
);

describe('a pasted name', () => {
  const find = indexChoices([
    { id: '7', name: 'Ann Bell', enabled: true, detail: 'ann@example.com' },
    { id: '8', name: 'Ben', enabled: true },
    { id: '9', name: 'Cleo', enabled: false },
    { id: '10', name: 'Dan', enabled: true },
    { id: '11', name: 'Dan', enabled: true },
    { id: '12', name: 'Bolt, long', enabled: true },
    { id: '13', name: 'Eve', enabled: false },
    { id: '14', name: 'Eve', enabled: true },
  ]);
  const paste = (dataType: DataType, text: string) => readPasted(field(dataType), text, find, zone);

  it.each([
    ['ann  BELL', '7'],
    ['Ann@Example.com', '7'],
    ['8', '8'],
    ['Eve', '14'],
  ])('%j means %s', (text, value) => expect(paste('dropdown', text)).toEqual({ value }));
  it.each([
    ['Nobody', 'Should be a value from the list'],
    ['Cleo (Disabled)', 'This value is disabled and cannot be chosen.'],
    ['Dan', 'More than one is called Dan'],
  ])('%j: %s', (text, whyNot) => expect(paste('dropdown', text)).toEqual({ whyNot }));
  it.each([
    ['Ben; Ann Bell', '[8,7]'],
    ['Ben, Ben', '[8]'],
    ['Bolt, long', '[12]'],
  ])('into a field of many %j means %s', (text, value) =>
    expect(paste('multiselect', text)).toEqual({ value }),
  );
  it('one of many that is unknown is named', () =>
    expect(paste('multiselect', 'Ben, Zoe')).toEqual({ whyNot: 'Should be a value from the list: Zoe' }));
  it('nothing clears', () => {
    expect(paste('dropdown', ' ')).toEqual({ value: '' });
    expect(paste('checkbox', '')).toEqual({ value: 'false' });
    expect(readPasted(field('dropdown', true), '', find, zone)).toEqual({ whyNot: 'Total is required' });
  });
});
