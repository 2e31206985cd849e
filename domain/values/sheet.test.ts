import { describe, expect, test } from 'vitest';
import type { DataType } from '../fields/data-types.ts';
import { lookOfFormat, textOfSheetCell } from '../import/sheet-cell.ts';
import { valueOf } from './values.ts';

const findSheetNumber = (dataType: DataType, value: string, timeZone: string) =>
  valueOf(dataType).sheet.write(value, timeZone);

describe('a value in a sheet', () => {
  const cases: [DataType, string, number, string | undefined][] = [
    ['number', '-7402', -7402, '0'],
    ['decimal', '0.125', 0.125, undefined],
    ['currency', '-1234.5', -1234.5, '#,##0.00'],
    ['currency', '16.448', 16.448, '#,##0.00########'],
    ['date', '2024-02-29', 45_351, 'mm/dd/yyyy'],
    ['time', '06:00', 0.25, 'hh:mm AM/PM'],
    ['datetime', '2024-03-01T03:30:00.000Z', 45_351 + 22.5 / 24, 'mm/dd/yyyy hh:mm AM/PM'],
  ];
  test.each(cases)('of type %s, %s, is a number', (dataType, value, number, format) => {
    const found = findSheetNumber(dataType, value, 'America/New_York');
    expect(found?.number).toBeCloseTo(number, 10);
    expect(found?.format).toBe(format);
  });

  const texts: [DataType, string][] = [
    ['number', '1234567890123456'],
    ['currency', ''],
    ['currency', 'abc'],
    ['date', '1899-12-31'],
    ['date', 'soon'],
    ['datetime', 'soon'],
    ['time', '25:00'],
    ['string', '12'],
    ['phone', '[1,5551234567]'],
    ['dropdown', '7'],
    ['multiselect', '[7]'],
    ['checkbox', 'true'],
  ];
  test.each(texts)('of type %s, %s, stays a text', (dataType, value) => {
    expect(findSheetNumber(dataType, value, 'UTC')).toBeNull();
  });

  test.each([
    ['date', '2024-02-29', '02/29/2024'],
    ['datetime', '2024-03-01T03:30:00.000Z', '02/29/2024 22:30'],
    ['time', '00:05', '00:05'],
    ['currency', '1234567.89', '1234567.89'],
    ['number', '999999999999999', '999999999999999'],
  ] as const)('of type %s, %s, is read back by an import as it was', (dataType, value, text) => {
    const { number = 0, format } = findSheetNumber(dataType, value, 'America/New_York') ?? {};
    expect(textOfSheetCell({ number, look: lookOfFormat(164, format ?? 'General') }, dataType)).toBe(text);
  });
});
