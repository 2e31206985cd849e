import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { GridActionContext } from './grid-actions.ts';
import { Nothing } from './nothing.tsx';

test.each([
  ['only what is searched can be cleared', { search: 'zzz', filters: [], recordId: null }, 'Clear search'],
  ['a filter can be cleared', { search: 'zzz', filters: [{}], recordId: null }, 'Clear filters'],
  ['one record of a link stands alone', { search: '', filters: [], recordId: 7 }, 'Clear filters'],
])('where nothing matches and %s the button says so', (_, view, label) => {
  const change = vi.fn<(view: object) => void>();
  render(<Nothing context={{ view, change } as unknown as GridActionContext} isFiltered />);
  screen.getByRole('button', { name: label }).click();
  expect(change).toHaveBeenCalledWith({ filters: [], search: '', recordId: null });
});
