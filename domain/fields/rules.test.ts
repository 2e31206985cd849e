import { expect, test } from 'vitest';
import { currencyOf, withCurrency, withoutCurrency } from './rules.ts';

test('an amount is headed by its currency, and by nothing else', () => {
  expect(withCurrency('Total due', currencyOf('currency', 'EUR'))).toBe('Total due (EUR)');
  expect(withCurrency('Weight', currencyOf('decimal', 'EUR'))).toBe('Weight');
});

test.each([
  ['of the field before that of its type', ['CHF', 'JPY', 'EUR'], 'CHF'],
  ['of its type before that of the company', [null, 'JPY', 'EUR'], 'JPY'],
  ['of the company', [null, null, 'EUR'], 'EUR'],
])('an amount is in the currency %s', (_what, chosen, currency) => {
  expect(currencyOf('currency', ...chosen)).toBe(currency);
});

test.each([
  ['Total due (USD)', 'Total due'],
  ['Weight (kg)', 'Weight (kg)'],
  ['Total due', 'Total due'],
])('a column that is headed %s is that of %s', (header, name) => expect(withoutCurrency(header)).toBe(name));
