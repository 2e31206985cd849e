import { describe, expect, test } from 'vitest';
import { findSafeRedirectPath, firstSegment } from './safe-redirect-path.ts';

const origin = 'https://rowhouse.example';

describe('a remembered path is followed', () => {
  test.each([
    ['/adventure-works/purchasing/orders', '/adventure-works/purchasing/orders'],
    ['/adventure-works/x?sort=a&page=2#row-3', '/adventure-works/x?sort=a&page=2#row-3'],
    ['/adventure-works/a/../b', '/adventure-works/b'],
    ['/adventure-works/?next=https://evil.example', '/adventure-works/?next=https://evil.example'],
    ['/loginfolk/dashboard', '/loginfolk/dashboard'],
  ])('%s', (path, followed) => {
    expect(findSafeRedirectPath(path, origin)).toBe(followed);
  });
});

describe('a remembered path is not followed', () => {
  test.each([
    [null],
    [''],
    ['dashboard'],
    ['https://evil.example/'],
    ['//evil.example/x'],
    ['///evil.example/x'],
    ['/\\evil.example'],
    ['\\\\evil.example'],
    ['/\t/evil.example'],
    ['/\n/evil.example'],
    ['\t//evil.example'],
    [' //evil.example'],
    ['/.//evil.example'],
    ['/a/..//evil.example'],
    ['/%2e//evil.example'],
    ['javascript:alert(1)'],
    ['java\tscript:alert(1)'],
    ['data:text/html,x'],
    ['@evil.example'],
    ['/\u0000x'],
    ['/'],
    ['/login'],
    ['/%6Cogin'],
    ['/LOGIN?x=1'],
    ['/select-tenant'],
    ['/user-confirmation/3'],
    ['/404'],
    ['/graphql'],
    ['/auth/sign-out'],
    ['/adventure-works/../login'],
  ])('%j', (path) => {
    expect(findSafeRedirectPath(path, origin)).toBeNull();
  });
});

test.each([
  ['/northwind', 'northwind'],
  ['/northwind?x=/a', 'northwind'],
  ['/north%20wind/sales#x', 'north wind'],
  ['/%zz/sales', '%zz'],
])('the first segment of %s is %s', (path, segment) => {
  expect(firstSegment(path)).toBe(segment);
});
