import { describe, expect, test } from 'vitest';
import { nextOccasionMs, sayOccasions, whyNotOccasions } from './occasions.ts';

const weekdays = [1, 2, 3, 4, 5];

describe('the next occasion', () => {
  test.each([
    // A Friday evening leads to Monday.
    ['2026-11-20T20:00:00Z', weekdays, '08:00', 'UTC', '2026-11-23T08:00:00.000Z'],
    ['2026-11-23T07:59:59Z', weekdays, '08:00', 'UTC', '2026-11-23T08:00:00.000Z'],
    // Its own moment is over: the next one is a week later.
    ['2026-11-23T08:00:00Z', [1], '08:00', 'UTC', '2026-11-30T08:00:00.000Z'],
    // The day is that of the zone, not of Greenwich.
    ['2026-11-22T23:30:00Z', [1], '08:00', 'Asia/Tokyo', '2026-11-29T23:00:00.000Z'],
    ['2026-11-23T06:00:00Z', [0], '22:00', 'America/Los_Angeles', '2026-11-30T06:00:00.000Z'],
    // Clocks go forward at two: half past two is the moment after the skip. They go back at three: the first of the two.
    ['2026-03-28T12:00:00Z', [0], '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-10-24T12:00:00Z', [0], '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ])('after %s on %s at %s in %s is %s', (after, days, time, timeZone, next) =>
    expect(new Date(nextOccasionMs({ days, time, timeZone }, Date.parse(after))).toISOString()).toBe(next),
  );

  test('comes after each one before it, the whole year through', () => {
    for (const timeZone of ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia']) {
      let at = Date.parse('2026-01-01T00:00:00Z');
      for (let count = 0; count < 400; count += 1) {
        const next = nextOccasionMs({ days: [0, 1, 2, 3, 4, 5, 6], time: '02:30', timeZone }, at);
        const hours = (next - at) / 3_600_000;
        expect(hours).toBeGreaterThan(0);
        expect(hours).toBeLessThanOrEqual(25);
        at = next;
      }
    }
  });
});

test('occasions are said in words', () => {
  const say = (days: number[]) => sayOccasions({ days, time: '08:00', timeZone: 'America/New_York' });
  expect(say(weekdays)).toBe('Monday to Friday at 08:00 AM, America/New York');
  expect(say([1])).toBe('Monday at 08:00 AM, America/New York');
  expect(say([1, 3, 5])).toBe('Monday, Wednesday and Friday at 08:00 AM, America/New York');
  expect(say([0, 1, 2, 3, 4, 5, 6])).toBe('Every day at 08:00 AM, America/New York');
});

test.each([
  [{ days: [] }, 'days'],
  [{ days: [7] }, 'days'],
  [{ time: '8' }, 'time'],
  [{ time: '24:00' }, 'time'],
  [{ timeZone: 'Mars/Base' }, 'timeZone'],
  [{}, undefined],
])('%j is refused at %s', (given, field) =>
  expect(whyNotOccasions({ days: [1], time: '08:00', timeZone: 'UTC', ...given })?.field).toBe(field),
);
