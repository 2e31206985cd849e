import { expect, test } from 'vitest';
import { findTypeNamed, readParent, writeParent } from './parent-cell.ts';

const point = { decimalSign: '.', dayFirst: false, timeZone: 'UTC', rounds: false } as const;
const comma = { ...point, decimalSign: ',' } as const;

test.each([
  [{ type: null, number: 12 }, '12'],
  [{ type: 'Projects', number: 7 }, 'Projects 7'],
  [{ type: 'Orders of 2024', number: 7 }, 'Orders of 2024 7'],
])('a parent is read as it was written', (parent, cell) => {
  expect(writeParent(parent)).toBe(cell);
  expect(readParent(cell, point)).toEqual(parent);
});

test.each([
  ['1,234', point, { type: null, number: 1234 }],
  ['1.234', comma, { type: null, number: 1234 }],
  ['12.0', point, { type: null, number: 12 }],
  ['the first', point, null],
  ['12.5', point, null],
  ['Projects', point, null],
])('%s is a number of a record, or names none', (cell, writing, parent) => {
  expect(readParent(cell, writing)).toEqual(parent);
});

test('a type is found by its name, whatever its case; the exact one first', () => {
  const types = [{ name: 'projects' }, { name: 'Projects' }];
  expect(findTypeNamed(types, 'Projects')).toBe(types[1]);
  expect(findTypeNamed(types, 'PROJECTS')).toBe(types[0]);
  expect(findTypeNamed(types, 'Orders')).toBe(null);
});
