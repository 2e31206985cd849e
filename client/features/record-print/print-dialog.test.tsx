import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { RequestFailure } from '../../platform/request-failure.ts';
import { startSession } from '../../platform/session.ts';
import { PrintDialog } from './print-dialog.tsx';

const { createPrintLink } = vi.hoisted(() => ({
  createPrintLink: vi.fn<(data: object) => Promise<object>>(),
}));
vi.mock('./api.ts', () => ({ createPrintLink }));
const { openInNewTab, startDownload } = vi.hoisted(() => ({
  openInNewTab: vi.fn<(url: string) => void>(),
  startDownload: vi.fn<(url: string, name: string) => void>(),
}));
vi.mock('../../platform/download.ts', () => ({ openInNewTab, startDownload }));

beforeEach(() => {
  vi.clearAllMocks();
  localStorage.clear();
  startSession(`x.${btoa(JSON.stringify({ sub: 7 }))}.x`, 'maya@example.com');
  createPrintLink.mockResolvedValue({ url: '/prints/1', fileName: 'Bills 7411.pdf' });
});

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
function open(deed: 'print' | 'download') {
  const onClose = vi.fn<() => void>();
  const { unmount } = render(<PrintDialog ids={[7]} deed={deed} onClose={onClose} />);
  return { onClose, unmount };
}

test('what is printed beside the record is asked for, and is what was chosen the last time', async () => {
  const first = open('print');
  expect([box('Comments').checked, box('History').checked]).toEqual([false, false]);
  fireEvent.click(box('Comments'));
  fireEvent.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(first.onClose).toHaveBeenCalledTimes(1));
  expect(createPrintLink.mock.calls[0]![0]).toMatchObject({
    ids: [7],
    withComments: true,
    withHistory: false,
  });
  expect(openInNewTab).toHaveBeenCalledWith('/prints/1');
  first.unmount();

  const second = open('download');
  expect([box('Comments').checked, box('History').checked]).toEqual([true, false]);
  fireEvent.click(screen.getByRole('button', { name: 'Download PDF' }));
  await waitFor(() => expect(second.onClose).toHaveBeenCalledTimes(1));
  expect(startDownload).toHaveBeenCalledWith('/prints/1', 'Bills 7411.pdf');
});

test('a refusal stands in the dialog, and nothing is opened', async () => {
  createPrintLink.mockRejectedValue(new RequestFailure('NOT_FOUND', 'The record was not found.'));
  const { onClose } = open('print');
  fireEvent.click(screen.getByRole('button', { name: 'Print' }));
  await screen.findByText('The record was not found.');
  expect(openInNewTab).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});
