import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { RequestFailure } from '../platform/request-failure.ts';
import { snackbars } from '../ui/snackbars.tsx';
import { useLineParts } from './use-record-lines.tsx';

let failure: RequestFailure;
vi.mock('../platform/graphql/request.ts', () => ({ request: () => Promise.reject(failure) }));

test('lines that do not come are said, but where the type is out of sight, which the page says', async () => {
  const said = vi.spyOn(snackbars, 'error').mockReturnValue(undefined);
  const ask = async () => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    );
    renderHook(() => useLineParts(3, { isSuper: false }, new Set(['line item access'])), { wrapper });
    await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  };
  failure = new RequestFailure('NOT_FOUND', 'The record type was not found.');
  await ask();
  failure = new RequestFailure('UNAVAILABLE', 'The lines are away.');
  await ask();
  await vi.waitFor(() => expect(said).toHaveBeenCalled());
  expect(said.mock.calls.map(([message]) => message)).toEqual([
    'Failed to fetch line items: The lines are away.',
  ]);
});
