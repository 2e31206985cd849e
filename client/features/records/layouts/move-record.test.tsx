import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLastDeed } from '../../../edit-session/last-deed.ts';
import { startSession } from '../../../platform/session.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { createMoving } from './move-record.ts';

beforeEach(() => {
  vi.useFakeTimers();
  startSession(`x.${btoa(JSON.stringify({ sub: 7 }))}.x`, 'maya@example.com');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const card = (id: number, version: number, description: string) =>
  ({ id, version, recordNumber: id, description, enabled: true }) as unknown as RecordRow;
const field = { key: 'description', name: 'Description', dataType: 'string' } as unknown as RecordField;
const wait = () => vi.advanceTimersByTimeAsync(2000);

test('what others change is read when ones own card has arrived, and does not put it back', async () => {
  let standing = [card(1, 1, 'here'), card(2, 1, 'here')];
  let save = () => {};
  vi.stubGlobal('fetch', async () => {
    await new Promise<void>((resolve) => {
      save = resolve;
    });
    standing = [card(1, 2, 'there'), ...standing.slice(1)];
    return Response.json({ data: { updateRecordHeader: standing[0] } });
  });
  const queryClient = new QueryClient();
  const queryKey = ['records', 3, 'layout', 'cards'];
  const ask = vi.fn(async () => standing);
  new QueryObserver(queryClient, { queryKey, queryFn: ask }).subscribe(() => undefined);
  await wait();
  const refresh = () => undefined;
  const moving = createMoving({
    recordTypeId: 3,
    queryClient,
    lastDeed: createLastDeed(),
    announce: refresh,
    refresh,
  });
  const moved = moving.move(standing[0]!, { field, value: 'there', words: 'there' });
  await wait();
  standing = [standing[0]!, card(2, 2, 'elsewhere')];
  const read = moving.readQuietly(() => false);
  await wait();
  expect(ask).toHaveBeenCalledTimes(1);
  expect(moving.moves.get().get(1)).toMatchObject({ to: 'there', isSending: true });

  save();
  await wait();
  expect(await moved).toBeNull();
  await read;
  expect(queryClient.getQueryData<readonly RecordRow[]>(queryKey)).toMatchObject([
    { id: 1, description: 'there' },
    { id: 2, description: 'elsewhere' },
  ]);
});
