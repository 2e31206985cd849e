import { expect, it } from 'vitest';
import type { GridSort } from './grid-sort.ts';
import { nextSort, nextSortBeside, saySort } from './grid-sort.ts';

it('sorts a column descending first, then ascending, then descending again', () => {
  const first = nextSort([{ column: 'createdAt', direction: 'desc' }], 'total');
  const second = nextSort(first, 'total');
  expect(first).toEqual([{ column: 'total', direction: 'desc' }]);
  expect(second).toEqual([{ column: 'total', direction: 'asc' }]);
  expect(nextSort(second, 'total')).toEqual(first);
});

const vendor: GridSort = { column: 'vendor', direction: 'asc' };
const total = (direction: 'asc' | 'desc'): GridSort => ({ column: 'total', direction });

it('adds a key after the others: descending first, then ascending, then it goes', () => {
  const first = nextSortBeside([vendor], 'total');
  expect(first).toEqual([vendor, total('desc')]);
  expect(nextSortBeside(first, 'total')).toEqual([vendor, total('asc')]);
  expect(nextSortBeside([vendor, total('asc')], 'total')).toEqual([vendor]);
});

it('turns a key where it stands, and the only one stays', () => {
  expect(nextSortBeside([total('desc'), vendor], 'total')).toEqual([total('asc'), vendor]);
  expect(nextSortBeside([total('asc')], 'total')).toEqual([total('desc')]);
});

it('puts one key in the place of several when it is asked for alone', () =>
  expect(nextSort([vendor, total('desc')], 'total')).toEqual([total('asc')]));

it('says all keys', () =>
  expect(saySort([total('desc'), vendor], (column) => column)).toBe(
    'Sorted by total, descending, then by vendor, ascending',
  ));
