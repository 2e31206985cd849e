import { expect, test } from 'vitest';
import { createRecentComments } from './recent-comments.ts';

const seconds = (count: number): number => count * 1000;

test('what was announced of a record is known for as long as everything was heard, and no longer than a minute', () => {
  let nowMs = 0;
  const recent = createRecentComments(() => nowMs);
  expect(recent.since(7, 0)).toBeNull();
  recent.begin();
  nowMs = seconds(30);
  recent.note(['1 2 m 7', '1 2 m 8', 'something else', '1 2 m 7']);
  nowMs = seconds(35);
  expect(recent.since(7, seconds(20))).toEqual(['1 2 m 7']);
  expect(recent.since(9, seconds(20))).toEqual([]);
  // Not heard from so far back, with the time for the way.
  expect(recent.since(7, seconds(26))).toBeNull();
  nowMs = seconds(45);
  expect(recent.since(7, 0)).toEqual([]);
  nowMs = seconds(100);
  expect(recent.since(7, seconds(50))).toEqual([]);
  expect(recent.since(7, seconds(51))).toBeNull();
  recent.missed();
  nowMs = seconds(109);
  expect(recent.since(7, 0)).toBeNull();
  nowMs = seconds(110);
  expect(recent.since(7, 0)).toEqual([]);
});

test('of very many the oldest are forgotten, and it is known that they are', () => {
  let nowMs = 0;
  const recent = createRecentComments(() => nowMs);
  recent.begin();
  for (let at = 0; at <= 10_000; at += 1) {
    nowMs = seconds(40) + at;
    recent.note([`1 2 m ${at}`]);
  }
  nowMs = seconds(55);
  expect(recent.since(9_999, 0)).toBeNull();
  nowMs = seconds(56);
  expect(recent.since(9_999, 0)).toEqual(['1 2 m 9999']);
});
