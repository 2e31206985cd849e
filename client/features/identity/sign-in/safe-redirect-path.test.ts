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

describe('200 hostile paths: none leaves the origin', () => {
  const hosts = [
    'evil.example',
    'rowhouse.example.evil.example',
    'rowhouse.example@evil.example',
    '127.0.0.1:4000',
    '[::1]',
  ];
  const beginnings = [
    '//',
    '///',
    '////',
    '/\\',
    '\\/',
    '\\\\',
    '/\\/',
    '/\t/',
    '\t//',
    '/\n/',
    '\r\n//',
    ' //',
    '/ /',
    '\u00a0//',
    '\ufeff//',
    '/.//',
    '/..//',
    '/././/',
    '/a/..//',
    '/a/../..//',
    '/%2e//',
    '/%2E%2e//',
    '/a/%2e%2e//',
    '//\\',
    '/\0/',
    '/\u2028//',
    'https://',
    'http://',
    'https:/',
    'https:',
    'HTTPS://',
    'ftp://',
    'blob:https://',
    '//user:secret@',
    'https:\\\\',
    '@',
    '\u2044\u2044',
    '\uff0f\uff0f',
  ];
  const handPicked = [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'about:blank',
    'file:///etc/passwd',
    'mailto:a@evil.example',
    '',
    '?next=//evil.example',
    '#//evil.example',
    '.',
    '..',
    './/evil.example',
    '../..//evil.example',
    '%2f%2fevil.example',
    '%5c%5cevil.example',
  ];
  const paths = [
    ...beginnings.flatMap((beginning) => hosts.map((host) => `${beginning}${host}/x`)),
    ...handPicked,
  ];

  test(`there are ${paths.length} of them`, () => {
    expect(paths.length).toBeGreaterThanOrEqual(200);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test.each(paths)('%j', (path) => {
    const followed = findSafeRedirectPath(path, origin);
    if (followed === null) return;
    // As the router and the browser read it: from a page of ours, and once more from what that made of it.
    expect(new URL(followed, `${origin}/login`).origin).toBe(origin);
    expect(new URL(new URL(followed, origin).pathname, `${origin}/login`).origin).toBe(origin);
    expect(followed).toMatch(/^\/[^/\\]/);
  });

  test('whatever characters they are made of', () => {
    const pieces = [
      '/',
      '\\',
      '.',
      '%2e',
      '%2f',
      '%5c',
      '\t',
      '\n',
      '@',
      ':',
      '?',
      '#',
      ' ',
      'https:',
      'evil.example',
      '\u0000',
    ];
    // Every path of up to four of them: 16 + 16² + 16³ + 16⁴.
    let made: string[] = [''];
    for (let length = 1; length <= 4; length += 1) {
      made = made.flatMap((path) => pieces.map((piece) => path + piece));
      const left = made.flatMap((path) => {
        const followed = findSafeRedirectPath(path, origin);
        return followed !== null && new URL(followed, `${origin}/login`).origin !== origin ? [path] : [];
      });
      expect(left).toEqual([]);
    }
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
