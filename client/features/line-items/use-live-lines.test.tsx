import type { RecordTypeChange } from '@rowhouse/domain/realtime/messages.ts';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSession } from '../../platform/session.ts';
import type { Line } from './line.ts';
import { useLiveLines } from './use-live-lines.ts';

type Tell = (change: RecordTypeChange, isOlder: boolean) => void;
const socket = vi.hoisted(() => ({ tell: (() => undefined) as Tell }));
vi.mock(import('../../platform/socket.ts'), async (original) => ({
  ...(await original()),
  watchRecordType(_type, tell) {
    socket.tell = tell;
    return () => undefined;
  },
}));

const nothing: RecordTypeChange = { recordTypeId: 3, whole: false, changes: [] };
const line = (id: number, value: string, version = 1): Line => ({
  id,
  version,
  values: new Map([['f1', value]]),
  isNew: false,
});

/** The lines as the server has them. */
let standing: readonly Line[] = [];
let held: Promise<void> = Promise.resolve();
let asked = 0;

beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
  held = Promise.resolve();
  startSession(`x.${btoa(JSON.stringify({ sub: 7 }))}.x`, 'maya@example.com');
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    const items = standing.map(({ id, version, values }) => ({
      id,
      value: values.get('f1'),
      lineItemsRow: { id, version },
      lineItemsByTypeFileds: { id: 1 },
    }));
    await held;
    return Response.json({ data: { findLineItems: items } });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(first: readonly Line[]) {
  standing = first;
  let lines = first;
  let isSaving = false;
  const onFound = vi.fn((now: readonly Line[]) => {
    lines = now;
  });
  const { rerender } = renderHook(() =>
    useLiveLines({ recordTypeId: 3, recordId: 9, lines, types: [], isSaving: () => isSaving, onFound }),
  );
  return {
    onFound,
    shown: () => lines.map(({ id, values }) => [id, values.get('f1')]),
    saving(is: boolean) {
      isSaving = is;
    },
    /** What one's own answer makes of them. */
    put(next: readonly Line[]) {
      lines = next;
      rerender();
    },
  };
}

const tell = (change: RecordTypeChange, isOlder: boolean) => act(() => socket.tell(change, isOlder));
const wait = () => act(() => vi.advanceTimersByTimeAsync(1000));

test('lines are read again where something was changed while their panel opened, and not where nothing was', async () => {
  const panel = open([line(1, 'a')]);
  await tell(nothing, false);
  await wait();
  expect(asked).toBe(0);
  standing = [line(1, 'a'), line(2, 'b')];
  await tell(nothing, true);
  await wait();
  expect(panel.shown()).toEqual([
    [1, 'a'],
    [2, 'b'],
  ]);
  expect(asked).toBe(1);
});

test('a line that one adds, changes or deletes meanwhile is as one left it', async () => {
  const panel = open([line(1, 'a'), line(2, 'b')]);
  let release = () => {};
  held = new Promise((resolve) => {
    release = resolve;
  });
  await tell({ ...nothing, whole: true }, false);
  await wait();
  expect(asked).toBe(1);
  // What is on its way was read before this.
  standing = [line(3, 'own'), line(1, 'own', 2)];
  panel.put(standing);
  release();
  await wait();
  expect(panel.shown()).toEqual([
    [3, 'own'],
    [1, 'own'],
  ]);
  expect(panel.onFound).not.toHaveBeenCalled();

  panel.saving(true);
  standing = [...standing, line(4, 'theirs')];
  await tell({ ...nothing, whole: true }, false);
  await wait();
  expect(panel.shown()).toHaveLength(2);
  panel.saving(false);
  await wait();
  expect(panel.shown().at(-1)).toEqual([4, 'theirs']);
});
