import { expect, test } from 'vitest';
import { printFileName, whyNotPrint } from './rules.ts';
import { sumColumn } from './sum-column.ts';

test.each([
  [0, 'Choose at least one record.'],
  [1, null],
  [50, null],
  [51, 'The maximum number of records that can be printed together is 50.'],
])('of %d records it is said: %s', (count, sentence) => {
  expect(whyNotPrint(count)).toBe(sentence);
});

test('a document is called as its record, and as what its records are', () => {
  expect(printFileName('Bills 7411', 1)).toBe('Bills 7411.pdf');
  expect(printFileName('Bills', 12)).toBe('Bills, 12 records.pdf');
  expect(printFileName('a/b:c\u0000', 1)).toBe('a b c.pdf');
});

test.each([
  [['0.1', '0.2'], '0.3'],
  [['12', '', '0.05', '-3.50'], '8.55'],
  [['-0.10', '0.05'], '-0.05'],
  [['1', '2'], '3'],
  [['9007199254740993', '1'], '9007199254740994'],
  [['', 'x'], null],
])('%j is %s', (values, sum) => {
  expect(sumColumn(values)).toBe(sum);
});
