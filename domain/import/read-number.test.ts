import { expect, test } from 'vitest';
import { dropEmptyDecimals, readWrittenNumber } from './read-number.ts';

test.each([
  ['12', '12'],
  ['-12.50', '-12.50'],
  ['+3', '3'],
  ['.5', '.5'],
  ['1,234.50', '1234.50'],
  ['12,345,678', '12345678'],
  ['$1,234.50', '1234.50'],
  ['-$20', '-20'],
  ['€ 20', '20'],
  ['(19.99)', '-19.99'],
  ['1 234', '1234'],
  ['1,23', null],
  ['1.234,50', null],
  ['12,34,567', null],
  ['1e5', null],
  ['0x10', null],
  ['(-5)', null],
  ['10%', null],
  ['twelve', null],
  ['', null],
])('%s reads as %s', (text, number) => {
  expect(readWrittenNumber(text)).toBe(number);
});

test('empty decimals are no decimals', () => {
  expect(dropEmptyDecimals('3.00')).toBe('3');
  expect(dropEmptyDecimals('3.50')).toBe('3.50');
  expect(dropEmptyDecimals('300')).toBe('300');
});
