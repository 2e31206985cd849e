import { describe, expect, test } from 'vitest';
import { hasShortYear, readWrittenDay, readWrittenInstant, readWrittenTime } from './read-moment.ts';

const monthFirst = { dayFirst: false, timeZone: 'UTC' };
const dayFirst = { dayFirst: true, timeZone: 'UTC' };

describe('a day as other programs write it', () => {
  test.each([
    ['2011-04-16', '2011-04-16'],
    ['1996-7-4', '1996-07-04'],
    ['2011/04/16', '2011-04-16'],
    ['04/16/2011', '2011-04-16'],
    ['4/6/2011', '2011-04-06'],
    ['4-6-2011', '2011-04-06'],
    ['16.04.2011', '2011-04-16'],
    ['Apr 16 2011 12:00AM', '2011-04-16'],
    ['Feb  8 2014 10:01AM', '2014-02-08'],
    ['April 16, 2011', '2011-04-16'],
    ['16 Apr 2011', '2011-04-16'],
    ['16-Apr-2011', '2011-04-16'],
    ['2011-04-16T23:30:00Z', '2011-04-16'],
    ['2012-02-29', '2012-02-29'],
  ])('%s', (text, day) => {
    expect(readWrittenDay(text, monthFirst)).toBe(day);
  });

  test.each([
    '2011-02-31',
    '02/30/2011',
    '13/01/2011',
    '2011-02-29',
    '04/16/11',
    '04/16-2011',
    'Foo 16 2011',
    'Apr 16 2011 25:00',
    'Apr 16 2011 13:00PM',
    '20110416',
    '40649',
    'soon',
  ])('%s is none', (text) => {
    expect(readWrittenDay(text, monthFirst)).toBeNull();
  });

  test('the day stands first when that is said', () => {
    expect(readWrittenDay('04/05/2026', dayFirst)).toBe('2026-05-04');
    expect(readWrittenDay('04/05/2026', monthFirst)).toBe('2026-04-05');
    expect(readWrittenDay('2026-04-05', dayFirst)).toBe('2026-04-05');
  });
});

describe('a year of two digits', () => {
  test.each([
    ['04/16/11', 2000, '2011-04-16'],
    ['16.04.99', 2000, '2099-04-16'],
    ['4-16-75', 1950, '1975-04-16'],
    ['4-16-49', 1950, '2049-04-16'],
    ['16-Apr-11', 1950, '2011-04-16'],
    ['Apr 16 11 10:00AM', 1950, '2011-04-16'],
  ])('%s in the hundred years from %i is %s', (text, century, day) => {
    expect(readWrittenDay(text, { ...monthFirst, century })).toBe(day);
  });

  test('is not guessed at', () => {
    expect(readWrittenDay('04/16/11', monthFirst)).toBeNull();
    expect(hasShortYear('04/16/11', monthFirst)).toBe(true);
    expect(hasShortYear('16/04/11', monthFirst)).toBe(false);
    expect(hasShortYear('soon', monthFirst)).toBe(false);
  });
});

describe('a moment', () => {
  test.each([
    ['04/16/2011 14:30', 'UTC', '2011-04-16T14:30:00.000Z'],
    ['04/16/2011 2:30 pm', 'UTC', '2011-04-16T14:30:00.000Z'],
    ['04/16/2011 12:05AM', 'UTC', '2011-04-16T00:05:00.000Z'],
    ['2011-04-16', 'UTC', '2011-04-16T00:00:00.000Z'],
    ['2011-04-16 14:30:15', 'UTC', '2011-04-16T14:30:15.000Z'],
    ['2011-04-16T14:30:15.250Z', 'America/New_York', '2011-04-16T14:30:15.000Z'],
    ['2011-04-16T14:30:00+02:00', 'UTC', '2011-04-16T12:30:00.000Z'],
    ['2011-04-16 14:30', 'Europe/Berlin', '2011-04-16T12:30:00.000Z'],
    ['2011-01-16 14:30', 'Europe/Berlin', '2011-01-16T13:30:00.000Z'],
  ])('%s in %s', (text, timeZone, instant) => {
    expect(readWrittenInstant(text, { dayFirst: false, timeZone })).toBe(instant);
  });
});

test.each([
  ['14:30', '14:30'],
  ['9:05', '09:05'],
  ['9:05 AM', '09:05'],
  ['12:00 am', '00:00'],
  ['11:59:00 p.m.', '23:59'],
  ['11:59:30 p.m.', null],
  ['930', '09:30'],
  ['9:30 pm', '21:30'],
  ['9:30p', '21:30'],
  ['13:00 pm', null],
  ['9', null],
  ['24:00', null],
  ['14:60', null],
  ['0:30 PM', null],
  ['noon', null],
])('the time of day %s is %s', (text, time) => {
  expect(readWrittenTime(text)).toBe(time);
});
