import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useSearchParams } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { actionsQuery, menuQuery } from '../features/menu/use-menu.ts';
import { RecordDetailsPage } from './record-details-page.tsx';

const line = (id: number, recordTypeId: number, recordNumber: number, title: string) => ({
  id,
  recordTypeId,
  recordNumber,
  title,
  status: { id: 1, name: 'Open' },
  amount: null,
  deadline: null,
  found: null,
});
let grids: { recordTypeId: number; name: string; records: ReturnType<typeof line>[]; isMore: boolean }[];

vi.mock('../platform/graphql/request.ts', () => ({
  request: () => Promise.resolve({ searchRecords: { grids, late: [] } }),
}));
vi.mock('./record-page.tsx', () => ({
  RecordPage: () => {
    const [params] = useSearchParams();
    return <p>{`Record ${params.get('recordId')} of ${params.get('recordType')}`}</p>;
  },
}));

const item = (id: number, typeId: number, name: string) => ({
  id,
  name,
  route: name.toLowerCase(),
  hasRecordTypes: true,
  icon: null,
  recordType: { id: typeId, name, isSuper: false },
});

function show() {
  const client = new QueryClient();
  client.setQueryData(menuQuery.queryKey, [
    {
      id: 1,
      name: 'Purchasing',
      route: 'purchasing',
      appSections: [
        { id: 1, name: 'All', route: 'all', menuItems: [item(1, 2, 'Orders'), item(2, 3, 'Bills')] },
      ],
    },
  ] as never);
  client.setQueryData(
    actionsQuery.queryKey,
    new Map([
      [1, new Set(['view', 'record viewer access'] as const)],
      [2, new Set(['view'] as const)],
    ]) as never,
  );
  const router = createMemoryRouter([{ path: '*', element: <RecordDetailsPage title="Record details" /> }]);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return screen.getByRole('searchbox', { name: 'Choose a record' });
}

beforeEach(() => {
  grids = [
    {
      recordTypeId: 2,
      name: 'Orders',
      records: [line(7, 2, 7408, 'Frames'), line(8, 2, 7409, 'Forks')],
      isMore: false,
    },
    { recordTypeId: 3, name: 'Bills', records: [line(9, 3, 7408, 'Not to be opened')], isMore: false },
  ];
});

test('a record is found by its number, and opens at this address', async () => {
  const field = show();
  expect(screen.getByText('Type its number or a word above.')).toBeTruthy();
  fireEvent.change(field, { target: { value: '#7408' } });
  expect(await screen.findByRole('link', { name: /7408.*Frames/ })).toBeTruthy();
  expect(screen.queryByText('Not to be opened')).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: /7409.*Forks/ }));
  expect(await screen.findByText('Record 8 of 2')).toBeTruthy();
});

test('Enter opens the first', async () => {
  const field = show();
  fireEvent.change(field, { target: { value: 'fr' } });
  await screen.findByRole('link', { name: /Frames/ });
  await waitFor(() => {
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(screen.getByText('Record 7 of 2')).toBeTruthy();
  });
});

test('nothing found is said', async () => {
  grids = [];
  fireEvent.change(show(), { target: { value: 'nowhere' } });
  expect(await screen.findByText('Nothing was found for “nowhere”.')).toBeTruthy();
});
