import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { RequestFailure } from '../../platform/request-failure.ts';
import { TextInput } from '../inputs/text-input.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useFormDraft, type Faults } from './use-form-draft.ts';

type Draft = { name: string; place: string; colour: string };
const tooShort = 'The name is too short.';

function Form({ send, onClose }: { send: (draft: Draft) => Promise<void>; onClose: () => void }) {
  const form = useFormDraft<Draft, void>({
    opened: { name: '', place: '', colour: 'grey' },
    unsaved: 'The depot is not saved.',
    judge: ({ name }): Faults => (name.length < 2 ? { name: tooShort } : {}),
    send,
    onSaved: onClose,
  });
  const { draft, set, faultOf } = form;
  return (
    <FormDialog
      form={form}
      title="Add a depot"
      failed="The depot was not saved"
      submitLabel="Add"
      onClose={onClose}
    >
      <TextInput label="Name" value={draft.name} error={faultOf('name')} onChange={(name) => set({ name })} />
      <TextInput
        label="Place"
        value={draft.place}
        error={faultOf('place')}
        onChange={(place) => set({ place })}
      />
    </FormDialog>
  );
}

function open(send: (draft: Draft) => Promise<void>) {
  const onClose = vi.fn<() => void>();
  render(<Form send={send} onClose={onClose} />);
  return onClose;
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const add = () => fireEvent.click(screen.getByText('Add'));
const escape = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });

test('what is wrong is said at its field and not sent, until it is typed anew', async () => {
  const send = vi.fn<(draft: Draft) => Promise<void>>().mockResolvedValue();
  const onClose = open(send);
  add();
  expect(screen.getByText(tooShort)).toBeTruthy();
  type('Name', 'Yard');
  expect(screen.queryByText(tooShort)).toBeNull();
  add();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(send.mock.calls).toEqual([[{ name: 'Yard', place: '', colour: 'grey' }]]);
});

test('the first input that is wrong has the focus, whoever found it out', async () => {
  const send = vi
    .fn<(draft: Draft) => Promise<void>>()
    .mockRejectedValue(new RequestFailure('INVALID', 'There is no such place.', { field: 'place' }));
  open(send);
  add();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  type('Name', 'Yard');
  add();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Place')));
});

test('a refusal of one field stands at it, any other above the form; what was typed stays', async () => {
  const send = vi
    .fn<(draft: Draft) => Promise<void>>()
    .mockRejectedValueOnce(new RequestFailure('INVALID', 'There is no such place.', { field: 'place' }))
    .mockRejectedValueOnce(new RequestFailure('CONFLICT', 'Somebody else has changed it.'))
    .mockRejectedValueOnce(new RequestFailure('INVALID', 'Grey is taken.', { field: 'colour' }));
  const onClose = open(send);
  type('Name', 'Yard');
  add();
  await screen.findByText('There is no such place.');
  expect(screen.queryByText('The depot was not saved')).toBeNull();
  add();
  await screen.findByText('The depot was not saved');
  expect(screen.queryByText('There is no such place.')).toBeNull();
  // Of a field that the form has no place for as well.
  add();
  await screen.findByText(/Grey is taken/);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Yard');
  expect(onClose).not.toHaveBeenCalled();
});

test('Escape closes an untouched form, and discards nothing that was typed', () => {
  const onClose = open(() => Promise.resolve());
  type('Name', 'Yard');
  escape();
  expect(onClose).not.toHaveBeenCalled();
  type('Name', '');
  escape();
  expect(onClose).toHaveBeenCalledTimes(1);
});
