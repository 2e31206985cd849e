import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { RequestFailure } from '../../platform/request-failure.ts';
import { FileInput } from './file-input.tsx';

type Sending = { name: string; done: () => void; fail: (failure: RequestFailure) => void };
const sending: Sending[] = [];
vi.mock('./upload-file.ts', async (original) => ({
  ...(await original<object>()),
  uploadFile: ({ name }: File) =>
    new Promise((resolve, reject) => {
      const id = 7 + sending.length;
      sending.push({ name, done: () => resolve({ id, name, sizeBytes: 4 }), fail: reject });
    }),
}));

test('what did not arrive is sent again without being chosen again, unless it would be refused again', async () => {
  const onChange = vi.fn<(value: string) => void>();
  render(
    <FileInput
      recordTypeId={1}
      fieldKey="f12"
      label="Papers"
      value=""
      onChange={onChange}
      required={false}
      error={null}
      ref={null}
    />,
  );
  const files = ['Plan.pdf', 'Bill.pdf'].map((name) => new File(['%PDF-1.7'], name));
  fireEvent.change(screen.getByLabelText('Papers', { selector: 'input' }), { target: { files } });
  await waitFor(() => expect(sending).toHaveLength(1));
  sending[0]?.fail(new RequestFailure('UNREACHABLE', 'The server cannot be reached.'));
  await screen.findByRole('alert');
  // The failure takes the place of what may be chosen, so that the form keeps its rows.
  expect(screen.getByText(/^Up to 20 files/).className).toBe('rh-visually-hidden');
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(sending).toHaveLength(2));
  sending[1]?.done();
  await waitFor(() => expect(sending).toHaveLength(3));
  sending[2]?.fail(new RequestFailure('INVALID', 'This file is none of its kind.'));
  await waitFor(() => expect(onChange).toHaveBeenCalledOnce());
  expect(sending.map(({ name }) => name)).toEqual(['Plan.pdf', 'Plan.pdf', 'Bill.pdf']);
  expect(onChange.mock.calls[0]?.[0]).toContain('Plan.pdf');
  expect(screen.getByRole('alert').textContent).toContain('Bill.pdf: This file is none of its kind.');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});
