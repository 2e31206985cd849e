import { afterEach, expect, test, vi } from 'vitest';
import { loadOrSay, notLoaded } from './load-or-say.ts';
import { takeSaid, type Said } from './snackbars.tsx';

const said: Said[] = [];
const leave = takeSaid((one) => said.push(one));
afterEach(() => {
  said.length = 0;
  vi.unstubAllGlobals();
});

test('code that comes is given on, and nothing is said', async () => {
  expect(await loadOrSay(() => Promise.resolve('module'))).toBe('module');
  expect(said).toEqual([]);
});

test('code that does not come is told, and the page is loaded anew once the server answers', async () => {
  const reload = vi.fn<() => void>();
  vi.stubGlobal('location', { ...window.location, reload });
  expect(await loadOrSay(() => Promise.reject(new TypeError('Failed to fetch')))).toBeNull();
  expect(said).toMatchObject([{ message: notLoaded, tone: 'error', action: { label: 'Load again' } }]);

  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  said[0]?.action?.run();
  await vi.waitFor(() => expect(said).toHaveLength(2));
  expect(reload).not.toHaveBeenCalled();

  vi.stubGlobal('fetch', () => Promise.resolve({ status: 200 }));
  said[1]?.action?.run();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  leave();
});
