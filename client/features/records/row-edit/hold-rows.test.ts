import { expect, it } from 'vitest';
import type { RecordRow } from '../record-row.ts';
import { holdRows } from './hold-rows.ts';

const rows = (...ids: number[]) => ids.map((id) => ({ id }) as RecordRow);
const held = (...ids: number[]) => new Map(rows(...ids).map((row) => [row.id, row]));
const ids = (shown: readonly RecordRow[]) => shown.map(({ id }) => id);

it('is the page itself while nothing is missing', () => {
  const page = rows(1, 2, 3);
  expect(holdRows(page, held(2), () => 0)).toBe(page);
});
it('keeps a row that left the page where it stood', () =>
  expect(ids(holdRows(rows(1, 3, 4), held(2), () => 1))).toEqual([1, 2, 3, 4]));
it('keeps several in their order', () =>
  expect(ids(holdRows(rows(1, 4), held(3, 2), (id) => id - 1))).toEqual([1, 2, 3, 4]));
it('puts rows that the page never showed at its top', () =>
  expect(ids(holdRows(rows(1, 2), held(8, 9), () => undefined))).toEqual([8, 9, 1, 2]));
it('keeps them when the page is empty', () => expect(ids(holdRows([], held(2), () => 7))).toEqual([2]));
