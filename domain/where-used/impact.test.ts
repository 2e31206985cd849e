import { expect, test } from 'vitest';
import { isMoved, sayPeople, sayPlaces, sayRecords } from './impact.ts';

test.each([
  [sayPlaces('SAVED_VIEW', 4), '4 saved views use it'],
  [sayPlaces('SAVED_VIEW', 1), '1 saved view uses it'],
  [sayPeople('DISABLE', 12), '12 people lose it'],
  [sayPeople('HIDE', 1), '1 person loses it'],
  [sayPeople('NARROW', 2), '2 people can only view it'],
  [sayPeople('DISABLE', 0), null],
  [sayPeople('REQUIRE', 3), null],
  [sayRecords('DISABLE', { count: 1340, what: 'Status' }), '1,340 records hold it'],
  [sayRecords('DISABLE', { count: 1, what: 'Lines, By' }), '1 line holds it'],
  [
    sayRecords('REQUIRE', { count: 2, what: 'Tax' }),
    '2 records are empty, and ask for it when they are saved',
  ],
  [sayRecords('DISABLE', { count: null, what: 'Tax' }), 'Which records have it could not be counted in time'],
])('%s', (said, words) => {
  expect(said).toBe(words);
});

test('a role’s own access to a field is no effect of taking the field away', () => {
  expect(isMoved('DISABLE', 'FIELD_ACCESS')).toBe(false);
  expect(isMoved('DISABLE', 'SAVED_VIEW')).toBe(true);
  expect(isMoved('HIDE', 'FORMULA')).toBe(false);
});
