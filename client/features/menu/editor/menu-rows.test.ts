import { expect, test } from 'vitest';
import { carryRow, countChanges, moveInto, newRow, stepRow, toMenu, toRows } from './menu-rows.ts';

const entry = (id: number, name: string) => ({ id, name, route: name.toLowerCase(), enabled: true });
const item = (id: number, name: string) => ({ ...entry(id, name), icon: null, recordTypeId: null });
const menu = [
  { ...entry(1, 'A'), sections: [{ ...entry(11, 'B'), items: [item(111, 'x'), item(112, 'y')] }] },
  { ...entry(2, 'C'), sections: [{ ...entry(21, 'D'), items: [item(211, 'z')] }] },
];
const rows = toRows(menu);
const names = (all: readonly { name: string }[]) => all.map(({ name }) => name).join('');

test('a menu is the same after it was rows', () => {
  expect(toMenu(rows)).toEqual(menu);
  expect(countChanges(rows, rows)).toBe(0);
});

test.each([
  ['item 112', -1, 'AByxCDz'],
  ['item 112', 1, 'ABxCDyz'],
  ['item 111', -1, 'ABxyCDz'],
  ['item 211', -1, 'ABxyzCD'],
  ['section 11', 1, 'ACBxyDz'],
  ['section 21', -1, 'ABxyDzC'],
  ['group 1', 1, 'CDzABxy'],
  ['group 2', -1, 'CDzABxy'],
  ['group 2', 1, 'ABxyCDz'],
] as const)('%s by %i: %s', (key, step, order) => {
  expect(names(stepRow(rows, key, step))).toBe(order);
});

test('what is carried over another row stands there, as near as it can', () => {
  expect(names(carryRow(rows, 'item 111', 'item 211'))).toBe('AByCDzx');
  expect(names(carryRow(rows, 'item 211', 'item 111'))).toBe('ABzxyCD');
  expect(names(carryRow(rows, 'item 211', 'group 1'))).toBe('ABzxyCD');
  expect(names(carryRow(rows, 'group 2', 'item 112'))).toMatch(/^(CDzABxy|ABxyCDz)$/);
});

test('moving into a section is at its end', () => {
  const moved = moveInto(rows, 'item 111', 'section 21');
  expect(names(moved)).toBe('AByCDzx');
  expect(countChanges(moved, rows)).toBe(1);
  expect(countChanges([...rows, newRow('group', { name: 'E' })], rows)).toBe(1);
  expect(countChanges(stepRow(rows, 'item 111', 1), rows)).toBe(1);
});
