import { describe, expect, test } from 'vitest';
import { lastDigestMs } from './mail-due.ts';
import { sayNotification } from './words.ts';

describe('the last seven in the morning', () => {
  test.each([
    ['2026-04-01T12:00:00Z', null, '2026-04-01T07:00:00.000Z'],
    ['2026-04-01T06:59:59Z', null, '2026-03-31T07:00:00.000Z'],
    ['2026-04-01T07:00:00Z', 'UTC', '2026-04-01T07:00:00.000Z'],
    ['2026-04-01T12:00:00Z', 'Not/AZone', '2026-04-01T07:00:00.000Z'],
    ['2026-04-01T12:00:00Z', 'Asia/Tokyo', '2026-03-31T22:00:00.000Z'],
    ['2026-04-01T12:00:00Z', 'America/Los_Angeles', '2026-03-31T14:00:00.000Z'],
    // The night in which clocks went forward, and back.
    ['2026-03-29T06:00:00Z', 'Europe/Berlin', '2026-03-29T05:00:00.000Z'],
    ['2026-10-25T07:00:00Z', 'Europe/Berlin', '2026-10-25T06:00:00.000Z'],
    ['2026-04-01T12:00:00Z', 'Asia/Kathmandu', '2026-04-01T01:15:00.000Z'],
  ])('before %s in %s was at %s', (now, zone, then) =>
    expect(new Date(lastDigestMs(Date.parse(now), zone)).toISOString()).toBe(then),
  );
});

test('a notification is one sentence', () => {
  const by = { id: 1, name: 'Sara Lind', email: null };
  const record = { id: 7, recordTypeId: 2, recordTypeName: 'Bills', recordNumber: 7408, description: null };
  const say = (
    kind: 'ASSIGNED' | 'CHANGED' | 'ROLE' | 'TO_ANSWER' | 'OVERDUE',
    fields: string[] = [],
    more: object = {},
  ) => sayNotification({ kind, by, record, fields, roleName: 'Clerk', company: 'Northwind', ...more });
  expect(say('ASSIGNED')).toBe('Sara Lind assigned Bills 7408 to you');
  expect(say('CHANGED', ['Tax'])).toBe('Sara Lind changed Tax of Bills 7408');
  expect(say('CHANGED', ['Tax', 'Status', 'Total'])).toBe(
    'Sara Lind changed Tax, Status and Total of Bills 7408',
  );
  expect(say('CHANGED', ['Tax', 'Status', 'Total', 'Due'])).toBe(
    'Sara Lind changed Tax, Status and 2 more of Bills 7408',
  );
  expect(say('TO_ANSWER')).toBe('Northwind waits for your answer to Bills 7408');
  expect(say('OVERDUE')).toBe('Your answer to Northwind is overdue: Bills 7408');
  expect(say('ROLE', [], { record: null, by: null })).toBe('Rowhouse changed your role to Clerk');
});
