import { expect, it } from 'vitest';
import { withMoved, withWidth } from './column-changes.ts';
import type { GridColumnState } from './grid-column.ts';

const state: GridColumnState = {
  order: ['a', 'b', 'c', 'd'],
  hidden: ['c'],
  widths: { a: 100 },
  pinned: { left: ['a', 'b'], right: [] },
};
const allIds = ['a', 'b', 'c', 'd', 'e'];

it('moves a column among those that are not pinned, with the ones the order does not name yet', () => {
  expect(withMoved(state, allIds, 'e', { id: 'd', side: 'before' }).order).toEqual(['a', 'b', 'c', 'e', 'd']);
});

it('moves a pinned column among the pinned ones', () => {
  const moved = withMoved(state, allIds, 'a', { id: 'b', side: 'after' });
  expect(moved.pinned.left).toEqual(['b', 'a']);
  expect(moved.order).toBe(state.order);
});

it('does not move a column out of its section', () => {
  expect(withMoved(state, allIds, 'a', { id: 'd', side: 'after' }).pinned.left).toEqual(['a', 'b']);
});

it('keeps widths whole', () => {
  expect(withWidth(state, 'b', 120.6).widths).toEqual({ a: 100, b: 121 });
});
