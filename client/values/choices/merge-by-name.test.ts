import { expect, it } from 'vitest';
import { mergeByName } from './merge-by-name.ts';

const status = (id: number, name: string, type: number) => ({
  id,
  name,
  enabled: true,
  recordType: { id: type },
});
const types = [
  { id: 9, name: 'Both' },
  { id: 1, name: 'Orders' },
  { id: 2, name: 'Bills' },
];

it('merges lists by name, and tells the same name of two types apart', () =>
  expect(
    mergeByName([[status(1, 'Approved', 1), status(2, 'draft', 1)], [status(3, 'approved', 2)]], types).map(
      ({ name }) => name,
    ),
  ).toEqual(['approved (Bills)', 'Approved (Orders)', 'draft']));

it('leaves names as they are where each stands once', () =>
  expect(mergeByName([[status(1, 'Approved', 1)], [status(1, 'Approved', 1)]], types)).toEqual([
    { id: '1', name: 'Approved', enabled: true },
  ]));
