import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PasswordInput } from './password-input.tsx';

test('a password manager may fill it, and a password may be pasted', () => {
  render(<PasswordInput label="Password" name="password" autoComplete="current-password" />);
  const input = screen.getByLabelText<HTMLInputElement>('Password');
  expect(input.autocomplete).toBe('current-password');
  expect(fireEvent.paste(input, { clipboardData: { getData: () => 'harbor 4711' } })).toBe(true);
  fireEvent.input(input, { target: { value: 'harbor 4711' } });
  expect(input.value).toBe('harbor 4711');
});

test('what is typed is shown and hidden again by its button, and stays', () => {
  render(<PasswordInput label="Password" name="password" defaultValue="harbor 4711" />);
  const input = screen.getByLabelText<HTMLInputElement>('Password');
  const button = screen.getByRole('button', { name: 'Show what is typed' });
  expect([input.type, button.getAttribute('aria-pressed')]).toEqual(['password', 'false']);
  fireEvent.click(button);
  expect([input.type, button.getAttribute('aria-pressed'), input.value]).toEqual([
    'text',
    'true',
    'harbor 4711',
  ]);
  fireEvent.click(button);
  expect(input.type).toBe('password');
});
