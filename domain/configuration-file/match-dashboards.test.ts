import { expect, test } from 'vitest';
import type { DashboardPart } from './format.ts';
import { matchDashboards } from './match-dashboards.ts';

const one: DashboardPart = { name: 'Sales', roles: ['Clerk'], widgets: [] };
const other: DashboardPart = { name: 'sales', roles: ['Buyer'], widgets: [] };
const gone: DashboardPart = { name: 'Sales', enabled: false };

test.each([
  ['one of the name is meant by one', [other], [one], [one], 0],
  ['where none has the name here, each is new', [one, other], [], [null, null], 0],
  ['two that are as they are here differ in nothing', [one, other], [one, other], [one, other], 0],
  ['two that are deleted are both deleted', [gone, gone], [one, other], [one, other], 0],
  ['one for two is unclear', [one], [one, other], [], 1],
  ['two for one are unclear', [one, other], [one], [], 2],
  ['two others for two are unclear', [other, one], [one, other], [], 2],
  ['one deleted of two is unclear', [gone], [one, other], [], 1],
] as const)('%s', (_sentence, given, current, meant, unclear) => {
  const matched = matchDashboards(given, current);
  expect(matched.pairs.map((pair) => pair.current)).toEqual(meant);
  expect(matched.unclear).toHaveLength(unclear);
  const keys = [...matched.pairs, ...matched.unclear].map(({ key }) => key);
  expect(new Set(keys).size).toBe(given.length);
  expect(matched.missing).toEqual([]);
});

test('what the file does not name is missing from it, and no key is that of another name', () => {
  const second: DashboardPart = { name: 'Sales 2', roles: ['Clerk'] };
  expect(matchDashboards([one], [one, second]).missing).toEqual([second]);
  const { pairs } = matchDashboards([one, other, second], []);
  expect(new Set(pairs.map(({ key }) => key)).size).toBe(3);
});
