import { expect, test } from 'vitest';
import { hashBody } from './body-of-key.ts';

test('the order of members is nothing that was sent, the order of a list is', () => {
  expect(hashBody({ a: 1, b: { c: [1, 2], d: null } })).toBe(hashBody({ b: { d: null, c: [1, 2] }, a: 1 }));
  expect(hashBody([1, 2])).not.toBe(hashBody([2, 1]));
  expect(hashBody({ a: null })).not.toBe(hashBody({}));
  expect(hashBody({ a: '1' })).not.toBe(hashBody({ a: 1 }));
});
