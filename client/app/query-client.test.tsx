import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { doubtConnection, noteAnswer } from '../platform/connection.ts';
import {
  acknowledgeExpiry,
  endSession,
  enterTenant,
  expireSession,
  reloadSession,
  renewSession,
  startSession,
} from '../platform/session.ts';
import { abandonUnsavedWork, holdUnsavedWork } from '../platform/unsaved-work.ts';
import { createQueryClient } from './query-client.ts';

const told = vi.hoisted(() => ({ configured: null as ((parts: string[]) => void) | null }));
vi.mock(import('../platform/socket.ts'), async (original) => ({
  ...(await original()),
  onConfigured: (listener) => {
    told.configured = listener as typeof told.configured;
    return () => undefined;
  },
}));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  abandonUnsavedWork();
  reloadSession();
});

function aFilledCache() {
  const client = createQueryClient();
  startSession('service', 'maya@example.com');
  enterTenant({ id: 7, url: 'northwind' }, 'backend');
  client.setQueryData(['records', 'page'], 'of tenant 7');
  client.setQueryData(['identity', 'user-details'], 'of Maya');
  const kept = () =>
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey[0]);
  return kept;
}

test('nothing of one person is kept for the next', () => {
  const kept = aFilledCache();
  endSession('signed out');
  expect(kept()).toEqual([]);
});

test('nothing of one tenant is kept for another', () => {
  const kept = aFilledCache();
  enterTenant({ id: 8, url: 'adventure-works' }, 'backend');
  expect(kept()).toEqual(['identity']);
});

test('a new session of the same person in the same tenant keeps what the page shows', () => {
  const kept = aFilledCache();
  holdUnsavedWork('The record is not saved.');
  expireSession();
  endSession('over');
  acknowledgeExpiry();
  renewSession('new service');
  enterTenant({ id: 7, url: 'northwind' }, 'new backend');
  expect(kept()).toEqual(['records', 'identity']);
});

test('an expired session without unsaved work keeps nothing', () => {
  const kept = aFilledCache();
  expireSession();
  acknowledgeExpiry();
  expect(kept()).toEqual([]);
});

test('who has come in stands among the people, and no more among the invited', async () => {
  const client = createQueryClient();
  client.setQueryData(['users', 'members'], ['Olga']);
  client.setQueryData(['invitations'], ['Tara']);
  client.setQueryData(['records', 'page'], 'as they stand');
  told.configured?.(['people']);
  const isStale = (key: string[]) => client.getQueryState(key)?.isInvalidated;
  await vi.waitFor(() => expect(isStale(['invitations'])).toBe(true));
  expect(isStale(['users', 'members'])).toBe(true);
  expect(isStale(['records', 'page'])).toBe(false);
});

test('after a time without connection what is shown is read again, but for what is read by whoever hears of its changes', async () => {
  const client = createQueryClient();
  const ask = vi.fn(async (name: string) => name);
  for (const [name, meta] of [
    ['menu', {}],
    ['rows', { isLive: true }],
  ] as const)
    new QueryObserver(client, { queryKey: [name], queryFn: () => ask(name), meta }).subscribe(
      () => undefined,
    );
  await vi.waitFor(() => expect(ask.mock.calls.flat()).toEqual(['menu', 'rows']));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')));
  await doubtConnection();
  noteAnswer();
  vi.unstubAllGlobals();
  await vi.waitFor(() => expect(ask.mock.calls.flat()).toEqual(['menu', 'rows', 'menu']));
});
