import { describe, expect, test } from 'vitest';
import { isMenuItemAddress, isPageAddress, leadsToSignIn } from './page-addresses.ts';

describe('an address has the shape of a page', () => {
  test.each([
    '/',
    '/login',
    '/login/',
    '/Login',
    '/select-tenant',
    '/user-confirmation/17',
    '/account',
    '/adventure-works',
    '/adventure-works/',
    '/adventure-works/dashboard',
    '/adventure-works/create-record',
    '/adventure-works/accounting/doc-viewer',
    '/adventure-works/pucharse-details-viewer',
    '/adventure-works/dynamic-portals/a/b/c/d',
    '/adventure-works/tenant-profile-settings',
    '/adventure-works/purchasing/orders/purchase-orders',
  ])('%s', (path) => expect(isPageAddress(path)).toBe(true));
});

describe('an address has the shape of no page', () => {
  test.each([
    '/404',
    '/login/again',
    '/user-confirmation',
    '/graphql',
    '/assets/index.js',
    '/robots.txt',
    '/wp-admin/setup.php',
    '/favicon.png',
    '/-x',
    '/a b',
    '//evil.example',
    '/adventure-works/nonsense',
    '/adventure-works/a/b',
    '/adventure-works/a/b/c/d',
  ])('%s', (path) => expect(isPageAddress(path)).toBe(false));
});

test.each([
  ['/login', true],
  ['/LOGIN/', true],
  ['/adventure-works', true],
  ['/adventure-works/purchasing/orders/purchase-orders', true],
  ['/', false],
  ['/register', false],
  ['/user-confirmation/7', false],
  ['/adventure-works/nonsense', false],
  ['/mailbox/a/b', false],
])('whoever is not signed in meets the sign-in form at %s: %s', (path, does) =>
  expect(leadsToSignIn(path)).toBe(does),
);

test.each([
  ['purchasing/orders/purchase-orders', true],
  ['dynamic-portals/x', true],
  ['portal', true],
  ['nonsense', false],
  ['a/b', false],
  ['a/b/c/d', false],
])('the menu may once have held %s: %s', (rest, may) => expect(isMenuItemAddress(rest)).toBe(may));
