import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ScrollTable } from '../../../ui/scroll-table.tsx';
import { valueColumns } from './preview-cells.tsx';

test('rows that nothing reads yet stand as in the file, and others as they will be', () => {
  const rows = [
    { row: 2, cells: ['7420', '1.500'], values: [] },
    { row: 3, cells: ['7421', '12.5'], values: [{ column: 1, shown: '12.50', source: 'FILE', fault: null }] },
  ] as const;
  const columns = valueColumns<(typeof rows)[number]>([{ index: 1, name: 'Total due' }]);
  render(<ScrollTable label="Rows" columns={columns} rows={rows} rowKey={({ row }) => row} />);
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['1.500', '12.50']);
});
