import { describe, expect, it } from 'vitest';
import type { DataType } from '../fields/data-types.ts';
import { notAmount } from './read-number.ts';
import { invalidEmail } from './text.ts';
import { sayExpected } from './say-expected.ts';
import { valueOf } from './values.ts';
import { whyNotValue } from './why-not-value.ts';

const answer = (dataType: DataType, value: string | null, required = false) =>
  whyNotValue({ name: 'Vendor', dataType, required }, value);

describe('an empty value', () => {
  const empties: [DataType, string | null][] = [
    ['string', ''],
    ['string', '  '],
    ['string', null],
    ['dropdown', ''],
    ['multiselect', '0'],
    ['multiselect', '[]'],
  ];
  it.each(empties)('of a required %s, %j, is refused: Vendor is required', (dataType, value) =>
    expect(answer(dataType, value, true)).toBe('Vendor is required'),
  );
  it.each(empties)('of an optional %s, %j, is taken', (dataType, value) =>
    expect(answer(dataType, value)).toBeNull(),
  );
  it("a required checkbox may be 'false'", () => expect(answer('checkbox', 'false', true)).toBeNull());
});

const taken: [DataType, string][] = [
  ['number', '12'],
  ['currency', '-12.25'],
  ['currency', '$1,234.50'],
  ['decimal', '0.125'],
  ['date', '2024-02-29'],
  ['datetime', '2026-09-16T10:00:00Z'],
  ['time', '23:59'],
  ['dropdown', '7'],
  ['multiselect', '[7,8]'],
  ['multiselect-checkbox', '["7"]'],
  ['checkbox', 'true'],
  ['email', 'ann.bell+po@example.co.uk'],
  ['url', 'example.com/a'],
  ['phone', '[1,5551234567]'],
  ['phone', '[49,15112345678]'],
  ['textarea', 'two\nlines'],
];
it.each(taken)('a %s takes %j', (dataType, value) => expect(answer(dataType, value)).toBeNull());

const refused: [DataType, string, string][] = [
  ['number', 'ten', 'Should be numeric'],
  ['number', '1e5', 'Should be numeric'],
  ['number', '9007199254740993', 'Should be numeric'],
  ['number', '1.5', 'Should be a whole number'],
  ['currency', '1.000,00', notAmount],
  ['currency', '12.345', notAmount],
  ['date', '2026-02-31', 'Invalid date format'],
  ['date', '02/01/2026', 'Invalid date format'],
  ['datetime', '2026-09-16', 'Invalid date format'],
  ['time', '9:30', 'Invalid date format'],
  ['dropdown', 'Approved', 'Should be a value from the list'],
  ['multiselect', '7', 'Should be values from the list'],
  ['checkbox', 'yes', 'Should be true or false'],
  ['email', 'ann', invalidEmail],
  ['email', 'ann@host', invalidEmail],
  ['email', 'ann bell@example.com', invalidEmail],
  ['url', 'javascript:alert(1)', 'Should be a web address'],
  ['url', 'example.com/x y', 'Should be a web address'],
  ['url', 'https://example.com/x y', 'Should be a web address'],
  ['phone', '[1,555123456]', 'Should be a whole phone number'],
  ['phone', '[1,0551234567]', 'Should be a whole phone number'],
  ['phone', '5551234567', 'Should be a whole phone number'],
  ['string', 'a\0b', 'Holds a character that cannot be kept'],
  ['string', 'a\ud800', 'Holds a character that cannot be kept'],
  ['string', 'x'.repeat(501), 'Should have at most 500 characters'],
  ['textarea', 'x'.repeat(100_001), 'Should have at most 100000 characters'],
];
it.each(refused)('a %s does not take %.40j: %s', (dataType, value, sentence) =>
  expect(answer(dataType, value)).toBe(sentence),
);

it.each<[DataType, string, string]>([
  ['currency', '$1,234.50', '1234.50'],
  ['number', '12.0', '12'],
  ['url', 'example.com', 'https://example.com'],
  ['string', '1,234', '1,234'],
])('a %s given as %j is kept as %j', (dataType, value, kept) =>
  expect(valueOf(dataType).toKept(value)).toBe(kept),
);

it.each([
  ['Ja', 'true'],
  ['WAHR', 'true'],
  ['oui', 'true'],
  ['x', 'true'],
  ['FALSCH', 'false'],
  ['Nein', 'false'],
  ['vielleicht', null],
])('of a checkbox a spreadsheet may say %s', (text, value) => {
  const read = valueOf('checkbox').readCell(text, {
    decimalSign: '.',
    dayFirst: false,
    rounds: false,
    timeZone: 'UTC',
  });
  expect(read).toEqual(value === null ? { whyNot: 'Should be true or false' } : { value });
});

it.each([
  ['date', '12/31/2026'],
  ['datetime', '12/31/2026 02:30 PM'],
  ['time', '14:30'],
  ['time', '02:30 PM'],
  ['number', '1250'],
  ['decimal', '1250.75'],
  ['currency', '1250.75'],
] as const)('what is said to be expected of a %s is read as one: %s', (dataType, example) => {
  const value = valueOf(dataType);
  expect(value.whyNot(value.read(example, 'America/New_York'))).toBeNull();
  const bound = value.whyNot('what is none') ?? '';
  expect(sayExpected(dataType, bound)).toContain(`${bound}. Write `);
  expect(sayExpected(dataType, bound)).toContain(example);
});
