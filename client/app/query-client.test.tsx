import { beforeEach, expect, test } from 'vitest';
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
