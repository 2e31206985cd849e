import { describe, expect, test } from 'vitest';
import { matchItems, readPastedLines } from './pasted-lines.ts';

describe('lines of a table', () => {
  test('an item and its quantity stand beside each other, and one piece where no quantity stands', () => {
    expect(readPastedLines([['Axle B', '4'], [], ['Rim', ''], ['Rack']])).toEqual({
      lines: [
        { row: 1, item: 'Axle B', quantity: 4 },
        { row: 3, item: 'Rim', quantity: 1 },
        { row: 4, item: 'Rack', quantity: 1 },
      ],
      faults: [],
    });
  });

  test('a first row that names the columns is none of them', () => {
    const { lines } = readPastedLines([
      ['Qty', 'Remark', 'SKU'],
      ['1,000', 'soon', 'Rim'],
      ['2.00', '', 'Axle B'],
    ]);
    expect(lines).toEqual([
      { row: 2, item: 'Rim', quantity: 1000 },
      { row: 3, item: 'Axle B', quantity: 2 },
    ]);
  });

  test('a row that is no line says why, and the others come in', () => {
    const { lines, faults } = readPastedLines([
      ['Rim', 'two'],
      ['', '4'],
      ['Rim', '0'],
      ['Rim', '1.5'],
      ['Rack', '1'],
    ]);
    expect(lines).toEqual([{ row: 5, item: 'Rack', quantity: 1 }]);
    expect(faults.map(({ row }) => row)).toEqual([1, 2, 3, 4]);
    expect(faults[0]?.sentence).toBe('two is no quantity: it is a whole number from 1 to 99,999.');
    expect(faults[1]?.sentence).toBe('This row names no item.');
  });
});

describe('an item', () => {
  const options = ['Axle B, 110 mm', 'Axle C, 120 mm', 'Rack', 'Hydraulic disc'];

  test('is an option also with other signs, spaces and letters', () => {
    expect(matchItems(['AXLE B 110MM', 'rack'], options)).toEqual([
      { item: 'AXLE B 110MM', option: 'Axle B, 110 mm', nearest: [] },
      { item: 'rack', option: 'Rack', nearest: [] },
    ]);
  });

  test('that is none is listed once, with what comes nearest first', () => {
    const [axle, nothing, ...rest] = matchItems(['Axel B 110', 'QQ-77', 'Axel B 110'], options);
    expect(axle).toEqual({
      item: 'Axel B 110',
      option: null,
      nearest: ['Axle B, 110 mm'],
    });
    expect(nothing).toEqual({ item: 'QQ-77', option: null, nearest: [] });
    expect(rest).toEqual([]);
  });

  test('is not guessed between two that differ in their signs alone', () => {
    expect(matchItems(['M10'], ['M-10', 'M 10'])[0]).toEqual({
      item: 'M10',
      option: null,
      nearest: ['M-10', 'M 10'],
    });
  });

  test('of a thousand is found among a thousand options within the blink of an eye', () => {
    const many = Array.from({ length: 1000 }, (_, at) => `Wheel ${at} front, ${at * 7} mm`);
    const found = matchItems(
      many.map((name) => name.replace('front', 'frnt')),
      many,
    );
    expect(
      found.every(({ option, nearest }, at) => option === null && nearest.includes(many[at] ?? '')),
    ).toBe(true);
  });
});
