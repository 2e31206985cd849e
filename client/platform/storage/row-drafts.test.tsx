// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession, enterTenant, reloadSession, startSession } from '../session.ts';
import { keepRowDrafts, listRowDrafts } from './row-drafts.ts';

const draft = (value: string) => ({ version: 3, original: { f1: 'a' }, values: { f1: value } });
const enter = (email: string, tenant = 1) => {
  startSession('token', email);
  enterTenant({ id: tenant, url: 'one' }, 'backend');
};
const listed = async () =>
  Object.fromEntries([...(await listRowDrafts(7))].map(([id, { values }]) => [id, values['f1']]));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  reloadSession();
  enter('ann@example.com');
});
afterEach(() => vi.useRealTimers());

it('keeps what was changed by person, tenant, record type and record', async () => {
  keepRowDrafts(7, new Map([[1, draft('x')]]));
  keepRowDrafts(8, new Map([[1, draft('other type')]]));
  expect(await listed()).toEqual({ 1: 'x' });
  enter('ann@example.com', 2);
  expect(await listed()).toEqual({});
  enter('ben@example.com');
  expect(await listed()).toEqual({});
  enter('ann@example.com');
  expect(await listed()).toEqual({ 1: 'x' });
});

it('forgets what was saved or discarded', async () => {
  keepRowDrafts(
    7,
    new Map([
      [1, draft('x')],
      [2, draft('y')],
    ]),
  );
  keepRowDrafts(7, new Map([[1, null]]));
  expect(await listed()).toEqual({ 2: 'y' });
});

it('goes after thirty days', async () => {
  vi.useFakeTimers();
  keepRowDrafts(7, new Map([[1, draft('x')]]));
  vi.advanceTimersByTime(31 * 24 * 60 * 60 * 1000);
  expect(await listed()).toEqual({});
  expect(Object.keys(localStorage).filter((key) => key.startsWith('row-draft:'))).toEqual([]);
});

it('goes when its person signs out on purpose, and stays when the session is merely over', async () => {
  keepRowDrafts(7, new Map([[1, draft('x')]]));
  endSession('over');
  enter('ann@example.com');
  expect(await listed()).toEqual({ 1: 'x' });
  endSession('signed out');
  enter('ann@example.com');
  expect(await listed()).toEqual({});
});

it('is not believed when it is none', async () => {
  keepRowDrafts(7, new Map([[1, draft('x')]]));
  const key = Object.keys(localStorage).find((name) => name.startsWith('row-draft:'))!;
  localStorage.setItem(key, '{"version":"3","values":{"f1":5}}');
  expect(await listed()).toEqual({});
});

it('keeps within its room: the oldest of other tabs give way', async () => {
  const big = 'x'.repeat(900_000);
  for (const [id, keptAt] of [
    [1, 100],
    [2, 200],
  ] as const) {
    const key = `row-draft:${encodeURIComponent('ann@example.com')}:1:7:${id}`;
    localStorage.setItem(
      key,
      JSON.stringify({ ...draft(big), keptAt: Date.now() - 10_000 + keptAt, tab: 'gone' }),
    );
  }
  expect(keepRowDrafts(7, new Map([[3, draft('y'.repeat(500_000))]]))).toBe(true);
  expect(Object.keys(await listed())).toEqual(['2', '3']);
});
