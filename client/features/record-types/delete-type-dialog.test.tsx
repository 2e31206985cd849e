import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { RequestFailure } from '../../platform/request-failure.ts';
import { SnackbarHost } from '../../ui/snackbars.tsx';
import type { Design } from './api.ts';
import * as api from './api.ts';
import { DeleteTypeDialog } from './delete-type-dialog.tsx';

vi.mock('./api.ts', { spy: true });

const plan = {
  records: 2,
  deletedRecords: 0,
  lines: 3,
  files: 0,
  comments: 0,
  menuItems: 1,
  dashboards: 0,
  mappings: 0,
  orderForms: 0,
  savedViews: 0,
  superTypes: 0,
};
const onClose = vi.fn<() => void>();
beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(api.findDeletionPlan).mockRejectedValueOnce(new RequestFailure('UNAVAILABLE', 'Try again.'));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SnackbarHost>
        <DeleteTypeDialog design={{ id: 3, name: 'Bills', version: 7 } as Design} onClose={onClose} />
      </SnackbarHost>
    </QueryClientProvider>,
  );
});
const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('nobody deletes what could not be counted', async () => {
  expect(document.activeElement).toBe(button('Cancel'));
  expect(button('Delete Bills').disabled).toBe(true);
  expect((await screen.findByRole('alert')).textContent).toContain('Could not be counted');
  vi.mocked(api.findDeletionPlan).mockResolvedValue(plan);
  fireEvent.click(button('Retry'));
  await screen.findByText('3 lines');
  expect(button('Delete Bills and 2 records').disabled).toBe(false);
});

test('a refusal is told in the dialog, which stays', async () => {
  vi.mocked(api.findDeletionPlan).mockResolvedValue(plan);
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  await screen.findByText('3 lines');
  const sentence = 'Somebody has changed “Bills” since you opened it.';
  vi.mocked(api.deleteRecordType).mockRejectedValueOnce(new RequestFailure('CONFLICT', sentence));
  fireEvent.click(button('Delete Bills and 2 records'));
  expect(await screen.findByText(new RegExp(sentence))).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  vi.mocked(api.deleteRecordType).mockResolvedValueOnce();
  fireEvent.click(button('Delete Bills and 2 records'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(api.deleteRecordType).toHaveBeenCalledWith({ id: 3, version: 7 });
});
