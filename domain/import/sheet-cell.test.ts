import { describe, expect, it, test } from 'vitest';
import type { DataType } from '../fields/data-types.ts';
import { lookOfFormat, textOfSheetCell } from './sheet-cell.ts';
import { serialOfDay, type NumberLook } from '../values/sheet.ts';

describe('a number of a workbook reads', () => {
  const cases: [number, NumberLook, DataType | null, string][] = [
    [46_295, 'date', 'date', '09/30/2026'],
    [46_295, 'number', 'date', '09/30/2026'],
    [46_295.75, 'datetime', 'date', '09/30/2026'],
    [46_295.520833333336, 'datetime', 'datetime', '09/30/2026 12:30'],
    [46_295.5208449074, 'number', 'datetime', '09/30/2026 12:30:01'],
    [46_295.999999999, 'date', 'date', '10/01/2026'],
    [0.75, 'number', 'time', '18:00'],
    [46_295.25, 'datetime', 'time', '06:00'],
    [46_295, 'date', 'string', '09/30/2026'],
    [46_295, 'date', 'number', '09/30/2026'],
    [1, 'date', 'date', '01/01/1900'],
    [59, 'date', 'date', '02/28/1900'],
    [60, 'date', 'date', '02/29/1900'],
    [61, 'date', 'date', '03/01/1900'],
    [2_958_465, 'date', 'date', '12/31/9999'],
    [2_958_466, 'date', 'date', '2958466'],
    [-3, 'date', 'date', '-3'],
    [0.1 + 0.2, 'number', 'decimal', '0.3'],
    [1200, 'number', 'number', '1200'],
    [1e-7, 'number', 'decimal', '0.0000001'],
    [1e21, 'number', 'string', '1000000000000000000000'],
  ];
  test.each(cases)('%d shown as a %s, for a field of type %s: %s', (number, look, dataType, text) =>
    expect(textOfSheetCell({ number, look }, dataType)).toBe(text),
  );
});

test('a day goes into a workbook and comes back', () => {
  for (const [day, serial] of [
    ['2026-09-30', 46_295],
    ['1900-03-01', 61],
    ['9999-12-31', 2_958_465],
  ] as const)
    expect(serialOfDay(day)).toBe(serial);
  expect(serialOfDay('1900-02-28')).toBeNull();
});

test('days of the calendar of 1904 are those days, and numbers are left alone', () => {
  const of = (number: number, look: NumberLook, dataType: DataType) =>
    textOfSheetCell({ number, look, countsFrom1904: true }, dataType);
  expect(of(44_833, 'date', 'date')).toBe('09/30/2026');
  expect(of(44_833, 'number', 'date')).toBe('09/30/2026');
  expect(of(44_833, 'number', 'number')).toBe('44833');
  expect(of(0.5, 'time', 'time')).toBe('12:00');
});

it.each([
  [0, undefined, 'number'],
  [2, undefined, 'number'],
  [14, undefined, 'date'],
  [22, undefined, 'datetime'],
  [45, undefined, 'time'],
  [164, 'General', 'number'],
  [164, '#,##0.00', 'number'],
  [164, '"days" 0', 'number'],
  [164, '[Red]0.00;[Blue]-0.00', 'number'],
  [164, '[$-409]m/d/yyyy', 'date'],
  [164, 'yyyy\\-mm\\-dd', 'date'],
  [164, 'mmm-yy', 'date'],
  [164, 'MM/DD/YYYY HH:MM', 'datetime'],
  [164, 'h:mm AM/PM', 'time'],
  [164, '[h]:mm:ss', 'elapsed'],
  [164, 'mm:ss', 'time'],
] as const)('format %d, %s, shows a %s', (id, code, look) => expect(lookOfFormat(id, code)).toBe(look));
