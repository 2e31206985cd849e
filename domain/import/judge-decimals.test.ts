import { expect, test } from 'vitest';
import type { DataType } from '../fields/data-types.ts';
import { noteDecimals, noWitness, whyNotDecimals } from './judge-decimals.ts';

function judge(cells: readonly string[], delimiter = ',', dataType: DataType = 'currency'): string | null {
  const witness = noWitness();
  cells.forEach((text, index) => noteDecimals(witness, text, index + 2, dataType));
  return whyNotDecimals('Sales', witness, delimiter);
}

test.each([
  [['1', '2.50', '1,234.56', '1,234'], ','],
  [['1', '2.50', '1,234'], ';'],
  [['1', '', 'n/a', '25'], ';'],
  [['1,234', '5'], ','],
  [['16.448', '2.5'], ';'],
  [['1,234', '2.5 €'], '\t'],
  // One slip of the pen in a column of points is one rejected row.
  [['3.54', '3,54'], ','],
])('%j with %j between the cells is read as it stands', (cells, delimiter) =>
  expect(judge(cells, delimiter)).toBeNull(),
);

test.each([
  [
    ['16,448', '3,54'],
    ',',
    "The column 'Sales' has decimals behind a comma: '3,54' in row 3. Import with --decimal-comma.",
  ],
  [
    ['1.234,56'],
    ';',
    "The column 'Sales' has decimals behind a comma: '1.234,56' in row 2. Import with --decimal-comma.",
  ],
  [
    ['5', '16,448'],
    ';',
    "The column 'Sales' can be read in two ways: '16,448' in row 3 may be 16448 or 16.448. Say which it is: --decimal-comma or --decimal-point.",
  ],
  [
    ['16.448'],
    ';',
    "The column 'Sales' can be read in two ways: '16.448' in row 2 may be 16.448 or 16448. Say which it is: --decimal-comma or --decimal-point.",
  ],
  [
    ['16,448'],
    '\t',
    "The column 'Sales' can be read in two ways: '16,448' in row 2 may be 16448 or 16.448. Say which it is: --decimal-comma or --decimal-point.",
  ],
  [
    ['16,448', '1.234,56 €'],
    ',',
    "The column 'Sales' has decimals behind a comma: '1.234,56 €' in row 3. Import with --decimal-comma.",
  ],
  [
    ['16,448', '3,54', '3.54'],
    ',',
    "The column 'Sales' is written in two ways: '3,54' in row 3 and '3.54' in row 4. '16,448' in row 2 may be 16448 or 16.448. Say which it is: --decimal-comma or --decimal-point.",
  ],
])('%j with %j between the cells is refused whole', (cells, delimiter, sentence) =>
  expect(judge(cells, delimiter)).toBe(sentence),
);

test('1.500 is no decimal number because nothing else is said, where a field has not three decimals', () => {
  const unclear = (text: string, other: string) =>
    `The column 'Sales' can be read in two ways: '${text}' in row 2 may be ${text} or ${other}. Say which it is: --decimal-comma or --decimal-point.`;
  expect(judge(['1.500', '12.000'])).toBe(unclear('1.500', '1500'));
  expect(judge(['1.000'], ',', 'number')).toBe(unclear('1.000', '1000'));
  expect(judge(['1.500'], ',', 'decimal')).toBeNull();
  // A spreadsheet of the one country parts cells by commas too, and puts such numbers into quotes.
  expect(judge(['16,448'], ',', 'decimal')).toContain("'16,448' in row 2 may be 16448 or 16.448.");
  expect(judge(['16,448', '2.5'], ',', 'decimal')).toBeNull();
  expect(judge(['1.500', '0.500'])).toBeNull();
});
