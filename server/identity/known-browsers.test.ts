import { expect, test } from 'vitest';
import { createKnownBrowsers } from './known-browsers.ts';

const browsers = createKnownBrowsers('a secret of the test');
const mine = browsers.create('maya@example.com');

test('a browser is recognised for the account that signed in there, each as itself', () => {
  const name = browsers.recognise('maya@example.com', mine);
  expect(name).toBe(mine.split('.')[0]);
  expect(browsers.recognise('maya@example.com', browsers.create('maya@example.com'))).not.toBe(name);
});

test.each([
  ['another account', 'otto@example.com', mine],
  ['nothing', 'maya@example.com', null],
  ['an empty one', 'maya@example.com', ''],
  ['another name', 'maya@example.com', `x${mine}`],
  ['another signature', 'maya@example.com', `${mine.slice(0, -2)}AA`],
  ['more behind it', 'maya@example.com', `${mine}.x`],
  ['another secret', 'maya@example.com', createKnownBrowsers('another').create('maya@example.com')],
])('a cookie of %s is not known', (_, email, cookie) => {
  expect(browsers.recognise(email, cookie)).toBeNull();
});

test('the cookies of two accounts stand side by side', () => {
  expect(browsers.cookieOf('maya@example.com')).toMatch(/^rh_browser_[\w-]{12}$/);
  expect(browsers.cookieOf('otto@example.com')).not.toBe(browsers.cookieOf('maya@example.com'));
});
