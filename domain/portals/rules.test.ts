import { describe, expect, test } from 'vitest';
import { maySeePortal, portalOrigin, whyNotPortalAddress } from './rules.ts';

const allowed = ['https://help.example', 'http://localhost:9000'];
const whole = 'Write the whole address of a page, like https://help.example.com/start.';
const other = (host: string) =>
  `${host} is not among the servers that this installation may embed. Who runs it can add it.`;

describe('the address of a page', () => {
  test.each([
    ['https://help.example', null],
    ['https://help.example/a/b?c=d#e', null],
    ['HTTPS://Help.Example/a', null],
    ['http://localhost:9000/a', null],
    ['', 'Address is a required field'],
    ['help.example', whole],
    ['/graphql', whole],
    ['javascript:alert(1)', whole],
    ['data:text/html,<script>', whole],
    ['https://help.example@evil.example/', whole],
    ['https://help.example\\@evil.example/', whole],
    ['https://help.example/@evil', whole],
    ['https://help.example/a b', whole],
    ['https://[::1]/', whole],
    [`https://help.example/${'x'.repeat(2000)}`, whole],
    ['https://help.example.evil.example/', other('help.example.evil.example')],
    ['https://evil.example/help.example', other('evil.example')],
    ['https://help.example:8443/', other('help.example:8443')],
    ['http://help.example/', 'The address begins with https: what comes over http can be read on its way.'],
  ])('%s: %j', (address, whyNot) => expect(whyNotPortalAddress(address, allowed)).toBe(whyNot));

  test('that passes is read alike by a browser', () => {
    for (const address of ['https://help.example/a?b#c', 'HTTPS://Help.Example', 'http://localhost:9000/x'])
      expect(new URL(address).origin).toBe(portalOrigin(address));
  });
});

test.each([
  [true, [1, 2], true],
  [true, [2], false],
  [true, [], false],
  [false, [1], false],
])('a page that is enabled (%s) and given to %j is seen by role 1: %s', (enabled, roleIds, sees) =>
  expect(maySeePortal({ roleId: 1 }, { enabled, roleIds })).toBe(sees),
);
