import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadSession } from '../../platform/session.ts';
import { ExportCard } from './export-card.tsx';

let leftOut: string[];
beforeEach(() => {
  localStorage.clear();
  reloadSession();
  URL.createObjectURL = () => 'blob:file';
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  vi.stubGlobal('fetch', async () =>
    Response.json({
      data: {
        exportConfiguration: {
          fileName: 'north-configuration.json',
          text: '{}',
          parts: [{ part: 'roles', count: 2 }],
          leftOut,
        },
      },
    }),
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('what is not in the file is said below it, until the next one has it', async () => {
  leftOut = ['Orders › Open → Done is not in the file.', 'Clerk › Orders › Status is not in the file.'];
  render(<ExportCard />);
  const download = screen.getByRole('button', { name: 'Download' });
  fireEvent.click(download);
  expect(await screen.findByText('north-configuration.json: 2 roles.')).toBeTruthy();
  const list = within(screen.getByRole('list', { name: 'Not in the file' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(leftOut);
  leftOut = [];
  fireEvent.click(download);
  expect(await screen.findByText('north-configuration.json: 2 roles.')).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
});
