import { describe, expect, test } from 'vitest';
import { msUntilRenewal, passedMs } from './renew-embed.ts';
import type { Moment } from './renew-embed.ts';
import { mayEditDashboard, maySeeDashboard, whyNotDashboardName, whyNotEmbed } from './rules.ts';

describe('who sees a dashboard, and who changes it', () => {
  const member = { userId: 7, roleId: 3, administers: false };
  test.each([
    ['one’s own', 7, [], [true, true], [true, true]],
    ['of somebody else alone', 8, [], [false, false], [false, false]],
    ['shared with one’s role', 8, [3, 4], [true, false], [true, true]],
    ['shared with another role', 8, [4], [false, false], [true, true]],
    ['of nobody, shared with nobody', null, [], [false, false], [true, true]],
  ] as const)('%s', (_which, ownerUserId, roleIds, ofMember, ofAdministrator) => {
    const dashboard = { ownerUserId, roleIds };
    const told = (reader: typeof member) => [
      maySeeDashboard(reader, dashboard),
      mayEditDashboard(reader, dashboard),
    ];
    expect(told(member)).toEqual(ofMember);
    expect(told({ ...member, administers: true })).toEqual(ofAdministrator);
  });
});

test.each([
  ['', 'Name is required.'],
  ['   ', 'Name is required.'],
  ['x'.repeat(101), 'Name has at most 100 characters.'],
  [` ${'x'.repeat(100)} `, null],
])('the name %j: %s', (name, sentence) => expect(whyNotDashboardName(name)).toBe(sentence));

describe('an embedded dashboard', () => {
  const embed = {
    serverUrl: 'https://reports.example/bi',
    siteIdentifier: 'site/one',
    environment: 'cloud',
    dashboardId: 'freight-2026',
    expirationTime: 600,
  };
  const fault = (change: Partial<typeof embed>) =>
    whyNotEmbed({ ...embed, ...change }, ['https://reports.example'])?.field ?? null;

  test.each([
    ['as it should be', {}, null],
    ['of a server that is not allowed', { serverUrl: 'https://elsewhere.example' }, 'serverUrl'],
    ['of an allowed server at another port', { serverUrl: 'https://reports.example:8443' }, 'serverUrl'],
    ['without encryption', { serverUrl: 'http://reports.example' }, 'serverUrl'],
    ['with a password in its address', { serverUrl: 'https://me:x@reports.example' }, 'serverUrl'],
    ['with a query', { serverUrl: 'https://reports.example?a=1' }, 'serverUrl'],
    ['with a script', { serverUrl: 'javascript:alert(1)' }, 'serverUrl'],
    ['that leaves its site', { siteIdentifier: 'site/../admin' }, 'siteIdentifier'],
    ['without an environment', { environment: '' }, 'environment'],
    ['with a query in its id', { dashboardId: 'a?b' }, 'dashboardId'],
    ['that expires at once', { expirationTime: 59 }, 'expirationTime'],
    ['that hardly expires', { expirationTime: 86_401 }, 'expirationTime'],
  ])('%s', (_which, change, field) => expect(fault(change)).toBe(field));
});

describe('a signed address is renewed ahead, by the server’s clock', () => {
  const minute = 60_000;
  const serverNow = Date.parse('2026-11-23T09:00:00.000Z');
  const signed = {
    now: new Date(serverNow).toISOString(),
    expiresAt: new Date(serverNow + 10 * minute).toISOString(),
  };

  test.each([
    ['right', 0],
    ['10 minutes slow', -10 * minute],
    ['10 minutes fast', 10 * minute],
  ])('on a machine whose clock is %s', (_which, offset) => {
    const at = (afterMs: number): Moment => ({
      steadyMs: 5000 + afterMs,
      wallMs: serverNow + offset + afterMs,
    });
    const left = (afterMs: number) => msUntilRenewal(signed, passedMs(at(0), at(afterMs)));
    expect(left(0)).toBe(9 * minute);
    expect(left(5 * minute)).toBe(4 * minute);
    expect(left(9 * minute)).toBe(0);
  });

  test.each([
    [
      'a clock that is set back 10 minutes meanwhile',
      { steadyMs: 4 * minute, wallMs: -6 * minute },
      5 * minute,
    ],
    ['a machine that slept', { steadyMs: 1000, wallMs: 12 * minute }, 0],
    [
      'a clock that is set forward renews early, and nothing is lost',
      { steadyMs: 0, wallMs: 10 * minute },
      0,
    ],
  ])('%s', (_which, now, left) => {
    expect(msUntilRenewal(signed, passedMs({ steadyMs: 0, wallMs: 0 }, now))).toBe(left);
  });

  test('at least 30 seconds before the end, however short it is good', () => {
    const short = { ...signed, expiresAt: new Date(serverNow + minute).toISOString() };
    expect(msUntilRenewal(short, 0)).toBe(30_000);
  });
});
