import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { OptionPicker } from './option-picker.tsx';
import { OptionsPicker } from './options-picker.tsx';

const options = [{ id: '1', name: 'Quantity', enabled: true }];

test('Enter on letters that find nothing does not send the form; on a list that is closed it does', () => {
  const onChange = vi.fn<(id: string) => void>();
  render(<OptionPicker label="Goes into" options={options} value="" onChange={onChange} />);
  const input = screen.getByRole<HTMLInputElement>('combobox');
  input.focus();
  /** Whether it goes on to the form. */
  const enter = () => fireEvent.keyDown(input, { key: 'Enter' });
  expect(enter()).toBe(true);
  fireEvent.change(input, { target: { value: 'Price' } });
  expect(screen.getByText('No options')).toBeTruthy();
  expect(enter()).toBe(false);
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.change(input, { target: { value: 'Quan' } });
  expect(enter()).toBe(false);
  expect(onChange).toHaveBeenCalledWith('1');
});

test('what is typed beside several that are chosen narrows the list, and Enter takes what it found', () => {
  const people = ['Ada', 'Ben', 'Victor'].map((name, at) => ({ id: String(at), name, enabled: true }));
  const onChange = vi.fn<(ids: string[]) => void>();
  const picker = () => (
    <OptionsPicker label="To" options={people} value={['0', '1']} mostPasted={9} onChange={onChange} />
  );
  const { rerender } = render(picker());
  const input = screen.getByRole<HTMLInputElement>('combobox');
  input.focus();
  fireEvent.change(input, { target: { value: 'Vic' } });
  // The form around it may be drawn anew at any time.
  rerender(picker());
  expect(input.value).toBe('Vic');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Victor']);
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(onChange).toHaveBeenCalledWith(['0', '1', '2']);
});
