import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { RecordTypeChange } from '@rowhouse/domain/realtime/messages.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSession } from '../../../platform/session.ts';
import { createGridStore } from '../../../ui/grid/grid-store.ts';
import type { RecordRow } from '../record-row.ts';
import { createChangedRows } from '../row-edit/changed-rows.ts';
import { createLiveRecords } from './live-records.ts';

type Tell = (change: RecordTypeChange, isOlder: boolean) => void;
const socket = vi.hoisted(() => ({ tell: (() => undefined) as Tell }));
vi.mock(import('../../../platform/socket.ts'), async (original) => ({
  ...(await original()),
  watchRecordType(_type, tell) {
    socket.tell = tell;
    return () => undefined;
  },
}));

type Page = { readonly records: readonly RecordRow[]; readonly total: number };
const row = (id: number, version: number, more: object = {}) =>
  ({ id, version, recordNumber: id, enabled: true, ...more }) as unknown as RecordRow;
const nothing: RecordTypeChange = { recordTypeId: 3, whole: false, changes: [] };

/** What the server finds, by query and by id. */
let page: Page;
let elsewhere: readonly RecordRow[];
/** Of who may not ask for them any more. */
let refusal: string | null;
const asked: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  startSession(`x.${btoa(JSON.stringify({ sub: 7 }))}.x`, 'maya@example.com');
  asked.length = 0;
  elsewhere = [];
  refusal = null;
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    const { query, variables } = JSON.parse(body) as {
      query: string;
      variables: { data: { ids: readonly number[] } };
    };
    const [, name = ''] = /query (\w+)/.exec(query) ?? [];
    asked.push(name);
    if (refusal !== null)
      return Response.json({ errors: [{ message: refusal, extensions: { code: 'FORBIDDEN' } }] });
    const { ids } = variables.data;
    if (name === 'FindLastRecordChanges') {
      const changes = ids.map((id) => ({ id, user: { id: 9, name: 'Ben' }, secondsAgo: 5 }));
      return Response.json({ data: { findLastRecordChanges: changes } });
    }
    const records = [...page.records, ...elsewhere].filter(({ id }) => ids.includes(id));
    return Response.json({ data: { findRecordHeader: { records } } });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(first: Page) {
  page = first;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const queryKey = ['records', 3, 'page', 'asked'];
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: async () => {
      asked.push('page');
      return page;
    },
    structuralSharing: false,
  });
  observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  asked.length = 0;
  const store = createGridStore();
  const said: string[] = [];
  store.onAnnouncement((text) => said.push(text));
  const from = {};
  const saving = { is: false };
  const rows = () => client.getQueryData<Page>(queryKey)!.records;
  const live = createLiveRecords({
    recordTypeId: 3,
    store,
    queryClient: client,
    getRows: () => ({ rows: rows(), asked: from }),
    isSaving: () => saving.is,
    changedRows: createChangedRows(3, client),
  });
  live.watch();
  return {
    client,
    queryKey,
    saving,
    said,
    rows,
    marks: () => live.changedOf(live.heard.get(), from),
    created: () => live.countCreated(live.heard.get(), from, rows()),
  };
}

/** Code that comes when it is needed, and what it asks. */
const settle = async () => {
  await vi.advanceTimersByTimeAsync(400);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(4000);
};

test('nothing is asked where nothing was changed while the grid opened', async () => {
  await open({ records: [row(1, 1)], total: 1 });
  socket.tell(nothing, false);
  await settle();
  expect(asked).toEqual([]);
});

test.each([
  ['while the grid opened', nothing, true],
  ['while there was no connection', { ...nothing, whole: true }, false],
])(
  'what others changed %s is shown where each row stands, and nothing else moves',
  async (_when, told, isOlder) => {
    const grid = await open({ records: [row(5, 1), row(6, 1), row(7, 1), row(8, 1)], total: 40 });
    const [, , seven] = grid.rows();
    // One is new, one was changed and stands elsewhere, one is gone, and one of another page made up for it.
    page = { records: [row(9, 1), row(7, 1), row(8, 2), row(3, 1)], total: 40 };
    elsewhere = [row(5, 2)];
    socket.tell(told, isOlder);
    await settle();
    expect(grid.rows().map(({ id, version, enabled }) => [id, version, enabled])).toEqual([
      [5, 2, true],
      [6, 1, false],
      [7, 1, true],
      [8, 2, true],
    ]);
    expect(grid.rows()[2]).toBe(seven);
    expect(grid.created()).toBe(1);
    expect(grid.marks().get(8)).toBe('Ben changed it just now');
    expect(grid.said).toEqual([]);
    expect(asked.filter((name) => name === 'page')).toHaveLength(1);
  },
);

test('what is refused now is not asked for again and again', async () => {
  const grid = await open({ records: [row(1, 1)], total: 1 });
  refusal = 'You do not have access to these records.';
  socket.tell({ ...nothing, changes: [{ id: 1, kind: 'updated', fields: [] }] }, false);
  await settle();
  await settle();
  expect(asked).toHaveLength(1);
  expect(grid.rows().map(({ version }) => version)).toEqual([1]);
});

test('what stands under a record changes without a version, and comes too', async () => {
  const grid = await open({ records: [row(1, 1, { children: [] }), row(2, 1)], total: 2 });
  page = { records: [row(1, 1, { children: [{ id: 4 }] }), row(2, 1)], total: 2 };
  socket.tell({ ...nothing, whole: true }, false);
  await settle();
  expect(grid.rows()[0]).toMatchObject({ children: [{ id: 4 }] });
  expect(grid.marks().size).toBe(0);
});

test('an own change that is on its way is not put back, and what others changed comes after it', async () => {
  const grid = await open({ records: [row(1, 1), row(2, 1)], total: 2 });
  grid.saving.is = true;
  socket.tell({ ...nothing, whole: true }, false);
  await settle();
  expect(asked).toEqual([]);

  // Asked for before the answer to one's own, and answered after it.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const fetchNow = fetch;
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    const answer = await fetchNow(...call);
    await held;
    return answer;
  });
  page = { records: [row(1, 1), row(2, 2)], total: 2 };
  grid.saving.is = false;
  await settle();
  grid.saving.is = true;
  grid.client.setQueryData<Page>(grid.queryKey, { records: [row(1, 3), row(2, 1)], total: 2 });
  release();
  await settle();
  expect(grid.rows().map(({ version }) => version)).toEqual([3, 1]);
  grid.saving.is = false;
  await settle();
  expect(grid.rows().map(({ version }) => version)).toEqual([3, 2]);
});
