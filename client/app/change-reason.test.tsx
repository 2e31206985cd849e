import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { setChangeReason } from '../platform/change-reason.ts';
import { useScreenSource } from '../platform/change-source.ts';
import { sessionHeaders } from '../platform/graphql/request.ts';
import { FormDialog } from '../ui/form-dialog/form-dialog.tsx';
import { useFormDraft } from '../ui/form-dialog/use-form-draft.ts';
import { TextInput } from '../ui/inputs/text-input.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { userDetailsQuery } from '../features/identity/user-details.ts';
import { AskReason } from './change-reason.tsx';

afterEach(() => {
  cleanup();
  setChangeReason('');
});

const sent = () => sessionHeaders()['change_reason'];

function Form({ onClose }: { onClose: () => void }) {
  const form = useFormDraft<{ name: string }, void>({
    opened: { name: '' },
    unsaved: 'The role is not saved.',
    judge: () => ({}),
    send: () => Promise.resolve(),
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title="Add a role" failed="Not saved" submitLabel="Add" onClose={onClose}>
      <TextInput label="Name" value={form.draft.name} onChange={(name) => form.set({ name })} />
    </FormDialog>
  );
}

type PageProps = { route: string; hasForm?: boolean; isViewing?: boolean };

function Page({ route, hasForm = false, isViewing = false }: PageProps) {
  useScreenSource('ADMINISTRATION');
  const client = new QueryClient();
  client.setQueryData(userDetailsQuery.queryKey, { viewing: isViewing ? {} : null } as never);
  return (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <AskReason route={route}>
          <PageHeader title={route} />
          {hasForm && <Form onClose={() => undefined} />}
        </AskReason>
      </MemoryRouter>
    </QueryClientProvider>
  );
}
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('a page takes a reason that goes with each change of it, until another page is opened', async () => {
  const { rerender } = render(<Page route="roles" />);
  expect(sent()).toBeUndefined();
  fireEvent.click(await screen.findByText('Give a reason'));
  expect(document.activeElement).toBe(screen.getByLabelText('Reason for what you change here'));
  type(/^Reason for/, ' Für den Frühling ');
  expect(sent()).toBe(encodeURIComponent('Für den Frühling'));
  fireEvent.blur(screen.getByLabelText('Reason for what you change here'));
  expect(screen.getByLabelText<HTMLInputElement>('Reason for what you change here').value).toContain('Für');
  rerender(<Page route="menus" />);
  expect(sent()).toBeUndefined();
  expect(screen.getByText('Give a reason')).toBeTruthy();
});

test('a form of the page takes one for what it saves, and leaves that of the page as it was', async () => {
  setChangeReason('Of the page');
  const { rerender } = render(<Page route="roles" hasForm />);
  await screen.findByLabelText(/^Reason \(optional\)/);
  type(/^Reason \(optional\)/, 'Of the form');
  expect(sent()).toBe('Of%20the%20form');
  rerender(<Page route="roles" />);
  expect(sent()).toBe('Of%20the%20page');
});

test('nothing of it goes out from another screen', () => {
  setChangeReason('Of a page');
  expect(sent()).toBeUndefined();
});

test('who views the company as somebody else is asked for none: nothing can be changed', async () => {
  render(<Page route="roles" />);
  await screen.findByText('Give a reason');
  cleanup();
  render(<Page route="roles" isViewing />);
  await screen.findByRole('heading');
  expect(screen.queryByText('Give a reason')).toBeNull();
});
