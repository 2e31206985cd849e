import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PasswordInput } from './password-input.tsx';

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
