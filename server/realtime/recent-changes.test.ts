import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { expect, test } from 'vitest';
import { createRecentChanges } from './recent-changes.ts';

const seconds = (count: number): number => count * 1000;
const [two, three] = [recordTypeId(2), recordTypeId(3)];

test('what was changed is known for as long as everything was heard, and no longer than a minute', () => {
  let nowMs = 0;
  const recent = createRecentChanges(() => nowMs);
  expect(recent.since([two], 0)).toBeNull();
  recent.begin();
  nowMs = seconds(30);
  const changed = '1 2 u+ 900 7 status 5';
  recent.note([changed, '1 3 m 7', 'something else']);
  nowMs = seconds(35);
  expect(recent.since([three], seconds(20))).toEqual([]);
  // Five seconds ago, and one for the way.
  expect(recent.since([two, three], seconds(4))).toEqual([changed]);
  expect(recent.since([two], seconds(3.9))).toEqual([]);
  // Not heard from so far back.
  expect(recent.since([three], seconds(35))).toBeNull();
  nowMs = seconds(100);
  expect(recent.since([three], seconds(59))).toEqual([]);
  expect(recent.since([three], seconds(60))).toBeNull();
  recent.missed();
  expect(recent.since([three], 0)).toBeNull();
  nowMs = seconds(102);
  expect(recent.since([three], 0)).toEqual([]);
});

test('lines that were changed are told with their type', () => {
  let nowMs = 0;
  const recent = createRecentChanges(() => nowMs);
  recent.begin();
  nowMs = seconds(10);
  recent.note(['1 2 l 4 7 1,2']);
  expect(recent.since([two], 0)).toEqual(['1 2 l 4 7 1,2']);
  expect(recent.since([three], 0)).toEqual([]);
});

test('of very much that was changed the last is known', () => {
  let nowMs = 0;
  const recent = createRecentChanges(() => nowMs);
  recent.begin();
  for (const at of [10, 11, 12]) {
    nowMs = seconds(at);
    recent.note(Array.from({ length: 900 }, (_, index) => `1 2 u+ 900 7 status ${at}${index}`));
  }
  expect(recent.since([two], seconds(2))).toBeNull();
  nowMs = seconds(13.5);
  expect(recent.since([two], seconds(0.5))).toHaveLength(900);
});
