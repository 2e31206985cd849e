import { describe, expect, test } from 'vitest';
import { longestPassword, mostMfaSkips } from './limits.ts';
import { maySkipMfa, signInForm, spellWait, whyNotPassword, wrongInvitation } from './rules.ts';

const messagesOf = (input: unknown) =>
  signInForm.safeParse(input).error?.issues.map((issue) => issue.message) ?? [];

describe('signing in', () => {
  test('an email is taken in one spelling', () => {
    const parsed = signInForm.parse({ email: '  Ana.Ruiz@Example.COM ', password: ' as typed ' });
    expect(parsed).toEqual({ email: 'ana.ruiz@example.com', password: ' as typed ' });
  });

  test.each([
    [{ password: 'x' }, 'Email is a required field'],
    [{ email: '', password: 'x' }, 'Email is a required field'],
    [
      { email: 'ana', password: 'x' },
      'Invalid format. Please enter a valid email address (e.g. name@company.com).',
    ],
    [{ email: 'ana@example.com' }, 'Password is a required field'],
    [{ email: 'ana@example.com', password: '' }, 'Password is a required field'],
    [
      { email: 'ana@example.com', password: 'x'.repeat(longestPassword + 1) },
      'A password has at most 128 characters.',
    ],
  ])('%j is answered: %s', (input, sentence) => {
    expect(messagesOf(input)[0]).toBe(sentence);
  });

  test('what is not asked for is refused', () => {
    expect(messagesOf({ email: 'ana@example.com', password: 'x', tenant: 1 })).toHaveLength(1);
  });
});

test.each([
  ['1234567', 'Use at least 8 characters for the password.'],
  ['12345678', null],
  // Length alone counts, of whatever it is made.
  ['only small letters', null],
  ['       8', null],
  ['x'.repeat(64), null],
  ['x'.repeat(128), null],
  ['x'.repeat(129), 'Use at most 128 characters for the password.'],
])('a new password %s: %s', (password, sentence) => {
  expect(whyNotPassword(password)).toBe(sentence);
});

test.each([
  [0, false, true],
  [mostMfaSkips, false, true],
  [mostMfaSkips + 1, false, false],
  [mostMfaSkips + 1, true, true],
])('after %i times, exempt %j, two-factor may be put off: %j', (skips, isExempt, may) => {
  expect(maySkipMfa(skips, isExempt)).toBe(may);
});

test.each(['expired', 'used', 'unknown'] as const)('an %s invitation says what to do', (reason) => {
  expect(wrongInvitation(reason)).toMatchObject({ code: 'NOT_FOUND', context: { details: { reason } } });
});

test.each([
  [0, '1 second'],
  [1, '1 second'],
  [59_001, '1 minute'],
  [60_001, '2 minutes'],
  [900_000, '15 minutes'],
])('a wait of %i ms is spelt "%s"', (waitMs, words) => {
  expect(spellWait(waitMs)).toBe(words);
});
