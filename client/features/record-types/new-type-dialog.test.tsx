import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { SnackbarHost } from '../../ui/snackbars.tsx';
import type { RecordTypes } from './api.ts';
import * as api from './api.ts';
import { NewTypeDialog } from './new-type-dialog.tsx';

vi.mock('./api.ts', { spy: true });

const noChoices = { types: [], lists: [], objects: [], roles: [], sections: [] } as unknown as RecordTypes;
const onMade = vi.fn<(id: number) => void>();
beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(api.createRecordType).mockResolvedValue(5);
});

async function makeMachines(act: () => void = () => undefined) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SnackbarHost>
        <NewTypeDialog choices={noChoices} rolesLink="Roles" onClose={vi.fn<() => void>()} onMade={onMade} />
      </SnackbarHost>
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByLabelText(/^Name \*|^Name$/), { target: { value: 'Machines' } });
  act();
  fireEvent.click(screen.getByRole('button', { name: 'Add record type' }));
  await waitFor(() => expect(onMade).toHaveBeenCalledWith(5));
  return vi.mocked(api.createRecordType).mock.lastCall?.[0];
}

test('a type is made by its name alone, in a section of that name, and a record of it can be made', async () => {
  expect(await makeMachines()).toEqual({
    name: 'Machines',
    isSuper: false,
    statuses: [
      { name: 'Open', isFirst: true },
      { name: 'Closed', closes: true },
    ],
    problemCodes: [{ name: 'None' }],
    numbering: {},
    menu: { sectionName: 'Machines' },
  });
});

test('whoever wants its statuses, codes and section otherwise gets nothing in their place', async () => {
  const asked = await makeMachines(() => {
    fireEvent.click(screen.getByLabelText(/^Ready for a first record/));
    fireEvent.change(screen.getByLabelText('Name of the section'), { target: { value: ' Workshop ' } });
  });
  expect(asked).toEqual({ name: 'Machines', isSuper: false, menu: { sectionName: 'Workshop' } });
});

test('in a company without types none is offered that gathers others', async () => {
  await makeMachines(() => expect(screen.queryByLabelText('Kind')).toBeNull());
});
