import { describe, expect, test } from 'vitest';
import { findExpiry, isExpired, readClaims } from './token-claims.ts';

const aToken = (claims: unknown) =>
  `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

test('claims are read as UTF-8', () => {
  expect(readClaims(aToken({ name: 'Zoë ÿ' }))).toEqual({ name: 'Zoë ÿ' });
});

test.each([['opaque'], ['a.%%%.c'], [''], [aToken('text')], [aToken(null)]])('%j has no claims', (token) => {
  expect(readClaims(token)).toBeNull();
  expect(isExpired(token)).toBe(false);
});

describe('a token is expired when the second reaches its exp', () => {
  const token = aToken({ exp: 1000 });
  test.each([
    [999_999, false],
    [1_000_000, true],
    [1_000_001, true],
  ])('at %i ms: %s', (nowMs, expired) => {
    expect(isExpired(token, nowMs)).toBe(expired);
  });

  test('and never without a number there', () => {
    expect(findExpiry(aToken({ exp: '1' }))).toBeNull();
  });
});
