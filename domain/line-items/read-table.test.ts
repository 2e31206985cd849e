import { describe, expect, it } from 'vitest';
import { indexChoices } from '../records/written-value.ts';
import { readLineTable } from './read-table.ts';
import type { TableField } from './read-table.ts';

const field = (id: number, name: string, dataType: TableField['dataType'], required = false): TableField => ({
  id,
  name,
  dataType,
  required,
});
const fields = [
  field(1, 'Product', 'dropdown', true),
  field(2, 'Ordered', 'number', true),
  field(3, 'Due date', 'date'),
  field(4, 'Checked', 'checkbox'),
  field(5, 'Seen at', 'datetime'),
];
const find = () =>
  indexChoices([
    { id: '71', name: 'Bolt', enabled: true },
    { id: '72', name: 'Nut', enabled: false },
  ]);
const read = (table: string[][], header: 'always' | 'when it names fields' = 'when it names fields') =>
  readLineTable(
    table.map((cells, index) => ({ rowNumber: index + 1, cells })),
    { fields, header, find, timeZone: 'UTC' },
  );

describe('a table of lines', () => {
  it('is read by its header, in whatever order and case', () => {
    const {
      lines,
      fields: taken,
      leftOut,
    } = read([
      ['ordered', 'Note', 'PRODUCT *', 'Due date'],
      ['2', 'soon', 'bolt', '09/30/2026'],
    ]);
    expect(taken.map(({ name }) => name)).toEqual(['Ordered', 'Product', 'Due date']);
    expect(leftOut).toEqual(['Note']);
    expect(lines).toMatchObject([{ rowNumber: 2, faults: [] }]);
    expect([...lines[0]!.values]).toEqual([
      [2, '2'],
      [1, '71'],
      [3, '2026-09-30'],
    ]);
  });

  it('says what can be read in two ways beside the other cells, and knows the numbers of a workbook', () => {
    const setting = {
      fields: [field(1, 'Price', 'currency')],
      header: 'always',
      find,
      timeZone: 'UTC',
    } as const;
    const { lines } = readLineTable(
      ['Price', '0,5', '1,234', { number: 2.5, look: 'number' as const }].map((cell, index) => ({
        rowNumber: index + 1,
        cells: [cell],
      })),
      setting,
    );
    expect(lines.map(({ faults }) => faults)).toEqual([
      ['Price: Write 1234.56: two decimals, a point before them.'],
      ['Price: 1,234 can be read in two ways beside 0,5: write 1234 or 1.234.'],
      [],
    ]);
  });

  it('without a header is read in the order of the fields', () => {
    const { lines } = read([
      ['Bolt', '1,200'],
      ['', ''],
      ['Bolt', '3', '', 'Yes'],
    ]);
    expect(lines.map(({ rowNumber, values }) => [rowNumber, ...values.values()])).toEqual([
      [1, '71', '1200'],
      [3, '71', '3', 'true'],
    ]);
  });

  it('of a file loses its first row, whatever it says', () => {
    expect(
      read(
        [
          ['a', 'b'],
          ['Bolt', '1'],
        ],
        'always',
      ).lines,
    ).toMatchObject([{ rowNumber: 2 }]);
  });

  it('keeps the numbers of the rows, and takes the first that holds something for the header', () => {
    const { lines } = readLineTable(
      [
        { rowNumber: 3, cells: ['', ''] },
        { rowNumber: 4, cells: ['Product', 'Ordered', 'Due date'] },
        { rowNumber: 1_048_576, cells: ['Bolt', '2', { number: 46_295, look: 'number' }] },
      ],
      { fields, header: 'always', find, timeZone: 'UTC' },
    );
    expect(lines).toMatchObject([{ rowNumber: 1_048_576, faults: [] }]);
    expect(lines[0]!.values.get(3)).toBe('2026-09-30');
  });

  const wrong: [string[], string][] = [
    [['', '1'], 'Product is required'],
    [['Bolt', ''], 'Ordered is required'],
    [['Bolt', 'two'], 'Ordered must be a number'],
    [['Bolt', '1.5'], 'Ordered: Should be a whole number'],
    [['Bolt', '1', '31 Feb'], 'Due date Invalid date format, format should be MM/DD/YYYY'],
    [['Bolt', '1', '', 'perhaps'], 'Checked must be Yes or No'],
    [
      ['Bolt', '1', '', '', 'noon'],
      'Seen at Invalid datetime format, format should be MM/DD/YYYY HH:mm (24 hours)',
    ],
    [['Washer', '1'], 'Product: Should be a value from the list'],
    [['Nut', '1'], 'Product: This value is disabled and cannot be chosen.'],
  ];
  it.each(wrong)('%j: %s', (row, sentence) => expect(read([row]).lines[0]?.faults).toEqual([sentence]));

  it('without the column of a required field has that wrong in each line', () => {
    expect(read([['Product'], ['Bolt']]).lines[0]?.faults).toEqual(['Ordered is required']);
  });
});
