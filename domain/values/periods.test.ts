import { describe, expect, it, test } from 'vitest';
import { daysOf, spanOf } from './periods.ts';
import { resolveMoments } from '../records/resolve-moments.ts';

describe('the days of a period', () => {
  // A Wednesday; the leap day; a Sunday, the first of its week and month; the last day of a year, a Saturday.
  it.each([
    ['today', '2026-11-18', '2026-11-18', '2026-11-18'],
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['yesterday', '2024-03-01', '2024-02-29', '2024-02-29'],
    ['thisWeek', '2026-11-18', '2026-11-15', '2026-11-21'],
    ['thisWeek', '2026-11-01', '2026-11-01', '2026-11-07'],
    ['thisWeek', '2022-12-31', '2022-12-25', '2022-12-31'],
    ['lastWeek', '2026-11-18', '2026-11-08', '2026-11-14'],
    ['thisMonth', '2024-02-10', '2024-02-01', '2024-02-29'],
    ['thisMonth', '2026-12-31', '2026-12-01', '2026-12-31'],
    ['lastMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['lastMonth', '2026-01-01', '2025-12-01', '2025-12-31'],
    ['last7Days', '2026-11-18', '2026-11-12', '2026-11-18'],
    ['last30Days', '2026-11-18', '2026-10-20', '2026-11-18'],
    ['next7Days', '2026-12-28', '2026-12-28', '2027-01-03'],
  ] as const)('%s on %s is from %s to %s', (period, today, first, last) =>
    expect(daysOf(period, today)).toEqual({ first, last }),
  );
});

test('a day is as long as the clock of the zone makes it', () => {
  const day = (first: string) => spanOf({ first, last: first }, 'America/New_York');
  expect(day('2026-07-01')).toBe('2026-07-01T04:00:00.000Z/2026-07-02T04:00:00.000Z');
  expect(day('2026-03-08')).toBe('2026-03-08T05:00:00.000Z/2026-03-09T04:00:00.000Z');
  expect(day('9999-12-31')).toBe('9999-12-31T05:00:00.000Z/+010000-01-01T00:00:00.000Z');
});

describe('what is asked by periods and days', () => {
  // In New York it is still the evening before.
  const at = { timeZone: 'America/New_York', nowMs: Date.parse('2026-11-19T02:00:00Z') };
  it('of a date are days', () =>
    expect(resolveMoments({ operator: 'isWithin', value: 'today' }, 'date', at)).toEqual({
      operator: 'between',
      values: ['2026-11-18', '2026-11-18'],
    }));
  it('of a date-time are instants of the zone', () =>
    expect(resolveMoments({ operator: 'isWithin', value: 'yesterday' }, 'datetime', at)).toEqual({
      operator: 'is',
      value: '2026-11-17T05:00:00.000Z/2026-11-18T05:00:00.000Z',
    }));
  it('of a date-time that names its minute stays', () => {
    const asked = { operator: 'is', value: '2026-11-17T05:00:00Z' } as const;
    expect(resolveMoments(asked, 'datetime', at)).toEqual(asked);
  });
  it('of a text that looks like a day stays', () => {
    const asked = { operator: 'equals', value: '2026-11-17' } as const;
    expect(resolveMoments(asked, 'text', at)).toEqual(asked);
  });
});
