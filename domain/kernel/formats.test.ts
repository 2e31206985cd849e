import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findHref,
  isChecked,
  readIds,
  readPhone,
  showCount,
  showCurrency,
  showDecimal,
  showNumber,
  showPhone,
  withHttps,
  writeIds,
  writePhone,
} from './formats.ts';

describe('numbers', () => {
  it.each([
    [4012, '4012'],
    ['7420.5', '7420.5'],
    ['12.0', '12'],
    ['1e-5', '1e-5'],
    ['1.234,56', '1.234,56'],
    [-0.2, '-0.2'],
    [9007199254740991, '9007199254740991'],
    ['none', 'none'],
    ['', ''],
  ])('a number field shows %j without decimals, and never as another number: %s', (value, expected) =>
    expect(showNumber(value)).toBe(expected),
  );

  it.each([
    [23410.08, '23,410.08'],
    ['1984.5', '1,984.50'],
    [0, '0.00'],
    ['-0.00', '0.00'],
    [-1234567.8, '-1,234,567.80'],
    ['999999999999.99', '999,999,999,999.99'],
    ['.5', '0.50'],
    ['12.345', '12.345'],
    ['1,5', '1,5'],
  ])('currency shows %j with 2 decimals and comma thousands: %s', (value, expected) =>
    expect(showCurrency(value)).toBe(expected),
  );

  it.each([
    ['0.125', '0.125'],
    [1e21, '1000000000000000000000'],
    ['3', '3'],
    ['3.00', '3'],
    ['0.30000000000000004', '0.30000000000000004'],
    ['1e-5', '1e-5'],
  ])('a decimal keeps its decimals: %j is %s', (value, expected) =>
    expect(showDecimal(value)).toBe(expected),
  );

  it('a count has comma thousands', () => expect(showCount(4012)).toBe('4,012'));
});

describe('links', () => {
  it.each([
    ['https://example.com/a?b=1', 'https://example.com/a?b=1'],
    ['http://example.com', 'http://example.com/'],
    ['example.com/path', 'https://example.com/path'],
    ['example.com:8080/x', 'https://example.com:8080/x'],
    ['mailto:ann@example.com', 'mailto:ann@example.com'],
    ['tel:+15551234567', 'tel:+15551234567'],
    ['javascript:alert(1)', null],
    ['java\tscript:alert(1)', null],
    [' \u0001javascript:alert(1)', null],
    ['JaVaScRiPt:alert(1)', null],
    ['data:text/html,hello', null],
    ['vbscript:x', null],
    ['file:///etc/passwd', null],
    ['//evil.example', null],
    ['/relative', null],
    ['just words', null],
    ['javascript:1/', null],
    ['', null],
  ])('%j leads to %j', (text, expected) => expect(findHref(text)).toBe(expected));

  it('never leads anywhere but to http, https, mailto and tel', () => {
    const schemed = fc.tuple(
      fc.constantFrom('javascript', 'data', 'blob', 'file', 'about', 'x.y'),
      fc.string(),
    );
    const texts = fc.oneof(
      fc.string(),
      fc.webUrl(),
      schemed.map(([scheme, rest]) => `${scheme}:${rest}`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(findHref(text) ?? 'https:').toMatch(/^(https?|mailto|tel):/);
      }),
    );
  });

  it('puts https before an address without http', () => {
    expect(withHttps('example.com')).toBe('https://example.com');
    expect(withHttps('HTTP://example.com')).toBe('HTTP://example.com');
    expect(withHttps(' mailto:ann@example.com ')).toBe('mailto:ann@example.com');
  });
});

describe('phones', () => {
  it('are shown as plus sign, code and number', () =>
    expect(showPhone('[1,5551234567]')).toBe('+1 5551234567'));
  it.each(['["1","5551234567"]', '[1, 5551234567]', '["+1","5551234567"]'])('%s is read', (stored) =>
    expect(readPhone(stored)).toEqual({ countryCode: '1', national: '5551234567' }),
  );
  it('what is no phone is shown as it is', () => expect(showPhone('ask Ann')).toBe('ask Ann'));
  it('are stored as [countrycode,number]', () =>
    expect(writePhone({ countryCode: '44', national: '2071234567' })).toBe('[44,2071234567]'));
});

describe('multiselect', () => {
  it.each([
    ['[3,5]', [3, 5]],
    ['["3","5"]', [3, 5]],
    ['0', []],
    ['', []],
    ['[]', []],
    ['[3,', []],
    ['7', [7]],
  ])('%j is read as %j', (stored, expected) => expect(readIds(stored)).toEqual(expected));

  it("is stored as a JSON array of ids, '0' when empty", () => {
    expect(writeIds([3, 5])).toBe('[3,5]');
    expect(writeIds([])).toBe('0');
  });
});

it("a checkbox is checked only by 'true'", () => {
  expect([true, 'true', 'false', '', null, 'yes'].map(isChecked)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
