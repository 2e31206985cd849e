import { describe, expect, it, test } from 'vitest';
import type { DataType } from '../fields/data-types.ts';
import type { DecimalSign } from './read-number.ts';
import { notAmount, notDecimal, notNumeric, notWhole, readDigits, tooManyDigits } from './read-number.ts';
import { valueOf } from './values.ts';

const readNumber = (dataType: DataType, text: string, decimalSign: DecimalSign = '.') =>
  valueOf(dataType).readCell(text, { decimalSign, dayFirst: false, rounds: false, timeZone: 'UTC' });

test.each([
  ['12', '12'],
  ['-12.50', '-12.50'],
  ['−12.50', '-12.50'],
  ['+3', '3'],
  ['.5', '0.5'],
  ['-.25', '-0.25'],
  ['12.', '12'],
  ['007', '7'],
  ['-0', '0'],
  ['1,234.50', '1234.50'],
  ['12,345,678', '12345678'],
  ['$1,234.50', '1234.50'],
  ['-$20', '-20'],
  ['$-20', '-20'],
  ['€ 20', '20'],
  ['(19.99)', '-19.99'],
  ['($19.99)', '-19.99'],
  ['1 234', '1234'],
  ['1\u00a0234\u00a0567.5', '1234567.5'],
  ['1,234.50 €', '1234.50'],
  ['-20£', '-20'],
  ['$20 €', null],
  ['1,23', null],
  ['1 23', null],
  ['1 2 3', null],
  ['1,234 567', null],
  ['1.234,50', null],
  ['0,500', null],
  ['12,34,567', null],
  ['1234,567', null],
  ['1.2.3', null],
  ['--1', null],
  ['-$-1', null],
  ['1e5', null],
  ['0x10', null],
  ['(-5)', null],
  ['10%', null],
  ['twelve', null],
  ['.', null],
  ['$', null],
  ['', null],
])('%j has the digits %j', (text, digits) => expect(readDigits(text)).toBe(digits));

test.each([
  ['1.234,56', '1234.56'],
  ['16,448', '16.448'],
  ['1.234', '1234'],
  ['1 234,5', '1234.5'],
  [',5', '0.5'],
  ['€ 3,54', '3.54'],
  ['1.234,50\u00a0€', '1234.50'],
  ['0.500', null],
  ['3.54', null],
  ['1,234.56', null],
])('with a decimal comma %j has the digits %j', (text, digits) => expect(readDigits(text, ',')).toBe(digits));

describe('a number that somebody types with a point before its last three digits', () => {
  const typed = (dataType: DataType, text: string) => {
    const { read, whyNot } = valueOf(dataType);
    const value = read(text, 'UTC');
    return whyNot(value) ?? value;
  };

  it.each<[string, string]>([
    ['1.500', '1.500 can be read in two ways: write 1500 or 1.50.'],
    [' 1.234 ', '1.234 can be read in two ways: write 1234 or two decimals.'],
    ['-12.340', '-12.340 can be read in two ways: write -12340 or -12.34.'],
    ['€ 1.500', '1.500 can be read in two ways: write 1500 or 1.50.'],
    ['(1.500)', '-1.500 can be read in two ways: write -1500 or -1.50.'],
    ['1.234.567', notAmount],
    ['1,500', '1500'],
    ['1.50', '1.50'],
    ['1.5', '1.5'],
    ['0.500', '0.50'],
    ['1234.500', '1234.50'],
    ['1,234.500', '1234.50'],
    ['1.5000', '1.50'],
    ['0,500', notAmount],
  ])('as an amount %j: %s', (text, answer) => expect(typed('currency', text)).toBe(answer));

  it.each<[string, string]>([
    ['1.000', 'Write 1000 or 1,000: behind a point stand decimals.'],
    ['1.500', 'Write 1500 or 1,500: behind a point stand decimals.'],
    ['1.234.567', 'Write 1234567 or 1,234,567: behind a point stand decimals.'],
    ['1,000', '1000'],
    ['1.00', '1'],
    ['0.000', '0'],
    ['0,500', notWhole],
  ])('as a whole number %j: %s', (text, answer) => expect(typed('number', text)).toBe(answer));

  it.each([
    ['1.500', '1.500'],
    ['1.234', '1.234'],
    ['0,500', notDecimal],
  ])('as a decimal, which may have three, %j: %s', (text, answer) =>
    expect(typed('decimal', text)).toBe(answer),
  );

  it('is shown as it was typed while it is refused', () => {
    const show = (dataType: DataType, text: string) => {
      const { read, show: showValue } = valueOf(dataType);
      return showValue(read(text, 'UTC'), { timeZone: 'UTC', nameOf: () => '' });
    };
    expect([show('currency', '1.500'), show('number', '1.000')]).toEqual(['1.500', '1.000']);
    expect([show('currency', '1234.500'), show('number', '1.0')]).toEqual(['1,234.50', '1']);
  });

  it('is taken from a program, which writes decimals behind a point', () => {
    const { whyNot, toKept } = valueOf('currency');
    expect([whyNot('1.500'), toKept('1.500'), whyNot('12.345')]).toEqual([null, '1.50', notAmount]);
    expect([valueOf('number').whyNot('1.000'), valueOf('number').toKept('1.000')]).toEqual([null, '1']);
  });

  it('is read where a file says how it writes its numbers, and refused as a text of a workbook', () => {
    expect(readNumber('number', '12.000')).toEqual({ value: '12' });
    expect(readNumber('currency', '1.500')).toEqual({ value: '1.50' });
    const writing = {
      decimalSign: '.',
      dayFirst: false,
      rounds: false,
      timeZone: 'UTC',
      isWorkbook: true,
    } as const;
    expect(valueOf('currency').readCell('1.500', writing).whyNot).toContain('two ways');
    expect(valueOf('currency').readCell('1.5', writing)).toEqual({ value: '1.5' });
    expect(valueOf('currency').readCell('16.448', writing)).toEqual({ whyNot: notAmount });
  });
});

describe('a value', () => {
  it.each<[DataType, string, string]>([
    ['number', '12', '12'],
    ['number', '12.0', '12'],
    ['number', '1,234', '1234'],
    ['number', '$5', '5'],
    ['currency', '$5', '5'],
    ['currency', '1,234.50', '1234.50'],
    ['currency', '12.340', '12.34'],
    ['currency', '.5', '0.5'],
    ['decimal', '0.125', '0.125'],
    ['decimal', '0.0000001', '0.0000001'],
    ['float', '0.30000000000000004', '0.30000000000000004'],
  ])('%s: %j is %s', (dataType, text, value) => expect(readNumber(dataType, text)).toEqual({ value }));

  it.each<[DataType, string, string]>([
    ['number', '1.5', notWhole],
    ['number', '7420.5', notWhole],
    ['number', '1,234.56', notWhole],
    ['number', '12,34', notWhole],
    ['number', 'ten', notNumeric],
    ['number', '1e5', notNumeric],
    ['number', '9007199254740993', notNumeric],
    ['currency', '1.234,56', notAmount],
    ['currency', '12.345', notAmount],
    ['currency', '$1,234.567', notAmount],
    ['currency', '1,23', notAmount],
    ['currency', 'ten', notNumeric],
    ['currency', '999999999999999.99', tooManyDigits],
    ['decimal', '1,5', notDecimal],
    ['decimal', '1e-5', notNumeric],
    ['decimal', '0.12345678901234567891', tooManyDigits],
  ])('%s: %j is refused: %s', (dataType, text, whyNot) =>
    expect(readNumber(dataType, text)).toEqual({ whyNot }),
  );

  it.each<[DataType, string, DecimalSign, object]>([
    ['currency', '16,44', ',', { value: '16.44' }],
    ['currency', '16,448', ',', { whyNot: notAmount }],
    ['number', '1.500', ',', { value: '1500' }],
    ['number', '1,5', ',', { whyNot: notWhole }],
  ])('%s: %j with decimals behind %j: %o', (dataType, text, sign, reading) =>
    expect(readNumber(dataType, text, sign)).toEqual(reading),
  );
});
