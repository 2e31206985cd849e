import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { expect, test } from 'vitest';
import { createRecentChanges } from './recent-changes.ts';

const seconds = (count: number): number => count * 1000;
const [two, three] = [recordTypeId(2), recordTypeId(3)];

test('types that were not changed are known for as long as everything was heard, and no longer than a minute', () => {
  let nowMs = 0;
  const recent = createRecentChanges(() => nowMs);
  expect(recent.areUnchanged([two], 0)).toBe(false);
  recent.begin();
  nowMs = seconds(30);
  recent.note(['1 2 u+ 900 7 status 5', '1 3 m 7', 'something else']);
  nowMs = seconds(35);
  expect(recent.areUnchanged([three], seconds(20))).toBe(true);
  expect(recent.areUnchanged([two, three], seconds(20))).toBe(false);
  // Five seconds ago, and one for the way.
  expect(recent.areUnchanged([two], seconds(4))).toBe(false);
  expect(recent.areUnchanged([two], seconds(3.9))).toBe(true);
  // Not heard from so far back.
  expect(recent.areUnchanged([three], seconds(35))).toBe(false);
  nowMs = seconds(100);
  expect(recent.areUnchanged([three], seconds(59))).toBe(true);
  expect(recent.areUnchanged([three], seconds(60))).toBe(false);
  recent.missed();
  expect(recent.areUnchanged([three], 0)).toBe(false);
  nowMs = seconds(102);
  expect(recent.areUnchanged([three], 0)).toBe(true);
});

test('lines and other kinds of change are not of its records', () => {
  let nowMs = 0;
  const recent = createRecentChanges(() => nowMs);
  recent.begin();
  nowMs = seconds(10);
  recent.note(['1 2 l 4 7 1,2']);
  expect(recent.areUnchanged([two], 0)).toBe(true);
});
