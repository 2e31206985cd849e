import { describe, expect, it, test } from 'vitest';
import { addMonths, dayOf, movedTo, toMonth, weekOf, weeksOf } from './calendar-days.ts';

describe('the weeks of a month', () => {
  it('are whole and begin on Sunday', () => {
    const weeks = weeksOf('2026-11');
    expect(weeks).toHaveLength(5);
    expect(weeks[0]![0]).toBe('2026-11-01');
    expect(weeks.at(-1)!.at(-1)).toBe('2026-12-05');
  });
  it('are four where February fits them', () => expect(weeksOf('2026-02')).toHaveLength(4));
  it('are six where a month needs them', () => expect(weeksOf('2026-08')).toHaveLength(6));
});

test.each([
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['9999-12', 1, '9999-12'],
  ['0001-01', -1, '0001-01'],
])('%s and %i months is %s', (month, months, later) => expect(addMonths(month, months)).toBe(later));

test.each([
  ['2026-03-10', 7, '2026-03-08', '2026-03-14'],
  ['2026-03-08', 7, '2026-03-08', '2026-03-14'],
  ['2026-12-31', 7, '2026-12-27', '2027-01-02'],
  ['0001-01-01', 6, '0001-01-01', '0001-01-06'],
  ['9999-12-31', 6, '9999-12-26', '9999-12-31'],
])('the week of %s has %i days, from %s to %s', (day, count, first, last) => {
  const days = weekOf(day);
  expect([days.length, days[0], days.at(-1)]).toEqual([count, first, last]);
});

test('the 31st in a month of 30 is its last day', () =>
  expect(toMonth('2026-10-31', '2026-11')).toBe('2026-11-30'));

describe('a moment stands on the day of the person', () => {
  const late = '2026-11-24T03:30:15.250Z';
  it('which is not that of UTC', () =>
    expect(dayOf(late, 'datetime', 'America/New_York')).toBe('2026-11-23'));
  it('and keeps its time when it is moved, over a change of the clocks too', () => {
    const moved = movedTo('2026-10-20', late, 'datetime', 'America/New_York');
    // 22:30 in summer time.
    expect(moved).toBe('2026-10-21T02:30:15.250Z');
    expect(dayOf(moved, 'datetime', 'America/New_York')).toBe('2026-10-20');
  });
  it('and a date has no zone', () =>
    expect(movedTo('2026-10-20', '2026-11-23', 'date', 'Asia/Tokyo')).toBe('2026-10-20'));
});
