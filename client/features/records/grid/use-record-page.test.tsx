import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { startSession } from '../../../platform/session.ts';
import { startView, type GridView } from './grid-view.ts';
import { useRecordPage } from './use-record-page.ts';

afterEach(() => vi.unstubAllGlobals());

const page = (recordNumber: number) => ({
  data: {
    filterAndSortRecordHeader: {
      records: [{ id: recordNumber, recordNumber }],
      total: 1,
      totalState: 'EXACT',
    },
  },
});
const waits = (percent: number) => ({
  errors: [
    {
      message: 'An index is being made.',
      extensions: { code: 'LIMITED', details: { reason: 'IndexBeingMade', percent, retryAfterMs: 5 } },
    },
  ],
});

test('rows that wait for an index come by themselves, and those of before stand until then', async () => {
  startSession(`x.${btoa(JSON.stringify({ sub: 7 }))}.x`, 'maya@example.com');
  let answer: object = page(1);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)));
  const client = new QueryClient();
  const sorted: GridView = { ...startView, sort: [{ column: 'dueDate', direction: 'asc' }] };
  const none: never[] = [];
  const { result, rerender } = renderHook(({ view }) => useRecordPage(3, view, none, none), {
    initialProps: { view: startView },
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  const shown = () => ({
    numbers: result.current.rows.data?.records.map(({ recordNumber }) => recordNumber),
    isLate: result.current.isLate,
    percent: result.current.awaitedIndex?.percent,
  });
  await waitFor(() => expect(shown()).toEqual({ numbers: [1], isLate: false, percent: undefined }));

  answer = waits(10);
  rerender({ view: sorted });
  await waitFor(() => expect(shown()).toEqual({ numbers: [1], isLate: true, percent: 10 }));
  answer = waits(60);
  await waitFor(() => expect(shown()).toEqual({ numbers: [1], isLate: true, percent: 60 }));
  answer = page(2);
  await waitFor(() => expect(shown()).toEqual({ numbers: [2], isLate: false, percent: undefined }));
});
