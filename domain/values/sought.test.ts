import { expect, it } from 'vitest';
import { readSought } from './sought.ts';

const nothing = { number: null, day: null, time: null, times: [], isPhone: false };

it.each([
  ['Foxglove', {}],
  ['420.39', { number: '420.39', isPhone: true }],
  ['1,234.50', { number: '1234.50' }],
  ['-12', { number: '-12' }],
  ['1,23', {}],
  ['1.2.3', { isPhone: true }],
  ['11/21/2026', { day: '2026-11-21' }],
  ['1/2/2026', { day: '2026-01-02' }],
  ['02/30/2026', {}],
  ['2026-11-21', { day: '2026-11-21', isPhone: true }],
  ['11/21/2026 02:30 PM', { day: '2026-11-21', time: '14:30' }],
  ['11/21/2026 14:30', { day: '2026-11-21', time: '14:30' }],
  ['02:30 pm', { times: ['14:30'] }],
  ['2:30', { times: ['02:30', '14:30'] }],
  ['12:05', { times: ['12:05', '00:05'] }],
  ['12:05 AM', { times: ['00:05'] }],
  ['14:30', { times: ['14:30'] }],
  ['13:30 PM', {}],
  ['25:00', {}],
  ['(206)', { isPhone: true }],
  ['+1 206-555', { isPhone: true }],
  ['20', { number: '20' }],
  ['206 x', {}],
])('%j is read as %j', (text, read) => expect(readSought(text)).toEqual({ text, ...nothing, ...read }));
