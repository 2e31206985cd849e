import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  dayAt,
  isDay,
  isInstant,
  isTime,
  readShownDay,
  showDay,
  showInstant,
  showTime,
  toInstant,
  wallClock,
} from './dates.ts';

describe('a day', () => {
  it.each([
    ['2026-02-28', true],
    ['2026-02-29', false],
    ['2024-02-29', true],
    ['2000-02-29', true],
    ['1900-02-29', false],
    ['2026-02-31', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-01-00', false],
    ['0000-01-01', false],
    ['2026-1-1', false],
    ['2026-01-01T00:00:00Z', false],
    ['', false],
  ])('%s is a day of the calendar: %s', (text, expected) => expect(isDay(text)).toBe(expected));

  it('is shown as MM/DD/YYYY', () => expect(showDay('2026-09-16')).toBe('09/16/2026'));
  it('shows what is no day as it is', () => expect(showDay('soon')).toBe('soon'));

  it.each([
    ['09/16/2026', '2026-09-16'],
    ['9/6/2026', '2026-09-06'],
    [' 09/16/2026 ', '2026-09-16'],
    ['02/31/2026', null],
    ['16/09/2026', null],
    ['09/16/26', null],
    ['2026-09-16', null],
    ['', null],
  ])('reads %j as %s', (text, expected) => expect(readShownDay(text)).toBe(expected));

  it('reads back what it shows', () => {
    const days = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10);
        expect(readShownDay(showDay(day))).toBe(day);
      }),
    );
  });

  it.each([
    ['2026-03-01', -1, '2026-02-28'],
    ['2024-03-01', -1, '2024-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
  ])('%s moved by %i is %s', (day, days, expected) => expect(addDays(day, days)).toBe(expected));
});

describe('a time of day', () => {
  it.each([
    ['00:00', true],
    ['23:59', true],
    ['24:00', false],
    ['9:30', false],
    ['09:60', false],
  ])('%s is one: %s', (text, expected) => expect(isTime(text)).toBe(expected));

  it.each([
    ['00:05', '12:05 AM'],
    ['09:30', '09:30 AM'],
    ['12:00', '12:00 PM'],
    ['23:59', '11:59 PM'],
  ])('%s is shown as %s', (time, expected) => expect(showTime(time)).toBe(expected));
});

describe('an instant', () => {
  it.each([
    ['2026-09-16T10:00:00Z', true],
    ['2026-09-16T10:00Z', true],
    ['2026-09-16T10:00:00.123+02:00', true],
    ['2026-02-31T10:00:00Z', false],
    ['2026-09-16T10:00:00', false],
    ['2026-09-16', false],
    ['9999-12-31T23:59:59.999Z', true],
    ['9999-12-31T23:59:00-01:00', false],
    ['0001-01-01T00:00:00+01:00', false],
  ])('%s is one: %s', (text, expected) => expect(isInstant(text)).toBe(expected));

  it.each([
    ['2026-09-16T22:30:00.000Z', 'America/New_York', '09/16/2026 06:30 PM'],
    ['2026-09-16T22:30:00.000Z', 'Asia/Tokyo', '09/17/2026 07:30 AM'],
    ['2026-01-01T00:00:00.000Z', 'UTC', '01/01/2026 12:00 AM'],
  ])('%s in %s is shown as %s', (instant, zone, expected) =>
    expect(showInstant(instant, zone)).toBe(expected),
  );

  it('says which day it is where the viewer is', () => {
    const epochMs = Date.parse('2026-09-16T22:30:00Z');
    expect(dayAt(epochMs, 'Asia/Tokyo')).toBe('2026-09-17');
    expect(dayAt(epochMs, 'UTC')).toBe('2026-09-16');
  });

  it.each([
    ['2026-07-01', '09:00', 'America/New_York', '2026-07-01T13:00:00.000Z'],
    ['2026-01-15', '09:00', 'America/New_York', '2026-01-15T14:00:00.000Z'],
    ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-07-01', '09:00', 'Asia/Kolkata', '2026-07-01T03:30:00.000Z'],
  ])('%s %s in %s is %s', (day, time, zone, expected) => expect(toInstant(day, time, zone)).toBe(expected));

  it('comes back to the same wall clock, wherever the clock does not skip', () => {
    const zones = fc.constantFrom(
      'UTC',
      'America/New_York',
      'Europe/Berlin',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
    );
    const moments = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2060-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, zones, (moment, zone) => {
        const wall = wallClock(moment.toISOString(), zone)!;
        expect(wallClock(toInstant(wall.day, wall.time, zone), zone)).toEqual(wall);
      }),
    );
  });
});
