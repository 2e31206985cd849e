import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDecimals, isSameDecimal, readDecimal, roundDecimal, writeDecimal, zero } from './decimal.ts';

const rounded = (text: string, scale = 2) => writeDecimal(roundDecimal(readDecimal(text), scale));

describe('half a cent', () => {
  it.each([
    ['16.445', '16.45'],
    ['16.444', '16.44'],
    ['16.4449999', '16.44'],
    ['1.005', '1.01'],
    ['-16.445', '-16.45'],
    ['-16.444', '-16.44'],
    ['.995', '1.00'],
    ['-0.004', '0.00'],
    ['12', '12'],
    ['12.5', '12.5'],
    ['9007199254740991.005', '9007199254740991.01'],
  ])('%s rounds to %s', (text, expected) => expect(rounded(text)).toBe(expected));
});

it('a sum is exact where binary fractions are not', () => {
  const sum = (texts: readonly string[]) =>
    writeDecimal(texts.reduce((total, text) => addDecimals(total, readDecimal(text)), zero));
  expect(sum(['0.1', '0.2'])).toBe('0.3');
  expect(sum(['16.448', '-16.44', '1'])).toBe('1.008');
  expect(sum(Array.from({ length: 10_000 }, () => '0.01'))).toBe('100.00');
});

it('what is written is read again', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat(12), (units, scale) => {
      expect(readDecimal(writeDecimal({ units, scale }))).toEqual({ units, scale });
    }),
  );
});

it('empty decimals make no difference', () => {
  expect(isSameDecimal(readDecimal('16.40'), readDecimal('16.4'))).toBe(true);
  expect(isSameDecimal(readDecimal('16.401'), readDecimal('16.4'))).toBe(false);
});
