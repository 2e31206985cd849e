import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { startSession } from '../../platform/session.ts';
import { useRecordTree } from './use-record-tree.ts';

afterEach(() => vi.unstubAllGlobals());

type Asked = { readonly query: string; readonly variables: { readonly data: { readonly recordId: number } } };

/** Answers as the records stand when they are asked for; an answer that is held comes when it is released. */
function serve(standing: Map<number, number[]>) {
  let isHeld = (_recordId: number): boolean => false;
  let held: (() => void)[] = [];
  const recordOf = (id: number) => ({
    id,
    version: 1,
    recordType: { id: 3, name: 'Orders' },
    recordNumber: id,
    enabled: true,
    childCount: standing.get(id)?.length ?? 0,
    mayPlace: true,
  });
  const answer = ({ query, variables }: Asked): object => {
    const { recordId } = variables.data;
    if (query.includes('query RecordPath'))
      return { data: { findRecordPath: { record: recordOf(recordId), parents: [] } } };
    const records = (standing.get(recordId) ?? []).map(recordOf);
    return { data: { findChildRecords: { records, total: records.length, hidden: 0 } } };
  };
  vi.stubGlobal('fetch', async (_path: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    const asked = JSON.parse(body) as Asked | Asked[];
    const response = Response.json(Array.isArray(asked) ? asked.map(answer) : answer(asked));
    const isChildren = !Array.isArray(asked) && asked.query.includes('query ChildRecords');
    if (isChildren && isHeld(asked.variables.data.recordId))
      await new Promise<void>((resolve) => held.push(resolve));
    signal.throwIfAborted();
    return response;
  });
  return {
    hold(recordId: number) {
      isHeld = (id) => id === recordId;
    },
    isHolding: () => held.length > 0,
    release() {
      isHeld = () => false;
      for (const resolve of held) resolve();
      held = [];
    },
  };
}

function open(recordId: number) {
  startSession(`x.${btoa(JSON.stringify({ sub: 7 }))}.x`, 'maya@example.com');
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { result } = renderHook(() => useRecordTree(recordId), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return {
    tree: () => result.current,
    isAsking: () => client.isFetching() > 0,
    shown: () =>
      result.current.rows.map((row) =>
        row.kind === 'record' ? `${row.parentId ?? ''}>${row.record.id}` : row.kind,
      ),
  };
}

test('what is moved under a record while that is being opened stands under it', async () => {
  const standing = new Map([
    [1, [2, 3]],
    [3, [4]],
  ]);
  const server = serve(standing);
  const { tree, shown } = open(1);
  await waitFor(() => expect(shown()).toEqual(['>1', '1>2', '1>3']));
  server.hold(3);
  act(() => tree().setOpen(3, true));
  await waitFor(() => expect(server.isHolding()).toBe(true));
  standing.set(1, [3]).set(3, [4, 2]);
  act(() => tree().refresh());
  await waitFor(() => expect(shown()).not.toContain('1>2'));
  server.release();
  await waitFor(() => expect(shown()).toEqual(['>1', '1>3', '3>4', '3>2']));
});

test('what is unlinked and linked again is there again, however late an earlier answer comes', async () => {
  const standing = new Map([[1, [2]]]);
  const server = serve(standing);
  const { tree, shown, isAsking } = open(1);
  await waitFor(() => expect(shown()).toEqual(['>1', '1>2']));
  server.hold(1);
  standing.set(1, []);
  act(() => tree().refresh());
  await waitFor(() => expect(shown()).toEqual(['>1']));
  expect(server.isHolding()).toBe(true);
  standing.set(1, [2]);
  act(() => tree().refresh());
  // The count of what is under it is there before the answer that was asked for first.
  await waitFor(() => expect(tree().path.data?.record.childCount).toBe(1));
  server.release();
  await waitFor(() => expect(isAsking()).toBe(false));
  expect(shown()).toEqual(['>1', '1>2']);
});
