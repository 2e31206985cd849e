import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { OptionPicker } from './option-picker.tsx';

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
