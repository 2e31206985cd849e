import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { RequestFailure } from '../../../platform/request-failure.ts';
import { ImportOptions } from './import-options.tsx';
import type { SentFile } from './use-import.ts';

const sent: SentFile = {
  file: new File([], 'orders.csv'),
  reading: { delimiter: ';', encoding: 'utf-8', sheet: null, headerRow: 1, headers: ['Due'] },
  created: { id: 1, fields: [], fieldKeys: [null], mayUpdate: true },
  rowCount: 1,
  firstRow: ['13.04.2026'],
};
const choices = { fieldKeys: [''], decimals: '', dayFirst: null, existing: 'UPDATE' } as const;

function show(parts: Partial<Parameters<typeof ImportOptions>[0]> = {}) {
  const onChoose = vi.fn();
  const given = { sent, choices, found: null, failure: null, onChoose, onReadAnew: vi.fn(), ...parts };
  render(<ImportOptions {...given} />);
  return onChoose;
}

const dates = () => screen.getByLabelText<HTMLSelectElement>('Dates');
const shown = () => dates().selectedOptions[0]?.textContent;

test.each([
  [true, 'As in the file: 16/04/2026'],
  [false, 'As in the file: 04/16/2026'],
  // Of 13.04.2026 it would be an example that the file does not follow.
  [null, 'As in the file'],
])('where dates were found with their days first: %j, the choice says %j', (dayFirst, text) => {
  show({ found: { decimals: 'COMMA', dayFirst } });
  expect(shown()).toBe(text);
});

test('what the file leaves open is asked at its choice', () => {
  const onChoose = show({ failure: new RequestFailure('INVALID', 'In two ways.', { field: 'dayFirst' }) });
  expect(dates().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText('Numbers').getAttribute('aria-invalid')).toBeNull();
  fireEvent.change(dates(), { target: { value: 'day' } });
  expect(onChoose).toHaveBeenCalledWith({ dayFirst: true });
});

test('of a workbook the sheet, the row of the names and its texts that are numbers are chosen, and no separator', () => {
  const reading = {
    delimiter: null,
    encoding: null,
    sheet: { name: '2019', names: ['2019', '2020'] },
    headerRow: 3,
    headers: ['A'],
  };
  const onReadAnew = vi.fn();
  const onChoose = show({ sent: { ...sent, reading }, onReadAnew });
  expect(screen.queryByLabelText('Separator')).toBeNull();
  fireEvent.change(screen.getByLabelText('Sheet'), { target: { value: '2020' } });
  expect(onReadAnew).toHaveBeenLastCalledWith({ sheet: '2020' });
  expect(screen.getByLabelText<HTMLSelectElement>('Names of the columns').value).toBe('3');
  fireEvent.change(screen.getByLabelText('Names of the columns'), { target: { value: '2' } });
  expect(onReadAnew).toHaveBeenLastCalledWith({ sheet: '2019', headerRow: 2 });
  fireEvent.change(screen.getByLabelText('Numbers'), { target: { value: 'COMMA' } });
  expect(onChoose).toHaveBeenCalledWith({ decimals: 'COMMA' });
});
