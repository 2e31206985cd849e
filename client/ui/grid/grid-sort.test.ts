import { expect, it } from 'vitest';
import { nextSort } from './grid-sort.ts';

it('sorts a column descending first, then ascending, then descending again', () => {
  const first = nextSort([{ column: 'createdAt', direction: 'desc' }], 'total');
  const second = nextSort(first, 'total');
  expect(first).toEqual([{ column: 'total', direction: 'desc' }]);
  expect(second).toEqual([{ column: 'total', direction: 'asc' }]);
  expect(nextSort(second, 'total')).toEqual(first);
});
