import { expect, test } from 'vitest';
import { shareById } from './share-by-id.ts';

test('what stands elsewhere in a list is still the same, and only what has changed is not', () => {
  const before = {
    total: 2,
    records: [
      { id: 1, status: { id: 5, name: 'New' } },
      { id: 2, status: null },
    ],
  };
  const now = shareById(before, {
    total: 2,
    records: [
      { id: 2, status: null },
      { id: 3, status: null },
      { id: 1, status: { id: 5, name: 'Begun' } },
    ],
  });
  expect(now.records[0]).toBe(before.records[1]);
  expect(now.records[2]).toEqual({ id: 1, status: { id: 5, name: 'Begun' } });
  expect(shareById(before, structuredClone(before))).toBe(before);
});

test('what is there no more, or is there without a value, is a change', () => {
  const before = { a: 1, b: undefined };
  for (const now of [{ a: 1 }, { a: 1, c: undefined }, { a: undefined, b: undefined }])
    expect(shareById(before, now)).toStrictEqual(now);
  expect(shareById([{ id: 1 }, { id: 2 }], [{ id: 1 }])).toEqual([{ id: 1 }]);
  const dates = new Map([[1, 'a']]);
  expect(shareById(new Map(dates), dates)).toBe(dates);
});
